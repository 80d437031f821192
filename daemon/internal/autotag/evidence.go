package autotag

import (
	"math"
	"slices"
)

// The kinds of evidence for a tag. Those named …Odds are log odds, halved, of the
// tag among the notes that have something in common with this one.
const (
	xBias         = iota
	xNearest      // the tag's share of the nearest notes, by how near they are
	xClosest      // how near the nearest note with the tag is
	xLead         // by how much that is nearer than the nearest note without it
	xMean         // how near all notes with the tag are, against the tag that is nearest so
	xAlikeNearest // the tag's share of the notes with the most signs in common
	xFolderOdds
	xPropertyOdds
	xShapeOdds
	xMarkOdds
	xLinkOdds   // notes that link to the same files, or are linked from the same
	xLinked     // the tag's share of the notes that are linked with this one
	xSaidOdds   // notes that say the tag's words, where this one does
	xNamesTag   // the tag's words stand in the note's name
	xPriorOdds  // all notes
	xBesideOdds // notes that have a tag which this one is known to have
	xSignsBayes // the same of the signs
	xRival      // how well the strongest other tag fits, from 0 to 2
	evidences
)

// evidence is what speaks for a tag, and where it comes from.
type evidence struct {
	tag     int
	x       [evidences]float64
	notes   int              // with the tag
	nearest []int            // the nearest notes with the tag, nearest first
	linked  []int            // notes with the tag that are linked with this one
	best    [signKinds]found // the sign of each kind that says the most
	beside  int              // the known tag that says the most, -1 for none
}

// found is a sign and how many of the notes that have it have the tag.
type found struct {
	sign, with, notes int
	odds              float64
}

const (
	neighbours = 10
	maxOdds    = 6
	doubt      = 1 // notes as the tag's own share, that are added to every count
)

// weigher gathers evidence for one page at a time.
type weigher struct {
	*library
	see   func(card int) bool // which cards may give evidence
	trust []bool              // which signs may, by number; nil is all
}

// weigh returns what speaks for each tag that the cards in sight have, in the
// order of the tags. Of the page's own tags only those in known count; card is
// its number, -1 where it has none, and gives no evidence itself.
func (w *weigher) weigh(c *card, number int, known []int) []evidence {
	t := &table{weigher: w, card: c, self: number, all: make([]evidence, len(w.names))}
	t.count()
	t.byText()
	t.byAlike()
	t.byLinks()
	t.bySigns()
	t.byBayes()
	t.byKnown(known)
	return t.rows(known)
}

type table struct {
	*weigher
	card    *card
	self    int
	all     []evidence
	inSight int
}

func (t *table) sees(i int) bool { return i != t.self && t.see(i) }

func (t *table) count() {
	for i := range t.all {
		t.all[i].tag, t.all[i].beside = i, -1
		for k := range t.all[i].best {
			t.all[i].best[k].sign = -1
		}
	}
	for i, c := range t.library.cards {
		if t.sees(i) {
			t.inSight++
			for _, tag := range c.tags {
				t.all[tag].notes++
			}
		}
	}
}

// prior is a tag's share of the notes.
func (t *table) prior(tag int) float64 {
	return (float64(t.all[tag].notes) + 0.5) / (float64(t.inSight) + 1)
}

// odds are the halved log odds of a tag among notes of which so many have it.
func (t *table) odds(tag, with, notes int) float64 {
	p := (float64(with) + doubt*t.prior(tag)) / (float64(notes) + doubt)
	return logit(p) / 2
}

func logit(p float64) float64 {
	return min(max(math.Log(p/(1-p)), -maxOdds), maxOdds)
}

// likeness is a card and how alike it is.
type likeness struct {
	card int
	how  float64
}

// likeness is how alike the texts are.
func (t *table) likeness() []float64 {
	dots := make([]float64, len(t.library.cards))
	for _, w := range t.card.vector {
		for _, p := range t.byTerm[w.term] {
			dots[p.card] += w.w * p.w
		}
	}
	return dots
}

