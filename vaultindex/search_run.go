package vaultindex

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Bounds of one search. spare is how many more than asked for are ranked by
// text before links and dates have a say. maxNamed is how many files an
// operator on names may pick for their paths to be looked up in the index.
// maxAsked bounds the files that the index is asked for to decide a query.
const (
	defaultHits = 10
	maxHits     = 1000
	spare       = 40
	maxNamed    = 1000
	maxAsked    = 5000
)

// maxLooked bounds the text that is looked at to decide a query, in bytes times
// the parts of the query that look at it. A variable for tests.
var maxLooked = 512 << 20

// scored is a file on its way into a result.
type scored struct {
	file     *graph.File
	score    float64
	coverage float64
	reasons  []string
	whole    bool              // it has all the words of the query in one field
	boost    float64           // for what the query as a whole is to it
	added    float64           // boost and all others but for links to it
	fields   fulltext.FieldSet // where its words were found; zero says nothing
	text     string            // as contents gave it, when it was read already
}

// ranking is what was found before it is dressed up as hits.
type ranking struct {
	files []scored
	total int
	terms []fulltext.TermInfo
	want  wanted
	query query
	cut   bool // not all that might match was looked at

	known map[vaultpath.Path]bool // files a scan leaves out

	looked int // text looked at to decide the query, in bytes times parts
}

func (s *shelf) search(ctx context.Context, req SearchRequest) (SearchResult, error) {
	limit := clampLimit(req.Limit, defaultHits)
	q, err := parseQuery(req.Query)
	if err != nil {
		return SearchResult{}, err
	}
	typing := strings.TrimSpace(req.Query) == req.Query
	r, err := s.rankQuery(ctx, q, typing, limit, req.From)
	if err != nil {
		return SearchResult{}, err
	}
	result := SearchResult{Total: max(r.total, len(r.files)), Indexing: s.indexing}
	finder := newFinder(r.terms)
	for _, f := range r.files[:min(len(r.files), limit)] {
		result.Hits = append(result.Hits, s.hit(&q, f, finder))
	}
	if len(result.Hits) == 0 && strings.TrimSpace(req.Query) != "" {
		result.Near = s.near(cmp.Or(r.want.subject, req.Query))
	}
	result.Notices = s.notices(req.Query, r, result)
	return result, ctx.Err()
}

// maxNear is how many files with similar names are offered.
const maxNear = 5

// near are files with names like a text, of those that are searched.
func (s *shelf) near(text string) []vaultpath.Path {
	return s.lens.Filter(func(f *graph.File) bool { return !f.Excluded && !s.template(f.Path) }).Suggest(text, maxNear)
}

func clampLimit(limit, usual int) int {
	if limit <= 0 {
		return usual
	}
	return min(limit, maxHits)
}

// rankQuery finds and orders the files of a query, at least limit of them if
// there are that many. While somebody is typing, the last word may be
// unfinished.
func (s *shelf) rankQuery(ctx context.Context, q query, typing bool, limit int, from vaultpath.Path) (*ranking, error) {
	r := &ranking{query: q, want: wantedOf(&q, typing)}
	var err error
	switch {
	case len(r.want.terms) == 0 && !q.restricts():
		return r, nil
	case s.text == nil || len(r.want.terms) == 0:
		err = s.scan(ctx, r)
	default:
		err = s.rankByText(ctx, r, limit+spare)
		if err == nil && s.mayMiss(r) {
			err = s.alsoScan(ctx, r)
		}
	}
	if err != nil {
		return nil, err
	}
	s.boost(r, from, limit)
	return r, nil
}

// rankByText asks the index, and looks at what it found where it cannot decide
// alone. It asks for more until enough stand the look.
func (s *shelf) rankByText(ctx context.Context, r *ranking, enough int) error {
	if err := s.respell(ctx, r); err != nil {
		return err
	}
	filter := s.filter(&r.query)
	for ask := enough; ; ask *= 8 {
		found, err := s.text.Search(ctx, fulltext.Request{
			Terms: r.want.terms, Whole: wholeText(&r.query), Filter: filter, Limit: ask, Private: s.private, Shown: s.shown,
		})
		if err != nil {
			return err
		}
		r.terms, r.total = found.Terms, found.Total
		exhausted := len(found.Matches) < ask
		if err := s.confirm(ctx, r, found, enough); err != nil {
			return err
		}
		if exhausted || len(r.files) >= enough || ask >= maxAsked || r.looked > maxLooked {
			r.cut = r.cut || !exhausted && len(r.files) < enough
			if !found.Exact || exhausted && len(r.files) < enough {
				r.total = len(r.files)
			}
			return nil
		}
	}
}

