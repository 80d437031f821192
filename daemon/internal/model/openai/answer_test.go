package openai

import (
	"testing"

	"github.com/openai/openai-go/v3/packages/ssestream"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// How an answer ended whose server is not clear about it: a text that [DONE] ends is
// whole, and one that announces a call and has none is not.
func TestUnclearEnds(t *testing.T) {
	for name, tc := range map[string]struct {
		reason string
		want   model.StopReason
	}{
		"done, no reason":       {`null`, model.StopEnd},
		"calls without a call":  {`"tool_calls"`, model.StopUnknown},
		"functions without one": {`"function_call"`, model.StopUnknown},
		"a reason of its own":   {`"eos"`, model.StopUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAnswer(&Client{}, nil, func(model.Event) {})
			for _, data := range []string{`{"choices":[{"index":0,"delta":{"content":"The whole answer."},"finish_reason":` + tc.reason + `}]}`, "[DONE]"} {
				if err := a.event(ssestream.Event{Data: []byte(data)}); err != nil {
					t.Fatal(err)
				}
			}
			if err := a.close(); err != nil {
				t.Fatal(err)
			}
			if r := a.response(); r.Stop != tc.want || r.Message.Text() != "The whole answer." {
				t.Errorf("got %+v", r)
			}
		})
	}
}
