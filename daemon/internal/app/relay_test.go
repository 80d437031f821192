package app

import (
	"encoding/json"
	"errors"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/protocol"
)

// frame parses one frame.
func frame(t *testing.T, raw string) protocol.Frame {
	t.Helper()
	f, err := protocol.NewFrameReader(strings.NewReader(raw + "\n")).ReadFrame()
	if err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return f
}

// quietRelay is a relay that has an owner it does not talk to.
func quietRelay(t *testing.T) *relay {
	near, far := net.Pipe()
	r := newRelay(Options{}, &Peer{ReadWriteCloser: near}, nil, nil)
	t.Cleanup(func() { must(t, errors.Join(far.Close(), r.peer.Close())) })
	return r
}

// asks and answers play frames of the client and of the owner.
func (r *relay) asks(t *testing.T, frames ...string) {
	t.Helper()
	for _, raw := range frames {
		r.note(frame(t, raw))
	}
}

func (r *relay) replies(t *testing.T, frames ...string) (passed []bool) {
	t.Helper()
	for _, raw := range frames {
		passed = append(passed, r.settle(frame(t, raw)))
	}
	return passed
}

// told lists what a new owner is told: method and the part of the parameters
// that matters.
func told(t *testing.T, frames [][]byte) []string {
	t.Helper()
	var all []string
	ids := map[string]bool{}
	for _, raw := range frames {
		f := frame(t, string(raw))
		if f.Kind != protocol.FrameRequest || ids[string(f.ID)] {
			t.Errorf("%s is no request or has an id twice", raw)
		}
		ids[string(f.ID)] = true
		all = append(all, f.Method+" "+string(f.Params()))
	}
	return all
}

func TestNewOwnerIsToldWhatTheOldOneKnew(t *testing.T) {
	r := quietRelay(t)
	r.asks(t,
		`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}`,
		`{"jsonrpc":"2.0","id":1,"method":"_ibid/config/set","params":{"provider":"offline"}}`,
		`{"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/v/sub","mcpServers":[]}}`,
		`{"jsonrpc":"2.0","id":3,"method":"session/load","params":{"sessionId":"agent:b","cwd":"/v","mcpServers":[]}}`,
		`{"jsonrpc":"2.0","id":4,"method":"session/resume","params":{"sessionId":"agent:c","cwd":"/v"}}`,
		`{"jsonrpc":"2.0","id":5,"method":"session/close","params":{"sessionId":"agent:c"}}`,
		`{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"agent:b"}}`)
	passed := r.replies(t,
		`{"jsonrpc":"2.0","id":0,"result":{}}`, `{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":2,"result":{"sessionId":"agent:a"}}`,
		`{"jsonrpc":"2.0","id":3,"result":{}}`, `{"jsonrpc":"2.0","id":4,"result":{}}`, `{"jsonrpc":"2.0","id":5,"result":{}}`)
	if slices.Contains(passed, false) {
		t.Errorf("answers were kept from the client: %v", passed)
	}
	frames, lost := r.memory()
	want := []string{
		`initialize {"protocolVersion":1}`, `_ibid/config/set {"provider":"offline"}`,
		`session/resume {"sessionId":"agent:a","cwd":"/v/sub"}`, `session/resume {"sessionId":"agent:b","cwd":"/v"}`,
	}
	if got := told(t, frames); !slices.Equal(got, want) || len(lost) != 0 {
		t.Errorf("told %q, lost %q; want %q", got, lost, want)
	}
	for _, f := range frames { // the client waits for none of these answers
		id := string(frameID(t, f))
		if r.replies(t, `{"jsonrpc":"2.0","id":`+id+`,"result":{}}`)[0] {
			t.Errorf("the answer to %s reached the client", id)
		}
	}
}

func frameID(t *testing.T, raw []byte) json.RawMessage {
	t.Helper()
	f := frame(t, string(raw))
	return f.ID
}

func TestWhatWasUnderWay(t *testing.T) {
	r := quietRelay(t)
	r.asks(t,
		`{"jsonrpc":"2.0","id":"s","method":"_ibid/search/query","params":{"query":"x"}}`,
		`{"jsonrpc":"2.0","id":7,"method":"session/prompt","params":{"sessionId":"agent:a","prompt":[]}}`,
		`{"jsonrpc":"2.0","id":8,"method":"session/new","params":{"cwd":"/v","mcpServers":[]}}`,
		`{"jsonrpc":"2.0","id":9,"method":"_ibid/index/status","params":{}}`)
	r.replies(t, `{"jsonrpc":"2.0","id":9,"result":{}}`)
	frames, lost := r.memory()
	if got := told(t, frames); !slices.Equal(got, []string{`_ibid/search/query {"query":"x"}`}) || !slices.Equal(lost, []string{"7", "8"}) {
		t.Errorf("asked again %q, lost %q", got, lost)
	}
	if !r.replies(t, `{"jsonrpc":"2.0","id":"s","result":{}}`)[0] {
		t.Error("the answer of the new owner did not reach the client")
	}
	if _, lost := r.memory(); len(lost) != 0 {
		t.Errorf("lost a second time: %q", lost)
	}
	if r.replies(t, `{"jsonrpc":"2.0","id":7,"result":{}}`)[0] {
		t.Error("a request was answered twice")
	}
}

