package autotag

import (
	"math/rand/v2"
	"slices"
)

// Interval is a measure and the 95 % interval around it, by bootstrap over notes.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// proposal is a tag and how strongly a method proposes it.
type proposal struct {
	tag  int
	sure float64
}

// mark is how one note went.
type mark struct {
	proposed, right int
	firstRight      bool
	recall          float64
	rare            []rareMark
}

type rareMark struct {
	tag   int
	found bool
}

const resamples = 1000

// score measures proposals for the cards that are reported on.
func (t *trial) score(method string, all [][]proposal) Score {
	marks := make([]mark, len(all))
	for k, i := range t.testing {
		marks[k] = t.mark(t.lib.cards[i].tags, all[k])
	}
	s := Score{Method: method}
	s.Coverage = bootstrap(marks, coverage)
	s.Precision1 = bootstrap(marks, precision1)
	s.Precision3 = bootstrap(marks, precision3)
	s.Recall3 = bootstrap(marks, recall3)
	s.RareRecall = bootstrap(marks, t.rareRecall())
	return s
}

func (t *trial) mark(tags []int, proposed []proposal) mark {
	m := mark{proposed: len(proposed)}
	for i, p := range proposed {
		if slices.Contains(tags, p.tag) {
			m.right++
			m.firstRight = m.firstRight || i == 0
		}
	}
	m.recall = float64(m.right) / float64(len(tags))
	for _, tag := range tags {
		if t.rare[tag] {
			m.rare = append(m.rare, rareMark{tag, slices.ContainsFunc(proposed, func(p proposal) bool { return p.tag == tag })})
		}
	}
	return m
}

// A measure is told which notes were drawn, some of them several times.
type measure func(marks []mark, drawn []int) float64

func coverage(marks []mark, drawn []int) float64 {
	return ratio(marks, drawn, func(m *mark) (float64, float64) { return some(m.proposed > 0), 1 })
}

func precision1(marks []mark, drawn []int) float64 {
	return ratio(marks, drawn, func(m *mark) (float64, float64) { return some(m.firstRight), some(m.proposed > 0) })
}

func precision3(marks []mark, drawn []int) float64 {
	return ratio(marks, drawn, func(m *mark) (float64, float64) { return float64(m.right), float64(m.proposed) })
}

func recall3(marks []mark, drawn []int) float64 {
	return ratio(marks, drawn, func(m *mark) (float64, float64) { return m.recall, 1 })
}

// rareRecall is the mean over rare tags of how many of their notes were found.
func (t *trial) rareRecall() measure {
	found, notes := make([]float64, len(t.lib.names)), make([]float64, len(t.lib.names))
	return func(marks []mark, drawn []int) float64 {
		clear(found)
		clear(notes)
		for _, i := range drawn {
			for _, r := range marks[i].rare {
				found[r.tag] += some(r.found)
				notes[r.tag]++
			}
		}
		sum, tags := 0.0, 0.0
		for tag := range notes {
			if notes[tag] > 0 {
				sum += found[tag] / notes[tag]
				tags++
			}
		}
		return share(sum, tags)
	}
}

func some(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func ratio(marks []mark, drawn []int, of func(*mark) (float64, float64)) float64 {
	above, below := 0.0, 0.0
	for _, i := range drawn {
		a, b := of(&marks[i])
		above, below = above+a, below+b
	}
	return share(above, below)
}

func share(above, below float64) float64 {
	if below == 0 {
		return 0
	}
	return above / below
}

// bootstrap draws with a fixed seed, so that two runs say the same.
func bootstrap(marks []mark, of measure) Interval {
	drawn := make([]int, len(marks))
	for i := range drawn {
		drawn[i] = i
	}
	out := Interval{Value: of(marks, drawn)}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a bootstrap has to be repeatable, not unguessable
	values := make([]float64, resamples)
	for k := range values {
		for i := range drawn {
			drawn[i] = random.IntN(len(marks))
		}
		values[k] = of(marks, drawn)
	}
	slices.Sort(values)
	out.Low, out.High = values[resamples/40], values[resamples-1-resamples/40]
	return out
}
