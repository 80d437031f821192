package vaultindex

import (
	"regexp"
	"slices"
	"strings"
)

// exact is what a question asks so exactly that a passage without it stands only
// near: a year, a month, the unit of a number, the name of who has a role, the
// verb of what somebody did, a number beside what is counted.
type exact struct {
	years  []string
	month  bool           // it asks about May, which is a word as well
	unit   *regexp.Regexp // a number with the unit it asks for; nil for none
	role   *regexp.Regexp // somebody named as what they are; nil for none
	deed   run            // the verb of what they did; without terms for none
	order  *regexp.Regexp // before or after, which a passage has to say; nil for none
	amount bool           // it asks how much there is of the nouns, or how many
	counts bool           // it asks how many there are
}

var (
	// countedBy is a Chinese unit that an answer repeats behind its number.
	countedBy = regexp.MustCompile(`(?:多少|几)个?([字集章回句首颗位层岁])`)
	inMay     = regexp.MustCompile(`\P{L}May\b`)
	mayDate   = regexp.MustCompile(`\bMay\b|-05-|五月|(?:^|\D)5 ?月`)
	// roleOf asks who has a role, which a text names beside the role.
	roleOf = regexp.MustCompile(`的(\p{Han}{2,6})是谁[\s\p{P}]*$`)
	// deedOf is the verb of what somebody did.
	deedOf = regexp.MustCompile(`(?i)\b(?:did|have) i (?:last |ever |already )?(\p{L}+)`)
)

// exactOf reads a question. roles tells that who has a role is asked for by no
// attribute.
func (a *asker) exactOf(question string, roles bool) exact {
	e := exact{years: aYear.FindAllString(question, maxThings), month: inMay.MatchString(question),
		amount: howMuchOf.MatchString(question), counts: howManyOf.MatchString(question)}
	if at := countedBy.FindStringSubmatch(question); at != nil {
		e.unit = regexp.MustCompile(`[\d〇零一二三四五六七八九十百千万亿两半]\s?[多余来]?\s?个?` + at[1])
	}
	if at := roleOf.FindStringSubmatch(question); at != nil && roles {
		e.role = namedAs(at[1])
	}
	for asks, says := range inOrder {
		if asks.MatchString(question) {
			e.order = says
		}
	}
	if at := deedOf.FindStringSubmatch(question); at != nil {
		e.deed = a.runOf(at[1])
	}
	return e
}

// inOrder are questions for what comes before or after something, and what a text
// has that says so.
var inOrder = map[*regexp.Regexp]*regexp.Regexp{
	regexp.MustCompile(`(?i)\bbefore (?:an? |the |my |i |we |each |every )?\p{L}+`):                   regexp.MustCompile(`(?i)\b(?:before\w*|first|until|till|ahead|by|earlier|prior)\b`),
	regexp.MustCompile(`(?i)\bafter (?:(?:an?|the|my|i|we|each|every) \p{L}|\p{L}+ing\b|\p{L}+\W*$)`): regexp.MustCompile(`(?i)\b(?:after\w*|then|when|once|since|following|later|next)\b`),
}

// saysExactly reports whether a text, or for times what it stands under, has what
// is asked for exactly.
func (a *asker) saysExactly(pg *page, path, text string, found marks) bool {
	e := &a.demand.exact
	dated := func() string { return pg.where + "\n" + pg.names + "\n" + path + "\n" + text }
	switch {
	case e.role != nil && !e.role.MatchString(said(text)):
		return false
	case len(e.deed.terms) > 0 && !a.has(e.deed, a.best(found), ""):
		return false
	case e.order != nil && !e.order.MatchString(path+"\n"+text):
		return false
	case e.unit != nil && !e.unit.MatchString(text):
		return false
	case len(e.years) > 0 && !e.ofYears(dated()):
		return false
	}
	return !e.month || mayDate.MatchString(dated())
}

// thisYear is a year that a text does not name.
var thisYear = regexp.MustCompile(`(?i)今年|\bthis year\b`)

// ofYears reports whether a text speaks of each year that is asked about.
func (e *exact) ofYears(text string) bool {
	return !slices.ContainsFunc(e.years, func(year string) bool { return !strings.Contains(text, year) && !thisYear.MatchString(text) })
}

// namedAs matches a text that says who has a role: is it, or bears a name beside it.
func namedAs(role string) *regexp.Regexp {
	return regexp.MustCompile(role + `[\s*_]*(?:是|为|叫|名叫|有|[:：—（(\[“「《、A-Z]|[` + surnames + `])|[^就要]是[^，。；]{1,12}` + role + `|，[^，。；]{0,12}` + role + `(?:$|[，。；、）)])`)
}

// surnames are the most frequent ones.
const surnames = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶苏魏吕丁任沈姚卢姜崔钟谭陆汪范廖贾夏韦付邹孟熊秦邱江尹薛闫段雷侯史陶黎贺顾毛郝龚邵钱严覃武戴莫孔汤"

// howManyOf asks for the number of a thing in English, which its text writes before
// or behind it.
var howManyOf = regexp.MustCompile(`(?i)\bhow many \p{L}`)

// howMuchOf asks for an amount, too.
var howMuchOf = regexp.MustCompile(`(?i)\bhow (?:many|much) \p{L}`)

// eachOne are words of number that count nothing beside a thing.
var eachOne = regexp.MustCompile(`(?i)\b(?:every|each|whole|no)\b`)

// Bounds, in bytes, of how far a number stands before a thing and behind it.
const (
	countBefore = 40
	countBehind = 12
)

// counted reports whether a text has a number beside each thing that is counted,
// or none of them, where headings name it.
func (a *asker) counted(r run, u unit, text string, found marks) bool {
	named := false
	for _, m := range found {
		if !slices.Contains(r.terms, m.term) {
			continue
		}
		named = true
		start, end := m.start-u.start, m.end-u.start
		if start < 0 || end > len(text) {
			continue
		}
		before := text[max(0, start-countBefore):start]
		before = before[strings.LastIndexAny(before, ".\n;|")+1:]
		before = eachOne.ReplaceAllString(noCount.ReplaceAllString(before, ""), "")
		if countSigns.MatchString(before) || countBehindIt.MatchString(text[end:min(len(text), end+countBehind)]) {
			return true
		}
	}
	return !named
}

// countBehindIt is a number that follows the thing it counts.
var countBehindIt = regexp.MustCompile(`^\W{1,6}\d`)
