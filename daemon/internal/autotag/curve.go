package autotag

import (
	"cmp"
	"math"
	"slices"
)

// curve turns log odds into how often such proposals were right: isotonic
// regression, held towards the logistic curve where little is known. Between its
// points, and beyond them, it is straight in log odds. The zero curve is the
// logistic one.
type curve []point

// point is what log odds of at stand for, as log odds too.
type point struct{ at, odds float64 }

// trust is how many guesses the logistic curve is worth at each point.
const trust = 10

// step is a run of guesses that are equally often right.
type step struct{ at, right, guesses float64 }

func (s step) rate() float64 { return (s.right + trust*sigmoid(s.at)) / (s.guesses + trust) }

// guess is one log odds, and whether it was right.
type guess struct {
	at    float64
	right bool
}

// calibrate fits a curve to guesses. It orders them.
func calibrate(guesses []guess) curve {
	slices.SortFunc(guesses, func(a, b guess) int { return cmp.Or(cmp.Compare(a.at, b.at), compareBool(a.right, b.right)) })
	var steps []step
	for _, g := range guesses {
		s := step{at: g.at, guesses: 1}
		if g.right {
			s.right = 1
		}
		for len(steps) > 0 && steps[len(steps)-1].right*s.guesses >= s.right*steps[len(steps)-1].guesses {
			s = steps[len(steps)-1].with(s)
			steps = steps[:len(steps)-1]
		}
		steps = append(steps, s)
	}
	var c curve
	for _, s := range steps {
		p := point{s.at, logOdds(s.rate())}
		if len(c) > 0 {
			p.odds = max(p.odds, c[len(c)-1].odds)
		}
		c = append(c, p)
	}
	return c
}

// with joins two steps; where they lie is their mean.
func (s step) with(o step) step {
	n := s.guesses + o.guesses
	return step{(s.at*s.guesses + o.at*o.guesses) / n, s.right + o.right, n}
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// of returns how often guesses of these log odds are right.
func (c curve) of(at float64) float64 {
	if len(c) == 0 {
		return sigmoid(at)
	}
	i, _ := slices.BinarySearchFunc(c, at, func(p point, at float64) int { return cmp.Compare(p.at, at) })
	switch {
	case i == 0:
		return sigmoid(c[0].odds + at - c[0].at)
	case i == len(c):
		return sigmoid(c[i-1].odds + at - c[i-1].at)
	}
	a, b := c[i-1], c[i]
	return sigmoid(a.odds + (b.odds-a.odds)*(at-a.at)/(b.at-a.at))
}

func logOdds(p float64) float64 { return math.Log(p / (1 - p)) }
