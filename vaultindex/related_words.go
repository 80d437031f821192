package vaultindex

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

const (
	relatedTerms  = 24       // rare words of a note that are looked for
	relatedSample = 160      // words of a note whose rarity is looked up
	salientBytes  = 64 << 10 // of a note are looked at for them
	topicWeight   = 2.5      // of a word in a name, a heading or a tag, against one in the text
	longNote      = 4000     // bytes from which notes are discounted: they speak of everything
)

// relatedByWords searches for the words that set a note apart.
func (s *shelf) relatedByWords(ctx context.Context, f *graph.File, found map[vaultpath.Path]*kin) error {
	if s.text == nil {
		return nil
	}
	topic, text := topicOf(f, nil), searchText(s.contents(f.Path))
	rare, err := s.text.Rarest(ctx, salient(topic, text), relatedTerms, s.private)
	if err != nil || len(rare) == 0 {
		return err
	}
	answer, err := s.text.Search(ctx, fulltext.Request{Terms: rare, Limit: spare, Private: s.private, Shown: s.shown})
	if err != nil {
		return err
	}
	c := comparer{finder: newFinder(answer.Terms), text: topic + text, size: len(text), lines: linesOf(topic + text), few: s.few()}
	c.topic = c.find(topic)
	for _, m := range answer.Matches {
		other, ok := s.lens.File(m.Path)
		if !ok || m.Path == f.Path || other.Excluded {
			continue
		}
		if share, words := c.compare(other, searchText(s.contents(m.Path))); share > 0 {
			k := kinOf(found, m.Path)
			k.words = share * m.Coverage / math.Sqrt(1+float64(other.Size)/longNote)
			k.terms = words
		}
	}
	return nil
}

// salient are the words a note uses most, common words aside.
func salient(topic, text string) []fulltext.Term {
	counts := make(map[string]float64)
	var order []string
	count := func(text string, weight float64) {
		for _, piece := range matter(text) {
			for _, tok := range fulltext.QueryTokens(piece) {
				if !tells(tok) {
					continue
				}
				if counts[tok.Term] == 0 {
					order = append(order, tok.Term)
				}
				counts[tok.Term] += weight
			}
		}
	}
	count(topic, topicWeight)
	count(strings.ToValidUTF8(text[:min(len(text), salientBytes)], ""), 1)
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	terms := make([]fulltext.Term, 0, relatedSample)
	for _, w := range order[:min(len(order), relatedSample)] {
		terms = append(terms, fulltext.Term{Text: w, Weight: 1 + math.Log(counts[w]), Strict: true})
	}
	return terms
}

// tells reports whether a word can be what two notes are about.
func tells(tok fulltext.Token) bool {
	return len(tok.Term) > 2 && !stopWords[tok.Term] && !commonWords[tok.Term] && !commonPairs[tok.Term] &&
		queryTerm(tok).Weight >= 1 && strings.ContainsFunc(tok.Term, unicode.IsLetter)
}

// commonWords are English words that any two notes share: what people use to
// speak of anything, with the names of numbers, days and months.
var commonWords = wordSet(`above across actually after afterwards again against ago ahead almost alone along already also although always
	among amount another anyone anything anyway around aside asks away back based became because become becomes before began begin
	behind below beside besides between beyond bit both bring brought call called came cannot case certain change changed
	changes clear close closed comes coming common complete could course day days different done down during each early easily either
	else end ends enough etc even evening ever every everybody everyone everything exactly example except far few file files fine finished first
	follow following form found front full further gave general gets getting given gives goes going gone got grow grows half happen happens hand
	hard held help helps hence here high himself hold hour hours however idea important indeed inside instead
	itself keeps kept large larger last late later lead leads learn least leave leaves left less let lets level likely line lines list lists
	little live long longer looked looking looks low main makes making maybe mine minute minutes month months morning mostly moved myself name named names
	near nearly needed needs neither never new next night nobody none nor nothing now number numbers off old once one ones only onto open order
	other others otherwise outside own page part parts past perhaps person place places point possible probably program put quite rather reach read
	reading reads ready real reason reasons same second seen several shown shows side simple simply since single small
	someone something sometimes soon stand stands start started starts still stops such sure table taken
	takes taking talk tells text thank think thinks third though thought three through thus time times today together tomorrow took toward
	towards tried turn turned twice two type under until upon usual value ways week weeks well went whatever whenever wherever whether whole
	whoever whose within without word words works would write written wrote year years yes yesterday yet
	four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand
	monday tuesday wednesday thursday friday saturday sunday january february march april june july august
	september october november december http https www com org html note notes`)

// commonPairs are the same in Chinese.
var commonPairs = wordSet(`自己 一个 一些 一种 一样 一下 一次 一天 一张 一本 一段 一般 一起 一直 一定 一边 一点 一年 一部 一篇 第一 第二 第三 两个 两种 几个 许多 很多 更多 最多
	不同 不是 不会 不能 不要 不用 不必 不过 不到 可以 可能 可用 能够 应该 应当 需要 必须 没有 有的 有些 有人 只有 只要 只能 只是 只写 还有 还是 或者 以及 以后 以前 之后 之前 之间 之一 以为
	因为 所以 如果 但是 而且 然后 虽然 其实 其他 其中 其它 这个 这些 这样 这种 这里 这是 这次 这篇 那个 那些 那样 那里 什么 怎么 为什 么样 如何 怎样 多少 哪些
	时候 时间 今天 明天 昨天 现在 目前 以来 开始 最后 最近 今年 分钟 小时 问题 事情 东西 方面 方法 方式 情况 部分 内容 地方 样子 意思 作用 作者 例如 比如 包括 关于
	进行 使用 用来 通过 根据 对于 由于 成为 作为 觉得 认为 知道 看到 看看 出来 起来 下来 过来 回来 出现 发现 得到 变成 变得 来说 就是 就会 都是 都有 也是 也有 已经 正在 非常 特别
	比较 更加 最好 同样 同时 同一 完全 全部 所有 每个 每天 每次 任何 大家 我们 他们 你们 人们 别人 大约 左右 上面 下面 里面 外面 前面 后面 里的 中的 上的 英文 中文 笔记 文章 参见 计划`)
