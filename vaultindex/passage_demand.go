package vaultindex

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
)

// demand is what a question asks of a passage beside its words. A passage that
// shares words with a question and lacks one of these stands only near it.
type demand struct {
	attr   *attribute // the text has to speak of it; nil for none
	exact             // what it has to name or to count
	nouns  []run      // what is asked of the thing: the text or its headings have to name it
	things []run      // what the question is about: the text, its headings or the note have to name it
	notes  []string   // names of notes that it has whole, unsigned: of those it asks
	mine   bool       // it asks about the person's own life: the text has to be theirs
	own    bool       // it asks who or what something of theirs is
	did    bool       // it asks what the person did: one sentence of theirs has to say all of it
	points bool       // it points at something that is nowhere: "this library"
	lists  bool       // it asks which things there are
	fetch  bool       // it asks what to pack or to buy, which a list of that name tells
	holder bool       // it asks who has a thing at hand, which no book knows
	who    bool       // it asks who one person is
	common bool       // all of its words are everywhere: only headings tell what a text is about
}

// run is a part of a question whose terms belong together.
type run struct {
	terms []int  // indexes of the asker's terms
	text  string // folded
	han   bool   // in a script without spaces, where it stands wherever its characters do
}

var (
	// personalFact asks about what only the person's own words can tell.
	personalFact = regexp.MustCompile(`(?i)\bmy\b|\b(?:am|was) i\b|\bdo i (?:live|work|weigh|earn|owe|own)\b|我的|我(?:是[谁哪]|住|叫|多[大重高]|几岁|有多少|什么时候|何时|在哪|女朋友|男朋友|老婆|老公|妻子|丈夫|爸|妈|哥|姐|弟|妹|儿子|女儿|家|公司|老板)|^\P{L}*家里`)
	// ownDeed asks what somebody did themselves.
	ownDeed = regexp.MustCompile(`(?i)(?:^|[，,\s])我\p{Han}{1,4}[了过]|\b(?:did|have) i\b`)
	// firstPerson are signs that somebody speaks of themselves.
	firstPerson = regexp.MustCompile(`(?i)我(?:[^们国]|$)|\b(?:i|my|me|mine|our)\b`)
	// ofMyOwn asks who or what something of the person's own is.
	ofMyOwn    = regexp.MustCompile(`(?i)我的?\p{Han}{1,8}(?:是谁|叫什么|在哪)|谁是我的?\p{Han}|\bwho(?:['’]s| is| are) my\b|\bname of my\b|\bmy [\p{L} ]+['’]s name\b`)
	mineBefore = regexp.MustCompile(`(?i)(?:我的?|我们的?|\bmy|\bour)[\s\[“「]*(?:[\p{L}]{1,8} )?\p{Han}{0,2}$`)
	// otherHands are properties of notes that hold somebody else's words.
	otherHands = regexp.MustCompile(`^(?:authors?|url|source|isbn1?3?|doubanid|bookid|publisher|作者|来源|出版社)$`)
	// pointing is a word for something at hand, which a vault does not know.
	pointing   = regexp.MustCompile(`(?i)[这那该]个\p{Han}|[这那]篇|\bth(?:is|at) \p{L}|\bthese \p{L}`)
	pointsTime = regexp.MustCompile(`(?i)这个?(?:笔记库|月|星期|周|季度|学期|年)|\bthis (?:vault|library of notes|year|month|week|quarter|spring|summer|autumn|fall|winter|morning|evening|weekend)\b|\bthat (?:is|are|was|were|i|we|you|he|she|it|they|my|the)\b`)
	// whichOnes asks for a list.
	whichOnes = regexp.MustCompile(`(?i)哪些|哪几|有什么\p{Han}|^\W*(?:which|list)\b|^\W*what \p{L}+s\b|\bwhat (?:must|should|shall|do|does|can) (?:i|we|one|you) (?:have to |need to )?(?:do|pack|bring|take|check|remember|buy)\b`)
	// toFetch asks what to pack or to buy.
	toFetch = regexp.MustCompile(`(?i)\bwhat (?:must|should|shall|do|does|can) (?:i|we|one|you) (?:pack|bring|take|buy)\W*$`)
	// whoHolds asks who has a thing.
	whoHolds = regexp.MustCompile(`(?i)在谁(?:那|手|家)|^谁有|\bwho has (?:my|our|the)\b`)
	// whoIs asks who one person is.
	whoIs = regexp.MustCompile(`(?i)^[\s\p{P}]*who(?:['’]s|\s+(?:is|was))\s+(?:\p{Lu}[\p{L}.'’-]*\s*){1,4}[\s\p{P}]*$|^[^的]{1,12}是谁[\s\p{P}]*$|^[\s\p{P}]*谁是[^的]{1,12}$`)

	// nounOf are the forms of a question in which what is asked of a thing is named.
	nounOf = []*regexp.Regexp{
		regexp.MustCompile(`的(\p{Han}{1,8}?)(?:分别)?(?:是|有|在|叫|为|到底)*(?:什么|多少|谁|哪|几|怎么样|如何)`),
		regexp.MustCompile(`有(?:什么|哪些|哪几种|几种|几个|多少[个种条张]?)(\p{Han}{1,6})[\s\p{P}]*$`),
		regexp.MustCompile(`(?i)\bwh(?:at|o|ich|ere|en)(?:['’]s|\s+(?:is|are|was|were))\s+(?:the\s+)?(?:[\p{L}-]+\s+)?([\p{L}-]+)\s+of\s`),
		regexp.MustCompile(`(?i)\p{L}['’]s\s+([\p{L}-]+)[\s\p{P}]*$`),
		regexp.MustCompile(`(?i)\bhow m(?:any|uch) ([\p{L}-]+)`),
	}
	// anyNoun is asked of a thing without being named in the answer.
	anyNoun = regexp.MustCompile(`(?i)^(?:定义|意思|含义|概念|原因|方法|步骤|办法|做法|内容|特点|名字|东西|看法|想法|问题|用法|理由|最好|最佳|合适|本质|方式|规则|情况|meaning|definition|idea|point|reason|way|use|rule|best|kind|type|sort|time|people|times)$`)
	// titled is a name in marks.
	titled = regexp.MustCompile(`《([^《》]+)》|“([^“”]+)”|「([^「」]+)」`)
)

