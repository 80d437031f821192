package tools

import (
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// KnownWhole is the receipt of a file whose whole text the caller gave: once it is
// written, nothing of it has to be read (contracts 2.3 rule 2).
func (e *Env) KnownWhole(p vaultpath.Path, after []byte) Receipt {
	return e.knows(p, after, edit.Lines{First: 1, Last: lineCount(after)})
}

// KnownAfter are the receipts of a file at p once a change of a part of it is
// written and it stands at end: what was read of it, where that stands then, and
// the lines that were changed. Lines that were never shown stay unread (2.3
// rule 3), also after an own write.
func (e *Env) KnownAfter(p, end vaultpath.Path, before, after []byte) []Receipt {
	if len(after) == 0 {
		return []Receipt{e.KnownWhole(end, after)}
	}
	changes := edit.Compare(before, after).Changes()
	read := e.receipts(p)
	if len(read) == 0 {
		return nil // links were rewritten in a file the caller never looked at
	}
	var known []Receipt
	sum := edit.SumOf(before).String()
	for _, r := range read {
		if _, held := e.Reads.Seen(r); r.SHA256 != sum || !held {
			continue
		}
		for _, l := range carried(r, changes) {
			k := e.knows(end, after, l)
			k.Evidence, k.At = r.Evidence, r.At
			known = append(known, k)
		}
	}
	for _, c := range changes {
		if c.AfterEnd > c.AfterStart {
			known = append(known, e.knows(end, after, edit.Lines{First: c.AfterStart + 1, Last: c.AfterEnd}))
		}
	}
	return known
}

func (e *Env) knows(p vaultpath.Path, after []byte, l edit.Lines) Receipt {
	return Receipt{Tool: "write", Path: p, SHA256: edit.SumOf(after).String(), StartLine: l.First, EndLine: l.Last,
		Total: lineCount(after), Evidence: e.Evidence(), At: e.Time()}
}

// carried are the lines of a receipt that a change leaves as they are, by their
// numbers after it.
func carried(r Receipt, changes []edit.Change) []edit.Lines {
	var out []edit.Lines
	keep := func(from, to, shift int) { // [from, to) of the old text, from 0
		if from, to = max(from, r.StartLine-1), min(to, r.EndLine); from < to {
			out = append(out, edit.Lines{First: from + shift + 1, Last: to + shift})
		}
	}
	at, shift := 0, 0
	for _, c := range changes {
		keep(at, c.BeforeStart, shift)
		at, shift = c.BeforeEnd, c.AfterEnd-c.BeforeEnd
	}
	keep(at, r.EndLine, shift)
	return out
}
