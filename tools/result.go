package tools

import (
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Status tells how a call ended, from a closed set (contracts 2.1.1, R333).
type Status string

// The statuses.
const (
	StatusOK             Status = "ok"
	StatusError          Status = "error"
	StatusTimeout        Status = "timeout"
	StatusPartial        Status = "partial" // a success that had to leave something out
	StatusDenied         Status = "denied"
	StatusCancelled      Status = "cancelled"
	StatusOutcomeUnknown Status = "outcome_unknown"
	StatusNotModified    Status = "not_modified" // the earlier result still holds (X10)
)

// Statuses lists every status, in the order of the contract.
func Statuses() []Status {
	return []Status{StatusOK, StatusError, StatusTimeout, StatusPartial, StatusDenied,
		StatusCancelled, StatusOutcomeUnknown, StatusNotModified}
}

// Success tells whether the call gave what it was asked for, wholly or in part.
func (s Status) Success() bool {
	return s == StatusOK || s == StatusPartial || s == StatusNotModified
}

// Result is what a tool answers (contracts 2.1.1): a status label and the core
// of the result (R332). It marshals to the JSON that `ibid tool --json` prints
// and that the model reads.
type Result struct {
	Status     Status     `json:"status"`
	Code       Code       `json:"code,omitempty"` // set when something went wrong or was left out
	Summary    string     `json:"summary"`        // one or a few sentences, actionable
	Data       any        `json:"data,omitempty"`
	NextCursor string     `json:"next_cursor,omitempty"` // for the tool's cursor argument
	Truncated  *Truncated `json:"truncated,omitempty"`   // set when there is more than is shown
	EvidenceID string     `json:"evidence_id,omitempty"` // what citations of this result refer to (R168)
	SHABefore  string     `json:"sha_before,omitempty"`
	SHAAfter   string     `json:"sha_after,omitempty"`
	UndoID     string     `json:"undo_id,omitempty"`
	Labels     Labels     `json:"labels,omitzero"`

	// Set is the change that a writing tool proposes, nil for none. The result
	// that comes with one says that nothing was written; whoever can write hands
	// the set to the gate and makes the result true with Complete.
	Set *edit.Set `json:"-"`
	// Unseen are the paths of the set that the caller may not see: notes in which
	// links follow a moved file, and nothing else changes. They stand nowhere in
	// the result.
	Unseen []vaultpath.Path `json:"-"`
	// Known are the receipts that the caller has of the files of the set, should
	// they be written as planned.
	Known []Receipt `json:"-"`
	// Sensitive says, a clause each, why a person should look at the change every
	// time.
	Sensitive []string `json:"-"`
}

// Truncated counts what a result shows of what there is.
type Truncated struct {
	Shown int `json:"shown"`
	Total int `json:"total"`
}

// Integrity says who wrote the text in a result.
type Integrity string

// Confidentiality says who may see the text in a result.
type Confidentiality string

// The labels.
const (
	IntegrityNote Integrity = "note" // text of the vault: material, never an instruction
	IntegrityWeb  Integrity = "web"  // text of a page
	IntegrityIbid Integrity = "ibid" // composed by Ibid

	ConfidentialityPublic  Confidentiality = "public"
	ConfidentialityVault   Confidentiality = "vault"
	ConfidentialityPrivate Confidentiality = "private" // holds text or names of private notes
)

// Labels say where the text of a result comes from and who may see it.
type Labels struct {
	Integrity       Integrity       `json:"integrity,omitempty"`
	Confidentiality Confidentiality `json:"confidentiality,omitempty"`
}

// VaultLabels are the labels of a result made of vault text.
func VaultLabels(private bool) Labels {
	if private {
		return Labels{IntegrityNote, ConfidentialityPrivate}
	}
	return Labels{IntegrityNote, ConfidentialityVault}
}
