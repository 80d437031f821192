package agent

import (
	"fmt"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// maxWord is the longest tool name or call id that goes into the history, in
// bytes. Providers refuse longer names, and every request would repeat them.
const maxWord = 64

// tidy makes the names and ids of an answer's calls fit for the history, before
// anything is recorded or carried out. Results carry the same ids, so pairs stay
// pairs (contracts 2.8.4).
func (r *run) tidy(m model.Message) {
	for i, b := range m.Blocks {
		if b.Call == nil {
			continue
		}
		b.Call.Name = r.toolName(b.Call.Name)
		if len(b.Call.ID) > maxWord {
			b.Call.ID = r.freeID(m, i)
		}
	}
}

// toolName is a name that providers take back: that of a tool, or letters,
// digits, _ and -. What had to be mended never becomes the name of a tool.
func (r *run) toolName(name string) string {
	if r.knows(name) {
		return name
	}
	safe := strings.Map(func(c rune) rune {
		if c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			return c
		}
		return '_'
	}, beginning(name, maxWord))
	if safe != name && r.knows(safe) {
		return "not_" + safe
	}
	return safe
}

func (r *run) knows(name string) bool {
	_, known := r.agent.Tools.Lookup(name)
	return known || name == AskTool || name == PlanTool
}

// freeID is a short id for a call. It depends on the conversation alone.
func (r *run) freeID(m model.Message, block int) string {
	used := map[string]bool{}
	turns := r.task.Session.State().Turns
	for _, t := range turns {
		for _, s := range t.Steps {
			for _, c := range s.Decision.Calls {
				used[c.ID] = true
			}
		}
	}
	for _, c := range m.Calls() {
		used[c.ID] = true
	}
	id := fmt.Sprintf("call_%d_%d_%d", len(turns), r.steps+1, block)
	for used[id] {
		id += "_"
	}
	return id
}
