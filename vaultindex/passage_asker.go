package vaultindex

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
)

// Weights of what speaks for a passage. A coverage of 1 is all of the question.
const (
	minCoverage    = 0.6  // share of the question's weight that a passage says, with its headings
	minOfMany      = 0.5  // the same where it says at least manyFound words
	manyFound      = 3    //
	strictCoverage = 0.7  // the same of a question that was put into another language
	leafWorth      = 0.9  // what a word in the nearest heading counts beside one in the text
	contextWorth   = 0.7  // and one in the title or in a heading further up
	headingsAnswer = 0.85 // share of the question from which title and headings alone let a text answer
	restMatters    = 0.15 // share of the question beside the note's own title that a passage has to touch
	restMissing    = 0.75 // what a passage is worth that does not
	unsaidWorth    = 0.9  // what a passage is worth of which only the headings answer
	silentLine     = 0.04 // what each line of a list or quote that says nothing takes away
	silentRow      = 0.02 // and each row of a table
	mentionWorth   = 0.75 // what a passage is worth that says it in links only
	foreignWorth   = 0.75 // what a passage in another language is worth
	foreignEnough  = 0.8  // share of the question that one has to say: names alone are no answer
	besideUse      = 0.75 // what a passage is worth that stands elsewhere than under the heading about the use
	minPlain       = 4    // letters a passage has at least
)

// asker holds a question against the parts of notes.
type asker struct {
	*finder
	asks      intent
	subject   string  // what the question is about, folded
	han       bool    // asked in Chinese or Japanese
	questions bool    // it asks for questions
	weak      float64 // share of the words that say little
	tasks     map[int]string
	question  string
	head      int    // the term that names the thing asked for, -1 for none
	sole      bool   // it asks what one thing is
	strict    bool   // it was put into another language
	must      string // a character without which a text does not answer
	demand    demand
}

func newAsker(r *ranking, question string) *asker {
	a := &asker{
		finder: newFinder(knownWeights(asSpelt(r.terms, question))), asks: intentOf(question), subject: r.want.subject,
		han: hasHan(question), questions: ofOwnAsks.MatchString(question), question: question, sole: whatIs.MatchString(question),
	}
	a.lighten(question)
	a.head = a.headOf(question)
	if at := soleVerb.FindStringSubmatch(question); at != nil && !strings.Contains(anyVerbs, at[1]+at[2]+at[3]) {
		a.must = at[1] + at[2] + at[3]
	}
	a.tasks = taskTerms(a.terms, question)
	for _, t := range a.terms {
		if weakWords[t.Text] {
			a.weak += t.IDF / a.total
		}
	}
	return a
}

// knownWeights gives words that are nowhere in the vault the weight of an
// average one. A word the vault knows and a passage lacks speaks against the
// passage as much as it is rare; a word the vault does not know may be a word
// that its author does not use. Weak words are never worth more than their
// share of an average one, however rare they are.
func knownWeights(terms []fulltext.TermInfo) []fulltext.TermInfo {
	sum, weight := 0.0, 0.0
	for _, t := range terms {
		if t.Docs > 0 && !weakWords[t.Text] {
			sum, weight = sum+t.IDF, weight+t.Weight
		}
	}
	if weight == 0 {
		return terms
	}
	known := slices.Clone(terms)
	for i, t := range known {
		usual := t.Weight * sum / weight
		if t.Docs == 0 || weakWords[t.Text] && t.IDF > usual {
			known[i].IDF = usual
		}
	}
	return known
}

// attrWorth is what the words for an attribute count in the coverage. A text that
// has signs of the attribute need not have these words.
const attrWorth = 0.25

// lighten takes weight from the words of the attribute that is asked for.
func (a *asker) lighten(question string) {
	attr := attributeOf(fulltext.Fold(question))
	if attr == nil || attr.signs == nil {
		return
	}
	for i, t := range a.terms {
		if attr.says.MatchString(t.Text) {
			a.total -= (1 - attrWorth) * t.IDF
			a.terms[i].IDF *= attrWorth
		}
	}
}

