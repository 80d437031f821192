package wire

import (
	"reflect"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

type made struct{ id, name, args string }

func assemble(history []model.Message, deltas ...Delta) []made {
	a := NewAssembler(history, func(model.Event) {})
	for _, d := range deltas {
		a.Add(d)
	}
	var out []made
	for _, b := range a.Finish(model.StopToolCalls) {
		out = append(out, made{b.Call.ID, b.Call.Name, string(b.Call.Args)})
	}
	return out
}

// Contracts 2.21.2, one row a habit of some server.
func TestAssemble(t *testing.T) {
	both := []made{{"a", "f", `{"x":1}`}, {"b", "g", `{"y":2}`}}
	tests := []struct {
		name   string
		deltas []Delta
		want   []made
	}{
		{"by the book", []Delta{{"a", "f", "", 0}, {"", "", `{"x"`, 0}, {"", "", `:1}`, 0}, {"b", "g", "", 1}, {"", "", `{"y":2}`, 1}}, both},
		{"index always 0", []Delta{{"a", "f", `{"x":1}`, 0}, {"b", "g", `{"y"`, 0}, {"", "", `:2}`, 0}}, both},
		{"interleaved", []Delta{{"a", "f", "", 0}, {"b", "g", "", 1}, {"", "", `{"x"`, 0}, {"", "", `{"y"`, 1}, {"", "", `:1}`, 0}, {"", "", `:2}`, 1}}, both},
		{"no index", []Delta{{"a", "f", `{"x":1}`, -1}, {"b", "g", `{"y"`, -1}, {"", "", `:2}`, -1}}, both},
		{"id and name again", []Delta{{"a", "f", `{"x"`, 0}, {"a", "f", `:1}`, 0}, {"b", "g", `{"y":2}`, 1}}, both},
		{"a new id for every piece", []Delta{{"a", "f", `{"x"`, 0}, {"z", "", `:1}`, 0}, {"b", "g", `{"y":2}`, 1}}, both},
		{"one id for two", []Delta{{"a", "f", `{"x":1}`, 0}, {"a", "g", `{"y":2}`, 1}}, []made{{"a", "f", `{"x":1}`}, {"a_2", "g", `{"y":2}`}}},
		{"no ids", []Delta{{"", "f", `{"x":1}`, 0}, {"", "g", `{"y":2}`, 0}}, []made{{"call_1", "f", `{"x":1}`}, {"call_2", "g", `{"y":2}`}}},
		{"no name", []Delta{{"a", "", `{"x":1}`, 0}}, []made{{"a", "unnamed", `{"x":1}`}}},
		{"no arguments", []Delta{{"a", "f", "", 0}}, []made{{"a", "f", `{}`}}},
	}
	for _, tt := range tests {
		if got := assemble(nil, tt.deltas...); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %v", tt.name, got)
		}
	}
}

// The events of a call carry its final id, and its name when that is whole.
func TestAssembleEvents(t *testing.T) {
	var events []model.Event
	a := NewAssembler(nil, func(e model.Event) { events = append(events, e) })
	for _, d := range []Delta{{"a", "read_", "", 0}, {"", "note", "", 0}, {"", "", "{", 0}, {"", "", "}", 0}} {
		a.Add(d)
	}
	a.Finish(model.StopToolCalls)
	want := []model.Event{
		{Kind: model.EventCallStart, CallID: "a", Name: "read_note"},
		{Kind: model.EventCallArgs, CallID: "a", Text: "{"},
		{Kind: model.EventCallArgs, CallID: "a", Text: "}"},
	}
	if !reflect.DeepEqual(events, want) {
		t.Errorf("got %+v", events)
	}
}
