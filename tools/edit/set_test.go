package edit

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

var sumA = SumOf([]byte("a"))

func TestSetRefuses(t *testing.T) {
	cases := []struct {
		name    string
		effects []Effect
		code    Code
	}{
		{"twice", []Effect{{Op: Create, Path: "a.md", After: []byte{}}, {Op: Create, Path: "a.md", After: []byte{}}}, InvalidArgument},
		{"twice but for case", []Effect{{Op: Create, Path: "Ä.md", After: []byte{}}, {Op: Trash, Path: "ä.md", Before: sumA}}, InvalidArgument},
		{"onto a target", []Effect{{Op: Move, Path: "a.md", To: "b.md", Before: sumA}, {Op: Replace, Path: "B.md", Before: sumA, After: []byte("x")}}, InvalidArgument},
		{"a chain of moves", []Effect{{Op: Move, Path: "a.md", To: "b.md", Before: sumA}, {Op: Move, Path: "b.md", To: "c.md", Before: sumA}}, InvalidArgument},
		{"below a new file", []Effect{{Op: Create, Path: "a", After: []byte{}}, {Op: Create, Path: "A/b.md", After: []byte{}}}, InvalidArgument},
		{"below what goes", []Effect{{Op: Trash, Path: "a.md", Before: sumA}, {Op: Create, Path: "a.md/b.md", After: []byte{}}}, InvalidArgument},
		{"below a folder that goes", []Effect{{Op: Rmdir, Path: "d"}, {Op: Create, Path: "d/b.md", After: []byte{}}}, InvalidArgument},
		{"a folder in two spellings", []Effect{{Op: Create, Path: "D/a.md", After: []byte{}}, {Op: Create, Path: "d/b.md", After: []byte{}}}, TargetExists},
		{"a made folder in two spellings", []Effect{{Op: Mkdir, Path: "D"}, {Op: Create, Path: "d/b.md", After: []byte{}}}, TargetExists},
		{"no hash", []Effect{{Op: Replace, Path: "a.md", After: []byte("x")}}, InvalidArgument},
		{"no bytes", []Effect{{Op: Create, Path: "a.md"}}, InvalidArgument},
		{"bytes of nothing", []Effect{{Op: Trash, Path: "a.md", Before: sumA, After: []byte{}}}, InvalidArgument},
		{"a hash of nothing", []Effect{{Op: Create, Path: "a.md", Before: sumA, After: []byte{}}}, InvalidArgument},
		{"a target of nothing", []Effect{{Op: Create, Path: "a.md", To: "b.md", After: []byte{}}}, InvalidArgument},
		{"no op", []Effect{{Path: "a.md"}}, InvalidArgument},
		{"the same bytes", []Effect{{Op: Replace, Path: "a.md", Before: sumA, After: []byte("a")}}, NoChange},
		{"to itself", []Effect{{Op: Move, Path: "a.md", To: "a.md", Before: sumA}}, NoChange},
		{"R171: outside", []Effect{{Op: Create, Path: "../a.md", After: []byte{}}}, WorkspacePathDenied},
		{"R171: absolute", []Effect{{Op: Create, Path: "/a.md", After: []byte{}}}, WorkspacePathDenied},
		{"F5: hidden", []Effect{{Op: Move, Path: "a.md", To: ".trash/a.md", Before: sumA}}, WorkspacePathDenied},
		{"not clean", []Effect{{Op: Mkdir, Path: "a//b"}}, WorkspacePathDenied},
		{"the root", []Effect{{Op: Mkdir, Path: ""}}, InvalidArgument},
	}
	for _, c := range cases {
		if s, err := NewSet(c.effects...); code(err) != c.code || s.Len() != 0 {
			t.Errorf("%s: %v, want %s", c.name, err, c.code)
		}
	}
	mustSet(t, Effect{Op: Move, Path: "a.md", To: "A.md", Before: sumA}) // only the case changes
}

// F11: a name that some system refuses is found, but may come back.
func TestSetPortable(t *testing.T) {
	for _, p := range []vaultpath.Path{"a?.md", "d./x.md", "con.md"} {
		wantError(t, mustSet(t, Effect{Op: Create, Path: p, After: []byte{}}).Portable(), InvalidArgument)
	}
	if err := mustSet(t, Effect{Op: Trash, Path: "a?.md", Before: sumA}, Effect{Op: Mkdir, Path: "d"}).Portable(); err != nil {
		t.Error(err)
	}
}

