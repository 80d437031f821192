package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"github.com/ibid-notes/ibid/daemon/internal/config"
)

// errOwned says that another process owns the vault.
var errOwned = errors.New("another process owns the vault")

// ownership is what the one owner of a vault holds (design decision 11): the
// lock, which the system gives back when the process dies however it dies,
// and the door through which others attach.
type ownership struct {
	door
	lock *flock.Flock
}

// ownerInfo is the file that names the socket. It stands beside the lock and not in it, since
// Windows lets nobody read a locked file.
type ownerInfo struct {
	PID     int    `json:"pid"`
	Version string `json:"version"`
	Socket  string `json:"socket"` // "" where there was no place for one
}

// claim makes this process the owner, or returns errOwned at once.
func claim(v config.Vault) (*ownership, error) {
	path := filepath.Join(v.State, "owner.lock")
	if err := config.CheckState(path); err != nil {
		return nil, err
	}
	lock := flock.New(path, flock.SetPermissions(0o600))
	got, err := lock.TryLock()
	if err != nil {
		return nil, config.Unusable(path, err)
	}
	if !got {
		return nil, errOwned
	}
	o := &ownership{lock: lock, door: door{vault: v}}
	if err := errors.Join(o.forget(), o.open()); err != nil {
		return nil, errors.Join(err, o.Close())
	}
	return o, nil
}

func infoPath(v config.Vault) string { return filepath.Join(v.State, "owner.json") }

// Close gives the vault up. The lock goes last: whoever gets it finds nothing
// of ours in the way.
func (o *ownership) Close() error {
	var errs []error
	errs = append(errs, o.hangUp(), o.forget())
	return errors.Join(append(errs, o.lock.Unlock())...)
}

// maxInfo bounds the file that names the socket, in bytes.
const maxInfo = 64 << 10

// readInfo reads what the vault's owner says about itself.
func readInfo(v config.Vault) (info ownerInfo, err error) {
	raw, err := config.ReadState(infoPath(v), maxInfo)
	if err == nil {
		err = json.Unmarshal(raw, &info)
	}
	if err != nil {
		return info, fmt.Errorf("find the vault's owner: %w", err)
	}
	return info, nil
}

// attach connects to the vault's owner.
func attach(v config.Vault) (net.Conn, error) {
	info, err := readInfo(v)
	if err != nil {
		return nil, err
	}
	if info.Socket == "" {
		return nil, &UnsharedError{Vault: v.Root, PID: info.PID}
	}
	return dial(info.Socket)
}

// Erase removes everything kept about a vault, unless a process is using it.
func Erase(v config.Vault) error {
	if _, err := os.Stat(v.State); errors.Is(err, fs.ErrNotExist) {
		return v.Erase()
	}
	o, err := claim(v)
	if errors.Is(err, errOwned) {
		return errors.New("the vault is in use by a running Ibid; close Obsidian, or end the daemon, and try again")
	}
	if err != nil {
		return err
	}
	return errors.Join(o.Close(), v.Erase())
}