// maxThings bounds the parts of a question that are looked for one by one.
const maxThings = 12

// Shares of what a question turns on that have to be there.
const (
	runEnough   = 0.4  // of a part of a Chinese question
	oneWord     = 3    // pairs of a part that is most likely one word, whose rarest pair has to be there
	soleEnough  = 0.75 // of it where it asks what one thing is
	nameEnough  = 0.6  // of the question in headings, where all of its words are common
	aboutEnough = 0.3  // of it in headings, where a text speaks of the thing throughout
	everyShare  = 0.05 // of the notes, from which on a word is common
	everyDocs   = 30   // and least number of such notes
)

// demandOf reads a question. open tells that there is a note it may point at.
func (a *asker) demandOf(question string, docs int, open bool) demand {
	folded := fulltext.Fold(question)
	d := demand{attr: attributeOf(folded), mine: personalFact.MatchString(question), did: ownDeed.MatchString(question),
		lists: whichOnes.MatchString(question), who: whoIs.MatchString(question), fetch: toFetch.MatchString(question),
		holder: whoHolds.MatchString(question)}
	d.own = d.mine && ofMyOwn.MatchString(question)
	d.exact = a.exactOf(question, d.attr == nil && !d.mine)
	d.points = !open && pointing.MatchString(pointsTime.ReplaceAllString(question, ""))
	switch a.asks {
	case intentPlain, intentHow, intentWhy, intentMay:
		d.mine = d.mine && d.attr != nil // "what leaves my machine" is about machines
	}
	for _, form := range nounOf {
		if at := form.FindStringSubmatch(question); at != nil && !anyNoun.MatchString(at[1]) && (d.attr == nil || !d.attr.says.MatchString(fulltext.Fold(at[1]))) {
			if r := a.runOf(at[1]); len(r.terms) > 0 {
				d.nouns = append(d.nouns, r)
			}
		}
	}
	d.things = a.thingsOf(question, folded, d.attr)
	d.common = len(a.terms) > 0 && !slices.ContainsFunc(a.terms, func(t fulltext.TermInfo) bool {
		return t.Docs <= max(everyDocs, int(everyShare*float64(docs))) && !weakWords[t.Text] && t.Weight >= verbWeight
	})
	return d
}

