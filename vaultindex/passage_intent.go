package vaultindex

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bonuses, beside a coverage of at most 1.
const (
	defineBonus   = 0.45 // the text says what the thing is
	defineLate    = 0.2  // it does, but not in the beginning
	plainDefines  = 0.5  // a bare name may ask what it names
	intentBonus   = 0.15 // the text has what such a question wants
	subjectBonus  = 0.15 // the text has the very words of the question together
	headingBonus  = 0.2
	leadBonus     = 0.08 // the first paragraph of a note tells what it is about
	standingBonus = 0.25
	namedBonus    = 0.45 // the lead of the note whose name is asked for
	aboutBonus    = 0.15 // the heading is about nothing else
	sameAskBonus  = 0.15 // the heading asks the same kind of question
	listBonus     = 0.6  // the list that its title says is the one asked for
)

// intent is what kind of answer a question wants.
type intent uint8

const (
	intentPlain intent = iota
	intentDefine
	intentHow
	intentWhy
	intentWhen
	intentHowMany
	intentHowOften
	intentWho
	intentMay // whether something is allowed, possible or so
)

var intentWords = []struct {
	intent intent
	words  *regexp.Regexp
}{
	{intentWhen, regexp.MustCompile(`(?:星期|周|礼拜)几`)},
	{intentHowOften, regexp.MustCompile(`多久一次|几天一次|(?i)\bhow (often|frequently|many times)\b`)},
	{intentHowMany, regexp.MustCompile(`多少|[有十]?几[^乎何率点]|多久|多长|(?i)\bhow (many|much|long|big|hot|warm|cold|high|deep|far|old|tall|wide|large|thick)\b`)},
	{intentWhen, regexp.MustCompile(`什么时候|何时|哪天|哪一?[年月日天]|几点|(?i)\bwhen\b|\bwhat (date|day|time|year)\b`)},
	{intentWhy, regexp.MustCompile(`为什么|为何|为啥|原因|(?i)\bwhy\b`)},
	{intentDefine, regexp.MustCompile(`什么是|是什么|什么叫|叫什么|定义|含义|什么意思|是谁|谁是|とは|(?i)\bwhat('s| is| are| was| were| does)\b|\bdefin|\bmeaning\b|\bwho('s| is| are| was| were)\b`)},
	{intentWho, regexp.MustCompile(`谁|(?i)\bwho(se|m)?\b`)},
	{intentHow, regexp.MustCompile(`如何|怎么|怎样|步骤|(?i)\bhow\b|\bsteps?\b`)},
	{intentMay, regexp.MustCompile(`能不能|能否|可不可以|可以.*吗|要不要|会不会|(?i)^\W*(can|could|may|must|should|does|do|is|are|will)\b`)},
}

func intentOf(question string) intent {
	for _, w := range intentWords {
		if w.words.MatchString(question) {
			return w.intent
		}
	}
	return intentPlain
}

// What an answer to each intent tends to have.
var (
	reasonSigns = regexp.MustCompile(`因为|由于|所以|因此|原因|为了|(?i)\b(because|since|so that|therefore|due to|reason)\b`)
	stepSigns   = regexp.MustCompile(`首先|其次|然后|最后|第[一二三四五]|步骤|通过|使用|点击|打开|可以|只需|(?i)\b(first|then|step|use|using|press|click|type|open|run|add|select|by)\b`)
	adviceSigns = regexp.MustCompile(`办法|方法就?是|不妨|试着|尝试|避免|尽量|减少|养成|制造|先.{1,20}再`)
	purpose     = regexp.MustCompile(`^要|^To [a-z]+ `)
	dateSigns   = regexp.MustCompile(`\d{4}|\d+\s*[月日号点年]|(?i)\b(january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b`)
	oftenSigns  = regexp.MustCompile(`每[天日周月年]|[一二两三四五六七八九十\d]次|(?i)\b(once|twice|every|each|daily|weekly|monthly|yearly|times|per|a (day|week|month|year))\b`)
	personSigns = regexp.MustCompile(`[他她]|(?i)\b(he|she|his|her|him)\b`)
	ruleSigns   = regexp.MustCompile(`可以|不能|不会|不必|必须|不要|应当|(?i)\b(may|can|cannot|must|should|never|always|allowed|not|no)\b`)
	numberSigns = regexp.MustCompile(`\d|[一二三四五六七八九十百千万亿两半]+多?\s*[个次条种年月天日人张篇本页只块元岁米斤杯遍分秒小度]|(?i)\b(one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand)\b`)
	defineSigns = regexp.MustCompile(`^[^。！？!?，,；;\n]{0,14}?(就是|指的是|是指|是|指|即|称为|叫做|意味着|定义为)|^[\s*_\])”」』]*(：|——)|^[\s*_)\]’”"']*(\([^)\n]{0,60}\))?[\s*_,]*((?i:(is|are|was|were|means?|refers? to|stands? for)\b)|[:=—–])`)
)

