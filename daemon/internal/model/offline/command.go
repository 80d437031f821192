package offline

import (
	"strings"
	"unicode"
)

// Command is a slash command: a workflow that never needs a model.
type Command struct {
	Name        string // without the slash
	Chinese     string // its other name
	Description string
	Hint        string // what may follow it
	run         func(t turn, arg string) step
}

// Commands lists the slash commands, in the order to show them.
func Commands() []Command {
	return []Command{
		{"search", "搜索", "Search your notes", "words, or a query such as tag:#project", runSearch},
		{"related", "相关", "Notes related to a note", "note (the open one when empty)", runRelated},
		{"backlinks", "反链", "Links that lead to a note", "note (the open one when empty)", runBacklinks},
		{"tags", "标签", "Tags of a note, or of the vault", "note (the whole vault when empty)", runTags},
		{"outline", "大纲", "Headings of a note", "note (the open one when empty)", runOutline},
		{"summarize", "总结", "The main points of a note, in its own words", "note (the open one when empty)", runSummarize},
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
	for _, c := range Commands() {
		if name == c.Name || name == c.Chinese {
			return c, arg, true
		}
	}
	return Command{}, "", false
}

// workflow takes the next step for a prompt.
func workflow(t turn) step {
	if c, arg, ok := findCommand(t.text); ok {
		if isChinese(arg) || strings.Contains(t.text, c.Chinese) {
			t.chinese = true
		}
		return c.run(t, arg)
	}
	return runQuestion(t)
}
