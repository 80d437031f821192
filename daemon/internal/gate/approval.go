package gate

import (
	"context"
	"encoding/json"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Approval is a question to a person about one change (contracts 2.5). It is
// composed of the effect; of what a model wrote it holds Rationale alone.
type Approval struct {
	ID        string         `json:"id"`
	Origin    journal.Origin `json:"origin,omitzero"`
	Effect    string         `json:"effect"` // the hash of what is asked about; nothing else is done on the answer
	Class     Class          `json:"class"`
	Title     string         `json:"title"`               // one line: what would be done
	Reason    string         `json:"reason,omitempty"`    // why it is asked, one clause
	Rationale string         `json:"rationale,omitempty"` // the model's own words: to be shown as a quotation
	Sources   []string       `json:"sources,omitempty"`   // where text from outside came from that the run has read
	Files     []FileDiff     `json:"files"`
	Options   []Option       `json:"options"`
	Asked     time.Time      `json:"asked"`
	Expires   time.Time      `json:"expires"`
	State     ApprovalState  `json:"state"`
	Answer    *Answer        `json:"answer,omitempty"`
	Decided   time.Time      `json:"decided,omitzero"`
	Automatic bool           `json:"automatic,omitempty"` // answered faster than a person could have
}

// FileDiff is what would happen to one path.
type FileDiff struct {
	Op     string         `json:"op"` // create, replace, move, trash, mkdir, rmdir
	Path   vaultpath.Path `json:"path"`
	To     vaultpath.Path `json:"to,omitempty"`
	Before string         `json:"before,omitempty"` // sha256
	After  string         `json:"after,omitempty"`
	Diff   string         `json:"diff,omitempty"`  // unified, whole; "" where the bytes are no text
	Hunks  int            `json:"hunks,omitempty"` // how many of it can be granted one by one
	Added  int            `json:"added,omitempty"` // lines
	Lost   int            `json:"removed,omitempty"`
}

// ApprovalState is where an approval stands.
type ApprovalState string

// The states of an approval.
const (
	Pending    ApprovalState = "pending"
	Granted    ApprovalState = "granted"
	Denied     ApprovalState = "denied"
	Expired    ApprovalState = "expired"
	Superseded ApprovalState = "superseded" // the files changed while it waited
	Cancelled  ApprovalState = "cancelled"  // the run ended while it waited
)

// Option is what a person can answer.
type Option string

// The options. Those for a run are offered for the class Write alone.
const (
	AllowOnce   Option = "allow_once"
	AllowFiles  Option = "allow_files"  // these files, for the rest of the run
	AllowFolder Option = "allow_folder" // their folder and all below, for the rest of the run
	Reject      Option = "reject"
)

// Answer is what a person, or a client for them, answered.
type Answer struct {
	Option Option `json:"option"`
	// Hunks names, by path, which hunks of a changed file are granted, from 0. Files
	// that are not named are granted whole; an empty list leaves the file out.
	Hunks map[vaultpath.Path][]int `json:"hunks,omitempty"`
	// Text, where set, stands for the new text of the one file of the change.
	Text *string `json:"text,omitempty"`
	Note string  `json:"note,omitempty"` // for the model
	By   string  `json:"by,omitempty"`   // who answered: a client's name
}

// Asker shows an approval to a person.
type Asker interface {
	// Ask returns the answer, or an error when nobody answers: the approval then
	// stays pending. It must return when the context ends.
	Ask(ctx context.Context, a Approval) (Answer, error)
}

// DefaultExpiry is how long an approval can be answered.
const DefaultExpiry = 7 * 24 * time.Hour

// humanTime is how fast a person can answer at most (contracts 2.5.6).
const humanTime = 150 * time.Millisecond

func (a Approval) encode() json.RawMessage {
	raw, err := json.Marshal(a)
	if err != nil { // it holds nothing that cannot be encoded
		return json.RawMessage("{}")
	}
	return raw
}

func decodeApproval(q journal.Question) (Approval, error) {
	var a Approval
	err := json.Unmarshal(q.Approval, &a)
	return a, err
}
