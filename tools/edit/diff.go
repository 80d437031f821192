package edit

// Change is one run of lines that differ: lines [BeforeStart, BeforeEnd) of the
// old text stand against lines [AfterStart, AfterEnd) of the new one. Lines count
// from 0 here; one of the ranges may be empty, not both.
type Change struct {
	BeforeStart, BeforeEnd int
	AfterStart, AfterEnd   int
}

// Diff is what differs between two texts, line by line. Line ends belong to
// their lines, so that a CRLF made an LF is a change.
type Diff struct {
	before, after [][]byte
	changes       []Change
}

// Compare returns the difference of two texts, which may be any bytes. Its
// memory grows linearly with the texts, its time with the texts and, up to a
// bound, with how much differs. The texts must not be changed while it is used.
func Compare(before, after []byte) *Diff {
	d := &Diff{before: splitLines(before), after: splitLines(after)}
	gone, added := changedLines(d.before, d.after)
	for i, j := 0, 0; i < len(gone) || j < len(added); {
		c := Change{BeforeStart: i, AfterStart: j}
		for i < len(gone) && gone[i] {
			i++
		}
		for j < len(added) && added[j] {
			j++
		}
		if c.BeforeEnd, c.AfterEnd = i, j; i > c.BeforeStart || j > c.AfterStart {
			d.changes = append(d.changes, c)
			continue
		}
		i, j = i+1, j+1
	}
	return d
}

// Empty reports that the texts are equal.
func (d *Diff) Empty() bool { return len(d.changes) == 0 }

// Changes returns the runs that differ, in order. The caller owns the slice.
func (d *Diff) Changes() []Change { return append([]Change(nil), d.changes...) }

// Added returns the number of lines only the new text has.
func (d *Diff) Added() int {
	n := 0
	for _, c := range d.changes {
		n += c.AfterEnd - c.AfterStart
	}
	return n
}

// Removed returns the number of lines only the old text has.
func (d *Diff) Removed() int {
	n := 0
	for _, c := range d.changes {
		n += c.BeforeEnd - c.BeforeStart
	}
	return n
}
