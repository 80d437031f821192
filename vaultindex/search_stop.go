package vaultindex

import (
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
)

// stopWords are English words that carry a question and not its matter. They
// are looked for only when a query has nothing else.
var stopWords = wordSet(`a about all am an and any are as at be been being but by can could
	define definition describe did do does doing don done explain for from
	had has have having how i if in into is it its just like list may me
	meaning means might more most much must my no not of on or our ours over please s
	shall should so some t than that the their them then there these
	they this those to too under up was we were what whats when
	where which while who whom whose why will with would you your yours`)

// weakWords say little about what a question is about: verbs and adjectives
// that go with anything. A text need not have them, but may well.
var weakWords = wordSet(`able according add allowed amount ask asked best better choose chose chosen come describe away easy find get give go goes going good great help
	information info details keep kind know let look made make mean mention mentioned need new often ok own people per please put quantity ratio really regarding rid right say see
	something stop stuff take tell thing things try use used useful using usually very want way wonder wondering work works write`)

// measures ask for a number or a degree after "how".
var measures = wordSet(`bad big cold deep expensive far fast good hard heavy high hot large late likely long many
	often old quickly small soon strong tall thick warm well wide`)

var (
	auxiliaries = wordSet("do does did can could should shall would will may might must")
	pronouns    = wordSet("i we you one he she it they people")
	toBefore    = wordSet("how where when what way have need want used")
)

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// questionParts are the parts of Chinese and Japanese sentences that do the
// same. They end the run they stand in, so that no pair spans them.
var questionParts = longestFirst(`什么是 是什么意思 是什么时候 是什么样 是什么 什么叫做 什么叫 叫什么 什么时候 什么样 什么
	谁是 是谁 谁 几点钟 几点 星期几 周几 礼拜几 哪一年 哪一天 哪一月 哪年 哪天 哪一 哪位 何时 何地
	如何才能 如何 怎么才能 怎么样 怎么做 怎么办 怎么 怎样才能 怎样 为什么 为何 为啥 有哪些 哪些 哪个 哪里 哪儿 哪种
	有没有 有多少 多少 有几 几个 几次 几 多长时间 多久 多长 多大 多高 多远 能不能 可不可以 要不要 会不会 能否 可否 是否 是不是 请问 请告诉我 告诉我 请 介绍一下 解释一下 解释下 说一下
	我的笔记里 我的笔记中 笔记里 我的 我们 关于 应该 可以 需要 指的是 是指 意思 的时候 的话
	的 了 吗 呢 吧 呀 啊 是 我 你 它
	とは何ですか とは 何ですか ですか について 教えて`)

// protectedWords hold one of those parts without meaning it.
var protectedWords = longestFirst(`几乎 几何 几率 目的 标的 的确 了解 了不起 除了 为了 但是 还是 可是 总是 只是
	于是 要是 凡是 是非 自我 我国 它们 酒吧 申请 请求 请假 邀请`)

// weakCharacters make a pair say little: particles and prepositions that are
// parts of words too often to be cut out.
const weakCharacters = "和与及或在有对把被让从到也都就而但之其这那个不要会能"

// longestFirst splits words and groups them by their first character, the
// longest of each group first.
func longestFirst(words string) map[rune][]string {
	byFirst := make(map[rune][]string)
	for _, w := range strings.Fields(words) {
		first, _ := utf8.DecodeRuneInString(w)
		list := byFirst[first]
		i := 0
		for i < len(list) && len(list[i]) >= len(w) {
			i++
		}
		byFirst[first] = append(list[:i], append([]string{w}, list[i:]...)...)
	}
	return byFirst
}

// prefixIn returns the longest word of the set that text begins with.
func prefixIn(set map[rune][]string, text string) string {
	first, _ := utf8.DecodeRuneInString(text)
	for _, w := range set[first] {
		if strings.HasPrefix(text, w) {
			return w
		}
	}
	return ""
}

// matter cuts a text into the pieces that are about something.
func matter(text string) []string {
	var pieces []string
	start := 0
	take := func(end int) {
		if piece := strings.TrimSpace(text[start:end]); piece != "" {
			pieces = append(pieces, piece)
		}
	}
	for i := 0; i < len(text); {
		if kept := prefixIn(protectedWords, text[i:]); kept != "" {
			i += len(kept)
			continue
		}
		if cut := prefixIn(questionParts, text[i:]); cut != "" {
			take(i)
			i += len(cut)
			start = i
			continue
		}
		_, n := utf8.DecodeRuneInString(text[i:])
		i += n
	}
	take(len(text))
	return pieces
}

// queryTerm weighs a token of a piece of a query.
func queryTerm(tok fulltext.Token) fulltext.Term {
	t := fulltext.Term{Text: tok.Term, Weight: 1}
	if !fulltext.IsPaired(tok.Term) {
		if weakWords[tok.Term] {
			t.Weight = weakWeight
		}
		return t
	}
	runes := utf8.RuneCountInString(tok.Term)
	switch {
	case runes == 1:
		t.Weight = 0.5
	case tok.Term == "最好" || tok.Term == "最佳": // best is what everybody asks for
		t.Weight = 0.4
	case strings.ContainsAny(strings.TrimSuffix(tok.Term, "会"), weakCharacters): // 聚会 is a word, 会在 is none
		t.Weight = 0.4
	}
	return t
}
