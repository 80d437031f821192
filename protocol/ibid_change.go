package protocol

// Changes of notes: what a person is asked about them, what was done, and how it is
// taken back.
const (
	MethodApprovalsList   = "_ibid/approvals/list"
	MethodApprovalsDecide = "_ibid/approvals/decide"
	MethodUndoList        = "_ibid/undo/list"
	MethodUndoApply       = "_ibid/undo/apply"
)

// Approval is a question to a person about one change. Ibid composes it of the change
// itself; Rationale alone is a model's, to be shown as a quotation.
type Approval struct {
	ID        string       `json:"id"`
	SessionID string       `json:"sessionId,omitempty"`
	RunID     string       `json:"runId,omitempty"`
	CallID    string       `json:"callId,omitempty"`
	Tool      string       `json:"tool,omitempty"`
	Class     string       `json:"class"` // write, or sensitive: asked about every time
	Title     string       `json:"title"` // one line: what would be done
	Reason    string       `json:"reason,omitempty"`
	Rationale string       `json:"rationale,omitempty"`
	Sources   []string     `json:"sources"` // pages of the web that the conversation has read
	Files     []FileChange `json:"files"`
	Options   []string     `json:"options"` // what may be answered: allow_once, allow_files and allow_folder for the rest of the run, reject
	Asked     string       `json:"asked"`   // RFC 3339
	Expires   string       `json:"expires"`
}

// FileChange is what would happen, or has happened, to one path.
type FileChange struct {
	Op           string `json:"op"` // create, replace, move, trash, mkdir, rmdir
	Path         string `json:"path"`
	To           string `json:"to,omitempty"`
	Sha256Before string `json:"sha256Before,omitempty"`
	Sha256After  string `json:"sha256After,omitempty"`
	Diff         string `json:"diff,omitempty"`  // unified; empty where the bytes are no text, and where all diffs together are too long
	Hunks        int    `json:"hunks,omitempty"` // how many of the diff can be granted one by one
	Added        int    `json:"added,omitempty"` // lines
	Removed      int    `json:"removed,omitempty"`
	State        string `json:"state,omitempty"` // what became of it: applied, restored, newer (somebody changed it meanwhile)
	Trash        string `json:"trash,omitempty"` // where a deleted file went, for a person
}

// ApprovalMeta is _meta.ibid of session/request_permission and of the tool call in it.
type ApprovalMeta struct {
	Approval Approval `json:"approval"`
}

// ApprovalAnswer is _meta.ibid of the answer to session/request_permission: what was
// granted in particular.
type ApprovalAnswer struct {
	// Hunks names which hunks of which files are granted, from 0. Files that are not
	// named are granted whole; an empty list leaves a file out. Plain numbers, as in
	// [0, 2], are hunks of the one file that is changed; an object, as in
	// {"Tea.md": [0]}, has them by path.
	Hunks HunkChoice `json:"hunks,omitempty"`
	// Text, where given, is written in place of the new text of the one file: at most
	// 2 MiB of UTF-8 without a NUL, and not together with hunks.
	Text *string `json:"text,omitempty"`
	// Note is told to whoever asked for the change.
	Note string `json:"note,omitempty"`
}

// HunkChoice is a list of granted hunks, by file.
type HunkChoice []FileHunks

// FileHunks names hunks of one file.
type FileHunks struct {
	Path  string `json:"path"`
	Hunks []int  `json:"hunks"`
}

// ApprovalsListParams is empty.
type ApprovalsListParams struct{}

// ApprovalsListResult lists the approvals that can be answered, the oldest first. They
// outlive the process that asked.
type ApprovalsListResult struct {
	Approvals []Approval `json:"approvals"`
	// Truncated tells how many were left out, so that the result fits into a frame.
	Truncated map[string]int `json:"truncated,omitempty"`
}

// ApprovalsDecideParams answers an approval; each is answered once.
type ApprovalsDecideParams struct {
	ID     string     `json:"id"`
	Option string     `json:"option"`
	Hunks  HunkChoice `json:"hunks,omitempty"` // as in ApprovalAnswer, as are text and note
	Text   *string    `json:"text,omitempty"`
	Note   string     `json:"note,omitempty"`
}

// ApprovalsDecideResult tells what became of it. What can no longer be done as it was
// asked is refused with STALE_READ, and the approval has ended.
type ApprovalsDecideResult struct {
	State string `json:"state"` // denied; delivered, to a run that goes on now; applied
	// Change is what was done, when it was applied here.
	Change *VaultChange `json:"change,omitempty"`
}

// VaultChange is a change of the vault that was made.
type VaultChange struct {
	UndoID   string       `json:"undoId"`
	Title    string       `json:"title"`
	Files    []FileChange `json:"files"`
	Partial  bool         `json:"partial,omitempty"` // a part was granted, or another text
	Findings []string     `json:"findings"`          // what it broke, a sentence each
}

// UndoListParams asks for the changes that Ibid made, the latest first.
type UndoListParams struct {
	Limit *int   `json:"limit,omitempty"` // from 1, default 50, at most 500
	Run   string `json:"run,omitempty"`   // of this run only
	File  string `json:"file,omitempty"`  // that touched this file only
	// Before is the id of a change, to list those that are earlier: the last of one
	// result gives the next.
	Before string `json:"before,omitempty"`
}

// UndoListResult lists changes.
type UndoListResult struct {
	Entries []JournalEntry `json:"entries"`
	// Total counts the changes of that run or file, also those that are not listed.
	Total int `json:"total"`
	// Truncated tells how many of the entries asked for were left out, so that the
	// result fits into a frame.
	Truncated map[string]int `json:"truncated,omitempty"`
}

// JournalEntry is one change: all of its files or none.
type JournalEntry struct {
	ID        string       `json:"id"`
	At        string       `json:"at"` // RFC 3339
	Title     string       `json:"title"`
	State     string       `json:"state"` // applied, rolled_back, begun
	SessionID string       `json:"sessionId,omitempty"`
	RunID     string       `json:"runId,omitempty"`
	Tool      string       `json:"tool,omitempty"`
	Undoes    []string     `json:"undoes"`             // the entries it takes back
	UndoneBy  string       `json:"undoneBy,omitempty"` // the entry that took it back
	Undoable  bool         `json:"undoable"`
	Files     []FileChange `json:"files"`
}

// UndoApplyParams says what to undo: exactly one of the three. Whoever sends it has
// asked the person.
type UndoApplyParams struct {
	ID   string `json:"id,omitempty"`   // an entry; undoing an undo does the change again
	Run  string `json:"run,omitempty"`  // all that a run did, the latest first
	File string `json:"file,omitempty"` // the latest change that touched the file, as a whole
}

// UndoApplyResult lists what was done. Where a note was changed since in the same
// lines, the undo is refused with STALE_READ and nothing newer is overwritten; of a
// run, what was undone before that is listed, and Refused says why it ended there.
type UndoApplyResult struct {
	Changes []VaultChange `json:"changes"`
	Refused string        `json:"refused,omitempty"`
}
