package gate

import (
	"context"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Request is a change that somebody wants made. Set alone is required.
type Request struct {
	Origin journal.Origin
	Set    edit.Set
	Asker  Asker // nil: nobody can be asked, and what must be asked waits
	Log    Log   // the session's log, or nil
	Check  Checker
	// Mode is the session's; "" stands for ModeAsk. EditFolders are those a person
	// named for ModeEdit.
	Mode        Mode
	EditFolders []vaultpath.Path
	// Facts tells what the rules may ask about a path; nil for nothing.
	Facts          func(vaultpath.Path) Facts
	IncludePrivate bool // the session sees private notes, and may change them
	// Sensitive names what makes the change sensitive beside its operations, each a
	// clause: a file overwritten that was not read, a text that shrinks a lot.
	Sensitive []string
	Rationale string   // the model's reason, to be shown as a quotation
	Sources   []string // whose text from outside the run has read
	// Wait is how long the caller waits for an answer; 0 for as long as its context
	// lasts. The approval can be answered later, until DefaultExpiry.
	Wait time.Duration
}

// Log takes the events of a session; *runtime.Session is one.
type Log interface {
	Append(run string, kind runtime.EventType, payload any, durable bool) error
}

// Checker looks, after a change, for what it broke: links that lead nowhere now,
// headings and block ids that others link to and that are gone. What it finds is
// told to whoever asked for the change; nothing is taken back.
type Checker func(ctx context.Context, changed []Changed) []Finding

// Changed is one file of a change: nil bytes stand for no file.
type Changed struct {
	Path   vaultpath.Path // before; of a new file its path
	To     vaultpath.Path // where a moved file stands now
	Before []byte
	After  []byte
}

// Finding is something a change broke.
type Finding struct {
	Kind    string         `json:"kind"` // unresolved_link, lost_block, lost_heading, properties
	Path    vaultpath.Path `json:"path"` // where it shows
	Message string         `json:"message"`
}

// Result is a change that was made.
type Result struct {
	UndoID   string     `json:"undo_id"`
	Title    string     `json:"title"`
	Effect   string     `json:"effect"` // the hash of what was done
	Files    []FileDone `json:"files"`
	Partial  bool       `json:"partial,omitempty"` // the person granted a part, or wrote another text
	Note     string     `json:"note,omitempty"`    // what the person said
	Approval string     `json:"approval,omitempty"`
	Findings []Finding  `json:"findings,omitempty"`
}

// FileDone is what became of one path.
type FileDone struct {
	Op        string              `json:"op"`
	Path      vaultpath.Path      `json:"path"`
	To        vaultpath.Path      `json:"to,omitempty"`
	SHABefore string              `json:"sha_before,omitempty"`
	SHAAfter  string              `json:"sha_after,omitempty"` // as read back
	State     journal.FileOutcome `json:"state"`               // newer: somebody changed it since
	Trash     string              `json:"trash,omitempty"`     // where a deleted file went
	// Kept is the hash of what somebody else had written into the file and what
	// stands nowhere now; Gate.Blob has it.
	Kept string `json:"kept,omitempty"`
}

// Intent is logged before a change is made (contracts 2.14.2).
type Intent struct {
	Effect string         `json:"effect"`
	Title  string         `json:"title"`
	Call   string         `json:"call,omitempty"`
	Steps  []journal.Step `json:"steps"`
}

// Failure is logged when a change was not made, or may not have been.
type Failure struct {
	Effect string              `json:"effect"`
	Code   tools.Code          `json:"code"`
	Entry  string              `json:"entry,omitempty"`
	Files  []journal.FileState `json:"files,omitempty"` // once something was begun
}

func (r *Request) log(kind runtime.EventType, payload any) error {
	if r.Log == nil {
		return nil
	}
	return r.Log.Append(r.Origin.Run, kind, payload, true)
}

func policyDenied(reason string) error {
	return tools.Errorf(tools.PolicyDenied, "Nothing was changed: %s", reason)
}
