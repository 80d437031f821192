package model_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

func calls(ids ...string) model.Message {
	m := model.Message{Role: model.RoleAssistant}
	for _, id := range ids {
		m.Blocks = append(m.Blocks, model.Block{Kind: model.BlockCall, Call: &model.Call{ID: id, Name: "read_note", Args: json.RawMessage(`{}`)}})
	}
	return m
}

func results(ids ...string) model.Message {
	var rs []model.Result
	for _, id := range ids {
		rs = append(rs, model.Result{CallID: id, Name: "read_note"})
	}
	return model.ToolResults(rs...)
}

// Contracts 2.22.4: the rules of order, each with what breaks it.
func TestCheck(t *testing.T) {
	user, said := model.UserText("q"), model.Message{Role: model.RoleAssistant, Blocks: []model.Block{model.Text("a")}}
	bad := calls("x")
	bad.Blocks[0].Call.Args = json.RawMessage(`{"path": `)
	tests := []struct {
		name string
		ms   []model.Message
		says string
	}{
		{"one question", []model.Message{user}, ""},
		{"a run", []model.Message{user, calls("a", "b"), results("b", "a"), user, said, user}, ""},
		{"nothing", nil, "at least one"},
		{"assistant first", []model.Message{said, user}, "speaks after"},
		{"assistant twice", []model.Message{user, said, said, user}, "speaks after"},
		{"assistant last", []model.Message{user, said}, "last message"},
		{"no results", []model.Message{user, calls("a"), user}, "no results"},
		{"a result missing", []model.Message{user, calls("a", "b"), results("a")}, "1 calls have no result"},
		{"a result twice", []model.Message{user, calls("a"), results("a", "a")}, "not waiting"},
		{"results alone", []model.Message{user, results("a")}, "right after"},
		{"an id twice", []model.Message{user, calls("a"), results("a"), calls("a"), results("a")}, "used twice"},
		{"broken arguments", []model.Message{user, bad, results("x")}, "JSON object"},
		{"a role of its own", []model.Message{{Role: "system", Blocks: user.Blocks}}, "unknown role"},
		{"a call by the user", []model.Message{{Role: model.RoleUser, Blocks: calls("a").Blocks}}, "cannot hold"},
	}
	for _, tt := range tests {
		err := model.Check(model.Request{Messages: tt.ms, Tools: toolSpecs})
		if tt.says == "" && err != nil || tt.says != "" && (err == nil || !strings.Contains(err.Error(), tt.says)) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.says)
		}
	}
	for _, schema := range []string{"", "[]", "null", `{"type":`} {
		specs := []model.ToolSpec{{Name: "t", Schema: json.RawMessage(schema)}}
		if model.Check(model.Request{Messages: []model.Message{user}, Tools: specs}) == nil {
			t.Errorf("schema %q is accepted", schema)
		}
	}
}

// R358: never above 0.2, whatever is asked for.
func TestTemperatureIsBounded(t *testing.T) {
	for in, want := range map[float64]float64{0: 0, 0.1: 0.1, 0.9: 0.2, -1: 0} {
		if got := (model.Request{Temperature: &in}).SampleTemperature(); got != want {
			t.Errorf("%v gives %v, want %v", in, got, want)
		}
	}
	if got := (model.Request{}).SampleTemperature(); got != model.MaxTemperature {
		t.Errorf("the default is %v", got)
	}
}
