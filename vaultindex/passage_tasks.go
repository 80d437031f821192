package vaultindex

import (
	"regexp"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
)

// Words that ask for tasks, and the state they ask for: an open or a ticked
// box says it in a list as well as a word does.
var taskWords = map[string]string{
	"task": anyBox, "tasks": anyBox, "todo": openBox, "todos": openBox,
	"open": openBox, "unfinished": openBox, "undone": openBox, "pending": openBox, "outstanding": openBox,
	"done": doneBox, "finished": doneBox, "completed": doneBox,
	"任务": anyBox, "待办": openBox, "未完": openBox, "没做": openBox, "完成": anyBox,
}

var (
	// ofTasks is the part of a Chinese question that asks for tasks.
	ofTasks = regexp.MustCompile(`任务|待办|完成|没做`)
	// stillOpen asks for tasks that are not done.
	stillOpen = regexp.MustCompile(`(?i)没有?(?:做|完|办)|未完|待办|还[有剩没]|\b(?:open|unfinished|undone|pending|outstanding|left|remaining|to ?do)\b`)
)

// askedTasks writes a Chinese question for tasks in words that can be looked for:
// what is not done has many names.
func askedTasks(question string) string {
	if !ofTasks.MatchString(question) {
		return question
	}
	question = moreOf.ReplaceAllString(question, "，")
	return notDone.ReplaceAllString(question, "，待办，")
}

var (
	moreOf  = regexp.MustCompile(`[里中上]?还[有剩]`)
	notDone = regexp.MustCompile(`(?:没有?|未)(?:做完|完成|做|办完?)(?:的?事情?)?`)
)

const (
	anyBox  = "["
	openBox = "[ ]"
	doneBox = "[x]"
)

var box = regexp.MustCompile(`(?m)^[\s>]*[-*+] (\[[^\]]\]) `)

// boxIs compares a box with the one asked for. Whatever stands in it, a box
// that is not empty is done (F3).
func boxIs(is, want string) bool { return want == anyBox || (is == openBox) == (want == openBox) }

// taskTerms are the terms that boxes stand for, when a question asks for tasks.
func taskTerms(terms []fulltext.TermInfo, question string) map[int]string {
	found := make(map[int]string)
	asked := false
	open := stillOpen.MatchString(question)
	for i, t := range terms {
		if want, ok := taskWords[t.Text]; ok {
			if open && want == anyBox {
				want = openBox
			}
			found[i] = want
			asked = asked || want == anyBox || strings.HasPrefix(t.Text, "todo") || ofTasks.MatchString(t.Text) || strings.HasPrefix(t.Text, "task")
		}
	}
	if !asked {
		return nil
	}
	return found
}

// boxes are the marks that the boxes of a unit's list make.
func (a *asker) boxes(pg *page, u unit) marks {
	if len(a.tasks) == 0 || u.kind == proseBlock {
		return nil
	}
	var all marks
	for _, at := range box.FindAllStringSubmatchIndex(pg.text[u.start:u.end], -1) {
		start, end := u.start+at[2], u.start+at[3]
		for term, want := range a.tasks {
			if boxIs(pg.text[start:end], want) {
				all = append(all, mark{start, end, formOf{term, fulltext.Exact}})
			}
		}
	}
	return all
}