func (t *table) byText() {
	dots := t.likeness()
	near := t.nearest(dots)
	t.shares(near, xNearest)
	t.means(dots)
	for tag := range t.all {
		t.all[tag].lead(near, t.library.cards)
	}
}

// lead compares the nearest note with the tag to the nearest one without.
func (e *evidence) lead(near []likeness, cards []*card) {
	with, without := 0.0, 0.0
	for _, n := range near {
		if slices.Contains(cards[n.card].tags, e.tag) {
			with = max(with, n.how)
			e.nearest = append(e.nearest, n.card)
		} else {
			without = max(without, n.how)
		}
	}
	e.x[xClosest], e.x[xLead] = with, with-without
}

// means compares with all notes of each tag.
func (t *table) means(dots []float64) {
	sums, best := make([]float64, len(t.all)), 0.0
	for i, how := range dots {
		if how > 0 && t.sees(i) {
			for _, tag := range t.library.cards[i].tags {
				sums[tag] += how
			}
		}
	}
	for tag := range t.all {
		if e := &t.all[tag]; e.notes > 0 {
			e.x[xMean] = sums[tag] / float64(e.notes)
			best = max(best, e.x[xMean])
		}
	}
	for tag := range t.all {
		if best > 0 {
			t.all[tag].x[xMean] /= best
		}
	}
}

// nearest are the cards in sight that are most alike, the first of equals first.
func (t *table) nearest(how []float64) []likeness {
	var near []likeness
	for i, h := range how {
		if h <= 0 || len(near) == neighbours && h <= near[neighbours-1].how || !t.sees(i) {
			continue
		}
		near = append(near[:min(len(near), neighbours-1)], likeness{i, h})
		for k := len(near) - 1; k > 0 && near[k].how > near[k-1].how; k-- {
			near[k], near[k-1] = near[k-1], near[k]
		}
	}
	return near
}

// shares gives each tag its share of some cards, by how alike they are.
func (t *table) shares(near []likeness, x int) {
	sum := 0.0
	for _, n := range near {
		sum += n.how
	}
	for _, n := range near {
		for _, tag := range t.library.cards[n.card].tags {
			t.all[tag].x[x] += n.how / sum
		}
	}
}

// byAlike compares by signs, the rare ones first.
func (t *table) byAlike() {
	how := make([]float64, len(t.library.cards))
	for _, s := range t.card.signs {
		if !t.trusts(s) {
			continue
		}
		rare := math.Log(1 + float64(len(how))/float64(1+len(t.library.bySign[s])))
		for _, i := range t.library.bySign[s] {
			how[i] += rare * rare
		}
	}
	for i := range how {
		how[i] /= math.Sqrt(float64(5 + len(t.library.cards[i].signs)))
	}
	t.shares(t.nearest(how), xAlikeNearest)
}

func (t *table) trusts(s int) bool { return t.trust == nil || t.trust[s] }

// trusted says of every sign whether it may give evidence.
func (l *library) trusted(may func(sign) bool) []bool {
	out := make([]bool, len(l.named))
	for i, s := range l.named {
		out[i] = may(s)
	}
	return out
}

func (t *table) byLinks() {
	var near []likeness
	for _, i := range t.card.near {
		if t.sees(i) {
			near = append(near, likeness{i, 1})
			for _, tag := range t.library.cards[i].tags {
				t.all[tag].linked = append(t.all[tag].linked, i)
			}
		}
	}
	t.shares(near, xLinked)
}

// ofKind is the evidence that the best sign of a kind makes.
var ofKind = [signKinds]int{inFolder: xFolderOdds, hasProperty: xPropertyOdds, hasShape: xShapeOdds, hasMark: xMarkOdds,
	linksTo: xLinkOdds, linkedFrom: xLinkOdds, saysTag: xSaidOdds, namesTag: xNamesTag}

// bySigns takes, of each kind, the sign that says the most for a tag.
func (t *table) bySigns() {
	for tag := range t.all {
		prior := t.odds(tag, 0, 0)
		for _, x := range []int{xFolderOdds, xPropertyOdds, xShapeOdds, xMarkOdds, xLinkOdds, xPriorOdds} {
			t.all[tag].x[x] = prior
		}
	}
	with := make([]int, len(t.all))
	for _, s := range t.card.signs {
		if t.trusts(s) {
			t.take(s, with, t.tally(t.library.bySign[s], with))
		}
	}
	for tag := range t.all {
		t.all[tag].settle()
	}
}

