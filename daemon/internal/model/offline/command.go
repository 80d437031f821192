package offline

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// Command is a slash command: a workflow that never needs a model.
type Command struct {
	Name        string // without the slash
	Chinese     string // its other name
	Description string
	Hint        string // what may follow it
	inChinese   string // Description
	run         func(t turn, arg string) step
}

// Commands lists the slash commands, in the order to show them.
func Commands() []Command {
	return []Command{
		{"search", "搜索", "Search your notes", "words, or a query such as tag:#project", "搜索笔记", runSearch},
		{"related", "相关", "Notes related to a note", "note (the open one when empty)", "与一篇笔记相关的笔记", runRelated},
		{"backlinks", "反链", "Links that lead to a note", "note (the open one when empty)", "指向一篇笔记的链接", runBacklinks},
		{"tags", "标签", "Tags of a note, or of the vault", "note (the whole vault when empty)", "一篇笔记或整个库的标签", runTags},
		{"outline", "大纲", "Headings of a note", "note (the open one when empty)", "一篇笔记的标题", runOutline},
		{"summarize", "总结", "The main points of a note, in its own words", "note (the open one when empty)", "用原文列出一篇笔记的要点", runSummarize},
	}
}

// IsCommand tells whether a prompt begins with one of the commands.
func IsCommand(text string) bool {
	_, _, ok := findCommand(text)
	return ok
}

func findCommand(text string) (Command, string, bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "/")
	if !ok {
		return Command{}, "", false
	}
	name, arg := rest, ""
	if at := strings.IndexFunc(rest, unicode.IsSpace); at >= 0 {
		name, arg = rest[:at], strings.TrimSpace(rest[at:])
	}
	name = strings.ToLower(name)
	if name == "summarise" {
		name = "summarize"
	}
	c, known := commandNamed(name)
	return c, arg, known
}

func commandNamed(name string) (Command, bool) {
	for _, c := range Commands() {
		if name == c.Name || name == c.Chinese {
			return c, true
		}
	}
	return Command{}, false
}

// unknownForm is what looks like a command: a path goes on with a slash.
var unknownForm = regexp.MustCompile(`^/\p{L}{0,24}(?:\s|$)`)

// unknown says that there is no such command, and which there are.
func (t *turn) unknown() step {
	var b strings.Builder
	name := strings.Fields(firstOf(t.text))[0]
	fmt.Fprintf(&b, t.pick("There is no command %s. There are:", "没有 %s 这个命令。可用的命令："), "`"+name+"`")
	for _, c := range Commands() {
		fmt.Fprintf(&b, t.pick("\n- `/%[1]s`: %[2]s", "\n- `/%[3]s`：%[4]s"), c.Name, c.Description, c.Chinese, c.inChinese)
	}
	return say(b.String())
}

// workflow takes the next step for a prompt.
func workflow(t turn) step {
	if c, arg, ok := findCommand(t.text); ok {
		if isChinese(arg) || strings.Contains(t.text, c.Chinese) {
			t.chinese = true
		}
		if len(firstOf(arg)) < len(arg) {
			return t.tooLong()
		}
		return c.run(t, arg)
	}
	if unknownForm.MatchString(t.text) {
		return t.unknown()
	}
	if s, ok := aboutVault(t); ok {
		return s
	}
	return runQuestion(t)
}
