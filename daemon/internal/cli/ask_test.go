package cli

import (
	"bytes"
	"io"
	"testing"

	"github.com/ibid-notes/ibid/protocol"
)

// A question whose process ended is asked again, unless something may have been changed
// or the person has seen a part of the answer.
func TestAskAgain(t *testing.T) {
	for name, tc := range map[string]struct {
		live    bool
		updates []protocol.SessionUpdate
		again   bool
	}{
		"nothing yet":  {true, nil, true},
		"reading":      {true, []protocol.SessionUpdate{protocol.ToolCall{ToolKind: protocol.ToolSearch}, protocol.ToolCall{ToolKind: protocol.ToolRead}}, true},
		"writing":      {false, []protocol.SessionUpdate{protocol.ToolCall{ToolKind: protocol.ToolEdit}}, false},
		"unknown kind": {false, []protocol.SessionUpdate{protocol.ToolCall{}}, false},
		"unseen text":  {false, []protocol.SessionUpdate{protocol.AgentMessageChunk{Content: protocol.TextBlock("Half")}}, true},
		"seen text":    {true, []protocol.SessionUpdate{protocol.AgentMessageChunk{Content: protocol.TextBlock("Half")}}, false},
	} {
		show := &transcript{e: env{stdout: io.Discard, stderr: io.Discard}, live: tc.live}
		for _, u := range tc.updates {
			if err := show.update(t.Context(), nil, protocol.SessionNotification{Update: u}); err != nil {
				t.Fatal(err)
			}
		}
		if again := show.startAgain(); again != tc.again || again && show.text.Len() > 0 {
			t.Errorf("%s: %v, %q", name, again, show.text.String())
		}
	}
}

// What a stopped run says is no answer: it goes to standard error.
func TestStoppedRunIsNoAnswer(t *testing.T) {
	var out, errs bytes.Buffer
	show := &transcript{e: env{stdout: &out, stderr: &errs}}
	show.text.WriteString("No answer.")
	r := protocol.PromptResponse{Meta: protocol.IbidMeta(protocol.PromptMeta{Outcome: "stop.provider"})}
	if err := show.finish(r, ""); err == nil || out.Len() > 0 || errs.String() != "No answer.\n" {
		t.Errorf("%v, %q, %q", err, out.String(), errs.String())
	}
}
