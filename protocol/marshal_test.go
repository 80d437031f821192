package protocol

import (
	"encoding/json"
	"strings"
	"testing"
)

// tree holds itself, as a type on the wire may.
type tree struct {
	Kids  []tree           `json:"kids"`
	By    map[string]*tree `json:"by"`
	Maybe []int            `json:"maybe,omitempty"`
	Any   any              `json:"any,omitempty"`
	None  any              `json:"none"`
	Raw   json.RawMessage  `json:"raw,omitempty"`
	local []int
}

// TestNoNull: required lists and maps are never null, at any depth, and what was
// given is not changed.
func TestNoNull(t *testing.T) {
	leaf := &tree{local: []int{1}}
	given := tree{Kids: []tree{{Maybe: []int{1}}}, By: map[string]*tree{"x": leaf, "none": nil}, Any: tree{Kids: []tree{}}}
	got := string(must(Marshal(&given)))
	want := `{"kids":[{"kids":[],"by":{},"maybe":[1],"none":null}],` +
		`"by":{"none":null,"x":{"kids":[],"by":{},"none":null}},"any":{"kids":[],"by":{},"none":null},"none":null}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if leaf.Kids != nil || given.Kids[0].Kids != nil || given.Any.(tree).By != nil {
		t.Error("the value given was changed")
	}
	for value, want := range map[any]string{nil: `null`, "<&>": `"<&>"`, (*tree)(nil): `null`, 7: `7`} {
		if got := string(must(Marshal(value))); got != want {
			t.Errorf("%v: got %s", value, got)
		}
	}
	if got := string(must(Marshal(GraphGetResult{ResolvedLinks: map[string]map[string]int{"a.md": nil}}))); got != `{"resolvedLinks":{"a.md":{}},"unresolvedLinks":{},"tags":{}}` {
		t.Errorf("got %s", got)
	}
}

// TestSameAsJSON: where nothing is nil, Marshal differs from encoding/json in
// nothing but the three characters it leaves alone.
func TestSameAsJSON(t *testing.T) {
	v := bigResult()
	v.Notices, v.Near = []string{}, []string{}
	plain := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(must(json.Marshal(v))))
	if got := string(must(Marshal(v))); got != plain {
		t.Error("the encodings differ")
	}
}
