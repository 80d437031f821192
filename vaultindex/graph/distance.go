package graph

// distance measures how far two spellings are apart. Its buffers are reused.
type distance struct {
	other             []rune
	before, last, row []int
}

// between returns the insertions, deletions, replacements and swaps of
// neighbours that turn a into s (optimal string alignment), or some number
// above limit as soon as it must be more than limit.
func (d *distance) between(a []rune, s string, limit int) int {
	d.other = append(d.other[:0], []rune(s)...)
	d.start(len(d.other) + 1)
	for i := range a {
		if d.next(a, i) > limit {
			return limit + 1
		}
	}
	return d.last[len(d.other)]
}

// start makes the rows as wide as needed, the last one that of an empty a.
func (d *distance) start(width int) {
	if cap(d.row) < width {
		d.before, d.last, d.row = make([]int, width), make([]int, width), make([]int, width)
	}
	d.before, d.last, d.row = d.before[:width], d.last[:width], d.row[:width]
	for j := range d.last {
		d.last[j] = j
	}
}

// next fills the row of a[i] and returns the lower of the smallest entries of
// it and of the row before, which no later one can fall below.
func (d *distance) next(a []rune, i int) int {
	least := i + 1
	d.row[0] = least
	for j, r := range d.other {
		same := 1
		if a[i] == r {
			same = 0
		}
		d.row[j+1] = min(d.last[j+1]+1, d.row[j]+1, d.last[j]+same)
		if i > 0 && j > 0 && a[i] == d.other[j-1] && a[i-1] == r {
			d.row[j+1] = min(d.row[j+1], d.before[j-1]+1)
		}
		least = min(least, d.row[j+1], d.last[j+1])
	}
	d.before, d.last, d.row = d.last, d.row, d.before
	return least
}
