package openai

import (
	"encoding/json"
	"strings"

	"github.com/openai/openai-go/v3/packages/respjson"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// Fields in which servers send reasoning beside the content. The first two are
// text in pieces, the last is a list of opaque entries.
var reasoningText = [...]string{"reasoning_content", "reasoning"}

const reasoningDetails = "reasoning_details"

// maxDetails bounds that list: servers send an entry for each piece of reasoning.
const maxDetails = 1 << 17

// reason takes the reasoning of one piece of the answer. A server that sends
// the same text under two names is heard once, and gets both back.
func (a *answer) reason(fields map[string]respjson.Field) {
	heard := false
	for i, name := range reasoningText {
		piece := ""
		if json.Unmarshal([]byte(fields[name].Raw()), &piece) != nil || piece == "" {
			continue
		}
		if !heard {
			a.ponder(piece)
			heard = true
		}
		a.fields[i].WriteString(piece)
	}
	var entries []json.RawMessage
	if json.Unmarshal([]byte(fields[reasoningDetails].Raw()), &entries) == nil {
		a.details = append(a.details, entries...)
	}
}

// raw is the reasoning as it goes back to the same server and model; nil where
// none came in a field of its own.
func (a *answer) raw() *model.Raw {
	fields := map[string]any{}
	for i, name := range reasoningText {
		if text := a.fields[i].String(); text != "" {
			fields[name] = text
		}
	}
	if len(a.details) > 0 {
		fields[reasoningDetails] = a.details
	}
	data, err := json.Marshal(fields)
	if err != nil || len(fields) == 0 {
		return nil
	}
	return &model.Raw{Provider: a.client.origin(), Model: a.client.model, Data: data}
}

// thinkSplitter takes a leading <think>…</think> out of content, as local
// models write it where their server does not do so. Tags may come in pieces.
type thinkSplitter struct {
	state thinkState
	held  string
}

type thinkState int

const (
	thinkUndecided thinkState = iota
	thinkInside
	thinkAfter // drops the space between the tag and the answer
	thinkText
)

const thinkOpen, thinkClose = "<think>", "</think>"

// maxBlank is how much white space, in bytes, may stand before a tag.
const maxBlank = 4 << 10

// write returns what can be told by now.
func (t *thinkSplitter) write(piece string) (reasoning, text string) {
	t.held += piece
	if t.state == thinkUndecided {
		t.decide()
	}
	if t.state == thinkInside {
		reasoning = t.inside()
	}
	if t.state == thinkAfter {
		t.held = strings.TrimLeft(t.held, " \r\n\t")
		if t.held != "" {
			t.state = thinkText
		}
	}
	if t.state == thinkText {
		text, t.held = t.held, ""
	}
	return reasoning, text
}

func (t *thinkSplitter) decide() {
	begin := strings.TrimLeft(t.held, " \r\n\t")
	switch {
	case strings.HasPrefix(begin, thinkOpen):
		t.state, t.held = thinkInside, begin[len(thinkOpen):]
	case !strings.HasPrefix(thinkOpen, begin), len(t.held) > maxBlank:
		t.state = thinkText
	}
}

// inside gives the reasoning but for an end that may be the closing tag's
// beginning.
func (t *thinkSplitter) inside() string {
	if before, after, ok := strings.Cut(t.held, thinkClose); ok {
		t.state, t.held = thinkAfter, after
		return before
	}
	keep := len(thinkClose) - 1
	for keep > 0 && !strings.HasSuffix(t.held, thinkClose[:keep]) {
		keep--
	}
	out := t.held[:len(t.held)-keep]
	t.held = t.held[len(t.held)-keep:]
	return out
}

// flush returns what was held back when the answer ends.
func (t *thinkSplitter) flush() (reasoning, text string) {
	rest := t.held
	t.held = ""
	switch t.state {
	case thinkInside:
		return rest, ""
	case thinkAfter:
		return "", ""
	default:
		return "", rest
	}
}
