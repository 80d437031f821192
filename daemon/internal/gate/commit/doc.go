// Package commit is the road into a vault: it makes the steps of a journal entry
// stand in the folder, all of them or none, and takes them back after a crash.
//
// # How a file is changed
//
// Nothing is written before the plan and the bytes, old and new, are on disk in the
// journal. The new bytes of a file go into a hidden file in the same folder and are
// synced. Then the two files exchange their names in one step, and what came out is
// looked at: when it is not what the change was decided on, somebody saved in
// between, and the names are exchanged back. So at every moment the name leads to
// one whole file, and no version that somebody else wrote is ever replaced unseen.
// Where the system cannot exchange names, the old file is set aside first and the
// new one takes a name that must be free.
//
// The old file is kept aside until all of the set stands and was read back, and is
// looked at once more before it is let go: an editor that had it open may have
// written into it. A deleted file is set aside in the same way and goes to the
// trash last of all.
//
// # What is refused
//
// The floor (contracts 2.1.2) holds whatever anybody answers: no path with a dot
// segment, none outside the vault, none over a symlink, no file with a second hard
// link, no new text for a read-only file, no new name that another system cannot
// have or that differs from an existing one by case or Unicode form alone. A name
// that an undo brings back need not be portable, and gets the form on disk and the
// permissions that it had.
//
// # Through the plugin
//
// What an Applier says it did is read back, step by step, and what does not stand
// fails the change. A step it gave no answer about may still come: the entry stays
// open then, and is settled before the next change or at the next start.
package commit

import (
	"context"
	"log/slog"
	"sync"

	"github.com/ibid-notes/ibid/daemon/internal/gate/disk"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
)

// Vault is a vault's folder together with the journal of what was done in it. It
// carries out one change at a time and is safe for concurrent use.
type Vault struct {
	dir     disk.FS
	journal *journal.Journal
	trash   Trasher
	log     *slog.Logger

	mu      sync.Mutex // held for a whole change
	unclear bool       // an entry was left open by a failure
}

// Trasher takes a deleted file out of the vault's folder.
type Trasher interface {
	// Place says where deleted files of this vault go now.
	Place() Place
	// System puts the bytes of a file that stood at name, relative to the vault's
	// folder, into the system's trash, and says where for a person.
	System(name string, data []byte) (string, error)
}

// Place is where deleted files go: Obsidian's trashOption.
type Place string

// The places.
const (
	SystemTrash Place = "system" // the system's; the vault's where there is none
	LocalTrash  Place = "local"  // .trash in the vault
	NoTrash     Place = "none"   // nowhere: the journal alone has the bytes
)

// New returns the vault in a folder. What a crash left open is settled by Recover,
// which must be called before the first change.
func New(dir disk.FS, j *journal.Journal, trash Trasher, log *slog.Logger) *Vault {
	return &Vault{dir: dir, journal: j, trash: trash, log: log}
}

// Apply makes the steps of an entry stand, and returns the entry as it was closed.
// Data holds the new bytes by their hash.
//
// An error is a *tools.Error. Unless its code is OUTCOME_UNKNOWN, no step of the
// entry stands; the entry that comes with it then lists each file's state. Where
// no step was begun, it has no id.
func (v *Vault) Apply(ctx context.Context, e journal.Entry, data map[string][]byte) (journal.Entry, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := v.settleFirst(); err != nil {
		return journal.Entry{}, err
	}
	steps, err := v.check(e.Steps)
	if err != nil {
		return journal.Entry{}, err
	}
	if err := ctx.Err(); err != nil { // from here on it goes through to an end
		return journal.Entry{}, cancelled()
	}
	before, err := v.readBefore(steps, data)
	if err != nil {
		return journal.Entry{}, err
	}
	e.Steps = planned(steps)
	if e, err = v.journal.Begin(e, before); err != nil {
		return journal.Entry{}, v.notWritten(err)
	}
	return v.carryOut(e, steps, data)
}

// carryOut makes the steps stand or takes them back, and closes the entry.
func (v *Vault) carryOut(e journal.Entry, steps []*step, data map[string][]byte) (journal.Entry, error) {
	cause := v.stand(e, steps, data)
	if cause == nil {
		files := v.look(steps)
		if cause = v.journal.End(e.ID, journal.Applied, files); cause == nil {
			v.clean(e.ID, steps, files)
			return v.closed(e)
		}
		cause = v.notWritten(cause)
	}
	if err := v.takeBack(e, steps); err != nil {
		v.unclear = true
		v.log.Error("A change could neither be made nor taken back", "entry", e.ID, "err", err)
		return e, outcomeUnknown(e, cause)
	}
	closed, _ := v.closed(e)
	return closed, cause
}

// closed is the entry as the journal has it now.
func (v *Vault) closed(e journal.Entry) (journal.Entry, error) {
	if now, err := v.journal.Entry(e.ID); err == nil {
		return now, nil
	}
	return e, nil
}
