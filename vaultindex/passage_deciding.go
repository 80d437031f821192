package vaultindex

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
)

// A passage that shares words with a question does not answer it by that
// (promise 2). What follows are the signs that the vault has no answer.
const (
	knownForUnknown = 4     // words the vault knows, for each it does not, from which on that one may be the person's own
	unheardRun      = 0.375 // what a run of Chinese that the vault does not know counts beside an unknown word: it may be a verb
	everywhere      = 3     // a word in one of so many notes says nothing by itself
)

// beyondVault reports whether a question turns on a word that is nowhere in
// the vault: a name, or one of a few words that say what it is about. Chinese,
// whose pairs are not words, is left to the coverage.
func (a *asker) beyondVault(question string, docs int) bool {
	spelt := spelling(question)
	known, unknown, matters, verbMissing, rarest := 0.0, 0.0, false, false, docs
	for _, t := range a.terms {
		if t.Weight >= verbWeight || fulltext.IsPaired(t.Text) {
			matters = true
		}
		if t.Docs > 0 && t.Weight >= verbWeight {
			rarest = min(rarest, t.Docs)
		}
		switch {
		case a.demand.attr != nil && a.demand.attr.signs != nil && a.demand.attr.says.MatchString(t.Text) && !fulltext.IsPaired(t.Text):
			known += attrWorth // its signs are demanded, whatever it is called
		case fulltext.IsPaired(t.Text):
			if t.Docs > 0 {
				known += t.Weight / 2
			}
		case weakWords[t.Text] || t.Weight < verbWeight:
		case t.Docs > 0:
			known += t.Weight
		case t.Weight < 1:
			verbMissing = true
		case spelt[t.Text].name:
			return true
		default:
			unknown++
		}
	}
	unknown += a.unheardRuns(question)
	return !matters || unknown > 0 && known < knownForUnknown*unknown || verbMissing && rarest*everywhere > docs
}

// afterHow stands before what is done, for which a text may have another word.
var afterHow = regexp.MustCompile(`(?:怎么|如何|怎样|才能|去|来)$`)

// unheardRuns weighs the runs of Chinese between question words of which the
// vault knows nothing at all.
func (a *asker) unheardRuns(question string) float64 {
	docs := make(map[string]int, len(a.terms))
	for _, t := range a.terms {
		docs[t.Text] = t.Docs
	}
	runs, from := 0.0, 0
	for _, piece := range matter(question) {
		at := from + strings.Index(question[from:], piece)
		from = at + len(piece)
		known := func(tok fulltext.Token) bool {
			return !fulltext.IsPaired(tok.Term) || docs[tok.Term] > 0 || utf8.RuneCountInString(tok.Term) == 1
		}
		tokens := fulltext.QueryTokens(piece)
		if len(tokens) > 0 && !slices.ContainsFunc(tokens, known) && !afterHow.MatchString(question[:at]) {
			runs += unheardRun
		}
	}
	return runs
}

// spelt is how a word is written in a question.
type spelt struct {
	name    bool // with a capital, not at the beginning
	acronym bool // in capitals
}

// spelling tells of each word of a question whether it is written as a name. A
// question in capitals tells nothing.
func spelling(question string) map[string]spelt {
	words := make(map[string]spelt)
	first := true
	for _, tok := range fulltext.QueryTokens(question) {
		word := question[tok.Start:tok.End]
		initial, _ := utf8.DecodeRuneInString(word)
		words[tok.Term] = spelt{
			name:    !first && unicode.IsUpper(initial),
			acronym: len(word) > 1 && strings.ToUpper(word) == word && strings.ToLower(word) != word,
		}
		first = false
	}
	lower := slices.ContainsFunc(fulltext.QueryTokens(question), func(tok fulltext.Token) bool {
		word := question[tok.Start:tok.End]
		return strings.ToLower(word) == word && !fulltext.IsPaired(tok.Term) && strings.ToUpper(word) != word
	})
	if !lower && !hasHan(question) {
		return nil
	}
	return words
}

// asSpelt leaves acronyms the forms they have as such: a PIN is not among pins.
func asSpelt(terms []fulltext.TermInfo, question string) []fulltext.TermInfo {
	written := spelling(question)
	strict := slices.Clone(terms)
	for i, t := range strict {
		if !written[t.Text].acronym {
			continue
		}
		strict[i].Forms = maps.Clone(t.Forms)
		maps.DeleteFunc(strict[i].Forms, func(_ string, kind fulltext.FormKind) bool { return kind != fulltext.Exact && kind != fulltext.Folded })
		if len(strict[i].Forms) == 0 {
			strict[i].Docs = 0
		}
	}
	return strict
}

