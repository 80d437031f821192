package schematest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
)

// Side is one end of a connection.
type Side int

// The two sides.
const (
	Client Side = iota
	Agent
)

// Talk checks every frame of one connection, in both directions. It remembers the
// open requests, so that a result is checked against its own method. Safe for
// concurrent use.
type Talk struct {
	schema *Schema

	mu   sync.Mutex        // guards open
	open map[string]string // side and id of a request → method
}

// NewTalk begins with no request open.
func (s *Schema) NewTalk() *Talk {
	return &Talk{schema: s, open: map[string]string{}}
}

// frame is any message. Pointers tell absent from null.
type frame struct {
	Version string           `json:"jsonrpc"`
	ID      *json.RawMessage `json:"id"`
	Method  *string          `json:"method"`
	Params  json.RawMessage  `json:"params"`
	Result  json.RawMessage  `json:"result"`
	Error   json.RawMessage  `json:"error"`
}

// Check checks one frame that a side sent, without its line break. Methods that begin
// with an underscore are not in ACP's schema: of them the envelope is checked, and
// that no null stands in a list's or object's place is theirs to test.
func (t *Talk) Check(from Side, raw []byte) error {
	if strings.ContainsRune(string(raw), '\n') {
		return errors.New("a frame of more than one line")
	}
	var f frame
	if err := json.Unmarshal(raw, &f); err != nil {
		return fmt.Errorf("not a message: %w: %.200s", err, raw)
	}
	if f.Version != "2.0" {
		return fmt.Errorf("jsonrpc is %q: %.200s", f.Version, raw)
	}
	// A null id is decoded as an absent one; only an error may have it.
	if f.Method != nil {
		return t.call(from, f)
	}
	return t.answer(from, f)
}

// call checks a request or a notification.
func (t *Talk) call(from Side, f frame) error {
	if f.Result != nil || f.Error != nil {
		return fmt.Errorf("%s: both a call and an answer", *f.Method)
	}
	if f.ID != nil {
		t.mu.Lock()
		t.open[key(from, *f.ID)] = *f.Method
		t.mu.Unlock()
	}
	if strings.HasPrefix(*f.Method, "_") {
		return nil
	}
	return t.schema.Params(*f.Method, f.Params)
}

// answer checks a result against the method it answers, and an error by itself.
func (t *Talk) answer(from Side, f frame) error {
	if (f.Result == nil) == (f.Error == nil) {
		return errors.New("an answer needs either a result or an error")
	}
	if f.ID == nil {
		if f.Error == nil {
			return errors.New("a result without an id")
		}
		return check("error", t.schema.fault, f.Error)
	}
	t.mu.Lock()
	asked := key(1-from, *f.ID)
	method, ok := t.open[asked]
	delete(t.open, asked)
	t.mu.Unlock()
	switch {
	case !ok:
		return fmt.Errorf("an answer to %s, which nobody asked", *f.ID)
	case f.Error != nil:
		return check("error of "+method, t.schema.fault, f.Error)
	case strings.HasPrefix(method, "_"):
		return nil
	}
	return t.schema.Result(method, f.Result)
}

// Open returns how many requests wait for their answer.
func (t *Talk) Open() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.open)
}

func key(from Side, id json.RawMessage) string { return fmt.Sprint(from, " ", string(id)) }
