package agent

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// claimVerbsChinese say of a note that it is changed.
const claimVerbsChinese = `修改|更新|创建|新建|建立|删除|删掉|删去|移动|移到|移至|重命名|改名|添加|增加|加上|加入|写入|写进|写好|保存|移除|去掉|替换|插入|追加|合并|归档|标记|打上|改成|改为|更改|改好|更正|修正|修复|调整|补充|编辑|恢复|撤销|记录|清理`

var (
	// done: 已 before the verb, with what it is done to between them at most.
	doneForm = regexp.MustCompile(`已经?[^已]{0,60}?(` + claimVerbsChinese + `)`)
	// selfForm: 我 … 了, or 我把 ….
	selfForm = regexp.MustCompile(`我们?([^我]{0,60}?)(` + claimVerbsChinese + `)`)
	// bareForm has no subject: 把…更新了, 为你创建了, 删除了.
	bareForm  = regexp.MustCompile(`^(?:[\s\-*+•✅☑✓✔️>_\d.)]|\[!\w+\][+-]?|并且?|也|还|同时|另外|随后|然后|接着|最后|此外|成功|刚刚?|顺便|现在|好的?|完成)*((?:(?:把|将|为|帮|替|给)[^已]{1,50}?)?)(` + claimVerbsChinese + `)`)
	endedForm = regexp.MustCompile(`(` + claimVerbsChinese + `)(?:已?完成|完毕|成功|好了)`)
	wasForm   = regexp.MustCompile(`(?:被我|由我)[^，]{0,20}?(` + claimVerbsChinese + `)`)

	perfective   = regexp.MustCompile(`^(?:[好完成掉上入到]{0,2}了|.*了$|过了)`)
	resultative  = regexp.MustCompile(`^(?:到|成|为|至|好|进|在)`)
	thingChinese = regexp.MustCompile(`笔记|文件|文档|标签|属性|标题|链接|双链|文件夹|目录|段落|章节|小节|任务|待办|日记|别名|画布|条目|内容|正文|页面|模板|库|计划|清单|列表|改动|更改|修改|它|\[\[x*\]\]|\x60x*\x60|\.md|#\p{L}`)
	ownChinese   = regexp.MustCompile(`(?:回答|答案|回复|说法|搜索|查询|引用|以下|如下|下面|上面的?(?:表|列表))`)
	onlyDone     = regexp.MustCompile(`^(?:[\s*_✅☑✓✔️好的是吧嗯成功全部都也，,。]|已经?|按(?:你|您)?的?要求|为(?:你|您)|帮(?:你|您)|给(?:你|您))*(?:` + claimVerbsChinese + `)(?:完成|完毕|成功|好)?了?[\s*_。！!.]*$`)

	// told begins what notes say, not what was done to them.
	told = regexp.MustCompile(`找到|看到|读到|查到|发现|显示|根据|指出|提到|认为|[里中]$`)
	next = regexp.MustCompile(`并|然后|再|还|后`)
	// stands is a state of things: 已有, and what is said with 的 after the verb.
	stands = regexp.MustCompile(`^已经?(?:有|知|存在)`)
	// describing verbs are what notes do themselves.
	describing = regexp.MustCompile(`^(?:记录|标记|调整|补充|建立|清理)$`)
	// unreal begins what did not happen, or not yet.
	unreal = regexp.MustCompile(`^(?:们|[\s也又还都就便并]|现在|目前|接下来|随时|其实|确实|可能|自己)*(?:没|未|不|无法|无权|可以|能|会|要|想|将会|将要|将把|打算|准备|建议|应|需要|得|愿|希望|尚|从未|如何|怎)`)
	// denied stands right before a verb that is not done.
	denied = regexp.MustCompile(`(?:没有?|未|不(?:能|会|可)?|无法|无权|尚未|并未|如何|怎么|怎样|可以|可|能够|能|会|想要|需要|请|是否)(?:被|再|把|将|你|您|直接|自动)?$`)
	// supposed begins a clause that is only thought of.
	supposed = regexp.MustCompile(`^[\s\-*+]*(?:如果|若|假如|要是|一旦|除非|是否|当|等|待|只要|无论)`)
	whoElse  = regexp.MustCompile(`[你您](?:们)?(?:[^的要需说提指想们]|$)|[他她]们?(?:[^的]|$)|作者|用户|有人|对方`)
	toYou    = regexp.MustCompile(`(?:为|帮|替|给|按|照|应|依)(?:你|您)`)
	asksEnd  = regexp.MustCompile(`[吗呢么]?[？?]|吗[。！]?$`)
	clauses  = regexp.MustCompile(`[，,：:]|——`)
)

