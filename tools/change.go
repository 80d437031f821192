package tools

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Change is embedded in the data of tools that change the vault: what is, or was,
// done to which file (contracts 2.2.8). Files and diff are without those the
// caller may not see.
type Change struct {
	PlanHash  string        `json:"plan_hash,omitempty"` // what an approval binds to; the same change has the same hash
	Changes   string        `json:"changes"`             // in numbers
	Files     []ChangedFile `json:"files"`               // in the order of the change; at most maxListedFiles
	MoreFiles int           `json:"more_files,omitempty"`
	Diff      string        `json:"diff,omitempty"` // unified, of all files together
	DiffCut   *Truncated    `json:"diff_truncated,omitempty"`
	Warnings  []string      `json:"warnings,omitempty"`
	Findings  []Broken      `json:"findings,omitempty"` // what the change was seen to break, once made
	Note      string        `json:"note,omitempty"`     // what the person said who granted it

	did  string         // past tense, one sentence without its full stop
	main vaultpath.Path // the file the result's hashes are of, "" for none
}

// change lets Complete find the Change in whatever embeds it.
func (c *Change) change() *Change { return c }

// ChangedFile is what is done to one file.
type ChangedFile struct {
	Op        string `json:"op"` // create, replace, move, trash, mkdir
	Path      string `json:"path"`
	To        string `json:"to,omitempty"`
	SHABefore string `json:"sha_before,omitempty"`
	SHAAfter  string `json:"sha_after,omitempty"` // planned; as read back once it was written
	Added     int    `json:"added,omitempty"`     // lines
	Removed   int    `json:"removed,omitempty"`
	State     string `json:"state,omitempty"` // what became of it, once it was tried
}

// Broken is something that a change broke, seen after it was made.
type Broken struct {
	Kind    string `json:"kind"`
	Path    string `json:"path"`
	Message string `json:"message"`
}

// Bounds of what a result says of a change.
const (
	maxListedFiles = 60
	maxDiff        = 24 << 10 // bytes
)

// Proposal is a change that a tool has worked out.
type Proposal struct {
	Set    edit.Set
	Before func(vaultpath.Path) ([]byte, bool) // the bytes files have now
	// Did says in the past tense what is done if it is done: `Created "A.md"`.
	Did string
	// Main is the file, by the path it has now, that the hashes of the result are
	// of; "" where the change is of one file or of many.
	Main      vaultpath.Path
	Unseen    []vaultpath.Path
	Known     []Receipt // what the caller knows of the files, once they are written
	Sensitive []string
	Warnings  []string
	Private   bool // the result holds text of private notes
}

// Describe says what the proposal does.
func (p Proposal) Describe() Change {
	c := Change{PlanHash: p.Set.Hash().String(), Files: []ChangedFile{}, Warnings: p.Warnings, did: p.Did, main: p.Main}
	var shown []edit.Effect
	var diff strings.Builder
	for _, e := range p.Set.Effects() {
		if slices.Contains(p.Unseen, e.Path) || p.isParent(e) {
			continue
		}
		shown = append(shown, e)
		f := p.describe(e, &diff)
		if len(c.Files) == maxListedFiles {
			c.MoreFiles++
			continue
		}
		c.Files = append(c.Files, f)
	}
	if visible, err := edit.NewSet(shown...); err == nil { // part of a set that stands
		c.Changes = visible.Summarize(p.Before).String()
	}
	if len(shown) == 1 && c.main == "" {
		c.main = shown[0].Path
	}
	c.Diff, c.DiffCut = cutDiff(diff.String())
	return c
}

// isParent tells whether an effect makes a folder only for a file of the set.
func (p Proposal) isParent(e edit.Effect) bool {
	if e.Op != edit.Mkdir {
		return false
	}
	return slices.ContainsFunc(p.Set.Effects(), func(o edit.Effect) bool {
		to := o.Path
		if o.Op == edit.Move {
			to = o.To
		}
		return o.Op != edit.Mkdir && to.HasPrefix(e.Path)
	})
}

func (p Proposal) describe(e edit.Effect, diff *strings.Builder) ChangedFile {
	f := ChangedFile{Op: e.Op.String(), Path: e.Path.String(), To: e.To.String(), SHABefore: e.Before.String()}
	switch {
	case e.After != nil:
		f.SHAAfter = edit.SumOf(e.After).String()
	case e.Op == edit.Move:
		f.SHAAfter = f.SHABefore
	}
	if e.Op == edit.Mkdir || e.Op == edit.Move && e.After == nil {
		return f
	}
	before, there := p.Before(e.Path)
	d := edit.Compare(before, e.After)
	f.Added, f.Removed = d.Added(), d.Removed()
	from, to := f.Path, f.Path
	switch {
	case !there:
		from = ""
	case e.Op == edit.Move:
		to = f.To
	case e.Op == edit.Trash:
		to = ""
	}
	if diff.Len() <= maxDiff && utf8.Valid(before) {
		diff.WriteString(d.Unified(from, to, edit.DefaultContext))
	}
	return f
}

// cutDiff bounds a diff, between lines.
func cutDiff(diff string) (string, *Truncated) {
	if len(diff) <= maxDiff {
		return diff, nil
	}
	cut := strings.LastIndexByte(diff[:maxDiff], '\n') + 1
	return diff[:cut], &Truncated{Shown: strings.Count(diff[:cut], "\n"), Total: strings.Count(diff, "\n")}
}

// notWritten is the summary of a change that nobody has carried out.
const notWritten = "Nothing was written: a change was planned, and no gate has taken it."

// Propose makes the result of a tool that has worked out a change: data embeds
// the Change that Describe made. Until Complete has been told what became of it,
// the result is a refusal, so that nobody takes a plan for a deed.
func (p Proposal) Propose(data any) Result {
	set := p.Set
	return Result{
		Status: StatusDenied, Code: PolicyDenied, Summary: notWritten, Data: data, Labels: VaultLabels(p.Private),
		Set: &set, Unseen: p.Unseen, Known: p.Known, Sensitive: p.Sensitive,
	}
}

// Planned makes the result of a dry run: a success that proposes nothing.
func (p Proposal) Planned(data any) Result {
	summary := "A dry run: nothing was written."
	if c := changeIn(data); c != nil {
		summary = fmt.Sprintf("A dry run: nothing was written. The plan %s… has %s.", c.PlanHash[:12], c.Changes)
	}
	return Result{Status: StatusOK, Summary: summary, Data: data, Labels: VaultLabels(p.Private)}
}

func changeIn(data any) *Change {
	if d, ok := data.(interface{ change() *Change }); ok {
		return d.change()
	}
	return nil
}
