package modeltest

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"
)

// event is one event of a stream.
type event struct{ name, data string }

func (e event) String() string {
	s := "data: " + e.data + "\n\n"
	if e.name != "" {
		s = "event: " + e.name + "\n" + s
	}
	return s
}

// player sends one reply.
type player struct {
	w      http.ResponseWriter
	r      *http.Request
	done   <-chan struct{}
	req    *Request
	turn   Turn
	number int
	seed   uint64
	rng    *rand.Rand
}

func (p *player) play() {
	p.rng = rand.New(rand.NewPCG(p.seed, uint64(p.number)))
	wire := p.turn.Wire
	if f, ok := wire.fault(FaultStatus); ok {
		p.status(f)
		return
	}
	if wire.has(FaultHTML) {
		p.w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = p.w.Write([]byte("<!doctype html><title>Sign in</title><p>Please sign in to this network."))
		return
	}
	if f, ok := wire.fault(FaultReset); ok && f.After == 0 {
		panic(http.ErrAbortHandler)
	}
	if wire.Plain || !p.req.Canonical.Stream {
		writeJSON(p.w, http.StatusOK, p.document())
		return
	}
	p.w.Header().Set("Content-Type", "text/event-stream")
	p.stream(p.events())
}

func (p *player) events() []event {
	if p.req.Face == FaceAnthropic {
		return p.anthropicEvents()
	}
	return p.openaiEvents()
}

func (p *player) document() any {
	if p.req.Face == FaceAnthropic {
		return p.anthropicDocument()
	}
	return p.openaiDocument()
}

// status sends an error; a body of JSON is labelled so, anything else as text.
func (p *player) status(f Fault) {
	if f.RetryAfter != "" {
		p.w.Header().Set("Retry-After", f.RetryAfter)
	}
	body := f.Body
	if body == "" {
		body = string(mustJSON(errorBody(statusType(f.Status), http.StatusText(f.Status))))
	}
	if strings.HasPrefix(body, "{") {
		p.w.Header().Set("Content-Type", "application/json")
	}
	p.w.WriteHeader(f.Status)
	_, _ = p.w.Write([]byte(body))
}

func statusType(status int) string {
	switch status {
	case 401:
		return "authentication_error"
	case 403:
		return "permission_error"
	case 404:
		return "not_found_error"
	case 413:
		return "request_too_large"
	case 429:
		return "rate_limit_error"
	case 529:
		return "overloaded_error"
	}
	if status < 500 {
		return "invalid_request_error"
	}
	return "api_error"
}

// stream sends events, with what goes wrong on the way.
func (p *player) stream(events []event) {
	wire := p.turn.Wire
	out := &sender{w: p.w, bytewise: wire.Chunking == "byte", crlf: wire.has(FaultCRLF), limit: -1}
	if f, ok := wire.fault(FaultCutBytes); ok {
		out.limit = f.After
	}
	out.flush("") // the headers, as servers do that think afterwards
	if wire.has(FaultBOM) {
		out.send("\ufeff")
	}
	for i, e := range events {
		if i < len(wire.Delays) && !p.wait(wire.Delays[i]) {
			return
		}
		if p.interrupt(out, i) {
			return
		}
		text := e.String()
		if i == len(events)-1 && wire.has(FaultNoLastLine) {
			text = strings.TrimRight(text, "\n")
		}
		out.send(text)
	}
	p.interrupt(out, len(events))
}

// interrupt does what happens before event i, and reports whether that is the end.
func (p *player) interrupt(out *sender, i int) bool {
	for _, f := range p.turn.Wire.Faults {
		if f.Kind == FaultComments {
			out.send(": keep-alive\n\n")
		}
		if f.After != i {
			continue
		}
		switch f.Kind {
		case FaultReset:
			panic(http.ErrAbortHandler)
		case FaultCut:
			return true
		case FaultStall:
			if !p.wait(f.For) {
				return true
			}
		case FaultLateError:
			out.send(p.lateError(f).String())
			return true
		case FaultBadChunk:
			out.send("data: {\"choices\": [\n\n")
		case FaultUnknownEvent:
			out.send(event{"surprise", `{"type":"surprise","object":"surprise","news":[1]}`}.String())
		}
	}
	return false
}

func (p *player) lateError(f Fault) event {
	kind := f.Body
	if kind == "" {
		kind = "overloaded_error"
	}
	e := event{data: string(mustJSON(errorBody(kind, "Overloaded")))}
	if p.req.Face == FaceAnthropic {
		e.name = "error"
	}
	return e
}

// wait lets time pass; empty means until the client or the server is gone,
// which is reported by false.
func (p *player) wait(text string) bool {
	var timer <-chan time.Time
	if text != "" {
		t := time.NewTimer(duration(text))
		defer t.Stop()
		timer = t.C
	}
	select {
	case <-timer:
		return true
	case <-p.r.Context().Done():
	case <-p.done:
	}
	return false
}

// pieces cuts text for the turn's chunking, never inside a letter.
func (p *player) pieces(text string) []string {
	var out []string
	for text != "" {
		n := p.step(text)
		out = append(out, text[:n])
		text = text[n:]
	}
	return out
}

// step is the length in bytes of the next piece.
func (p *player) step(text string) int {
	var letters int
	switch p.turn.Wire.Chunking {
	case "token":
		letters = 4
	case "byte":
		letters = 1
	case "random":
		letters = 1 + p.rng.IntN(7)
	default:
		return len(text)
	}
	n := 0
	for ; letters > 0 && n < len(text); letters-- {
		_, size := utf8.DecodeRuneInString(text[n:])
		n += size
	}
	return n
}

// sender writes to the client, at most limit bytes where that is not negative.
type sender struct {
	w              http.ResponseWriter
	bytewise, crlf bool
	limit, sent    int
}

func (s *sender) send(text string) {
	if s.crlf {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if s.limit >= 0 {
		text = text[:max(0, min(len(text), s.limit-s.sent))]
	}
	s.sent += len(text)
	if !s.bytewise {
		s.flush(text)
		return
	}
	for i := range len(text) {
		s.flush(text[i : i+1])
	}
}

func (s *sender) flush(text string) {
	_, _ = s.w.Write([]byte(text))
	if f, ok := s.w.(http.Flusher); ok {
		f.Flush()
	}
}
