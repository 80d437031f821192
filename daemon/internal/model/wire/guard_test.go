package wire_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/model/modeltest"
	"github.com/ibid-notes/ibid/daemon/internal/model/wire"
)

// post sends a smallest streamed request through g and reads all of the answer.
func post(g *wire.Guard) (string, error) {
	body := `{"model":"m","stream":true,"messages":[{"role":"user","content":"hi"}]}`
	resp, err := g.Client().Post(modeltest.PipeURL+"/v1/chat/completions", "application/json", strings.NewReader(body))
	if err != nil {
		return "", err
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(resp.Body)
	return string(data), err
}

// A model on this machine may think for minutes after its headers; once it has
// begun, a minute of silence is its end.
func TestFirstByteMayTakeLonger(t *testing.T) {
	tests := []struct {
		after int
		kind  model.ErrorKind
		took  time.Duration
	}{
		{0, "", 4 * time.Minute},
		{2, model.ErrTimeout, time.Minute},
	}
	for _, tt := range tests {
		synctest.Test(t, func(t *testing.T) {
			stall := modeltest.Fault{Kind: modeltest.FaultStall, After: tt.after, For: "4m"}
			_, tr, stop := modeltest.Pipe(modeltest.Scenario{Turns: []modeltest.Turn{{
				Reply: modeltest.Reply{Text: "well then"}, Wire: modeltest.Wire{Faults: []modeltest.Fault{stall}},
			}}}, "token")
			start := time.Now()
			text, err := post(&wire.Guard{Next: tr, FirstByte: 5 * time.Minute})
			took := time.Since(start)
			e, failed := model.AsError(err)
			if failed != (tt.kind != "") || failed && e.Kind != tt.kind || !failed && !strings.Contains(text, "[DONE]") || took != tt.took {
				t.Errorf("after %d: got %q, %v in %v", tt.after, text, err, took)
			}
			if err := stop(); err != nil {
				t.Error(err)
			}
		})
	}
}

// endless is a body without end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func (endless) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(endless{})}, nil
}

// An answer has a largest size, so that no server can fill the memory.
func TestAnswerIsBounded(t *testing.T) {
	text, err := post(&wire.Guard{Next: endless{}})
	if e, ok := model.AsError(err); !ok || e.Kind != model.ErrMalformed || e.Retryable() || len(text) > 65<<20 {
		t.Errorf("got %d bytes, %v", len(text), err)
	}
}
