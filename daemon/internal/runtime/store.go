package runtime

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/ibid-notes/ibid/daemon/internal/config"
)

// ErrNoSession is returned for an id that names no session of this vault.
var ErrNoSession = errors.New("no such session")

// Store keeps the sessions of one vault, one log file each. One process at a
// time uses it: the vault's owner (design decision 11).
type Store struct {
	dir string
	now func() time.Time

	mu   sync.Mutex          // guards open
	open map[string]*Session // sessions with an open log
}

// OpenStore opens the store in a folder, creating the folder.
func OpenStore(dir string, now func() time.Time) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("create the folder of sessions: %w", err)
	}
	return &Store{dir: dir, now: now, open: map[string]*Session{}}, nil
}

// New starts a session with the given header, to which it adds the id.
func (st *Store) New(h Header) (*Session, error) {
	id := NewID()
	h.ID = id
	s, err := st.openSession(id, os.O_CREATE|os.O_EXCL)
	if err != nil {
		return nil, fmt.Errorf("start a session: %w", err)
	}
	if err := s.Append("", EventSession, h, true); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	st.open[id] = s
	return s, nil
}

// Load returns a session, opening its log if it is not open. A log that a
// crash cut short is mended first.
func (st *Store) Load(id string) (*Session, error) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if s, ok := st.open[id]; ok {
		return s, nil
	}
	if !validID(id) {
		return nil, fmt.Errorf("%w: %q is not a session id, which looks like agent:%s", ErrNoSession, id, uuid.Nil)
	}
	s, err := st.openSession(id, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s; session/list names those there are", ErrNoSession, id)
	}
	if err == nil {
		err = s.endDangling()
	}
	if err != nil {
		return nil, fmt.Errorf("load session %s: %w", id, err)
	}
	st.open[id] = s
	return s, nil
}

func (st *Store) openSession(id string, flag int) (*Session, error) {
	s := &Session{ID: id, now: st.now}
	log, dropped, err := openLog(st.path(id), flag, func(e Event) error {
		s.seq, s.at = e.Seq, e.At
		return s.st.apply(e)
	})
	if err != nil {
		return nil, err
	}
	s.log = log
	if dropped > 0 {
		err = s.Append("", EventRepair, Repair{Dropped: dropped, Why: "torn tail"}, true)
	}
	return s, err
}

// List describes all sessions, the latest first. It reads the head of each
// log only.
func (st *Store) List() ([]Info, error) {
	names, err := filepath.Glob(filepath.Join(st.dir, "*"+logSuffix))
	if err != nil {
		return nil, err
	}
	infos := []Info{}
	for _, name := range names {
		if info, ok := st.headInfo(name); ok {
			infos = append(infos, info)
		}
	}
	slices.SortFunc(infos, func(a, b Info) int {
		return cmp.Or(b.Updated.Compare(a.Updated), strings.Compare(a.ID, b.ID))
	})
	return infos, nil
}

// maxHead is how much of a log, in bytes, is looked at for its first prompt, which
// came in one frame of the wire.
const maxHead = 64 << 20

// headInfo folds the first events of a log. Sessions without a prompt are not
// worth listing.
func (st *Store) headInfo(path string) (Info, bool) {
	f, err := config.OpenState(path, os.O_RDONLY)
	if err != nil {
		return Info{}, false
	}
	defer f.Close()
	stat, err := f.Stat()
	if err != nil {
		return Info{}, false
	}
	var state State
	lines := bufio.NewReader(io.LimitReader(f, maxHead))
	for state.Title == "" {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		e, err := readRecord(line[:len(line)-1])
		if err != nil || state.apply(e) != nil {
			break
		}
	}
	return Info{ID: state.Header.ID, Cwd: state.Header.Cwd, Title: state.Title, Updated: stat.ModTime()},
		state.Header.ID != "" && len(state.Turns) > 0
}

// Release closes a session's log. Load opens it again.
func (st *Store) Release(id string) error {
	st.mu.Lock()
	defer st.mu.Unlock()
	s, ok := st.open[id]
	if !ok {
		return nil
	}
	delete(st.open, id)
	return s.Close()
}

// Delete removes a session for good.
func (st *Store) Delete(id string) error {
	s, err := st.Load(id)
	if err != nil {
		return err
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	delete(st.open, id)
	return errors.Join(s.Close(), os.Remove(st.path(id)))
}

// Close closes every open log.
func (st *Store) Close() error {
	st.mu.Lock()
	defer st.mu.Unlock()
	var errs []error
	for id, s := range st.open {
		errs = append(errs, s.Close())
		delete(st.open, id)
	}
	return errors.Join(errs...)
}

const logSuffix = ".jsonl"

// path names a session's log. The colon of the id is no good in a Windows
// file name.
func (st *Store) path(id string) string {
	return filepath.Join(st.dir, strings.TrimPrefix(id, "agent:")+logSuffix)
}

func validID(id string) bool {
	rest, ok := strings.CutPrefix(id, "agent:")
	if !ok || len(rest) != 36 {
		return false
	}
	parsed, err := uuid.Parse(rest)
	return err == nil && parsed.String() == rest
}
