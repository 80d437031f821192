package cli

import (
	"fmt"
	"os"
	"strings"
	"unicode"
)

// language is the one that a person is spoken to in (design decision 10).
type language int

// The languages of the house. They number the forms of the catalogue.
const (
	english language = iota
	chinese
)

// catalogue is all that the command line itself says, in English and Simplified
// Chinese. What JSON holds is never translated: its codes are for programs.
var catalogue = map[string][2]string{
	"sources":    {"Sources:", "出处："},
	"taken back": {"(taken back: %s)", "（已收回：%s）"},

	"found nothing": {"Nothing found.", "没有找到。"},
	"similar names": {"Similar names: %s", "名称相近：%s"},
	"more hits":     {"%d of %d; --limit shows more.", "%d / %d；用 --limit 可显示更多。"},

	"indexed": {"%d notes, %d files, %d links, %d unresolved, %d tags, %.1f MB in %.1f s",
		"%d 篇笔记，%d 个文件，%d 个链接，%d 个未解析，%d 个标签，%.1f MB，用时 %.1f 秒"},
	"skipped":      {"skipped %s: %s", "跳过 %s：%s"},
	"more skipped": {"%d more were skipped", "另外跳过 %d 个"},

	"note":       {"%s: %d lines, %d words", "%s：%d 行，%d 词"},
	"properties": {"properties %s", "属性 %s"},
	"tags":       {"tags %v", "标签 %v"},
	"aliases":    {"aliases %s", "别名 %s"},
	"heading":    {"%4d heading %d %s", "%4d 标题 %d %s"},
	"link":       {"%4d link %s -> %s", "%4d 链接 %s -> %s"},
	"unresolved": {"(unresolved)", "（未解析）"},
	"task":       {"%4d task [%s] %s", "%4d 任务 [%s] %s"},
	"problem":    {"%4d problem %s: %s", "%4d 问题 %s：%s"},
	"left out":   {"%d more of the %s are left out", "%[2]s 另有 %[1]d 项略去"},

	"erase?": {"Remove Ibid's index, conversations and journal of %s? Your notes stay. [y/N] ",
		"删除 Ibid 为 %s 保存的索引、对话和日志吗？笔记不受影响。[y/N，是/否] "},
	"nothing erased": {"nothing was erased", "没有删除任何内容"},
	"erased":         {"Erased. Your notes were not touched.", "已清除。笔记没有改动。"},

	"no changes":     {"Ibid has changed nothing here.", "Ibid 没有在这里改动过任何内容。"},
	"more changes":   {"%d earlier changes are not shown; --json lists all.", "另有 %d 项更早的改动没有显示；--json 可列出全部。"},
	"undone by":      {" (undone by %s)", "（已由 %s 撤销）"},
	"never made":     {" (was not made)", "（没有执行）"},
	"undo?":          {"Take this back? [y/N] ", "撤销以上改动吗？[y/N，是/否] "},
	"nothing undone": {"nothing was undone", "没有撤销任何内容"},
	"undone":         {"%s; ibid undo %s does it again", "%s；ibid undo %s 可重新执行"},
	"undo refused":   {"the rest was not undone: %s", "其余没有撤销：%s"},

	"cannot ask": {"not allowed, since nobody can be asked here: %s", "这里无法询问，因此没有允许：%s"},
	"because":    {"Why this is asked: %s", "询问的原因：%s"},
	"model says": {"The model says: “%s”", "模型的说明：“%s”"},
	"has read":   {"The conversation has read %s", "这次对话读取过 %s"},
	"allow?":     {"Make this change? [y/N] ", "执行这项改动吗？[y/N，是/否] "},
	"not made":   {"Nothing was written. --yes makes this change:", "没有写入任何内容。加上 --yes 即执行以下改动："},

	"no .obsidian": {"Note: “%s” has no .obsidian folder; it is read as a vault all the same. If it is not the one you meant, name it with --vault DIR.",
		"提示：“%s”里没有 .obsidian 文件夹，仍按笔记库读取。如果不是这个文件夹，请用 --vault 指定。"},
	"short help": {`Ibid answers from your own notes and shows where each answer stands.

  ibid ask "What did I write about sleep?"   answer a question, with its sources
  ibid search "sleep"                        find notes
  ibid doctor                                see whether all is well

Run them in a vault's folder, or add --vault DIR. All commands: ibid --help`,
		`Ibid 根据你自己的笔记回答问题，并标明每个答案的出处。

  ibid ask "关于睡眠我写过什么？"   回答问题并给出出处
  ibid search "睡眠"                查找笔记
  ibid doctor                       检查一切是否正常

在笔记库的文件夹里运行，或加上 --vault 文件夹。全部命令：ibid --help`},
	"tools":     {"Tools:", "工具："},
	"one tool":  {"ibid tool NAME --help shows one of them, with an example.", "ibid tool 名称 --help 显示其中一个，并附例子。"},
	"arguments": {"Arguments (*: needed):", "参数（*：必需）："},
	"examples":  {"Examples:", "例子："},
}

// say returns a sentence of the catalogue.
func (l language) say(key string, args ...any) string {
	form := catalogue[key][l]
	if len(args) == 0 {
		return form
	}
	return fmt.Sprintf(form, args...)
}

// ofText is the language that a person wrote in, as the daemon tells it: Chinese as
// soon as there is a Han character. Text without letters tells nothing: then it is l.
func (l language) ofText(text string) language {
	switch {
	case strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) }):
		return chinese
	case strings.ContainsFunc(text, unicode.IsLetter):
		return english
	}
	return l
}

// ofSystem is the language of the person's system, as the locale's variables name it:
// the first that is set counts.
func ofSystem() language {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := os.Getenv(name); value != "" {
			if strings.HasPrefix(strings.ToLower(value), "zh") {
				return chinese
			}
			return english
		}
	}
	return english
}
