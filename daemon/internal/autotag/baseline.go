package autotag

import (
	"cmp"
	"slices"
)

// baseline is a method that everybody knows: the tags of the nearest notes by
// TF-IDF, each with its share of them.
type baseline struct {
	name    string
	folders bool // the tags of the folder's notes count as much
	shy     bool // nothing is proposed below a bound, tuned as ours is
}

var methods = []baseline{
	{"kNN over TF-IDF that abstains", false, true},
	{"kNN with folders", true, false},
	{"kNN with folders that abstains", true, true},
}

// baselines measures the known methods on the same halves.
func (t *trial) baselines(half, all *weigher) (out []Score) {
	for _, b := range methods {
		bound := 0.0
		if b.shy {
			bound = t.tuneBaseline(b, half)
		}
		proposed := make([][]proposal, len(t.testing))
		for k, i := range t.testing {
			proposed[k] = b.propose(all, i, bound)
		}
		s := t.score(b.name, proposed)
		s.Shy, s.BoundUsed = b.shy, bound
		out = append(out, s)
	}
	return out
}

// tuneBaseline finds the bound with the precision that ours is tuned for.
func (t *trial) tuneBaseline(b baseline, half *weigher) float64 {
	var guesses []guess
	for _, i := range t.tuning {
		for _, p := range b.propose(half, i, 0) {
			guesses = append(guesses, guess{p.sure, slices.Contains(t.lib.cards[i].tags, p.tag)})
		}
	}
	return lowest(guesses, 0, t.opts.Precision)
}

func (b baseline) propose(w *weigher, card int, bound float64) (out []proposal) {
	rows := w.neighbours(w.library.cards[card], card)
	if b.folders {
		w.addFolder(card, rows)
	}
	for tag, sure := range rows {
		if sure > 0 && sure >= bound {
			out = append(out, proposal{tag, sure})
		}
	}
	slices.SortFunc(out, func(a, b proposal) int { return cmp.Or(cmp.Compare(b.sure, a.sure), a.tag-b.tag) })
	return out[:min(len(out), proposals)]
}

// neighbours is each tag's share of the nearest notes.
func (w *weigher) neighbours(c *card, number int) []float64 {
	t := &table{weigher: w, card: c, self: number, all: make([]evidence, len(w.names))}
	t.shares(t.nearest(t.likeness()), xNearest)
	out := make([]float64, len(t.all))
	for tag := range out {
		out[tag] = t.all[tag].x[xNearest]
	}
	return out
}

// addFolder adds each tag's share of the other notes in the folder.
func (w *weigher) addFolder(card int, rows []float64) {
	with, notes := make([]float64, len(rows)), 0.0
	for i, c := range w.library.cards {
		if i != card && w.see(i) && c.path.Dir() == w.library.cards[card].path.Dir() {
			notes++
			for _, tag := range c.tags {
				with[tag]++
			}
		}
	}
	for tag := range rows {
		rows[tag] = (rows[tag] + share(with[tag], notes)) / 2
	}
}
