package autotag

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
)

// judge turns evidence into tags and how sure each is.
type judge struct {
	first  fusion // of the evidence for one tag by itself
	second fusion // and of how well others fit
	curve  curve
	bound  float64 // what is less sure is not proposed
}

// verdict is a tag and how sure it is.
type verdict struct {
	evidence
	sure float64
}

// lesson is a note whose tags are known and were not looked at.
type lesson struct {
	rows []evidence
	tags []int
}

const (
	maxRows     = 40   // tags that are considered for one note
	maxLessons  = 1500 // notes that are learned from
	proposals   = 3    // tags that are proposed for one note, unless said otherwise
	fewVerdicts = 30   // proposals below which a bound is not believed
	shyBound    = 0.8  // the bound where too little is known
	lowestBound = 0.5
	topBound    = 0.9
)

// gather weighs the evidence for some cards, each against all others in sight.
// known gives the tags of a card that are not to be guessed.
func gather(ctx context.Context, w *weigher, cards []int, known func(card int) []int) ([]lesson, error) {
	out := make([]lesson, len(cards))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for k, i := range cards {
		group.Go(func() error {
			c, have := w.library.cards[i], known(i)
			out[k].rows = likeliest(w.weigh(c, i, have))
			for _, t := range c.tags {
				if !slices.Contains(have, t) {
					out[k].tags = append(out[k].tags, t)
				}
			}
			return ctx.Err()
		})
	}
	return out, group.Wait()
}

// likeliest cuts the tags down to those worth a look.
func likeliest(rows []evidence) []evidence {
	score := func(e *evidence) float64 { return shipped.of(&e.x) }
	slices.SortStableFunc(rows, func(a, b evidence) int { return cmp.Compare(score(&b), score(&a)) })
	return slices.Clip(rows[:min(len(rows), maxRows)])
}

// sample are up to maxLessons of the cards that may be learned from, by the hash
// of their path.
func (l *library) sample(may func(card int) bool) []int {
	var all []int
	for i := range l.cards {
		if may(i) {
			all = append(all, i)
		}
	}
	if len(all) > maxLessons {
		slices.SortFunc(all, func(a, b int) int { return cmp.Compare(l.draw(a), l.draw(b)) })
		all = all[:maxLessons]
		slices.Sort(all)
	}
	return all
}

// draw is a number made of a card's path.
func (l *library) draw(card int) uint64 {
	sum := sha256.Sum256([]byte(l.cards[card].path))
	return binary.BigEndian.Uint64(sum[:])
}

// study learns a judge that is right with at least this precision.
func study(lessons []lesson, precision float64) *judge {
	j := &judge{}
	j.first = learn(shippedFirst(), examples(lessons))
	for i := range lessons {
		j.first.compare(lessons[i].rows)
	}
	j.second = learn(shipped, examples(lessons))
	var guesses []guess
	for _, l := range lessons {
		for i := range l.rows {
			guesses = append(guesses, guess{j.second.of(&l.rows[i].x), slices.Contains(l.tags, l.rows[i].tag)})
		}
	}
	j.curve = calibrate(guesses)
	j.bound = j.boundFor(lessons, precision)
	return j
}

// shippedFirst are the shipped weights without the comparison of tags.
func shippedFirst() fusion {
	f := shipped
	f[xRival] = 0
	return f
}

func examples(lessons []lesson) (out []example) {
	for _, l := range lessons {
		for i := range l.rows {
			out = append(out, example{&l.rows[i].x, slices.Contains(l.tags, l.rows[i].tag)})
		}
	}
	return out
}

// compare tells each tag how well the strongest other one fits.
func (f *fusion) compare(rows []evidence) {
	best, second, at := -1.0, 0.0, -1
	for i := range rows {
		rows[i].x[xRival] = 0
		switch p := sigmoid(f.of(&rows[i].x)); {
		case p > best:
			best, second, at = p, max(best, 0), i
		case p > second:
			second = p
		}
	}
	for i := range rows {
		if i == at {
			rows[i].x[xRival] = 2 * second
		} else {
			rows[i].x[xRival] = 2 * best
		}
	}
}

// rate orders tags by how sure they are, the surest first.
func (j *judge) rate(rows []evidence) []verdict {
	rows = slices.Clone(rows)
	j.first.compare(rows)
	out := make([]verdict, len(rows))
	for i, e := range rows {
		out[i] = verdict{e, j.curve.of(j.second.of(&e.x))}
	}
	slices.SortStableFunc(out, func(a, b verdict) int {
		return cmp.Or(cmp.Compare(b.sure, a.sure), cmp.Compare(j.second.of(&b.x), j.second.of(&a.x)), a.tag-b.tag)
	})
	return out
}

// propose are the tags that are sure enough, at most so many.
func (j *judge) propose(rows []evidence, limit int) []verdict {
	all := j.rate(rows)
	for i := range all {
		if i == limit || all[i].sure < j.bound {
			return all[:i]
		}
	}
	return all
}

// boundFor is the lowest bound above which so many of the proposals are right.
func (j *judge) boundFor(lessons []lesson, precision float64) float64 {
	var all []guess
	for _, l := range lessons {
		for _, v := range j.propose(l.rows, proposals) {
			all = append(all, guess{v.sure, slices.Contains(l.tags, v.tag)})
		}
	}
	if len(all) < fewVerdicts {
		return shyBound
	}
	return lowest(all, lowestBound, precision)
}

// lowest is the lowest bound, not below a floor, above which so many of the
// guesses are right.
func lowest(all []guess, floor, precision float64) float64 {
	slices.SortStableFunc(all, func(a, b guess) int { return cmp.Compare(b.at, a.at) })
	bound, right := topBound, 0.0
	for i, g := range all {
		if g.right {
			right++
		}
		last := i+1 == len(all) || all[i+1].at < g.at
		if last && g.at >= floor && i+1 >= fewVerdicts && right/float64(i+1) >= precision {
			bound = min(bound, max(floor, between(all, i)))
		}
	}
	return bound
}

// between is half-way from a guess to the one below it.
func between(all []guess, i int) float64 {
	if i+1 == len(all) {
		return all[i].at / 2
	}
	return (all[i].at + all[i+1].at) / 2
}
