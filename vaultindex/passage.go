package vaultindex

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
)

const (
	defaultPassages = 5
	defaultPerNote  = 2
	passageNotes    = 16   // the best notes of a question are read for passages
	minCoverage     = 0.5  // share of the question's weight a passage must say, with its headings
	leafWorth       = 0.9  // what a word in the nearest heading counts beside one in the text
	contextWorth    = 0.7  // and one in the title or in a heading further up
	headingsAnswer  = 0.85 // share of the question from which title and headings alone let a text answer
	restMatters     = 0.15 // share of the question beside the note's own title that a passage has to touch
	restMissing     = 0.75 // what a passage is worth that does not
	unsaidWorth     = 0.9  // what that is worth
	minPlain        = 4    // letters a passage has at least
)

// passages ranks the paragraphs, lists and sentences of the best notes.
func (s *shelf) passages(ctx context.Context, req PassageRequest) ([]Passage, error) {
	r, err := s.rankQuestion(ctx, req)
	if err != nil || len(r.terms) == 0 {
		return nil, err
	}
	a := &asker{finder: newFinder(r.terms), asks: intentOf(req.Query), subject: r.want.subject}
	perNote := req.PerNote
	if perNote <= 0 {
		perNote = defaultPerNote
	}
	var all []Passage
	for _, f := range r.files[:min(len(r.files), passageNotes)] {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if f.file.Kind != graph.KindNote {
			continue // a canvas has no lines a reader could look up
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
	return s.rankQuery(ctx, query{kind: wordQuery, text: req.Query}, false, passageNotes, req.From)
}

// bestPassages orders passages and drops those that say the same words again.
func bestPassages(all []Passage, limit int) []Passage {
	slices.SortStableFunc(all, func(a, b Passage) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Path, b.Path), cmp.Compare(a.LineStart, b.LineStart))
	})
	seen := make(map[string]bool)
	kept := all[:0]
	for _, p := range all {
		if key := strings.Join(strings.Fields(p.Text), " "); !seen[key] {
			seen[key] = true
			kept = append(kept, p)
		}
	}
	return kept[:min(len(kept), limit)]
}

// asker holds a question against the parts of notes.
type asker struct {
	*finder
	asks    intent
	subject string // what the question is about, folded
}

// page is a note being searched for passages.
type page struct {
	*outline
	found marks // in the text
	title marks // in the name and the aliases
	heads []marks
}

// inNote returns the passages of one note that do not overlap, best first.
// standing is the note's place among all, 1 for the best.
func (a *asker) inNote(f *graph.File, text string, standing float64) []Passage {
	pg := a.open(f, text)
	lead := leadBlock(pg.outline)
	var all []Passage
	for _, c := range a.candidates(pg) {
		text := pg.text[c.start:c.end]
		score := c.score + a.answers(text, pg.found.within(c.start, c.end).moved(-c.start), c.unit)
		if c.block == lead {
			score += leadBonus
		}
		p := a.passage(pg, c.unit, score*quality(text, c.kind)+standingBonus*standing)
		p.Path = f.Path
		all = append(all, p)
	}
	slices.SortStableFunc(all, func(x, y Passage) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.LineEnd-x.LineStart, y.LineEnd-y.LineStart))
	})
	return apart(all)
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

// leadBlock is the first prose of a note, -1 for none.
func leadBlock(o *outline) int {
	return slices.IndexFunc(o.blocks, func(b block) bool { return b.kind == proseBlock && plainLength(b.text) > 20 })
}

func (a *asker) open(f *graph.File, text string) *page {
	pg := &page{outline: outlineOf(text), found: a.find(text)}
	title := f.Path.Name()
	if f.Note != nil {
		title += "\n" + strings.Join(f.Note.Aliases, "\n")
	}
	pg.title = a.find(title)
	for _, h := range pg.headings {
		pg.heads = append(pg.heads, a.find(h.text))
	}
	return pg
}

// weigh scores a unit; false means that it does not answer.
func (a *asker) weigh(pg *page, u unit) (float64, bool) {
	found := pg.found.within(u.start, u.end)
	var leaf marks
	if u.heading >= 0 {
		leaf = pg.heads[u.heading]
	}
	score, ok := a.coverage(pg, u, found, leaf)
	text := pg.text[u.start:u.end]
	if !ok || score < minCoverage || plainLength(text) < minPlain {
		return 0, false
	}
	rest := a.total - a.worth(pg.title)
	if rest > restMatters*a.total && a.beyond(pg.title, found, leaf) == 0 {
		score *= restMissing
	}
	score += headingBonus * a.beyond(pg.title, leaf) / a.total
	if strings.Contains(fulltext.Fold(text), a.subject) {
		score += subjectBonus
	}
	return score, true
}

// coverage is how much of the question a unit answers. What the text itself
// says counts most, then what the nearest heading says for it, then the title
// and the headings above. False means that the text only stands near.
func (a *asker) coverage(pg *page, u unit, found, leaf marks) (float64, bool) {
	around := []marks{found, pg.title}
	for h := u.heading; h >= 0; h = pg.headings[h].parent {
		around = append(around, pg.heads[h])
	}
	said := a.share(found)
	withLeaf := max(said, a.share(found, leaf))
	whole := max(withLeaf, a.share(around...))
	coverage := said + leafWorth*(withLeaf-said) + contextWorth*(whole-withLeaf)
	if len(found) > 0 {
		return coverage, true
	}
	return coverage * unsaidWorth, withLeaf > 0 && whole >= headingsAnswer
}

// beyond is what marks say of the question that the title does not.
func (a *asker) beyond(title marks, all ...marks) float64 {
	known, sum := a.best(title), 0.0
	for i, w := range a.best(all...) {
		if known[i] == 0 {
			sum += w
		}
	}
	return sum
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
	if len(path) > 0 {
		p.Leaf = path[len(path)-1]
	}
	return p
}