// tally counts the tags of those of the cards that are in sight, and these.
func (t *table) tally(cards, with []int) (notes int) {
	clear(with)
	for _, i := range cards {
		if t.sees(i) {
			notes++
			for _, tag := range t.library.cards[i].tags {
				with[tag]++
			}
		}
	}
	return notes
}

// take keeps a sign where it says more than those before it. The words of a tag
// speak for that tag alone, and the nearest folder that anything is known of
// speaks for its notes.
func (t *table) take(s int, with []int, notes int) {
	kind := t.named[s].kind
	for tag := range t.all {
		if (kind == saysTag || kind == namesTag) && t.names[tag] != t.named[s].text {
			continue
		}
		if kind != inFolder && with[tag] == 0 {
			continue
		}
		b := &t.all[tag].best[kind]
		odds := t.odds(tag, with[tag], notes)
		better := odds > b.odds
		if kind == inFolder {
			better = notes > 0 && (b.notes == 0 || len(t.named[s].text) > len(t.named[b.sign].text))
		}
		if b.sign < 0 || better {
			*b = found{s, with[tag], notes, odds}
		}
	}
}

func (e *evidence) settle() {
	prior := e.x[xPriorOdds]
	for kind, b := range e.best {
		switch x := ofKind[kind]; {
		case b.sign < 0:
		case x == xSaidOdds:
			e.x[x] = b.odds - prior
		case x == xNamesTag:
			e.x[x] = 1
		case x == xFolderOdds:
			e.x[x] = b.odds
		default:
			e.x[x] = max(e.x[x], b.odds)
		}
	}
}

// byKnown asks which tags stand beside those the note has.
func (t *table) byKnown(known []int) {
	with := make([]int, len(t.all))
	for _, k := range known {
		var beside []int
		for i, c := range t.library.cards {
			if slices.Contains(c.tags, k) {
				beside = append(beside, i)
			}
		}
		notes := t.tally(beside, with)
		for tag := range t.all {
			e := &t.all[tag]
			if o := t.odds(tag, with[tag], notes) - e.x[xPriorOdds]; e.beside < 0 || o > e.x[xBesideOdds] {
				e.x[xBesideOdds], e.beside = o, k
			}
		}
	}
}

// rows are the tags that anything speaks for.
func (t *table) rows(known []int) []evidence {
	var out []evidence
	for tag := range t.all {
		e := t.all[tag]
		if e.notes == 0 || !e.any() || slices.Contains(known, tag) {
			continue
		}
		e.x[xBias] = 1
		out = append(out, e)
	}
	return out
}

// any reports that something speaks for the tag beside its being used.
func (e *evidence) any() bool {
	return e.x[xNearest] > 0 || e.x[xAlikeNearest] > 0 || len(e.linked) > 0 || e.x[xBesideOdds] > 0 ||
		slices.ContainsFunc(e.best[:], func(f found) bool { return f.with > 0 })
}

func (t *table) byBayes() {
	with := make([]int, len(t.all))
	n := 0.0
	for _, s := range t.card.signs {
		if !t.trusts(s) {
			continue
		}
		if notes := t.tally(t.library.bySign[s], with); notes > 0 {
			t.bayes(xSignsBayes, with, notes, 1)
			n++
		}
	}
	for tag := range t.all {
		t.all[tag].x[xSignsBayes] /= math.Sqrt(max(n, 1))
	}
}

func (t *table) bayes(x int, with []int, notes int, weight float64) {
	p := (float64(notes) + 0.5) / (float64(t.inSight) + 1)
	for tag := range t.all {
		if e := &t.all[tag]; e.notes > 0 {
			q := (float64(with[tag]) + p) / (float64(e.notes) + 1)
			e.x[x] += weight * math.Log(q/p)
		}
	}
}
