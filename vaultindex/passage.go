package vaultindex

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/graph"
)

const (
	defaultPassages = 5
	defaultPerNote  = 2
	passageNotes    = 16   // the best notes of a question are read for passages
	weakPassage     = 0.87 // share of the best passage's score below which one is noise
)

// passages finds what answers a question: as it is written, and where nothing
// does, in other words and in the other language of everyday words.
func (s *shelf) passages(ctx context.Context, req PassageRequest) ([]Passage, error) {
	req.Query = withYears(askedTasks(plainly(beginning(req.Query, maxQueryBytes))), req.Today)
	found, err := s.answers(ctx, req, false)
	if err != nil || len(found) > 0 {
		return found, err
	}
	plainer := restated(req.Query)
	if plainer != req.Query {
		req.Query = plainer
		if found, err = s.answers(ctx, req, strings.HasPrefix(plainer, whoHas)); err != nil || len(found) > 0 {
			return found, err
		}
	}
	for _, into := range []func(string) (string, bool){translated, translatedBack} {
		if other, ok := into(plainer); ok {
			req.Query = other
			return s.answers(ctx, req, true)
		}
	}
	return nil, nil
}

// answers ranks the properties, or else the paragraphs, lists and sentences of
// the best notes. strict tells that the question was put into another language.
func (s *shelf) answers(ctx context.Context, req PassageRequest, strict bool) ([]Passage, error) {
	r, err := s.rankQuestion(ctx, req)
	if err != nil || len(r.terms) == 0 {
		return nil, err
	}
	if found, err := s.properties(ctx, r, req); err != nil || len(found) > 0 {
		return found[:min(len(found), clampLimit(req.Limit, defaultPassages))], err
	}
	a := newAsker(r, req.Query)
	a.demand = a.demandOf(req.Query, s.text.Count(), req.From != "")
	a.demand.notes = s.namedIn(req.Query)
	a.strict = strict
	if a.beyondVault(req.Query, s.text.Count()) {
		return nil, nil
	}
	perNote := req.PerNote
	if perNote <= 0 {
		perNote = defaultPerNote
	}
	var all []Passage
	for _, f := range r.files[:min(len(r.files), passageNotes)] {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if f.file.Kind != graph.KindNote || s.template(f.file.Path) || isConflictCopy(f.file.Path) {
			continue // a canvas has no lines a reader could look up; a copy is not the note
		}
		found := a.inNote(f.file, s.contents(f.file.Path), f.score/r.files[0].score)
		all = append(all, found[:min(len(found), perNote)]...)
	}
	return bestPassages(all, clampLimit(req.Limit, defaultPassages)), nil
}

// rankQuestion finds the notes for a question. What was written as an operator
// or in quotation marks, and finds nothing as such, is read as plain words.
func (s *shelf) rankQuestion(ctx context.Context, req PassageRequest) (*ranking, error) {
	q, err := parseQuery(req.Query)
	if err == nil {
		r, err := s.rankQuery(ctx, q, false, passageNotes, req.From)
		if err != nil || len(r.files) > 0 || !q.restricts() {
			return r, err
		}
	}
	return s.rankQuery(ctx, wordsQuery(req.Query), false, passageNotes, req.From)
}

// bestPassages orders passages, drops those that say the same words again, and
// what is weak beside the best: one good quote is better than four.
func bestPassages(all []Passage, limit int) []Passage {
	slices.SortStableFunc(all, func(a, b Passage) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Path, b.Path), cmp.Compare(a.LineStart, b.LineStart))
	})
	seen := make(map[string]bool)
	kept := all[:0]
	for _, p := range all {
		if p.Score < weakPassage*all[0].Score {
			break
		}
		if key := strings.Join(strings.Fields(p.Text), " "); !seen[key] {
			seen[key] = true
			kept = append(kept, p)
		}
	}
	return kept[:min(len(kept), limit)]
}

// inNote returns the passages of one note that do not overlap, best first.
// standing is the note's place among all, 1 for the best.
func (a *asker) inNote(f *graph.File, text string, standing float64) []Passage {
	pg := a.open(f, text)
	var all []Passage
	for _, c := range a.candidates(pg) {
		text := pg.text[c.start:c.end]
		score := c.score + a.answers(text, pg.found.within(c.start, c.end).moved(-c.start), c.unit)
		if c.block == pg.lead {
			score += leadBonus
		}
		if a.demand.lists && c.kind == listBlock && !c.item && a.titles(pg, c.unit) {
			score += listBonus
		} else {
			score *= quality(text, c.kind, a.questions)
		}
		score *= a.tongue(text)
		p := a.passage(pg, c.unit, score+standingBonus*standing)
		p.Path = f.Path
		all = append(all, p)
	}
	slices.SortStableFunc(all, func(x, y Passage) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.LineEnd-x.LineStart, y.LineEnd-y.LineStart))
	})
	return apart(all)
}

// titles reports whether the name of a note and its headings are what a question
// asks for: a list below them is the answer, even one of nothing but links.
func (a *asker) titles(pg *page, u unit) bool {
	around := append(pg.around(u), pg.title)
	return a.share(pg.names+"\n"+strings.Join(pg.path(u.heading), "\n"), around...)+a.weak >= headingsAnswer
}

// candidate is a unit that says enough of the question.
type candidate struct {
	unit
	score float64
}

// maxCandidates bounds how many parts of one note are looked at closely.
const maxCandidates = 40

// candidates are the units of a note that say most.
func (a *asker) candidates(pg *page) []candidate {
	var all []candidate
	for _, u := range unitsOf(pg.outline) {
		if score, ok := a.weigh(pg, u); ok {
			all = append(all, candidate{u, score})
		}
	}
	slices.SortStableFunc(all, func(x, y candidate) int { return cmp.Compare(y.score, x.score) })
	return all[:min(len(all), maxCandidates)]
}

// apart drops what overlaps a better passage.
func apart(all []Passage) []Passage {
	var kept []Passage
	for _, p := range all {
		overlaps := slices.ContainsFunc(kept, func(k Passage) bool {
			return p.LineStart <= k.LineEnd && k.LineStart <= p.LineEnd
		})
		if !overlaps {
			kept = append(kept, p)
		}
	}
	return kept
}

// moved shifts marks.
func (m marks) moved(by int) marks {
	shifted := make(marks, len(m))
	for i, one := range m {
		one.start, one.end = one.start+by, one.end+by
		shifted[i] = one
	}
	return shifted
}

func (a *asker) passage(pg *page, u unit, score float64) Passage {
	text := pg.text[u.start:u.end]
	path := pg.path(u.heading)
	p := Passage{
		Heading: strings.Join(path, " > "), LineStart: u.first,
		LineEnd: u.first + strings.Count(text, "\n"), Text: text,
		Score: score, Terms: a.matched(text),
	}
	if len(path) > 0 && len(path[len(path)-1]) < maxHeading-utf8.UTFMax { // no link leads to a part of a heading
		p.Leaf = path[len(path)-1]
	}
	return p
}
