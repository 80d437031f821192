package agent

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/tools"
)

// change is a kind of effect that an answer can claim.
type change string

const (
	changed change = "changed"
	created change = "created"
	deleted change = "deleted"
	moved   change = "moved"
)

var (
	createVerb = regexp.MustCompile(`(?i)^(?:created|创建|新建|建立)$`)
	deleteVerb = regexp.MustCompile(`(?i)^(?:deleted|removed|trashed|删除|删掉|删去|移除|去掉|清理)$`)
	moveVerb   = regexp.MustCompile(`(?i)^(?:moved|renamed|archived|移动|移到|移至|重命名|改名|归档)$`)
)

func changeOf(verb string) change {
	switch {
	case createVerb.MatchString(verb):
		return created
	case deleteVerb.MatchString(verb):
		return deleted
	case moveVerb.MatchString(verb):
		return moved
	}
	return changed
}

// effect is a call that changed something, as the log has it.
type effect struct {
	kind tools.Kind
	told string // arguments and result, folded, to look names up in
}

// does tells whether an effect can be what a claim is about. An edit can be
// any of them to a part of a note, and so it counts for each.
func (e effect) does(c change) bool {
	switch e.kind {
	case tools.KindCreate:
		return c == created || c == changed
	case tools.KindDelete:
		return c == deleted || c == changed
	case tools.KindMove:
		return c == moved || c == changed
	}
	return true
}

// effects lists what the calls of some turns changed: those whose result names a
// change that the log has as made. What was only planned, or denied, is none.
func (r *run) effects(turns []runtime.Turn) []effect {
	var all []effect
	for _, t := range turns {
		for _, step := range t.Steps {
			for i, res := range step.Results {
				tool, ok := r.agent.Tools.Lookup(res.Name)
				if !ok || !t.Made(undoOf(res)) {
					continue
				}
				told := strings.ToLower(argsOf(step.Decision, i) + " " + string(res.Result))
				all = append(all, effect{tool.Spec().Kind, told})
			}
		}
	}
	return all
}

// undoOf is the id of the change that a result speaks of, "" for none.
func undoOf(res runtime.ToolResult) string {
	var said struct {
		UndoID string `json:"undo_id"`
	}
	if json.Unmarshal(res.Result, &said) != nil {
		return ""
	}
	return said.UndoID
}

// argsOf returns the arguments of a decision's call, with nothing escaped that
// a name may hold.
func argsOf(d runtime.Decision, call int) string {
	var said model.Message
	if json.Unmarshal(d.Message, &said) != nil {
		return ""
	}
	calls := said.Calls()
	if call >= len(calls) {
		return ""
	}
	var args any
	if json.Unmarshal(calls[call].Args, &args) != nil {
		return ""
	}
	raw, err := runtime.Marshal(args)
	if err != nil {
		return ""
	}
	return string(raw)
}

// unfounded lists, in the words of a message, the changes an answer claims that
// no effect stands for.
func (r *run) unfounded(answer string) []string {
	all := claims(r.task.Prompt.Text, answer)
	if len(all) == 0 {
		return nil
	}
	turns := r.task.Session.State().Turns
	now, ever := r.effects(turns[len(turns)-1:]), r.effects(turns)
	var failed []string
	for _, c := range all {
		known := now
		if c.Earlier {
			known = ever
		}
		if !c.founded(known) {
			failed = append(failed, say(r.task.Prompt.Text, "no_effect", c.Said))
		}
	}
	return failed
}

// founded tells whether effects of the right kind stand for a claim, one for
// every note it names.
func (c claim) founded(effects []effect) bool {
	if len(c.Names) == 0 {
		return slices.ContainsFunc(effects, func(e effect) bool { return e.does(c.Kind) })
	}
	for _, name := range c.Names {
		name = strings.ToLower(name)
		if !slices.ContainsFunc(effects, func(e effect) bool { return e.does(c.Kind) && strings.Contains(e.told, name) }) {
			return false
		}
	}
	return true
}