// runOf is a part of a question with the terms it has.
func (a *asker) runOf(text string) run {
	r := run{text: fulltext.Fold(text), han: hasHan(text)}
	for _, tok := range fulltext.QueryTokens(text) {
		if i := slices.IndexFunc(a.terms, func(t fulltext.TermInfo) bool { return t.Text == tok.Term }); i >= 0 && !weakWords[tok.Term] {
			r.terms = append(r.terms, i)
		}
	}
	return r
}

// thingsOf are the parts of a question that say what it is about: names, names in
// marks, and in Chinese every part between the words that only ask.
func (a *asker) thingsOf(question, folded string, attr *attribute) []run {
	var all []run
	add := func(r run) {
		if len(r.terms) > 0 && len(all) < maxThings {
			all = append(all, r)
		}
	}
	for word, is := range spelling(question) {
		if is.name || is.acronym {
			add(a.runOf(word))
		}
	}
	for _, at := range titled.FindAllStringSubmatch(question, -1) {
		add(a.runOf(at[1] + at[2] + at[3]))
	}
	if !a.han {
		return all
	}
	if attr != nil {
		folded = attr.says.ReplaceAllString(folded, "，")
	}
	for _, piece := range matter(eachTime.ReplaceAllString(folded, "，")) {
		for _, part := range strings.FieldsFunc(piece, func(r rune) bool {
			return strings.ContainsRune("，。、？！?!,.《》“”「」：:；; 要应会能该得用让把被给对跟和与", r)
		}) {
			part = strings.Trim(part, "里中上下内有还在去来")
			if utf8.RuneCountInString(part) > 1 && !anyNoun.MatchString(part) && (len(a.tasks) == 0 || !ofTasks.MatchString(part)) {
				add(a.runOf(part))
			}
		}
	}
	return all
}

// eachTime says how often, and is no part of what a question is about.
var eachTime = regexp.MustCompile(`每[天日周月年次]`)

// onlyListed reports whether a thing stands above a unit in a heading of several
// things, and in no sentence of the unit with a number: the number is another's.
func (a *asker) onlyListed(pg *page, u unit, r run) bool {
	if a.asks != intentHowMany || !r.han || u.heading < 0 {
		return false
	}
	text := fulltext.Fold(pg.text[u.start:u.end])
	heading := fulltext.Fold(pg.headings[u.heading].text)
	if strings.Contains(text, r.text) || !strings.Contains(heading, "、") || !strings.Contains(heading, r.text) {
		return false
	}
	first := string(firstRune(r.text))
	return !slices.ContainsFunc(sentences(text, u.kind != proseBlock), func(s span) bool {
		return strings.Contains(text[s.start:s.end], first) && countSigns.MatchString(text[s.start:s.end])
	})
}