var (
	// whatIs asks what one thing is, and nothing of it.
	whatIs = regexp.MustCompile(`(?i)^[\s\p{P}]*(?:what(?:['’]s|\s+(?:is|are|was|were))|define)\s+(?:(?:a|an|the|my|our|this|that)\s+)?[\p{L}\p{N}'’.&+#-]+[\s\p{P}]*$|^[\s\p{P}]*(?:什么是|什么叫做?|何谓)[^的]+$|^[^的]+(?:是什么(?:意思|东西)?|指的?是什么)[\s\p{P}]*$`)
	// whatThing asks what a thing of two words is; the last one names it.
	whatThing = regexp.MustCompile(`(?i)^[\s\p{P}]*what(?:['’]s|\s+(?:is|are|was|were))\s+(?:a|an|the|my|our|your)\s+[\p{L}\p{N}'’ -]*?([\p{L}\p{N}]+)[\s\p{P}]*$`)
	notOne    = regexp.MustCompile(`(?i)\b(?:of|for|in|on|at|to|with|about|from|by|called|like|used|made|between|and|or)\b`)
	// calledSo stands before a name that is given.
	calledSo = regexp.MustCompile(`(?i)\b(?:called|calls?|named|names|dubbed|known as|aka|i\.e\.)[\s"“*_\[]*$|(?:称为|叫做|叫|名为|所谓)[\s“「\[]*$`)
	// soleVerb is the character that says what "how" asks for, or how much of it.
	soleVerb = regexp.MustCompile(`(?:怎么|如何|怎样)(?:才能|去|来)?(\p{Han})|(\p{Han})[了过]多少|是谁(\p{Han})的`)

	// asksWhen tells a question for a time from a clause about one.
	asksWhen   = regexp.MustCompile(`(?i)^[\s\p{P}]*(?:since |until |by |at |on )?(?:when|what (?:date|day|time|year))\b|什么时候|何时|哪天|哪一?[年月日天]|几点|(?:星期|周|礼拜)几`)
	timeSigns  = regexp.MustCompile(`\d|[早晚春夏秋冬周月年日天时代朝]|世纪|[二三四五六七八九十两] ?点|[上中下]午|[凌清]晨|[半深]夜|(?i)\b(january|february|march|april|may|june|july|august|september|october|november|december|(mon|tues|wednes|thurs|fri|satur|sun)days?|mornings?|noon|afternoons?|evenings?|nights?|days?|weeks?|months?|years?|hours?|minutes?|spring|summer|autumn|winter|fall|today|yesterday|tomorrow|daily|o'clock|century|christmas|easter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b`)
	countSigns = regexp.MustCompile(`\d|[一二三四五六七八九十百千万亿两半几每多少全零]|(?i)\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|\w+ty-\w+|hundreds?|thousands?|millions?|dozens?|half|halves|quarter|once|twice|double|few|several|many|no|none|all|every|each|both|daily|weekly|monthly|yearly|always|never|little|whole)\b`)
)

