package offline

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// turn is the last prompt of a conversation and what was found for it.
type turn struct {
	text     string
	attached []string // vault paths
	results  []result // since the prompt, or since its first answer was rejected
	rejected int      // how many answers did not pass their checks
	chinese  bool
	private  bool // private notes are asked for
}

// result is what a call came to.
type result struct {
	tool    string
	status  string
	code    string
	summary string
	data    json.RawMessage
}

// ok tells whether the call gave what it was asked for.
func (r result) ok() bool { return r.status == "ok" || r.status == "partial" }

// decode reads the result's data; what does not fit stays zero.
func decode[T any](r result) T {
	var v T
	_ = json.Unmarshal(r.data, &v) // a result of another shape holds nothing for us
	return v
}

var errNoPrompt = errors.New("the conversation has no prompt")

// lastTurn finds the last prompt. A user message right after an assistant's
// answer within one turn is the runtime's word that the answer was rejected.
func lastTurn(messages []model.Message) (turn, error) {
	at := len(messages) - 1
	for at >= 0 && (messages[at].Role != model.RoleUser || strings.HasPrefix(messages[at].Text(), model.ObservedHead)) {
		at--
	}
	if at < 0 {
		return turn{}, errNoPrompt
	}
	var t turn
	t.text, t.attached = model.SplitAttached(messages[at].Text())
	t.text = strings.TrimSpace(t.text)
	t.chinese = isChinese(firstOf(t.text))
	for _, m := range messages[at+1:] {
		t.observe(m)
	}
	return t, nil
}

func (t *turn) observe(m model.Message) {
	if m.Role == model.RoleUser {
		// Notes changed meanwhile: look once more, then leave it at that.
		if t.rejected++; t.rejected == 1 {
			t.results = nil
		}
		return
	}
	for _, b := range m.Blocks {
		if b.Kind != model.BlockResult || b.Result == nil {
			continue
		}
		r := result{tool: b.Result.Name}
		var fields struct {
			Status  string          `json:"status"`
			Code    string          `json:"code"`
			Summary string          `json:"summary"`
			Data    json.RawMessage `json:"data"`
		}
		if json.Unmarshal([]byte(b.Result.Content), &fields) == nil {
			r.status, r.code, r.summary, r.data = fields.Status, fields.Code, fields.Summary, fields.Data
		}
		t.results = append(t.results, r)
	}
}

// of returns the results of a tool.
func (t *turn) of(tool string) []result {
	var found []result
	for _, r := range t.results {
		if r.tool == tool {
			found = append(found, r)
		}
	}
	return found
}