// chinese finds a change told in Chinese, with or without its author.
func (s sentence) chinese(asked bool) (deed, bool) {
	if !hasHan(s.masked) || asksEnd.MatchString(s.masked) {
		return deed{}, false
	}
	from := 0
	for _, clause := range clauses.Split(s.masked, -1) {
		at := from + strings.Index(s.masked[from:], clause)
		from = at + len(clause)
		if f, ok := s.inClause(clause, asked); ok {
			f.start, f.end = f.start+at, f.end+at
			return f, true
		}
	}
	return deed{}, false
}

// inClause finds a change in one clause. Where nobody is said to have made it,
// the sentence may tell of the notes.
func (s sentence) inClause(c string, asked bool) (deed, bool) {
	if supposed.MatchString(c) {
		return deed{}, false
	}
	for _, read := range []func(string) (deed, bool, bool){selfDid, wasDone, bareDid} {
		f, self, ok := read(c)
		if !ok || denied.MatchString(c[:f.start]) || strings.HasPrefix(c[f.end:], "的") || !self && describing.MatchString(f.verb) {
			continue
		}
		if !onlyDone.MatchString(s.masked) && (!thingChinese.MatchString(without(c, f)) || ownChinese.MatchString(c)) {
			continue
		}
		if self || !s.tells(s.placed(c, f), asked) {
			return f, true
		}
	}
	return deed{}, false
}

// placed gives the place of a verb in the sentence instead of the clause.
func (s sentence) placed(c string, f deed) deed {
	at := strings.Index(s.masked, c)
	f.start, f.end = f.start+at, f.end+at
	return f
}

// without is a clause without its verb, which may be a noun elsewhere.
func without(c string, f deed) string { return c[:f.start] + " " + c[f.end:] }

// selfDid reads 我 … 了, 我把 …, and what was done 被我. self is always true.
func selfDid(c string) (f deed, self, ok bool) {
	if at := wasForm.FindStringSubmatchIndex(c); at != nil {
		return deed{verb: c[at[2]:at[3]], start: at[2], end: at[3], before: true}, true, true
	}
	for _, at := range selfForm.FindAllStringSubmatchIndex(c, -1) {
		between, rest := c[at[2]:at[3]], c[at[5]:]
		f = deed{verb: c[at[4]:at[5]], start: at[4], end: at[5], before: strings.ContainsAny(between, "把将")}
		if unreal.MatchString(between) || whoElse.MatchString(toYou.ReplaceAllString(between, "")) {
			continue
		}
		if told.MatchString(between) && !next.MatchString(between) {
			continue
		}
		done := strings.Contains(between, "已") || perfective.MatchString(rest)
		if done || f.before && resultative.MatchString(rest) {
			return f, true, true
		}
	}
	return deed{}, false, false
}

// wasDone reads 已 …, and …完成 after the verb.
func wasDone(c string) (f deed, self, ok bool) {
	at := doneForm.FindStringSubmatchIndex(c)
	if at == nil {
		if at = endedForm.FindStringSubmatchIndex(c); at == nil {
			return deed{}, false, false
		}
	}
	if whoElse.MatchString(toYou.ReplaceAllString(c[:at[0]], "")) {
		return deed{}, false, false
	}
	between := c[at[0]:at[2]]
	if stands.MatchString(between) {
		return deed{}, false, false
	}
	f = deed{verb: c[at[2]:at[3]], start: at[2], end: at[3]}
	f.before = strings.ContainsAny(between, "把将被") || utf8.RuneCountInString(between) <= 2 && thingChinese.MatchString(c[:at[0]])
	return f, strings.Contains(c[:at[0]], "我") && !strings.Contains(c[:at[0]], "我的") || toYou.MatchString(between), true
}

// bareDid reads a change without a subject: 把…更新了.
func bareDid(c string) (f deed, self, ok bool) {
	at := bareForm.FindStringSubmatchIndex(c)
	if at == nil || !perfective.MatchString(c[at[5]:]) {
		return deed{}, false, false
	}
	between := c[at[2]:at[3]]
	f = deed{verb: c[at[4]:at[5]], start: at[4], end: at[5], before: strings.ContainsAny(between, "把将")}
	return f, toYou.MatchString(between), true
}