var (
	// spans are lengths of time, which are no times unless something follows them.
	spans = regexp.MustCompile(`\d+ ?(?:天|小时|分钟|星期|个月)(后|前|之后|以后|内)?`)
	// asksHour asks for the time of day.
	asksHour = regexp.MustCompile(`(?i)几点|\bwhat time\b`)
	hours    = regexp.MustCompile(`(?i)\d[:：]\d\d|[\d一二两三四五六七八九十] ?[点时]|[早晚]上|中午|凌晨|半夜|\bat (?:half past |about |a quarter )?\w+|\d ?[ap]\.?m\b|o'clock|\b(?:noon|midnight|mornings?|evenings?|afternoons?|nights?|lunch|breakfast|dinner)\b`)
	// asksWeekday asks for a day of the week.
	asksWeekday = regexp.MustCompile(`(?i)(?:星期|周|礼拜)几|\b(?:what|which) (?:day of the week|weekday)\b`)
	weekdays    = regexp.MustCompile(`(?i)(?:星期|周|礼拜)[一二三四五六日天末]|每天|工作日|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:weekdays?|weekends?|every day|daily)\b`)
	// asksOnce asks for the time of what happened once, which rates do not tell.
	asksOnce = regexp.MustCompile(`(?i)\bwhen (?:was|were|did)\b|上一?次|最[近后]一次`)
	rates    = regexp.MustCompile(`(?i)每[\p{Han}\d]?[天日周月年]|\b(?:first|second|third|fourth|last) \p{L}+ of (?:the|each|every) \p{L}+|\bat (?:half past |about )?(?:\d[\d:.]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|night)\b|\b(?:once|twice|times|minutes|hours|days) (?:a|an|each|every|per) \p{L}+|\b(?:every|each) (?:\p{L}+ )?\p{L}+`)
	// noCount are Chinese words with a number in them that count nothing.
	noCount = regexp.MustCompile(`一[个种下些样定般直起点切旦边方向致]|万一|千万|百般|三观|半天|全[部都家]|多么|(?i)\b(?:the|this|that|no|any|every|some)(?: \w+)? one\b|\b(?:if|when|where|that|which|what|as|than|how|unless) one\b`)
	// howLong asks for a length, which needs a number with what it is of.
	howLong = regexp.MustCompile(`(?i)\bhow long\b|多长时间|多久(?:[^一]|$)`)
	lengths = regexp.MustCompile(`(?i)(?:\d|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|half|few|several|many)) ?(?:[\p{L}-]+ ){0,2}(?:seconds?|minutes?|mins?|hours?|days?|nights?|weeks?|months?|years?|decades?|met(?:re|er)s?|[ck]?m|miles?|feet|foot|inch(?:es)?|pages?)\b|\b(?:until|till|overnight|forever|for ever|weeks|months|years)\b|[\d一二三四五六七八九十百千两半几数] ?(?:多|余)?个?半?(?:秒|分钟|分半|小时|钟头|天|周|星期|礼拜|年|月|米|公里|页)|整[日夜天]|过夜|隔夜`)
	// points in time have the same numbers and units as lengths.
	pointsInTime = regexp.MustCompile(`\d{4} ?年|[\d一二三四五六七八九十]+ ?月(?:[\d一二三四五六七八九十初上中下底末份]|$)|今[天年]|[前昨明后]天|第[\d一二三四五六七八九十]+[天周年]|(?i)\bthe year\b`)
	// aPerson is what a text has that tells of somebody.
	aPerson = regexp.MustCompile(`\[\[|[^.!?\s>*-][”"’*_,;]? [“"*_]?\p{Lu}\p{Ll}|^\W*\p{Lu}\p{Ll}+ (?:has|had|have|gave|gives|brought|brings|bakes|made|makes|told|says|said|wants|knows|lives|teaches|taught|took|takes|keeps|owns|got|does|did|wrote|invented|founded)\b|\b(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|[Mm]y|[Oo]ur|us|me|him|them|[Hh]is|[Hh]er|[Tt]heir|\w+body|\w+one|[Pp]eople|famil(?:y|ies)|neighbou?rs?|friends?|mother|father|children)\b`)
)

// anyVerbs say nothing of what is done.
const anyVerbs = "做办样用弄搞好是让把给在会能有要需"

// decides reports whether a text has what the question turns on: a time where
// it asks when, a number where it asks how many, and more than a mention where
// it asks what a thing is.
func (a *asker) decides(pg *page, u unit, found, leaf marks) bool {
	if !a.meets(pg, u, found) {
		return false
	}
	text := pg.text[u.start:u.end]
	switch a.asks {
	case intentWho:
		return hasHan(text) && a.does(pg, u, found) || aPerson.MatchString(text)
	case intentWhen:
		text = noCount.ReplaceAllString(text, "")
		if asksHour.MatchString(a.question) {
			return hours.MatchString(text)
		}
		if asksWeekday.MatchString(a.question) {
			return weekdays.MatchString(text)
		}
		if asksOnce.MatchString(a.question) {
			text = rates.ReplaceAllString(text, "")
		}
		return !asksWhen.MatchString(a.question) || timeSigns.MatchString(spans.ReplaceAllString(text, "$1"))
	case intentHowMany, intentHowOften:
		if howLong.MatchString(a.question) && !a.takesLong(pg, u, found) {
			return false
		}
		return a.does(pg, u, found) && countSigns.MatchString(noCount.ReplaceAllString(text, ""))
	case intentDefine:
		if !a.does(pg, u, found) {
			return false
		}
		if a.head >= 0 && a.best(append(pg.around(u), found, pg.title)...)[a.head] == 0 {
			return false
		}
		return !a.sole || len(leaf) > 0 || pg.named || len(a.tasks) > 0 || a.says(pg, u, found)
	case intentHow:
		return a.does(pg, u, found)
	}
	return true
}