// hasHan reports whether a text has a Chinese character.
func hasHan(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// tongue is less than 1 for a text in another language than the question: it
// may share a name with it and not be read at all.
func (a *asker) tongue(text string) float64 {
	han, words, inWord := 0, 0, false
	for _, r := range said(text) {
		letter := unicode.IsLetter(r)
		switch {
		case letter && r >= 0x2E80:
			han++
			letter = false
		case letter && !inWord:
			words++
		}
		inWord = letter
	}
	if a.han && han*2 < words || !a.han && han > words*2 {
		return foreignWorth
	}
	return 1
}

// weigh scores a unit; false means that it does not answer.
func (a *asker) weigh(pg *page, u unit) (float64, bool) {
	if a.introduces(pg, u) && !a.askedFurther(pg) {
		return 1 + namedBonus, true
	}
	boxes := a.boxes(pg, u)
	if len(a.tasks) > 0 && len(boxes) == 0 {
		return 0, false // tasks are asked for, and this has none
	}
	found := slices.Concat(boxes, a.values(pg, u), pg.found.within(u.start, u.end))
	var leaf marks
	if u.heading >= 0 {
		leaf = pg.heads[u.heading]
	}
	if u.item && (len(found) == 0 || len(a.tasks) > 0 || u.heading >= 0 && pg.about[u.heading]) {
		return 0, false // the list as a whole is what is asked for
	}
	score, ok := a.coverage(pg, u, found, leaf)
	text := pg.text[u.start:u.end]
	if !ok || plainLength(text) < minPlain || !a.decides(pg, u, found, leaf) {
		return 0, false
	}
	rest := a.total - a.worth(pg.title)
	if rest > restMatters*a.total && a.beyond(pg.title, found, leaf) == 0 {
		score *= restMissing
	}
	score += headingBonus * a.beyond(pg.title, leaf) / a.total
	score += a.headed(pg, u)
	if strings.Contains(fulltext.Fold(text), a.subject) {
		score += subjectBonus
	}
	if a.asks == intentHow && howAtAll.MatchString(a.question) && a.askedFurther(pg) && !pg.underUse(u) {
		score *= besideUse
	}
	if len(leaf) == 0 && pg.mentions(u, found) {
		score *= mentionWorth
	}
	return score * pg.density(u, found), true
}

// values are marks for the words of the attribute that is asked for, at each line
// of a unit that has a value of it.
func (a *asker) values(pg *page, u unit) marks {
	attr := a.demand.attr
	if attr == nil || !attr.value {
		return nil
	}
	var all marks
	at := u.start
	for line := range strings.Lines(pg.text[u.start:u.end]) {
		if attr.signs.MatchString(fulltext.Fold(line)) {
			for i, t := range a.terms {
				if attr.says.MatchString(t.Text) {
					all = append(all, mark{at, at + 1, formOf{i, fulltext.Exact}})
				}
			}
		}
		at += len(line)
	}
	return all
}

// headed is the bonus for a heading that is about the question or asks the same
// kind of question. What comes first under it gets most.
func (a *asker) headed(pg *page, u unit) float64 {
	bonus := 0.0
	if u.heading < 0 {
		return bonus
	}
	if pg.about[u.heading] {
		bonus += aboutBonus
	}
	if a.asks != intentPlain && pg.asks[u.heading] == a.asks {
		bonus += sameAskBonus
	}
	if before := u.block - 1; before >= 0 && pg.blocks[before].kind != headingBlock {
		bonus /= 2
	}
	return bonus
}

// howAtAll asks how a thing is done, and nothing more of it.
var howAtAll = regexp.MustCompile(`(?:怎么|如何|怎样)[做办用弄搞]?[\s\p{P}]*$`)

// links is a link with what it shows.
var links = regexp.MustCompile(`\[\[[^\]\n]*\]\]|\[[^\]\n]*\]\([^)\n]*\)`)

// mentions reports whether a unit says something only in links: what they lead
// to would be the answer.
func (pg *page) mentions(u unit, found marks) bool {
	var inLinks []span
	for _, at := range links.FindAllStringIndex(pg.text[u.start:u.end], -1) {
		inLinks = append(inLinks, span{u.start + at[0], u.start + at[1]})
	}
	return len(found) > 0 && len(found.outside(inLinks)) == 0
}

// introduces reports whether a unit is the lead of the note that bears the very
// name the question is about. It need not say the name again.
func (a *asker) introduces(pg *page, u unit) bool {
	whole := pg.lead >= 0 && u.block == pg.lead && u.start == pg.blocks[pg.lead].start && u.end >= pg.blocks[pg.lead].end
	return whole && pg.named && (a.asks == intentDefine || a.asks == intentPlain || a.asks == intentHow && howAtAll.MatchString(a.question)) &&
		a.meets(pg, u, nil)
}

// askedFurther reports whether a note goes on with what is asked for: a list, where
// things are, or a heading about the use, where that is.
func (a *asker) askedFurther(pg *page) bool {
	switch {
	case a.demand.lists && a.asks == intentPlain:
		return slices.ContainsFunc(pg.blocks, func(b block) bool { return b.kind == listBlock })
	case a.asks == intentHow:
		return slices.ContainsFunc(pg.headings, func(h outlineHeading) bool { return aboutUse.MatchString(h.text) })
	}
	return false
}

// aboutUse is a heading under which a note says how something is done.
var aboutUse = regexp.MustCompile(`(?i)如何|怎[么样]|使用|用法|步骤|做法|\bhow\b|\busage\b|\bsteps\b`)

// underUse reports whether a unit stands under a heading about the use.
func (pg *page) underUse(u unit) bool {
	return u.heading >= 0 && aboutUse.MatchString(pg.headings[u.heading].text)
}

// density is lower for a list of which few lines say something.
func (pg *page) density(u unit, found marks) float64 {
	if u.kind != listBlock && u.kind != tableBlock && u.kind != quoteBlock || len(found) == 0 {
		return 1
	}
	silent, line := 0, silentLine
	if u.kind == tableBlock {
		line = silentRow
	}
	for at := u.start; at < u.end; {
		end := u.end
		if i := strings.IndexByte(pg.text[at:u.end], '\n'); i >= 0 {
			end = at + i + 1
		}
		if len(found.within(at, end)) == 0 {
			silent++
		}
		at = end
	}
	return 1 - line*float64(silent)
}

// coverage is how much of the question a unit answers. What the text itself
// says counts most, then what the nearest heading says for it, then the title
// and the headings above. False means that the text only stands near.
func (a *asker) coverage(pg *page, u unit, found, leaf marks) (float64, bool) {
	around := append(pg.around(u), found, pg.title)
	text := pg.text[u.start:u.end]
	said := a.share(text, found)
	withLeaf := max(said, a.share(text, found, leaf))
	whole := max(withLeaf, a.share(a.surroundings(pg, u), around...))
	if whole < a.enough(around...) || whole < foreignEnough && a.tongue(text) < 1 {
		return 0, false
	}
	coverage := said + leafWorth*(withLeaf-said) + contextWorth*(whole-withLeaf)
	if len(found) > 0 {
		return coverage, true
	}
	return coverage * unsaidWorth, (withLeaf > 0 || a.demand.lists && u.kind == listBlock) && whole >= headingsAnswer
}

// surroundings are a unit's text with the names and headings it stands under. In
// scripts with spaces nobody needs them.
func (a *asker) surroundings(pg *page, u unit) string {
	if !a.han {
		return ""
	}
	return pg.names + strings.Join(pg.path(u.heading), "\n") + pg.text[u.start:u.end]
}

// enough is the share of the question a passage has to say. Of a long question
// it need not say as much as of two words.
func (a *asker) enough(around ...marks) float64 {
	n := 0.0
	for i, w := range a.best(around...) {
		switch t := a.terms[i]; {
		case w == 0:
		case fulltext.IsPaired(t.Text):
			n += t.Weight / 2
		case t.Weight >= verbWeight:
			n++
		}
	}
	switch {
	case a.strict:
		return strictCoverage
	case n >= manyFound:
		return minOfMany
	}
	return minCoverage
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
