package agent

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
)

// detail says how much of a piece of the conversation a controller is shown.
type detail int

const (
	whole   detail = iota // as it was
	stubbed               // results are stubs
	brief                 // and what is long is shortened
	gone                  // left out
)

// Sizes in bytes.
const (
	keptHead    = 4 << 10 // of a long text: its beginning
	keptTail    = 2 << 10 // and its end
	maxRefused  = 1 << 10 // arguments of a call that failed, as they go back
	maxBrief    = 256     // arguments of any call, in brief
	maxReported = 1 << 10 // summary in a stub
)

// turnMessages renders a turn that is over. It ends with words of the
// assistant, whatever ended it.
func turnMessages(t runtime.Turn, d detail) ([]model.Message, error) {
	messages := []model.Message{promptMessage(t.Prompt, d)}
	for _, step := range t.Steps {
		more, err := stepMessages(step, d)
		if err != nil {
			return nil, err
		}
		messages = append(messages, more...)
	}
	if messages[len(messages)-1].Role != model.RoleAssistant {
		text := shorten(closing(t), d)
		messages = append(messages, model.Message{Role: model.RoleAssistant, Blocks: []model.Block{model.Text(text)}})
	}
	return messages, nil
}

func promptMessage(p runtime.Prompt, d detail) model.Message {
	return model.UserText(escapeTag(shorten(model.WithAttached(p.Text, p.Attached), d)))
}

func closing(t runtime.Turn) string {
	if t.Outcome != nil && t.Outcome.Answer != "" {
		return t.Outcome.Answer
	}
	return "(This turn ended without an answer.)"
}

// stepMessages renders a decision, its results, and what was observed.
func stepMessages(step runtime.Step, d detail) ([]model.Message, error) {
	var said model.Message
	if err := json.Unmarshal(step.Decision.Message, &said); err != nil {
		return nil, fmt.Errorf("decision %d of the log: %w", step.Decision.Step, err)
	}
	var messages []model.Message
	said.Blocks = saidBlocks(said.Blocks, step.Results, d)
	if len(said.Blocks) > 0 {
		messages = append(messages, said)
	}
	if len(step.Results) > 0 {
		messages = append(messages, resultMessage(step.Results, d))
	}
	if step.Observed != nil {
		messages = append(messages, model.UserText(model.ObservedHead+escapeTag(shorten(step.Observed.Text, d))))
	}
	return messages, nil
}

// saidBlocks is what an assistant said, without the arguments that nobody
// needs again: an empty object stands for them, as for those that could not be
// read (design section 5, "Models"). Reasoning cannot be shortened, since
// providers sign it; in brief it goes when it is long.
func saidBlocks(blocks []model.Block, results []runtime.ToolResult, d detail) []model.Block {
	failed := map[string]bool{}
	for _, r := range results {
		failed[r.CallID] = isFailure(r.Status)
	}
	var kept []model.Block
	for _, b := range blocks {
		switch {
		case b.Kind == model.BlockText:
			b.Text = shorten(b.Text, d)
		case b.Kind == model.BlockReasoning && d >= brief && blockTokens(b) > keptHead/4:
			continue
		case b.Call != nil && len(b.Call.Args) > mostArgs(failed[b.Call.ID], d):
			b.Call.Args = json.RawMessage("{}")
		}
		kept = append(kept, b)
	}
	return kept
}

// mostArgs is how many bytes of arguments a call keeps.
func mostArgs(failed bool, d detail) int {
	switch {
	case d >= brief:
		return maxBrief
	case failed:
		return maxRefused
	}
	return maxSaid
}

// maxSaid is more than any answer has.
const maxSaid = 1 << 30

// shorten takes the middle out of a long text, in brief.
func shorten(text string, d detail) string {
	if d < brief || len(text) <= keptHead+keptTail {
		return text
	}
	head, tail := beginning(text, keptHead), ending(text, keptTail)
	left := utf8.RuneCountInString(text[len(head) : len(text)-len(tail)])
	return fmt.Sprintf("%s\n\n[… %d characters left out …]\n\n%s", head, left, tail)
}

func resultMessage(results []runtime.ToolResult, d detail) model.Message {
	out := make([]model.Result, len(results))
	for i, r := range results {
		out[i] = model.Result{CallID: r.CallID, Name: r.Name, Content: resultText(r, d), IsError: isFailure(r.Status)}
	}
	return model.ToolResults(out...)
}

// resultText is a result as the model reads it. A stub keeps what tells
// whether to call again (contracts 2.8 stage a).
func resultText(r runtime.ToolResult, d detail) string {
	if d == whole {
		return escapeTag(string(r.Result))
	}
	var stub struct {
		Status     string `json:"status"`
		Code       string `json:"code,omitempty"`
		Summary    string `json:"summary"`
		EvidenceID string `json:"evidence_id,omitempty"`
		Note       string `json:"note"`
	}
	if json.Unmarshal(r.Result, &stub) != nil {
		stub.Status = r.Status
	}
	stub.Summary = beginning(stub.Summary, maxReported)
	stub.Note = "folded away; call the tool again when the text is needed"
	text, err := runtime.Marshal(stub)
	if err != nil {
		return r.Status
	}
	return escapeTag(string(text))
}

func isFailure(status string) bool {
	return status != "ok" && status != "partial" && status != "not_modified"
}
