package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/ibid-notes/ibid/daemon/internal/gate/disk"
)

// Limits bound what a journal keeps; zero values stand for the defaults.
type Limits struct {
	Age   time.Duration // of an entry; default 90 days
	Bytes int64         // of all blobs; default 1 GiB
}

// The defaults of Limits.
const (
	DefaultAge   = 90 * 24 * time.Hour
	DefaultBytes = 1 << 30
)

// ErrNoEntry says that the journal has no such entry, or no more.
var ErrNoEntry = errors.New("the journal has no such entry")

const logName = "journal.jsonl"

// maxLog bounds a log that is read, in bytes: some hundred thousand changes.
const maxLog = 256 << 20

// Journal is an open journal. It is safe for concurrent use.
type Journal struct {
	dir    disk.FS
	now    func() time.Time
	limits Limits

	mu        sync.Mutex // guards all below
	log       disk.File
	size      int64 // of the log, in bytes
	broken    error // why nothing can be appended any more
	entries   []*Entry
	byID      map[string]*Entry
	questions []*Question
	repaired  int // damaged or torn lines that were left out
}

// Open reads the journal in a folder of its own, mends a torn tail and drops what
// is too old.
func Open(dir disk.FS, now func() time.Time, limits Limits) (*Journal, error) {
	if limits.Age == 0 {
		limits.Age = DefaultAge
	}
	if limits.Bytes == 0 {
		limits.Bytes = DefaultBytes
	}
	j := &Journal{dir: dir, now: now, limits: limits, byID: map[string]*Entry{}}
	if err := j.makeBlobs(); err != nil {
		return nil, err
	}
	torn, err := j.load()
	if err != nil {
		return nil, err
	}
	if err := j.tidy(torn); err != nil {
		return nil, err
	}
	return j, nil
}

// NewID makes the id of an entry or a question; ids sort by time.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }

// load folds the log. torn tells that it must be written anew before anything is
// appended.
func (j *Journal) load() (torn bool, err error) {
	content, err := j.dir.Read(logName, maxLog)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read the journal: %w", err)
	}
	records, damaged, cut := decodeAll(content.Data)
	if damaged > 0 { // not a crash's doing; a person may want to look at it
		if err := j.keepDamaged(content.Data); err != nil {
			return false, err
		}
	}
	for _, r := range records {
		j.fold(r)
	}
	j.repaired = damaged
	if cut {
		j.repaired++
	}
	j.size = int64(len(content.Data))
	return j.repaired > 0, nil
}

const damagedName = "journal.damaged"

func (j *Journal) keepDamaged(raw []byte) error {
	if err := j.dir.Remove(damagedName); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return disk.WriteNew(j.dir, damagedName, raw, 0o600, "")
}

// Repaired counts the lines that were damaged or torn when the journal was opened.
func (j *Journal) Repaired() int { return j.repaired }

// fold takes one more record into the state.
func (j *Journal) fold(r record) {
	switch {
	case r.Begin != nil:
		j.addEntry(*r.Begin)
	case r.End != nil:
		if e := j.byID[r.End.ID]; e != nil {
			e.State, e.Files = r.End.State, r.End.Files
			j.markUndone(e)
		}
	case r.Clean != nil:
		if e := j.byID[r.Clean.ID]; e != nil {
			e.Clean = true
			e.Files = r.Clean.Files
		}
	case r.Ask != nil:
		j.questions = append(j.questions, r.Ask)
	case r.Answer != nil:
		j.questions = slices.DeleteFunc(j.questions, func(q *Question) bool { return q.ID == r.Answer.ID })
	}
}

func (j *Journal) addEntry(e Entry) {
	e.State = Begun
	j.entries = append(j.entries, &e)
	j.byID[e.ID] = &e
}

func (j *Journal) markUndone(e *Entry) {
	if e.State != Applied {
		return
	}
	for _, id := range e.Undoes {
		if undone := j.byID[id]; undone != nil {
			undone.UndoneBy = e.ID
		}
	}
	// Taking back an undo makes what it undid undoable again.
	for _, id := range e.Undoes {
		if undo := j.byID[id]; undo != nil {
			for _, again := range undo.Undoes {
				if first := j.byID[again]; first != nil && first.UndoneBy == undo.ID {
					first.UndoneBy = ""
				}
			}
		}
	}
}

// Begin records a change that is about to be made, with its bytes: they and the
// plan are on disk when it returns. It fills in ID and At where they are not set.
// Data holds the bytes of every hash in the steps that the journal may not have.
func (j *Journal) Begin(e Entry, data map[string][]byte) (Entry, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if e.ID == "" {
		e.ID = NewID()
	}
	if e.At.IsZero() {
		e.At = j.now().UTC().Truncate(time.Millisecond)
	}
	e.State = Begun
	if err := j.putBlobs(e.Steps, data); err != nil {
		return e, err
	}
	if err := j.append(record{Begin: &e}, true); err != nil {
		return e, err
	}
	return e, nil
}

// End closes an entry: on disk when it returns.
func (j *Journal) End(id string, state State, files []FileState) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.append(record{End: &end{ID: id, State: state, Files: files}}, true)
}

// Cleaned records that nothing of ours is left in the vault's folders, and what
// the files have come to. It may be lost with the machine: cleaning is done again
// then.
func (j *Journal) Cleaned(id string, files []FileState) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.append(record{Clean: &end{ID: id, Files: files}}, false)
}

// Ask records a question and the bytes it is about, on disk when it returns.
func (j *Journal) Ask(q Question, data map[string][]byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.putBlobs(q.Entry.Steps, data); err != nil {
		return err
	}
	return j.append(record{Ask: &q}, true)
}

// Answer records what became of a question, on disk when it returns; the question
// is no longer listed. A question that is not there is ErrNoEntry: each is answered
// once.
func (j *Journal) Answer(id string, approval json.RawMessage) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !slices.ContainsFunc(j.questions, func(q *Question) bool { return q.ID == id }) {
		return ErrNoEntry
	}
	return j.append(record{Answer: &answer{ID: id, Approval: approval}}, true)
}

// Questions lists those without an answer, the oldest first.
func (j *Journal) Questions() []Question {
	j.mu.Lock()
	defer j.mu.Unlock()
	out := make([]Question, len(j.questions))
	for i, q := range j.questions {
		out[i] = *q
	}
	return out
}

// Entry returns one entry, or ErrNoEntry.
func (j *Journal) Entry(id string) (Entry, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if e := j.byID[id]; e != nil {
		return *e, nil
	}
	return Entry{}, fmt.Errorf("%w: %s", ErrNoEntry, id)
}

// Entries returns all entries, the oldest first. The caller must not change what
// they hold.
func (j *Journal) Entries() []Entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	out := make([]Entry, len(j.entries))
	for i, e := range j.entries {
		out[i] = *e
	}
	return out
}

// Unsettled returns the entries that are open or not cleaned up after, the newest
// first: what recovery has to do.
func (j *Journal) Unsettled() []Entry {
	var out []Entry
	for _, e := range slices.Backward(j.Entries()) {
		if e.State == Begun || !e.Clean {
			out = append(out, e)
		}
	}
	return out
}

// Close closes the log.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.log == nil {
		return nil
	}
	log := j.log
	j.log, j.broken = nil, errors.New("the journal is closed")
	return log.Close()
}