// Contracts 2.2.8, 2.5.2: the hash binds to every byte and to nothing else.
func TestSetHash(t *testing.T) {
	a, b := Effect{Op: Create, Path: "a.md", After: []byte("x")}, Effect{Op: Trash, Path: "b.md", Before: sumA}
	hash := mustSet(t, a, b).Hash()
	if mustSet(t, b, a).Hash() != hash {
		t.Error("the order counts")
	}
	seen := map[Sum]bool{hash: true}
	for _, other := range [][]Effect{
		{a}, {b}, {{Op: Create, Path: "a.md", After: []byte("y")}, b}, {{Op: Create, Path: "a2.md", After: []byte("x")}, b},
		{a, {Op: Trash, Path: "b.md", Before: SumOf([]byte("b"))}}, {a, {Op: Move, Path: "b.md", To: "c.md", Before: sumA}},
		{a, {Op: Move, Path: "b.md", To: "c.md", Before: sumA, After: []byte{}}}, {a, {Op: Move, Path: "b.md", To: "d.md", Before: sumA}}, {},
	} {
		h := mustSet(t, other...).Hash()
		if seen[h] {
			t.Errorf("%+v has the hash of another set", other)
		}
		seen[h] = true
	}
	if id := mustSet(t, a, b).ID(); !strings.HasPrefix(id, "set-") || id == mustSet(t, a).ID() || a.ID() == b.ID() {
		t.Errorf("id %q", id)
	}
}

// An approval outlives a restart, so the hash of a set may never change by
// itself.
func TestSetHashIsStable(t *testing.T) {
	const want = "5ea22ae23f541011655d61225b20cf26eb9cc341d13851766ed2f7a92f0df0c7"
	s := mustSet(t, Effect{Op: Create, Path: "a.md", After: []byte("x")}, Effect{Op: Move, Path: "b.md", To: "c/d.md", Before: sumA})
	if got := s.Hash().String(); got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
}

