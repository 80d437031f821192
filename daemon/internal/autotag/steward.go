package autotag

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Options say how tags are proposed.
type Options struct {
	Rules     Rules
	Precision float64 // how many of the proposals shall be right, above 0 and below 1; 0 is 0.975
	Limit     int     // most tags proposed for one note, rules aside; 0 is 3
}

const wantedPrecision = 0.975

// Steward knows how a vault is tagged, as a view showed it. It may be used by
// several goroutines at once, as long as the view's snapshot is held. It never
// tells of notes that the view does not show.
type Steward struct {
	view    *vaultindex.View
	lib     *library
	opts    Options
	fresh   *judge                 // of notes without tags
	begunBy func() (*judge, error) // of notes that have some
}

// Learn reads the tagged notes that a view shows and learns from them. It takes
// about two milliseconds a note.
func Learn(ctx context.Context, v *vaultindex.View, opts Options) (*Steward, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	pages, err := readPages(ctx, v, false)
	if err != nil {
		return nil, err
	}
	s := &Steward{view: v, lib: newLibrary(pages, opts.Rules.Synonyms), opts: opts}
	s.begunBy = sync.OnceValues(func() (*judge, error) { return s.learn(context.WithoutCancel(ctx), s.lib.allButOne) })
	s.fresh, err = s.learn(ctx, nothing)
	return s, err
}

func (o *Options) check() error {
	switch {
	case o.Precision == 0:
		o.Precision = wantedPrecision
	case o.Precision < 0 || o.Precision >= 1:
		return fmt.Errorf("a precision of %v cannot be had; give one above 0 and below 1, such as 0.95", o.Precision)
	}
	if o.Limit == 0 {
		o.Limit = proposals
	}
	if o.Limit < 0 {
		return fmt.Errorf("at most %d tags cannot be proposed; give a number above 0, such as 3", o.Limit)
	}
	return o.Rules.Check()
}

func (s *Steward) learn(ctx context.Context, known func(int) []int) (*judge, error) {
	lessons, err := gather(ctx, s.weigher(), s.lib.sample(everything), known)
	if err != nil {
		return nil, err
	}
	return study(lessons, s.opts.Precision), nil
}

func (s *Steward) weigher() *weigher { return &weigher{library: s.lib, see: everything} }

// allButOne are a card's tags but one, and the only one where there is one: so
// much is known of notes that are tagged already.
func (l *library) allButOne(card int) []int {
	tags := l.cards[card].tags
	if len(tags) < 2 {
		return tags
	}
	out := int(l.draw(card) % uint64(len(tags))) //nolint:gosec // below the number of tags
	return slices.Delete(slices.Clone(tags), out, out+1)
}

// Advice is what the steward says of a note.
type Advice struct {
	Path        vaultpath.Path
	Suggestions []Suggestion // the surest first
	Abstained   Abstention   // why there is none, else ""
}

// Suggestion is a tag that a note might get.
type Suggestion struct {
	Tag        string // without '#', spelt as most notes do
	Confidence float64
	Why        []Reason // the strongest first
	New        bool     // no note has it yet
	Rule       bool     // a rule asks for it
}

// Abstention says why nothing is suggested.
type Abstention string

// The reasons to abstain.
const (
	NotSure   Abstention = "not_sure"    // nothing is sure enough
	NothingTo Abstention = "no_tags_yet" // no other note has tags to learn from
	NoNote    Abstention = "not_a_note"
	Excluded  Abstention = "excluded" // one of Obsidian's excluded files
	Template  Abstention = "template"
)

// Suggest proposes tags for a note that the view shows; any other is
// fs.ErrNotExist.
func (s *Steward) Suggest(ctx context.Context, p vaultpath.Path) (Advice, error) {
	a := Advice{Path: p}
	f, ok := s.view.File(p)
	if !ok {
		return a, fmt.Errorf("no note %q: %w", p, fs.ErrNotExist)
	}
	if a.Abstained = s.leaves(f); a.Abstained != "" {
		return a, nil
	}
	pg, err := pageOf(s.view, f, false)
	if err != nil {
		return a, err
	}
	if err := s.propose(ctx, &a, pg); err != nil {
		return a, err
	}
	if len(a.Suggestions) == 0 {
		a.Abstained = NotSure
		if len(s.lib.cards) == 0 {
			a.Abstained = NothingTo
		}
	}
	return a, nil
}

// leaves says why a file is left alone.
func (s *Steward) leaves(f *graph.File) Abstention {
	switch {
	case f.Kind != graph.KindNote || !f.Parsed():
		return NoNote
	case s.view.Settings().Template(f.Path):
		return Template
	case f.Excluded:
		return Excluded
	}
	return ""
}

func (s *Steward) propose(ctx context.Context, a *Advice, pg *page) error {
	number, ok := s.lib.cardOf[pg.path]
	if !ok {
		number = -1
	}
	c := s.lib.card(pg, false)
	j := s.fresh
	if len(c.tags) > 0 {
		var err error
		if j, err = s.begunBy(); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	d := &draft{Steward: s, advice: a, page: pg}
	d.always()
	for _, v := range j.rate(likeliest(s.weigher().weigh(c, number, c.tags))) {
		if d.found == s.opts.Limit || v.sure < j.bound {
			break
		}
		d.add(v, s.lib.why(c, j, v))
	}
	if s.opts.Rules.New {
		d.addNew()
	}
	return nil
}

// draft is advice under way.
type draft struct {
	*Steward
	advice *Advice
	page   *page
	found  int
}

func (d *draft) has(tag string) bool {
	same := func(t string) bool { return sameTag(t, tag) }
	return slices.ContainsFunc(d.page.tags, same) || slices.ContainsFunc(d.advice.Suggestions, func(s Suggestion) bool { return same(s.Tag) })
}

// always puts down what rules ask for.
func (d *draft) always() {
	for _, tag := range d.opts.Rules.always(d.page.path) {
		d.rule(tag, 1, Reason{Kind: ByRule})
	}
	for _, tag := range d.page.tags {
		d.needed(tag, 1)
	}
}

func (d *draft) needed(tag string, sure float64) {
	for _, other := range d.opts.Rules.needs(tag) {
		if d.opts.Rules.allow(other, d.page.path) {
			d.rule(other, sure, Reason{Kind: ByNeed, Of: tag})
		}
	}
}

func (d *draft) rule(tag string, sure float64, why Reason) {
	tag = d.spell(strings.TrimPrefix(tag, "#"))
	if !d.has(tag) {
		d.advice.Suggestions = append(d.advice.Suggestions, Suggestion{Tag: tag, Confidence: sure, Why: []Reason{why}, Rule: true, New: !d.knows(tag)})
	}
}

func (d *draft) knows(tag string) bool {
	_, ok := d.lib.tagOf[note.FoldTag(tag)]
	return ok
}

// spell writes a tag as most notes do.
func (d *draft) spell(tag string) string {
	if t, ok := d.lib.tagOf[note.FoldTag(tag)]; ok {
		return d.lib.names[t]
	}
	return tag
}

// add puts down a tag that the evidence speaks for, where the rules allow it.
func (d *draft) add(v verdict, why []Reason) {
	tag := d.spell(d.opts.Rules.standsFor(d.lib.names[v.tag]))
	if d.has(tag) || !d.opts.Rules.allow(tag, d.page.path) {
		return
	}
	d.found++
	d.advice.Suggestions = append(d.advice.Suggestions, Suggestion{Tag: tag, Confidence: v.sure, Why: why, New: !d.knows(tag)})
	d.needed(tag, v.sure)
}