// answers is the bonus for what the question wants.
func (a *asker) answers(text string, found marks, u unit) float64 {
	bonus := func(has bool) float64 {
		if has {
			return intentBonus
		}
		return 0
	}
	switch a.asks {
	case intentDefine:
		return a.defines(text, found, 0.5)
	case intentHow:
		return bonus(u.kind == listBlock && !u.item || u.kind == codeBlock) + bonus(stepSigns.MatchString(text))/2 + bonus(adviceSigns.MatchString(text)) + bonus(purpose.MatchString(text))/2
	case intentWhy:
		return bonus(reasonSigns.MatchString(text))
	case intentWhen:
		return bonus(dateSigns.MatchString(text))
	case intentHowMany:
		return bonus(numberSigns.MatchString(text))
	case intentHowOften:
		return bonus(oftenSigns.MatchString(text))
	case intentWho:
		return bonus(personSigns.MatchString(text))
	case intentMay:
		return bonus(ruleSigns.MatchString(text))
	}
	return a.defines(text, found, 0.8) * plainDefines
}

// Bounds of how often a name is looked at in one text, and of how much behind
// it, in bytes, to see whether the text says what it is.
const (
	maxSaid    = 8
	maxDefines = 256
)

// defines is the bonus for a text in which the thing asked for is followed by
// what it is. enough is the share of the question that names the thing.
func (a *asker) defines(text string, found marks, enough float64) float64 {
	bonus := 0.0
	for i, runs := 0, 0; i < len(found) && runs < maxSaid; runs++ {
		first, end := i, found[i].end
		for i++; i < len(found) && found[i].start <= end+1; i++ {
			end = max(end, found[i].end)
		}
		if a.share(text, found[first:i]) < enough || !defineSigns.MatchString(beginning(text[end:], maxDefines)) {
			continue
		}
		before := text[lineStart(text, found[first].start):found[first].start]
		if strings.Count(before, "`")%2 == 1 {
			continue // in code, an example
		}
		if utf8.RuneCountInString(before) <= 12 {
			return defineBonus
		}
		bonus = defineLate
	}
	return bonus
}

func lineStart(text string, at int) int { return strings.LastIndexByte(text[:at], '\n') + 1 }

var (
	linkText   = regexp.MustCompile(`(?m)(?:^|\s)#[^\s#]+|\[\[[^\]\n]*\]\]|\[[^\]\n]*\]\([^)\n]*\)`)
	inlineKey  = regexp.MustCompile(`(?m)^[\s>*-]*[\p{L}\w -]{1,24}::`)
	footnote   = regexp.MustCompile(`^\[\^[^\]\n]+\]:`)
	unfilled   = regexp.MustCompile(`\{\{[^}\n]*\}\}|<%[^%\n]*%>`)
	askedAgain = regexp.MustCompile(`(?m)[?？]["”』」*_]*\s*$`)
	linkFirst  = regexp.MustCompile(`(?m)^[\s>]*[-*+] +(\[[ xX]\] +)?!?\[`)
	ofOwnAsks  = regexp.MustCompile(`问题|(?i)\bquestions?\b`)
)

// unsaid are the parts of a text that say nothing. They are taken out one after
// the other, as unshown.
var unsaid = []*regexp.Regexp{
	regexp.MustCompile(`\]\([^)\n]*\)`),
	regexp.MustCompile(`!\[\[[^\]\n]*\]\]`),
	regexp.MustCompile(`https?://\S+`),
}

// maxJudged is how much of a passage is looked at to judge it, in bytes: one
// line may be a file of megabytes.
const maxJudged = 4 << 10

// quality is how much like an answer a text looks, whatever it is about: 1 for
// plain sentences.
// Text that only asks is no answer, unless questions are asked for.
func quality(text string, kind blockKind, mayAsk bool) float64 {
	q := 1.0
	text = text[:min(len(text), maxJudged)]
	switch length := plainLength(text); {
	case length < 8:
		q = 0.2
	case length < 16:
		q = 0.7
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(text), "\n"); kind == codeBlock && fence(first) != "" {
		q *= 0.7 // code without the sentence before it
	}
	if last := strings.TrimSpace(text); strings.HasSuffix(last, ":") || strings.HasSuffix(last, "：") {
		q *= 0.8 // what it announces is missing
	}
	if footnote.MatchString(text) || inlineKey.MatchString(text) || unfilled.MatchString(text) {
		q *= 0.4
	}
	lines := 1 + strings.Count(text, "\n")
	if asks := len(askedAgain.FindAllString(text, -1)); !mayAsk && asks*2 >= lines {
		q *= 0.25 // it asks itself
	}
	if starts := len(linkFirst.FindAllString(text, -1)); starts > 1 && starts*2 >= lines {
		q *= 0.6 // it only leads elsewhere
	}
	if outside := plainLength(linkText.ReplaceAllString(text, "")); outside*3 < plainLength(text) || outside < 12 && linkText.MatchString(text) {
		q *= 0.5 // next to nothing but links and tags
	}
	return q
}

func said(text string) string {
	for _, form := range unsaid {
		text = form.ReplaceAllString(text, "")
	}
	return text
}

// plainLength counts the letters and digits of a text without its addresses. A
// character of a script without spaces says as much as two letters.
func plainLength(text string) int {
	n := 0
	for _, r := range said(text) {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			n++
		}
		if r >= 0x2E80 && unicode.IsLetter(r) {
			n++
		}
	}
	return n
}