func TestOnlySettingsThatWereTakenAreRemembered(t *testing.T) {
	r := quietRelay(t)
	r.asks(t, `{"jsonrpc":"2.0","id":1,"method":"_ibid/config/set","params":{"provider":"offline"}}`)
	r.replies(t, `{"jsonrpc":"2.0","id":1,"result":{"controller":"offline"}}`)
	r.asks(t, `{"jsonrpc":"2.0","id":2,"method":"_ibid/config/set","params":{"provider":"gemini"}}`)
	r.replies(t, `{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no"}}`)
	frames, _ := r.memory()
	if got := told(t, frames); !slices.Equal(got, []string{`_ibid/config/set {"provider":"offline"}`}) {
		t.Errorf("told %q", got)
	}
}

func TestPrivateRulesOutliveLaterSettings(t *testing.T) {
	r := quietRelay(t)
	for i, params := range []string{`{"private":{"folders":["Diary"]}}`, `{"provider":"offline"}`} {
		id := string(rune('1' + i))
		r.asks(t, `{"jsonrpc":"2.0","id":`+id+`,"method":"_ibid/config/set","params":`+params+`}`)
		r.replies(t, `{"jsonrpc":"2.0","id":`+id+`,"result":{}}`)
	}
	frames, _ := r.memory()
	want := []string{`_ibid/config/set {"private":{"folders":["Diary"]}}`, `_ibid/config/set {"provider":"offline"}`}
	if got := told(t, frames); !slices.Equal(got, want) {
		t.Errorf("told %q, want %q", got, want)
	}
}

func TestAnswersOfTheClientGoToWhoAsked(t *testing.T) {
	near, far := net.Pipe()
	read := make(chan []string, 1)
	go func() {
		var got []string
		frames := protocol.NewFrameReader(far)
		for {
			f, err := frames.ReadFrame()
			if err != nil {
				read <- got
				return
			}
			got = append(got, string(f.ID))
		}
	}()
	r := newRelay(Options{}, &Peer{ReadWriteCloser: near}, nil, nil)
	r.replies(t, `{"jsonrpc":"2.0","id":1,"method":"session/request_permission","params":{}}`)
	r.forward(frame(t, `{"jsonrpc":"2.0","id":1,"result":{}}`))
	r.forward(frame(t, `{"jsonrpc":"2.0","id":1,"result":{}}`)) // nobody waits for it any more
	r.forward(frame(t, `{"jsonrpc":"2.0","id":2,"result":{}}`)) // asked by an owner that is gone
	must(t, r.peer.Close())
	if got := <-read; !slices.Equal(got, []string{"1"}) {
		t.Errorf("the owner got the answers %q, want the one it waits for", got)
	}
}

// Whoever paused indexing, it stays paused when the owner changes; and who resumed it
// last is heard too.
func TestPauseOutlivesTheOwner(t *testing.T) {
	const (
		pause    = `{"jsonrpc":"2.0","id":1,"method":"_ibid/index/pause","params":{}}`
		resume   = `{"jsonrpc":"2.0","id":2,"method":"_ibid/index/resume","params":{}}`
		status   = `{"jsonrpc":"2.0","id":3,"method":"_ibid/index/status","params":{}}`
		done     = `{"jsonrpc":"2.0","id":1,"result":{"phase":"paused"}}`
		refused  = `{"jsonrpc":"2.0","id":1,"error":{"code":-31000,"message":"no"}}`
		resumed  = `{"jsonrpc":"2.0","id":2,"result":{"phase":"indexing"}}`
		isPaused = `{"jsonrpc":"2.0","id":3,"result":{"phase":"paused"}}`
		says     = `{"jsonrpc":"2.0","method":"_ibid/index/progress","params":{"phase":"PHASE"}}`
	)
	said := func(phase string) string { return strings.Replace(says, "PHASE", phase, 1) }
	for name, c := range map[string]struct {
		asks, replies []string
		told          []string
	}{
		"never":                  {nil, []string{said("ready")}, nil},
		"by this client":         {[]string{pause}, []string{done}, []string{"_ibid/index/pause {}"}},
		"refused":                {[]string{pause}, []string{refused}, nil},
		"and resumed":            {[]string{pause, resume}, []string{done, resumed}, nil},
		"by another":             {nil, []string{said("paused")}, []string{"_ibid/index/pause {}"}},
		"before it came":         {[]string{status}, []string{isPaused}, []string{"_ibid/index/pause {}"}},
		"and the vault is gone":  {nil, []string{said("paused"), said("vault_missing")}, []string{"_ibid/index/pause {}"}},
		"and resumed by another": {[]string{pause}, []string{done, said("scanning")}, nil},
		"not answered yet":       {[]string{pause}, nil, []string{"_ibid/index/pause {}"}},
		"to be resumed":          {[]string{pause, resume}, []string{done}, []string{"_ibid/index/resume {}"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := quietRelay(t)
			r.asks(t, c.asks...)
			r.replies(t, c.replies...)
			frames, lost := r.memory()
			if got := told(t, frames); !slices.Equal(got, c.told) || len(lost) != 0 {
				t.Errorf("the new owner is told %q, lost %q; want %q", got, lost, c.told)
			}
		})
	}
}

// What is asked again is asked in the order it was asked in.
func TestAskedAgainInOrder(t *testing.T) {
	r := quietRelay(t)
	r.asks(t, `{"jsonrpc":"2.0","id":9,"method":"_ibid/config/set","params":{"model":"a"}}`, `{"jsonrpc":"2.0","id":10,"method":"_ibid/config/set","params":{"model":"b"}}`)
	frames, _ := r.memory()
	if got := told(t, frames); !slices.Equal(got, []string{`_ibid/config/set {"model":"a"}`, `_ibid/config/set {"model":"b"}`}) {
		t.Errorf("asked again %q", got)
	}
}
