package edit

import (
	"bytes"
	"fmt"
	"slices"
)

// DefaultContext is the number of equal lines shown around a change.
const DefaultContext = 3

// Hunk is a group of changes near each other, as a person sees and grants them.
// Its lines count from 1 and include the context.
type Hunk struct {
	Index       int // from 0, what Take wants
	BeforeStart int
	BeforeLines int
	AfterStart  int
	AfterLines  int
	Added       int    // lines
	Removed     int    // lines
	Text        string // in unified form, "@@ … @@" first
	from, to    int    // its changes
}

// Hunks groups the changes with context equal lines around them; changes whose
// contexts meet are one hunk. With context 0 every change is a hunk.
func (d *Diff) Hunks(context int) []Hunk {
	var out []Hunk
	for from := 0; from < len(d.changes); {
		to := from + 1
		for to < len(d.changes) && d.changes[to].BeforeStart-d.changes[to-1].BeforeEnd <= 2*context {
			if context == 0 {
				break
			}
			to++
		}
		out = append(out, d.hunk(len(out), from, to, context))
		from = to
	}
	return out
}

// hunk makes the hunk of the changes [from, to).
func (d *Diff) hunk(index, from, to, context int) Hunk {
	first, last := d.changes[from], d.changes[to-1]
	lead := min(context, first.BeforeStart)
	trail := min(context, len(d.before)-last.BeforeEnd)
	h := Hunk{Index: index, from: from, to: to,
		BeforeStart: first.BeforeStart - lead + 1, BeforeLines: last.BeforeEnd - first.BeforeStart + lead + trail,
		AfterStart: first.AfterStart - lead + 1, AfterLines: last.AfterEnd - first.AfterStart + lead + trail,
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "@@ -%s +%s @@\n", unifiedRange(h.BeforeStart, h.BeforeLines), unifiedRange(h.AfterStart, h.AfterLines))
	at := first.BeforeStart - lead
	for _, c := range d.changes[from:to] {
		writeLines(&b, ' ', d.before[at:c.BeforeStart])
		writeLines(&b, '-', d.before[c.BeforeStart:c.BeforeEnd])
		writeLines(&b, '+', d.after[c.AfterStart:c.AfterEnd])
		h.Removed += c.BeforeEnd - c.BeforeStart
		h.Added += c.AfterEnd - c.AfterStart
		at = c.BeforeEnd
	}
	writeLines(&b, ' ', d.before[at:at+trail])
	h.Text = b.String()
	return h
}

// unifiedRange writes a hunk's range as diff -u does: an empty one names the
// line before it.
func unifiedRange(start, lines int) string {
	switch lines {
	case 0:
		return fmt.Sprintf("%d,0", start-1)
	case 1:
		return fmt.Sprint(start)
	}
	return fmt.Sprintf("%d,%d", start, lines)
}

func writeLines(b *bytes.Buffer, mark byte, lines [][]byte) {
	for _, line := range lines {
		b.WriteByte(mark)
		b.Write(line)
		if endOf(line) == "" {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// Take returns the old text with some of the hunks applied, by their Index, as a
// person granted them. With all of them it is the new text, with none the old.
// hunks must come from d; an index that is none of theirs is INVALID_ARGUMENT.
func (d *Diff) Take(hunks []Hunk, take ...int) ([]byte, error) {
	for _, i := range take {
		if i < 0 || i >= len(hunks) {
			return nil, refuse(InvalidArgument, "There is no hunk %d; the change has %s, numbered from 0", i, plural(len(hunks), "hunk"))
		}
	}
	var out bytes.Buffer
	at := 0
	for i, h := range hunks {
		if !slices.Contains(take, i) {
			continue
		}
		for _, c := range d.changes[h.from:h.to] {
			writeRaw(&out, d.before[at:c.BeforeStart])
			writeRaw(&out, d.after[c.AfterStart:c.AfterEnd])
			at = c.BeforeEnd
		}
	}
	writeRaw(&out, d.before[at:])
	return out.Bytes(), nil
}

func writeRaw(b *bytes.Buffer, lines [][]byte) {
	for _, line := range lines {
		b.Write(line)
	}
}

// Unified returns the difference as diff -u writes it, "" when there is none.
// An empty name stands for a file that is not there.
func (d *Diff) Unified(beforeName, afterName string, context int) string {
	if d.Empty() {
		return ""
	}
	var b bytes.Buffer
	b.WriteString("--- " + unifiedName("a/", beforeName) + "\n+++ " + unifiedName("b/", afterName) + "\n")
	for _, h := range d.Hunks(context) {
		b.WriteString(h.Text)
	}
	return b.String()
}

func unifiedName(side, name string) string {
	if name == "" {
		return "/dev/null"
	}
	return side + name
}