// meets reports whether a unit has what its question demands.
func (a *asker) meets(pg *page, u unit, found marks) bool {
	d := &a.demand
	text := pg.text[u.start:u.end]
	path := strings.Join(pg.path(u.heading), "\n")
	around := append(pg.around(u), found)
	switch {
	case d.points:
		return false
	case d.mine && (pg.others || !a.ownWord(u, text, found)):
		return false
	case d.own && !a.ownThing(pg, u, found):
		return false
	case !a.saysExactly(pg, path, text, found):
		return false
	case d.holder && pg.others:
		return false
	case d.did && (pg.others || !a.inOneSentence(pg, u, found, path)):
		return false
	case d.attr != nil && d.attr.signs != nil && !a.speaksOf(pg, u, found, path):
		return false
	case len(d.notes) > 0 && (d.attr != nil || len(d.nouns) > 0) && !d.ofNotes(pg.names+"\n"+path+"\n"+text):
		return false
	case d.fetch && !pg.named && (u.heading < 0 || !pg.about[u.heading]):
		return false
	case d.who && !pg.named && !a.presents(pg, u, found):
		return false
	case d.common && a.share(path+pg.names, append(pg.around(u), pg.title)...) < nameEnough:
		return false
	}
	if len(d.nouns)+len(d.things) == 0 {
		return true
	}
	here, folded := a.best(around...), fulltext.Fold(text+"\n"+path)
	missing := func(r run) bool {
		if a.has(r, here, folded) {
			return false
		}
		if d.amount {
			return !slices.Contains(strings.Split(pg.folded, "\n"), r.text) // the name of a dish has its butter too
		}
		return !a.has(r, a.best(pg.title), pg.folded)
	}
	if slices.ContainsFunc(d.nouns, missing) || d.amount && slices.ContainsFunc(d.nouns, func(r run) bool { return !a.counted(r, u, text, found) }) {
		return false
	}
	all, folded := a.best(append(around, pg.title)...), folded+"\n"+pg.folded
	return !slices.ContainsFunc(d.things, func(r run) bool { return !a.has(r, all, folded) || a.onlyListed(pg, u, r) })
}

// ofNotes reports whether a text has one of the names that a question has.
func (d *demand) ofNotes(text string) bool {
	text = unsigned(text)
	return slices.ContainsFunc(d.notes, func(name string) bool { return strings.Contains(text, name) })
}

// has reports whether enough of a run is among the marks of a folded text, whose
// worths are best.
func (a *asker) has(r run, best []float64, text string) bool {
	if r.han && strings.Contains(text, r.text) {
		return true
	}
	sum, total, rarest := 0.0, 0.0, r.terms[0]
	for _, i := range r.terms {
		weight := a.terms[i].IDF
		if best[i] == 0 {
			weight *= 1 - a.excuse(i, best, text)
		}
		sum, total = sum+best[i], total+weight
		if a.terms[i].Docs < a.terms[rarest].Docs {
			rarest = i
		}
	}
	if len(r.terms) <= oneWord && best[rarest] == 0 && a.excuse(rarest, best, text) < apartExcuse {
		return false
	}
	enough := runEnough
	if a.sole && a.asks == intentDefine {
		enough = soleEnough // what one thing is, no part of its name tells
	}
	return sum > 0 && sum >= enough*total
}

// speaksOf reports whether a unit speaks of the attribute that is asked for, and
// does so of the thing: where the note and its headings are not about that, it
// has to be the same sentence.
func (a *asker) speaksOf(pg *page, u unit, found marks, path string) bool {
	text, attr := pg.text[u.start:u.end], a.demand.attr
	titles := append(pg.around(u), pg.title)
	titled, headings := a.best(titles...), fulltext.Fold(path)+"\n"+pg.folded
	var others []run // things that the headings do not name
	for _, r := range a.demand.things {
		if !a.has(r, titled, headings) {
			others = append(others, r)
		}
	}
	if named := len(a.demand.things) > len(others); !named && (len(others) > 0 || !a.han && a.share("", titles...) < aboutEnough) {
		return a.speaksBeside(text, u, found)
	}
	if len(attr.keys) == 0 {
		path += "\n" + pg.names // a note about a difference bears its name
	}
	return attr.signs.MatchString(fulltext.Fold(said(text)+"\n"+path)) && a.signsBeside(text, u, found, others)
}

