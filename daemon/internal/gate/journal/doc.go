// Package journal keeps, outside the vault, what is needed to finish or to take
// back every change that Ibid makes in it: the plan of the change and the bytes
// before and after, on disk before the first write to the vault.
//
// Its folder holds `journal.jsonl`, a log of records with length and checksum, and
// `blobs`, the bytes by their sha256. All is readable by the user alone. Entries
// are kept for 90 days and dropped sooner, the oldest first, when the bytes exceed
// 1 GiB; an entry that is open, and a question that waits, is never dropped.
//
// One process uses a journal at a time: the vault's owner.
package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"time"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Op says what a step does.
type Op string

// The operations of a step.
const (
	Put   Op = "put"   // Path holds After; it held Before, or nothing
	Take  Op = "take"  // Path held Before and is gone, to the trash or for good
	Move  Op = "move"  // the file at Path, Before, stands at To
	Mkdir Op = "mkdir" // Path is a new folder
	Rmdir Op = "rmdir" // Path was an empty folder; one that is not is left
)

// Step changes one path. No path occurs in two steps of an entry. Before and
// After are hex sha256 of a file's bytes, "" for no file.
type Step struct {
	Op      Op             `json:"op"`
	Path    vaultpath.Path `json:"path"`
	To      vaultpath.Path `json:"to,omitempty"`
	Before  string         `json:"before,omitempty"`
	After   string         `json:"after,omitempty"`
	Discard bool           `json:"discard,omitempty"` // Take: not to the trash, for the bytes live on in another step
	Like    vaultpath.Path `json:"like,omitempty"`    // Put of a new file: the file whose permissions and attributes it gets
	Mode    fs.FileMode    `json:"mode,omitempty"`    // permissions of the file before; of a Put that brings one back, those it gets
	Disk    string         `json:"disk,omitempty"`    // Path as the disk spells it, where that is another form; of a new name, the form it gets
	DiskTo  string         `json:"diskTo,omitempty"`  // Move: the same of To
	Back    bool           `json:"back,omitempty"`    // the new name is one that an undone change took away: it need not be portable
	Untrash string         `json:"untrash,omitempty"` // Put of a file that was deleted: its copy in the vault's trash, which goes
}

// State says how far an entry came.
type State string

// The states of an entry.
const (
	Begun      State = "begun"       // begun; what of it stands in the vault is not known
	Applied    State = "applied"     // all steps stand, but for files that a person changed since
	RolledBack State = "rolled_back" // no step stands, but for files that a person changed meanwhile
)

// FileState says what came of one path.
type FileState struct {
	Path  vaultpath.Path `json:"path"`
	State FileOutcome    `json:"state"`
	SHA   string         `json:"sha,omitempty"` // of what stands there now, "" for nothing
	// Kept is the sha256 of bytes that somebody else wrote and that stand nowhere
	// in the vault any more; the journal has them.
	Kept string `json:"kept,omitempty"`
	// Trash is where a deleted file went, for a person: a path in the vault's own
	// trash, or the name of the system's.
	Trash string `json:"trash,omitempty"`
}

// FileOutcome is what came of a path.
type FileOutcome string

// The outcomes of a path.
const (
	FileApplied  FileOutcome = "applied"
	FileRestored FileOutcome = "restored" // as it was before
	FileNewer    FileOutcome = "newer"    // somebody changed it meanwhile; left alone
)

// Origin says who asked for a change.
type Origin struct {
	Session string `json:"session,omitempty"`
	Run     string `json:"run,omitempty"`
	Call    string `json:"call,omitempty"`
	Tool    string `json:"tool,omitempty"`
}

// Entry is one change of the vault: all of its steps or none.
type Entry struct {
	ID       string      `json:"id"` // sorts by time; also the undo id
	At       time.Time   `json:"at"`
	Origin   Origin      `json:"origin,omitzero"`
	Title    string      `json:"title"`  // one line for a person
	Effect   string      `json:"effect"` // the effect hash that was approved
	Undoes   []string    `json:"undoes,omitempty"`
	Steps    []Step      `json:"steps"`
	Through  bool        `json:"through,omitempty"` // made by way of the plugin, which sets nothing aside
	State    State       `json:"-"`
	Clean    bool        `json:"-"` // nothing of ours is left in the vault's folders
	Files    []FileState `json:"-"` // one a path, once the entry is closed
	UndoneBy string      `json:"-"` // the entry that took it back
}

// Question is an approval that was asked for, with all that is needed to carry it
// out after a restart.
type Question struct {
	ID       string          `json:"id"`
	Entry    Entry           `json:"entry"`    // what is to be done; its ID is not used
	Approval json.RawMessage `json:"approval"` // the gate's own
}

// Sum is the hex sha256 of data: the name of its blob.
func Sum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