// takesLong reports whether a sentence of a unit has a length, and beside it what
// the question says that neither the note's name nor a heading does.
func (a *asker) takesLong(pg *page, u unit, found marks) bool {
	titled, here := a.best(append(pg.around(u), pg.title)...), a.best(found)
	beside := func(m mark) bool { return titled[m.term] == 0 && a.terms[m.term].Weight >= verbWeight }
	open := false // whether there is something that only the text says
	for i, t := range a.terms {
		open = open || titled[i] == 0 && here[i] > 0 && t.Weight >= verbWeight
	}
	text := pg.text[u.start:u.end]
	all := !slices.ContainsFunc(a.terms, func(t fulltext.TermInfo) bool { return t.Weight >= verbWeight && onlyGuessed(t) })
	return slices.ContainsFunc(sentences(text, u.kind != proseBlock), func(s span) bool {
		said := pointsInTime.ReplaceAllString(text[s.start:s.end], "")
		if !all {
			said = untilThen.ReplaceAllString(said, "") // until when something else is done
		}
		return lengths.MatchString(said) && (!open || slices.ContainsFunc(found.within(u.start+s.start, u.start+s.end), beside))
	})
}

// onlyGuessed reports whether no note has a word but in another spelling.
func onlyGuessed(t fulltext.TermInfo) bool {
	for _, kind := range t.Forms {
		if kind != fulltext.Fuzzy {
			return false
		}
	}
	return true
}

// untilThen tells how long by what happens then.
var untilThen = regexp.MustCompile(`(?i)\b(?:until|till)\b`)

// does reports whether a unit speaks of doing what the question asks for: beside
// the thing in one sentence, or under a name or heading that says it.
func (a *asker) does(pg *page, u unit, found marks) bool {
	if a.must == "" || strings.Contains(pg.names+strings.Join(pg.path(u.heading), " "), a.must) {
		return true
	}
	text := pg.text[u.start:u.end]
	return slices.ContainsFunc(sentences(text, u.kind != proseBlock), func(s span) bool {
		return slices.ContainsFunc(found.within(u.start+s.start, u.start+s.end), func(m mark) bool {
			from, to := max(u.start+s.start, m.start-maxApart), min(u.start+s.end, m.end+maxApart)
			return strings.Contains(countWord.ReplaceAllString(pg.text[from:to], ""), a.must)
		})
	})
}

// countWord is a Chinese character that may be a verb where it counts.
var countWord = regexp.MustCompile(`[这那各一两三四五几多某每哪何][个种样张把]`)

// maxApart is how far, in bytes, a verb may stand from what it is done to.
const maxApart = 36

// headOf is the index of the term that names the thing asked for, -1 where the
// question is not of that form.
func (a *asker) headOf(question string) int {
	at := whatThing.FindStringSubmatch(question)
	if at == nil || notOne.MatchString(question) || len(a.terms) > 2 {
		return -1
	}
	return slices.IndexFunc(a.terms, func(t fulltext.TermInfo) bool { return t.Text == fulltext.Fold(at[1]) && t.Weight >= 1 })
}

// around are the marks in the headings above a unit, and in the line that stands
// as one above a list.
func (pg *page) around(u unit) []marks {
	var all []marks
	if b := pg.blocks[u.block]; u.kind == listBlock && b.kind == listBlock && u.block > 0 && captions(pg.blocks[u.block-1]) {
		all = append(all, pg.found.within(pg.blocks[u.block-1].start, pg.blocks[u.block-1].end))
	}
	for h := u.heading; h >= 0; h = pg.headings[h].parent {
		all = append(all, pg.heads[h])
	}
	return all
}

// maxCaption is how long a line may be, in bytes, that stands above a list as a
// heading does.
const maxCaption = 90

// captions reports whether a block is a line without the end of a sentence.
func captions(b block) bool {
	text := strings.TrimSpace(b.text)
	return b.kind == proseBlock && len(text) <= maxCaption && !strings.Contains(text, "\n") && !strings.ContainsAny(text[max(0, len(text)-len("。")):], ".。!！?？")
}

// maxCalled bounds how far before a name it is looked for what calls it so, in
// bytes.
const maxCalled = 128

// says reports whether a unit says what a thing is, or gives it its name.
func (a *asker) says(pg *page, u unit, found marks) bool {
	text := pg.text[u.start:u.end]
	if a.defines(text, found.within(u.start, u.end).moved(-u.start), 0.5) > 0 {
		return true
	}
	return slices.ContainsFunc(found[:min(len(found), maxSaid)], func(m mark) bool {
		before := pg.text[max(0, m.start-maxCalled):m.start]
		return calledSo.MatchString(before[lineStart(before, len(before)):])
	})
}