// signsBeside reports whether a sentence with signs of the attribute has all of
// some things.
func (a *asker) signsBeside(text string, u unit, found marks, things []run) bool {
	return len(things) == 0 || slices.ContainsFunc(sentences(text, u.kind != proseBlock), func(s span) bool {
		sentence, best := fulltext.Fold(said(text[s.start:s.end])), a.best(found.within(u.start+s.start, u.start+s.end))
		return a.demand.attr.signs.MatchString(sentence) && !slices.ContainsFunc(things, func(r run) bool { return !a.has(r, best, sentence) })
	})
}

// speaksBeside reports whether a sentence of a unit speaks of the attribute and has
// the thing, or any of the question's words where none is known as the thing.
func (a *asker) speaksBeside(text string, u unit, found marks) bool {
	return slices.ContainsFunc(sentences(text, u.kind != proseBlock), func(s span) bool {
		sentence, here := fulltext.Fold(said(text[s.start:s.end])), found.within(u.start+s.start, u.start+s.end)
		if len(here) == 0 || !a.demand.attr.signs.MatchString(sentence) {
			return false
		}
		best := a.best(here)
		return len(a.demand.things) == 0 || slices.ContainsFunc(a.demand.things, func(r run) bool { return a.has(r, best, sentence) })
	})
}

// inOneSentence reports whether what a unit's headings do not say of the question
// stands in one sentence of the unit.
func (a *asker) inOneSentence(pg *page, u unit, found marks, path string) bool {
	titled, headings := a.best(append(pg.around(u), pg.title)...), fulltext.Fold(path)+"\n"+pg.folded
	text := pg.text[u.start:u.end]
	return slices.ContainsFunc(sentences(text, u.kind != proseBlock), func(s span) bool {
		sentence := fulltext.Fold(text[s.start:s.end])
		here := a.best(found.within(u.start+s.start, u.start+s.end))
		return !slices.ContainsFunc(a.demand.things, func(r run) bool { return !a.has(r, here, sentence) && !a.has(r, titled, headings) })
	})
}

// role stands before the name of somebody whom it presents.
var role = regexp.MustCompile(`(?i)(?:[家人师士员帝王]|[学记作使]者|教授|诗人|老师|朋友)[\s“「\[]*$|\b(?:the|an?|my|our)\s+(?:[\p{L}-]+\s+){1,3}(?:\p{Lu}[\p{L}.-]*\s+)*[“\[]*$`)

// ownWord reports whether a unit says of somebody's own what is asked for: a word
// for oneself, and what it is about after it in the same sentence.
func (a *asker) ownWord(u unit, text string, found marks) bool {
	return slices.ContainsFunc(sentences(text, u.kind != proseBlock), func(s span) bool {
		own := firstPerson.FindStringIndex(text[s.start:s.end])
		return own != nil && len(found.within(u.start+s.start+own[0], u.start+s.end)) > 0
	})
}

// ownThing reports whether a unit says who or what something of the person's own
// is: it calls it theirs, and says what it is or begins the note about it.
func (a *asker) ownThing(pg *page, u unit, found marks) bool {
	theirs := slices.ContainsFunc(found, func(m mark) bool {
		before := pg.text[max(u.start, m.start-maxCalled):m.start]
		return mineBefore.MatchString(before[lineStart(before, len(before)):])
	})
	return theirs && (u.block == pg.lead || a.says(pg, u, found))
}

// presents reports whether a unit says who somebody is.
func (a *asker) presents(pg *page, u unit, found marks) bool {
	if a.says(pg, u, found) {
		return true
	}
	return slices.ContainsFunc(found[:min(len(found), maxSaid)], func(m mark) bool {
		before := pg.text[max(0, m.start-maxCalled):m.start]
		return role.MatchString(before[lineStart(before, len(before)):]) || !pg.others && acted.MatchString(pg.text[m.end:u.end])
	})
}

// acted stands behind the name of somebody of whom it tells what they did.
var acted = regexp.MustCompile(`^ (?:\w+ly )?(?:\w+ed|wrote|made|built|led|taught|kept|began|won|found) `)
