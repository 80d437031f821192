package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/ibid-notes/ibid/protocol"
)

// The pages of a graph make one document, whatever page a file's links stand in.
func TestGraphDocument(t *testing.T) {
	page := func(resolved, unresolved map[string]map[string]int, tags map[string]int) protocol.GraphGetResult {
		return protocol.GraphGetResult{ResolvedLinks: resolved, UnresolvedLinks: unresolved, Tags: tags}
	}
	type links = map[string]map[string]int
	var b bytes.Buffer
	out := bufio.NewWriter(&b)
	d := newGraphDocument(out)
	d.add(page(links{"a.md": {"b.md": 2}, "b.md": {}}, links{"a.md": {}, "b.md": {"<x>": 1}}, nil))
	d.add(page(links{"b.md": {"a.md": 1}}, links{"b.md": {"y": 3}}, nil))
	d.add(page(links{}, links{}, map[string]int{"#t": 1}))
	d.add(page(nil, nil, map[string]int{"#\u202e": 2}))
	d.end()
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	want := `{"resolvedLinks":{"a.md":{"b.md":2},"b.md":{"a.md":1}},"unresolvedLinks":{"a.md":{},"b.md":{"<x>":1,"y":3}},"tags":{"#t":1,"#\u202e":2}}` + "\n"
	if b.String() != want {
		t.Errorf("got  %swant %s", b.String(), want)
	}
	b.Reset()
	empty := newGraphDocument(out)
	empty.end()
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	var r protocol.GraphGetResult
	if err := json.Unmarshal(b.Bytes(), &r); err != nil {
		t.Errorf("an empty vault: %v in %s", err, b.String())
	}
}

// What fails behind a part of the output adds no second document.
func TestBrokenOffOutput(t *testing.T) {
	var out, errs bytes.Buffer
	code := report(env{stdout: &out, stderr: &errs, json: true}, &brokenOffError{errors.New("gone")})
	if code != exitFailed || out.Len() != 0 || errs.String() != "ibid: gone\n" {
		t.Errorf("exit %d, %q, %q", code, out.String(), errs.String())
	}
}

// As text, a link to nothing is called so, and tags are told.
func TestGraphAsText(t *testing.T) {
	s := newTerminal(t, map[string]string{".obsidian/app.json": "{}", "a.md": "[[b]] [[b]] [[none]] #x #x", "b.md": "#y"})
	code, stdout, stderr := s.run("graph")
	if want := "a.md -> b.md (2)\na.md -> none (1) (unresolved)\n#x (2)\n#y (1)\n"; code != exitOK || stdout != want {
		t.Errorf("exit %d, %q %q, want %q", code, stdout, stderr, want)
	}
}

// A reader that leaves is no failure.
func TestReaderThatLeaves(t *testing.T) {
	s := newTerminal(t, map[string]string{".obsidian/app.json": "{}", "a.md": "[[b]]"})
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGPIPE)
	var errs bytes.Buffer
	for _, command := range []string{"graph", "index", "search a", "version"} {
		e := env{ctx: t.Context(), stdin: strings.NewReader(""), stdout: w, stderr: &errs}
		code := run(e, append([]string{"--vault", s.vault}, strings.Fields(command)...))
		if code != exitOK || errs.Len() > 0 {
			t.Errorf("%s: exit %d, %q", command, code, errs.String())
		}
	}
}
