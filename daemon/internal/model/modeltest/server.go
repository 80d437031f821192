package modeltest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Names of the two faces.
const (
	FaceOpenAI    = "openai"
	FaceAnthropic = "anthropic"
)

// Request is one request as it came.
type Request struct {
	Face   string
	Header http.Header
	// Body is the decoded JSON, Canonical the same in one form.
	Body      map[string]any
	Canonical Canonical
}

// Server plays one scenario. It is an http.Handler; Start and Pipe serve it.
type Server struct {
	scenario Scenario
	// chunking is used by turns that do not choose their own.
	chunking string
	done     chan struct{}
	stop     sync.Once

	mu         sync.Mutex
	turn       int
	requests   []*Request
	failures   []error
	signatures map[string]bool
}

// NewServer makes a server of a scenario. chunking is the default of turns
// that name none; empty means whole.
func NewServer(sc Scenario, chunking string) *Server {
	return &Server{scenario: sc, chunking: chunking, done: make(chan struct{}), signatures: map[string]bool{}}
}

// Release ends every stall, so that the server can be closed.
func (s *Server) Release() { s.stop.Do(func() { close(s.done) }) }

// Requests are those that came so far, in order.
func (s *Server) Requests() []*Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*Request(nil), s.requests...)
}

// Failures are the expectations and rules that were broken so far.
func (s *Server) Failures() []error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]error(nil), s.failures...)
}

// Err is everything wrong with the run that is over now: failures, and turns
// that nobody asked for.
func (s *Server) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	errs := append([]error(nil), s.failures...)
	if unused := len(s.scenario.Turns) - s.turn; unused > 0 {
		errs = append(errs, fmt.Errorf("%d of %d turns were not used", unused, len(s.scenario.Turns)))
	}
	return errors.Join(errs...)
}

// ServeHTTP answers a request with the next turn.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	face := faceOf(r.URL.Path)
	switch {
	case strings.HasSuffix(r.URL.Path, "/_scenario"):
		s.report(w)
	case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/models"):
		writeJSON(w, http.StatusOK, map[string]any{"object": "list", "data": []any{map[string]any{"id": "scripted", "type": "model"}}})
	case face == "" || r.Method != http.MethodPost:
		s.fail(fmt.Errorf("unexpected %s %s", r.Method, r.URL.Path))
		writeJSON(w, http.StatusNotFound, errorBody("not_found_error", "no such path"))
	default:
		s.answer(w, r, face)
	}
}

func faceOf(path string) string {
	switch {
	case strings.HasSuffix(path, "/v1/chat/completions"):
		return FaceOpenAI
	case strings.HasSuffix(path, "/v1/messages"):
		return FaceAnthropic
	}
	return ""
}

// report says how the scenario stands, for drivers in other processes.
func (s *Server) report(w http.ResponseWriter) {
	out := map[string]any{"ok": true, "requests": len(s.Requests())}
	if err := s.Err(); err != nil {
		out["ok"], out["error"] = false, err.Error()
	}
	writeJSON(w, http.StatusOK, out)
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request, face string) {
	req, err := readRequest(r, face)
	if err != nil {
		s.fail(err)
		writeJSON(w, http.StatusBadRequest, errorBody("invalid_request_error", err.Error()))
		return
	}
	n, turn, ok := s.take(req)
	if !ok {
		writeJSON(w, http.StatusBadRequest, errorBody("invalid_request_error", "the scenario has no turn for this request"))
		return
	}
	p := player{w: w, r: r, done: s.done, req: req, turn: turn, number: n, seed: s.scenario.Seed}
	p.play()
}

func readRequest(r *http.Request, face string) (*Request, error) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, fmt.Errorf("read request: %w", err)
	}
	req := &Request{Face: face, Header: r.Header.Clone()}
	var raw rawRequest
	if err := json.Unmarshal(data, &req.Body); err != nil {
		return nil, fmt.Errorf("request is not JSON: %w", err)
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("request has a wrong form: %w", err)
	}
	req.Canonical = canonical(raw)
	return req, nil
}

// take checks a request and gives it the next turn, with its number from 1.
func (s *Server) take(req *Request) (int, Turn, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, req)
	s.failures = append(s.failures, lint(req)...)
	s.lintSignatures(req)
	if p := s.scenario.Provider; p != "" && p != "both" && p != req.Face {
		s.failures = append(s.failures, fmt.Errorf("request on the %s face, the scenario is for %s", req.Face, p))
	}
	if s.turn >= len(s.scenario.Turns) {
		s.failures = append(s.failures, s.unexpected(req))
		return 0, Turn{}, false
	}
	turn := s.scenario.Turns[s.turn]
	s.turn++
	for _, err := range turn.test(req) {
		s.failures = append(s.failures, fmt.Errorf("turn %d (%s): %w", s.turn, req.Face, err))
	}
	if turn.Reply.Signature != "" {
		s.signatures[turn.Reply.Signature] = true
	}
	if turn.Wire.Chunking == "" {
		turn.Wire.Chunking = s.chunking
	}
	return s.turn, turn, true
}

// lintSignatures wants the reasoning that comes back to be signed as it went.
func (s *Server) lintSignatures(req *Request) {
	for i, m := range req.Canonical.Messages {
		for _, sig := range m.Signatures {
			if !s.signatures[sig] {
				s.failures = append(s.failures, fmt.Errorf("lint: message %d: signature %q was never sent", i, sig))
			}
		}
	}
}

func (t Turn) test(req *Request) []error {
	var errs []error
	for _, e := range t.Expect {
		if err := e.test(req); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

// unexpected describes a request beyond the last turn, and what keeps it from
// being the turn it resembles most.
func (s *Server) unexpected(req *Request) error {
	body := brief([]any{req.Body["messages"]})
	nearest, fewest := 0, []error(nil)
	for i, t := range s.scenario.Turns {
		errs := t.test(req)
		if i == 0 || len(errs) <= len(fewest) {
			nearest, fewest = i+1, errs
		}
	}
	return fmt.Errorf("request %d is one too many: %s; nearest is turn %d: %w",
		len(s.requests), body, nearest, errors.Join(fewest...))
}

func (s *Server) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failures = append(s.failures, err)
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(mustJSON(v))
}

func errorBody(kind, message string) map[string]any {
	return map[string]any{"type": "error", "error": map[string]any{"type": kind, "message": message}}
}

// mustJSON encodes what is made of maps, slices and plain values only.
func mustJSON(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("modeltest: %v", err))
	}
	return data
}

// duration reads what Wire.check has checked.
func duration(text string) time.Duration {
	d, _ := time.ParseDuration(text)
	return d
}
