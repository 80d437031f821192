package tools

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Basis is what a change of a file may stand on: what was read of the bytes it
// has now (contracts 2.3). Env.Basis makes one; every tool that changes a file
// that is there asks it, and nothing else decides.
type Basis struct {
	path     vaultpath.Path
	sum      edit.Sum
	named    bool         // by its hash: whoever named it knows the bytes
	read     []edit.Lines // sorted, apart
	complete bool
}

// Basis returns what was read of the file at p, whose bytes are raw now. expected
// is the hash the caller names, "" for none; it stands in for a receipt (2.3
// rule 5) and is held to be right also where there is one. A file of which
// nothing was read is READ_REQUIRED, one that is not what was read STALE_READ.
func (e *Env) Basis(p vaultpath.Path, raw []byte, expected string) (*Basis, error) {
	b := &Basis{path: p, sum: edit.SumOf(raw)}
	if expected != "" {
		b.named = true
		return b, b.expect(expected)
	}
	var stale, forgotten bool
	for _, r := range e.receipts(p) {
		switch _, held := e.Reads.Seen(r); {
		case r.SHA256 != b.sum.String():
			stale = true
		case !held: // state, but no longer before the model's eyes (2.3 rule 7)
			forgotten = true
		default:
			b.add(r)
		}
	}
	switch {
	case len(b.read) > 0 || b.complete:
		return b, nil
	case stale && !forgotten:
		return nil, b.stale("changed since it was read in this session; somebody else's text is never overwritten")
	case forgotten:
		return nil, b.required("was read, but its text has left the conversation since", edit.Lines{})
	}
	return nil, b.required("was not read in this session", edit.Lines{})
}

func (e *Env) receipts(p vaultpath.Path) []Receipt {
	if e.Reads == nil {
		return nil
	}
	return e.Reads.Receipts(p)
}

// expect holds the hash that a caller named against the file.
func (b *Basis) expect(expected string) error {
	given := strings.ToLower(strings.TrimPrefix(strings.TrimSpace(expected), "sha256:"))
	var sum edit.Sum
	if err := sum.UnmarshalText([]byte(given)); err != nil || !sum.Known() {
		e := Errorf(InvalidArgument, "The argument \"expected_sha256\" is %q; it must be the 64 hexadecimal digits that read_file gives as sha256", clip(expected, 80))
		e.Data = Failure{Argument: "expected_sha256", Got: clip(expected, 80), Path: b.path.String()}
		return e.WithCall(readCall(b.path, 0, 0))
	}
	if sum != b.sum {
		return b.stale("is not the file that expected_sha256 names")
	}
	return nil
}

// add takes what one receipt covers.
func (b *Basis) add(r Receipt) {
	b.complete = b.complete || r.Whole()
	if r.EndLine < r.StartLine {
		return
	}
	b.read = append(b.read, edit.Lines{First: r.StartLine, Last: r.EndLine})
	slices.SortFunc(b.read, func(x, y edit.Lines) int { return x.First - y.First })
	joined := b.read[:1]
	for _, next := range b.read[1:] {
		if last := &joined[len(joined)-1]; next.First <= last.Last+1 {
			last.Last = max(last.Last, next.Last)
		} else {
			joined = append(joined, next)
		}
	}
	b.read = joined
	b.complete = b.complete || len(joined) == 1 && joined[0].First <= 1 && joined[0].Last >= r.Total
}

// ByHash reports that the caller named the file by its hash, so that it knows all
// of it.
func (b *Basis) ByHash() bool { return b.named }

// Whole refuses an overwriting unless every line was read (2.3 rule 6).
func (b *Basis) Whole() error {
	if b.named || b.complete {
		return nil
	}
	next := edit.Lines{First: 1}
	if len(b.read) > 0 && b.read[0].First <= 1 {
		next.First = b.read[0].Last + 1
	}
	return b.required(fmt.Sprintf("was read in part only (%s), and the whole of it would be replaced", listed(b.read)), next)
}

// Covers refuses a change of lines that were not all read (2.3 rule 3). Lines
// count from 1 in the file as it is; the line 0, in front of which text can be
// put, counts as the first.
func (b *Basis) Covers(lines ...edit.Lines) error {
	if b.named || b.complete {
		return nil
	}
	for _, l := range lines {
		l.First, l.Last = max(l.First, 1), max(l.Last, 1)
		if !slices.ContainsFunc(b.read, func(r edit.Lines) bool { return r.First <= l.First && l.Last <= r.Last }) {
			return b.required(fmt.Sprintf("was read in part only (%s), and %s would be changed", listed(b.read), listed([]edit.Lines{l})), l)
		}
	}
	return nil
}

// CoversChange is Covers for the lines in which two texts differ. Text that is
// put between two lines needs the one before it.
func (b *Basis) CoversChange(before, after []byte) error {
	if b.named || b.complete {
		return nil
	}
	var lines []edit.Lines
	for _, c := range edit.Compare(before, after).Changes() {
		lines = append(lines, edit.Lines{First: min(c.BeforeStart+1, c.BeforeEnd), Last: c.BeforeEnd})
	}
	return b.Covers(lines...)
}

func (b *Basis) stale(why string) error {
	e := Errorf(StaleRead, "%q %s. Its sha256 is now %s; read it again and decide anew", b.path, why, b.sum)
	e.Data = Failure{Path: b.path.String(), SHA256: b.sum.String()}
	return e.WithCall(readCall(b.path, 0, 0))
}

func (b *Basis) required(why string, lines edit.Lines) error {
	e := Errorf(ReadRequired, "%q %s, so nothing of it may be changed on a guess; read it first, or give its sha256 as expected_sha256", b.path, why)
	e.Data = Failure{Path: b.path.String(), SHA256: b.sum.String()}
	limit := 0
	if lines.First > 0 {
		e.Message = fmt.Sprintf("%q %s; read the rest first, or give the file's sha256 as expected_sha256", b.path, why)
		e.Data.Lines = []edit.Lines{lines}
		limit = max(0, lines.Last-lines.First+1)
	}
	return e.WithCall(readCall(b.path, lines.First, limit))
}

// readCall is the call that reads lines of a file; 0 leaves an argument out.
func readCall(p vaultpath.Path, offset, limit int) string {
	call := "read_file {\"path\":" + quoteJSON(p.String())
	if offset > 1 {
		call += fmt.Sprintf(",\"offset\":%d", offset)
	}
	if limit > 0 && offset > 0 {
		call += fmt.Sprintf(",\"limit\":%d", min(limit, 10000))
	}
	return call + "}"
}

// listed writes ranges of lines: "lines 1-20 and 40".
func listed(ranges []edit.Lines) string {
	if len(ranges) == 0 {
		return "no line"
	}
	var parts []string
	for _, r := range ranges[:min(len(ranges), 8)] {
		if r.First == r.Last {
			parts = append(parts, fmt.Sprint(r.First))
			continue
		}
		parts = append(parts, fmt.Sprintf("%d-%d", r.First, r.Last))
	}
	if more := len(ranges) - len(parts); more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	word := "lines "
	if len(ranges) == 1 && ranges[0].First == ranges[0].Last {
		word = "line "
	}
	return word + strings.Join(parts, ", ")
}
