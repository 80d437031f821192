package tools

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Outcome is what became of a proposed change: what the gate answered, in the
// words of this package.
type Outcome struct {
	// Err is why it was not made, or not known to have been; an *Error says more.
	// nil stands for a change that was made and read back.
	Err      error
	UndoID   string
	Files    []Written
	Partial  bool   // a person granted a part, or wrote another text
	Note     string // what the person said
	Findings []Broken
}

// Written is what became of one path.
type Written struct {
	Path, To vaultpath.Path
	SHAAfter string // as read back; "" for a file that is gone
	State    string // of whoever wrote it; "" says nothing
}

// Complete makes the result of a writing tool true, after the gate: it names the
// hashes and the id to undo the change with, or why it was not made, and records
// what was written as read (contracts 2.1.1 rule 3, 2.3 rule 2). It is the one
// way from a proposal to a result. A result that proposes nothing comes back as
// it is.
func Complete(env *Env, res Result, o Outcome) Result {
	if res.Set == nil {
		return res
	}
	if o.Err != nil {
		return notMade(res, o)
	}
	out := Result{Status: StatusOK, Data: res.Data, UndoID: o.UndoID, EvidenceID: res.EvidenceID, Labels: res.Labels}
	c := changeIn(res.Data)
	if c == nil {
		c = &Change{}
	}
	done := *c // the proposal may be looked at elsewhere
	done.fill(res, o)
	*c = done
	out.Summary = sentence(done.did)
	if o.Partial {
		out.Status = StatusPartial
		out.Summary = "Only a part of the change was granted, or the person changed its text; files says what was written. Asked for was: " + out.Summary
	}
	out.sha(done)
	out.Summary += done.told(o)
	record(env, res, o)
	return out
}

// notMade is the result of a change that was not made.
func notMade(res Result, o Outcome) Result {
	out := failure(o.Err, "none; nothing else has to be called")
	out.EvidenceID, out.Labels = res.EvidenceID, res.Labels
	if out.Code != OutcomeUnknown && !strings.Contains(strings.ToLower(out.Summary), "nothing was ") {
		out.Summary = "Nothing was written. " + out.Summary
	}
	return out
}

// fill takes what was written over into the change.
func (c *Change) fill(res Result, o Outcome) {
	c.Note = o.Note
	for _, f := range o.Findings {
		if !slices.ContainsFunc(res.Unseen, func(p vaultpath.Path) bool { return p.String() == f.Path }) {
			c.Findings = append(c.Findings, f)
		}
	}
	c.Files = slices.Clone(c.Files)
	for i := range c.Files {
		f := &c.Files[i]
		if w, ok := find(o.Files, f.Path, f.To); ok {
			f.SHAAfter, f.State = w.SHAAfter, w.State
		}
	}
}

// find returns what became of a file: of a move whose bytes changed too, what
// stands at its target.
func find(written []Written, path, to string) (Written, bool) {
	end := path
	if to != "" {
		end = to
	}
	for _, w := range written {
		if w.To.String() == end || w.To == "" && w.Path.String() == end {
			return w, true
		}
	}
	return Written{}, false
}

// sha sets the hashes of the result to those of the file it is about.
func (r *Result) sha(c Change) {
	for _, f := range c.Files {
		if f.Path == c.main.String() && f.Op != edit.Mkdir.String() {
			r.SHABefore, r.SHAAfter = f.SHABefore, f.SHAAfter
		}
	}
	if r.SHAAfter == "" && r.SHABefore == "" && len(c.Files) == 1 {
		r.SHABefore, r.SHAAfter = c.Files[0].SHABefore, c.Files[0].SHAAfter
	}
}

// told are the sentences that follow on what was done.
func (c Change) told(o Outcome) string {
	var b strings.Builder
	for _, w := range c.Warnings {
		b.WriteString(" " + sentence(w))
	}
	for _, f := range c.Findings {
		b.WriteString(" " + sentence(f.Message))
	}
	if o.UndoID != "" {
		b.WriteString(" It can be undone with `ibid undo " + o.UndoID + "`.")
	}
	if o.Note != "" {
		b.WriteString(" The person said: " + sentence(clip(o.Note, 500)))
	}
	return b.String()
}

// record leaves the receipts of what the caller knows of every file that was
// written as planned (2.3 rule 2). A file whose text a person changed has to be
// read first, and so has one that the caller may not see.
func record(env *Env, res Result, o Outcome) {
	if env == nil || env.Reads == nil {
		return
	}
	for _, e := range res.Set.Effects() {
		end := e.Path
		if e.Op == edit.Move {
			end = e.To
		}
		w, ok := find(o.Files, e.Path.String(), e.To.String())
		switch {
		case !ok || slices.Contains(res.Unseen, e.Path):
		case e.After != nil:
			for _, r := range res.Known {
				if r.Path == end && r.SHA256 == w.SHAAfter {
					env.Reads.Record(r)
				}
			}
		case e.Op == edit.Move && e.After == nil:
			for _, r := range env.Reads.Receipts(e.Path) {
				r.Path = end
				env.Reads.Record(r)
			}
		}
	}
}

// lineCount counts lines as read_file does: a final line break begins none.
func lineCount(raw []byte) int {
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	n := bytes.Count(raw, []byte("\n"))
	if len(raw) > 0 && raw[len(raw)-1] != '\n' {
		n++
	}
	return n
}