func TestSetJSON(t *testing.T) {
	s := mustSet(t, Effect{Op: Create, Path: "a.md", After: []byte{}}, Effect{Op: Move, Path: "b.md", To: "c.md", Before: sumA}, Effect{Op: Mkdir, Path: "d"})
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var back Set
	if err := json.Unmarshal(b, &back); err != nil || back.Hash() != s.Hash() {
		t.Fatalf("%s reads as %+v, %v", b, back, err)
	}
	for _, bad := range []string{`[{"op":"create","path":"../a","after":""}]`, `[{"op":"burn","path":"a"}]`, `{}`, `[{"op":"trash","path":"a","before":"12"}]`} {
		if err := json.Unmarshal([]byte(bad), &back); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

// R143, R167: missing folders are made, and undone.
func TestWithParents(t *testing.T) {
	files := tree{"x/": "", "b.md": "a"}
	s, err := mustSet(t, Effect{Op: Create, Path: "x/y/z/a.md", After: []byte("n")}, Effect{Op: Move, Path: "b.md", To: "x/y/b.md", Before: sumA}).
		WithParents(func(p vaultpath.Path) bool { _, ok := files[p+"/"]; return ok })
	if err != nil {
		t.Fatal(err)
	}
	var ops []string
	for _, e := range s.Effects() {
		ops = append(ops, fmt.Sprint(e.Op, " ", e.Path))
	}
	if got := strings.Join(ops, ", "); got != "mkdir x/y, mkdir x/y/z, create x/y/z/a.md, move b.md" {
		t.Errorf("effects %s", got)
	}
	checkSet(t, files, s)
}

func TestSummary(t *testing.T) {
	files := tree{"a.md": "1\n2\n3\n", "b.md": "x\n", "c.png": "z"}
	before := files.before
	for want, effects := range map[string][]Effect{
		"1 note changed +1 −2":            {{Op: Replace, Path: "a.md", Before: sumA, After: []byte("1\n4\n")}},
		"2 notes created +3 −0":           {{Op: Create, Path: "d.md", After: []byte("x\ny\n")}, {Op: Create, Path: "e.md", After: []byte("z")}},
		"1 note moved":                    {{Op: Move, Path: "a.md", To: "z.md", Before: sumA}},
		"1 file moved to the trash +0 −1": {{Op: Trash, Path: "c.png", Before: sumA}},
		"1 folder":                        {{Op: Mkdir, Path: "d"}},
		"nothing changed":                 nil,
	} {
		if got := mustSet(t, effects...).Summarize(before).String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestInverseNeedsTheBytes(t *testing.T) {
	s := mustSet(t, Effect{Op: Trash, Path: "a.md", Before: sumA})
	for _, wrong := range []tree{{}, {"a.md": "b"}} {
		_, err := s.Inverse(wrong.before)
		wantError(t, err, FileNotFound, "a.md")
	}
}

// Whatever set applies to a vault, its inverse restores it byte for byte.
func TestInverseRestores(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		files := tree{}
		for _, p := range []vaultpath.Path{"a.md", "b.md", "d/c.md", "d/e.png"} {
			if rapid.Bool().Draw(r, "there") {
				files[p] = rapid.StringN(0, 20, -1).Draw(r, "text")
			}
		}
		var effects []Effect
		for i, p := range []vaultpath.Path{"a.md", "b.md", "d/c.md", "d/e.png"} {
			text, there := files[p]
			after := []byte(rapid.StringN(0, 20, -1).Draw(r, "after"))
			e := Effect{Path: p, Before: SumOf([]byte(text))}
			switch op := rapid.IntRange(0, 3).Draw(r, "op"); {
			case !there && op > 0:
				e = Effect{Op: Create, Path: p, After: after}
			case there && op == 1 && string(after) != text:
				e.Op, e.After = Replace, after
			case there && op == 2:
				e.Op, e.To = Move, vaultpath.Path([]string{"m/1.md", "m/2.md", "n/3.md", "4.md"}[i])
				if rapid.Bool().Draw(r, "changed") {
					e.After = after
				}
			case there && op == 3:
				e.Op = Trash
			default:
				continue
			}
			effects = append(effects, e)
		}
		s, err := NewSet(effects...)
		if err != nil {
			r.Fatal(err)
		}
		if s, err = s.WithParents(func(p vaultpath.Path) bool { return p == "d" }); err != nil {
			r.Fatal(err)
		}
		checkSet(r, files, s)
	})
}

func TestConform(t *testing.T) {
	for _, c := range []struct{ before, text, want string }{
		{"a\r\nb\r\n", "x\ny\n", "x\r\ny\r\n"},
		{"\ufeffa\n", "x\n", "\ufeffx\n"},
		{"\ufeffa\n", "\ufeffx\r\ny", "\ufeffx\ny\n"},
		{"a", "x\n", "x"},
		{"a\n", "x", "x\n"},
		{"", "x", "x"},
		{"a\n", "", ""},
	} {
		if got := Conform([]byte(c.before), []byte(c.text)); string(got) != c.want {
			t.Errorf("%q in place of %q is %q, want %q", c.text, c.before, got, c.want)
		}
	}
	if got := Conform(nil, []byte("x\r\n")); string(got) != "x\r\n" {
		t.Errorf("a new file became %q", got)
	}
}

// Contracts 2.2.9: what could be read before can be read after.
func TestCheckFormat(t *testing.T) {
	for _, c := range []struct {
		path          vaultpath.Path
		before, after string
		refused       bool
	}{
		{"a.md", "---\na: 1\n---\n", "---\na: [\n---\n", true},
		{"a.md", "---\na: [\n---\n", "---\na: {\n---\n", false},
		{"a.md", "---\na: 1\n---\nx", "x", false},
		{"a.md", "---\na: 1\n---\nx", "---\na: 1\nx", true},
		{"a.canvas", `{"nodes":[]}`, `{"nodes":[}`, true},
		{"a.base", "views: []\n", "views: [\n", true},
		{"a.txt", "x", "---\na: [\n---\n", false},
	} {
		if err := CheckFormat(c.path, []byte(c.before), []byte(c.after)); (err != nil) != c.refused {
			t.Errorf("%s: %q → %q: %v", c.path, c.before, c.after, err)
		}
	}
}