// confirm keeps the matches that fulfil the query and that the view shows:
// those that have all its words first.
func (s *shelf) confirm(ctx context.Context, r *ranking, found fulltext.Found, enough int) error {
	r.files = r.files[:0]
	known := make(map[vaultpath.Path]bool, len(found.Whole))
	for _, m := range found.Whole {
		if r.looked > maxLooked {
			r.cut = true
			return ctx.Err()
		}
		if !known[m.Path] {
			known[m.Path] = true
			s.keep(r, m, true)
		}
	}
	enough += len(r.files)
	for _, m := range found.Matches {
		if len(r.files) >= enough {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if r.looked > maxLooked {
			r.cut = true
			break
		}
		if !known[m.Path] {
			s.keep(r, m, false)
		}
	}
	return nil
}

// keep takes a match in, if it fulfils the query and the view shows it.
func (s *shelf) keep(r *ranking, m fulltext.Match, whole bool) {
	file, ok := s.lens.File(m.Path)
	if !ok || file.Excluded || s.beside(r, file) || !s.fulfils(r, file) {
		return
	}
	r.files = append(r.files, scored{file: file, score: m.Score, coverage: m.Coverage, whole: whole, fields: m.Fields})
}

// beside reports whether a file is a template that only words would find. A
// template is found by its name, and by whatever else asks for files.
func (s *shelf) beside(r *ranking, f *graph.File) bool {
	return s.template(f.Path) && !r.query.restricts() && fulltext.Fold(f.Path.Name()) != r.want.subject
}

// subject is a file whose reading is counted: it costs its length for every
// part of the query that looks at it.
func (s *shelf) subject(r *ranking, f *graph.File) *subject {
	return &subject{file: f, read: func() string {
		if !hasText(f) {
			return ""
		}
		text := s.contents(f.Path)
		r.looked += len(text) * r.query.cost()
		return text
	}}
}

// fulfils decides a query about one file. What is neither note nor canvas is
// found by its name alone, and not for what it lacks (rules section 8).
func (s *shelf) fulfils(r *ranking, f *graph.File) bool {
	return r.fulfilled(s.subject(r, f))
}

func (r *ranking) fulfilled(held *subject) bool {
	f := held.file
	return r.query.accepts(held) && (hasText(f) || r.query.ranksOnly() || r.query.names(held))
}

// hasText reports whether a file is searched for more than its name.
func hasText(f *graph.File) bool { return f.Kind == graph.KindNote || f.Kind == graph.KindCanvas }

// filter is what of a query the index can decide. Operators on names and
// properties are decided here first where they pick few enough files.
func (s *shelf) filter(q *query) *fulltext.Filter {
	if !q.restricts() {
		return nil
	}
	picks := maxPicks
	f := q.filter(true, func(part *query) (fulltext.Filter, bool) {
		if picks--; picks < 0 {
			return fulltext.Filter{}, false
		}
		paths, ok := s.pick([]*query{part})
		return fulltext.Filter{Op: fulltext.OpIn, Paths: paths}, ok
	})
	if known := q.known(); len(known) > 0 {
		if picked, ok := s.pick(known); ok {
			f = fulltext.Filter{Op: fulltext.OpAnd, Subs: []fulltext.Filter{f, {Op: fulltext.OpIn, Paths: picked}}}
		}
	}
	return &f
}

// maxPicks is how many parts on one side of an OR are held against the names
// and properties of all files.
const maxPicks = 4

// pick lists the files that parts of a query about names, tags and properties
// let through, when they are few enough.
func (s *shelf) pick(known []*query) ([]vaultpath.Path, bool) {
	var picked []vaultpath.Path
	for f := range s.lens.Files() {
		if f.Excluded {
			continue
		}
		if !allHold(known, f) {
			continue
		}
		if picked = append(picked, f.Path); len(picked) > maxNamed {
			return nil, false
		}
	}
	return picked, true
}

// allHold decides parts of a query that need no text.
func allHold(known []*query, f *graph.File) bool {
	held := &subject{file: f, read: func() string { return "" }}
	return !slices.ContainsFunc(known, func(k *query) bool { return !k.holds(held) })
}

// cost is how many times a query looks at a text; expressions look longer the
// larger they are.
func (q *query) cost() int { return q.costOf(1, false) }

// costOf is the cost of a part that looks so many times at a text. In a part of
// the text, which was cut out of it, tags and tasks are parsed anew.
func (q *query) costOf(times int, inPart bool) int {
	switch q.kind {
	case wordQuery, phraseQuery:
		return times
	case regexQuery:
		return times * (1 + q.steps/regexSteps)
	case operatorQuery:
		if inPart && q.op == "section" {
			times *= nestedSections
		}
		if inPart && (q.op == "tag" || strings.HasPrefix(q.op, "task")) {
			times *= parseCost
		}
		inPart = inPart || partsOfText[q.op]
	}
	total := 0
	for i := range q.subs {
		total += q.subs[i].costOf(times, inPart)
	}
	return max(total, 1)
}

const (
	regexSteps     = 32 // the size of an expression that costs as much as a word
	parseCost      = 8  // what parsing a text costs beside looking for a word
	nestedSections = 6  // how many sections of a section a line may be in
)

// known are the parts of a query, all of which must hold, that are decided
// without reading a file.
func (q *query) known() []*query {
	if q.kind != andQuery {
		if q.restricts() && !q.needsText() {
			return []*query{q}
		}
		return nil
	}
	var all []*query
	for i := range q.subs {
		all = append(all, q.subs[i].known()...)
	}
	return all
}

// picker makes a filter of a part of a query that needs no text, if it can.
type picker func(part *query) (fulltext.Filter, bool)

// filter translates what the index can decide; the rest lets all pass. At the
// top of a query words only rank. Sides of an OR that need no text are picked.
func (q *query) filter(top bool, pick picker) fulltext.Filter {
	switch q.kind {
	case wordQuery:
		if top {
			return fulltext.Filter{Op: fulltext.OpAnd} // all pass, and no second look is needed
		}
		return q.wordFilter()
	case phraseQuery:
		return fulltext.Filter{Op: fulltext.OpHas, Text: q.text, Fields: ownWords}
	case operatorQuery:
		return q.operatorFilter(pick)
	case andQuery, orQuery, notQuery:
		op := map[queryKind]fulltext.Op{andQuery: fulltext.OpAnd, orQuery: fulltext.OpOr, notQuery: fulltext.OpNot}[q.kind]
		if q.kind == notQuery && !q.subs[0].sure() {
			return fulltext.Filter{Op: fulltext.OpAny}
		}
		f := fulltext.Filter{Op: op}
		for i := range q.subs {
			sub := q.subs[i].filter(top && q.kind == andQuery, pick)
			if q.kind == orQuery && sub.Op == fulltext.OpAny && !q.subs[i].needsText() {
				if picked, ok := pick(&q.subs[i]); ok {
					sub = picked
				}
			}
			f.Subs = append(f.Subs, sub)
		}
		return f
	}
	return fulltext.Filter{Op: fulltext.OpAny}
}

// wordFilter lets a word pass within others, and the words that were taken for
// it.
func (q *query) wordFilter() fulltext.Filter {
	f := fulltext.Filter{Op: fulltext.OpPart, Text: q.text, Fields: ownWords}
	if len(q.meant) == 0 {
		return f
	}
	f = fulltext.Filter{Op: fulltext.OpOr, Subs: []fulltext.Filter{f}}
	for _, word := range q.meant {
		f.Subs = append(f.Subs, fulltext.Filter{Op: fulltext.OpHas, Text: word, Fields: ownWords})
	}
	return f
}

func (q *query) operatorFilter(pick picker) fulltext.Filter {
	sub := &q.subs[0]
	switch q.op {
	case "tag":
		if sub.kind == wordQuery || sub.kind == phraseQuery {
			return fulltext.Filter{Op: fulltext.OpTag, Text: tagText(*sub)}
		}
	case "content", "match-case", "ignore-case", "line", "block", "section":
		if !sub.rulesOut() && !sub.asksTags() {
			return sub.filter(false, pick)
		}
	}
	return fulltext.Filter{Op: fulltext.OpAny}
}

// rulesOut reports whether a query has a part that must not hold. Within a
// line or a block that says nothing about the file.
func (q *query) rulesOut() bool {
	return q.kind == notQuery || slices.ContainsFunc(q.subs, func(sub query) bool { return sub.rulesOut() })
}

// asksTags reports whether a query has a part about tags. Within a text, those of
// a canvas count too, which the index does not know as tags.
func (q *query) asksTags() bool {
	return q.op == "tag" || slices.ContainsFunc(q.subs, func(sub query) bool { return sub.asksTags() })
}
