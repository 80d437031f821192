package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"sync"
	"time"

	"github.com/google/renameio/v2/maybe"

	"github.com/ibid-notes/ibid/daemon/internal/config"
)

// door is where other processes attach: a socket and the file that names it. Without
// a place for a socket there is none, and the vault is served to this process alone.
type door struct {
	vault config.Vault

	mu       sync.Mutex // guards all below; held while a socket is opened, that is for moments
	listener net.Listener
	address  string
	marked   fs.FileInfo // the socket's file
	why      error       // there is no listener
	closed   bool
}

// socketName is the short name of the socket of a vault in one home: two homes that
// serve one vault never meet.
func socketName(v config.Vault) string {
	sum := sha256.Sum256([]byte(v.State))
	return hex.EncodeToString(sum[:8])
}

// open listens and says where. Its error is about that file; having nowhere to listen
// is told by blocked.
func (d *door) open() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.openAny()
	return d.announce()
}

// openAny listens on the first address that can be had. The caller holds mu.
func (d *door) openAny() {
	d.listener, d.address, d.marked = nil, "", nil
	var errs []error
	for _, address := range addresses(d.vault) {
		l, err := listen(address)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		marked, err := mark(address)
		if err != nil {
			errs = append(errs, err, l.Close())
			continue
		}
		d.listener, d.address, d.marked, d.why = l, address, marked, nil
		return
	}
	d.why = errors.Join(errs...)
}

// announce writes the file that names the socket. The caller holds mu.
func (d *door) announce() error {
	raw, err := json.Marshal(d.said())
	if err != nil {
		return err
	}
	return maybe.WriteFile(infoPath(d.vault), raw, 0o600)
}

// said is what that file says. The caller holds mu.
func (d *door) said() ownerInfo {
	return ownerInfo{PID: os.Getpid(), Version: config.Version, Socket: d.address}
}

// forget removes what an owner said about itself, and whatever else stands in that
// place.
func (d *door) forget() error {
	path := infoPath(d.vault)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return config.Unusable(path, err)
	}
	return nil
}

// blocked says why nobody can attach, nil when all can.
func (d *door) blocked() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.why
}

// current is the listener, nil when there is none.
func (d *door) current() net.Listener {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.listener
}

// mend sees to it that others find the door: what clears temporary folders takes the
// socket's file or owner.json away. It returns the new listener when it had to open one.
func (d *door) mend() (opened net.Listener, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, nil
	}
	if d.listener != nil && stands(d.address, d.marked) {
		return nil, d.mendInfo()
	}
	if old := d.listener; old != nil {
		defer func() { err = errors.Join(err, old.Close()) }() // whose file is gone
	}
	before := d.said()
	d.openAny()
	if d.listener == nil && before == d.said() {
		return nil, d.mendInfo()
	}
	return d.listener, d.announce()
}

// mendInfo writes owner.json again where it is gone or speaks of another. What is no
// file is left: it is named to whoever attaches. The caller holds mu.
func (d *door) mendInfo() error {
	if now, err := readInfo(d.vault); err == nil && now == d.said() || config.CheckState(infoPath(d.vault)) != nil {
		return nil
	}
	return d.announce()
}

// hangUp stops taking connections, for good. It may be called again.
func (d *door) hangUp() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil
	}
	d.closed = true
	if d.listener == nil {
		return nil
	}
	return errors.Join(d.listener.Close(), unlink(d.address, d.marked))
}

// doorBeat is how often the owner looks whether it can be found: well within the time
// that one who attaches waits.
const doorBeat = 2 * time.Second

// keepDoor mends the door at each beat, and serves who comes through it, until ctx
// ends.
func (a *App) keepDoor(ctx context.Context, beat <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat:
		}
		l, err := a.owner.mend()
		if err != nil {
			a.log.Debug("Mending the way for other processes failed", "error", err)
		}
		if l != nil {
			a.log.Info("Listening again for other processes")
			a.serving.Go(func() { a.listen(ctx, l) })
		}
	}
}

// UnsharedError says that the process which owns a vault found no place for a socket,
// so that no other can attach.
type UnsharedError struct {
	Vault string
	PID   int
}

func (e *UnsharedError) Error() string { return e.Message() + " " + e.Hint() }

// Message is what is wrong, in a sentence.
func (e *UnsharedError) Message() string {
	return fmt.Sprintf("The vault %q is held by another Ibid, process %d, that found no place for a socket.", e.Vault, e.PID)
}

// Hint is what to do about it.
func (e *UnsharedError) Hint() string {
	return "Start it with XDG_RUNTIME_DIR or TMPDIR set to a folder of yours, or with " + config.HomeVariable + " set to a shorter path."
}
