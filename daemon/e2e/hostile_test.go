package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/protocol"
)

// raw speaks to a daemon line by line.
type raw struct {
	t     *testing.T
	d     *daemon
	lines chan string // what the daemon says, closed at its end
}

func (d *daemon) raw() *raw {
	r := &raw{t: d.t, d: d, lines: make(chan string, 1000)}
	go func() {
		defer close(r.lines)
		in := bufio.NewReaderSize(d.out, 1<<20)
		for {
			line, err := in.ReadString('\n')
			if line != "" {
				r.lines <- line
			}
			if err != nil {
				return
			}
		}
	}()
	return r
}

func (r *raw) send(line string) {
	r.t.Helper()
	if _, err := io.WriteString(r.d.in, line+"\n"); err != nil {
		r.t.Fatal(err)
	}
}

// answer returns the next response; notifications and requests are passed over.
func (r *raw) answer() map[string]any {
	r.t.Helper()
	for {
		select {
		case line, ok := <-r.lines:
			if !ok {
				r.t.Fatal("the daemon ended instead of answering")
			}
			var m map[string]any
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				r.t.Fatalf("standard output has a line that is no frame: %.200q", line)
			}
			if m["method"] == nil {
				return m
			}
		case <-time.After(patience):
			r.t.Fatalf("no answer; stderr: %s", r.d.stderr.String())
		}
	}
}

func code(m map[string]any) float64 {
	e, _ := m["error"].(map[string]any)
	c, _ := e["code"].(float64)
	return c
}

// Junk is answered with a null id and the stream goes on (design section 5,
// "Frames").
func TestJunkOnTheWire(t *testing.T) {
	w := newWorld(t, map[string]string{"a.md": "apple\n"})
	r := w.serve().raw()
	big := strings.Repeat("x", 10<<20)
	for name, tc := range map[string]struct {
		line string
		code float64
	}{
		"not JSON":          {"hello", -32700},
		"half an object":    {`{"jsonrpc":"2.0","id":1,`, -32700},
		"terminal colours":  {"\x1b[31mred\x1b[0m", -32700},
		"bad UTF-8":         {"\xff\xfe{}", -32700},
		"a batch":           {`[{"jsonrpc":"2.0","id":1,"method":"initialize"}]`, -32600},
		"a number":          {"42", -32600},
		"no message":        {`{"hello":1}`, -32600},
		"a fractional id":   {`{"jsonrpc":"2.0","id":1.5,"method":"initialize","params":{"protocolVersion":1}}`, -32600},
		"10 MB of junk":     {big, -32700},
		"33 MB in one line": {`{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("y", 33<<20) + `"}`, -32600},
	} {
		r.send(tc.line)
		if m := r.answer(); m["id"] != nil || code(m) != tc.code {
			t.Errorf("%s was answered %.200v, want a null id and code %v", name, m, tc.code)
		}
	}
	r.send(`{"jsonrpc":"2.0","id":-7,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}`)
	if m := r.answer(); m["id"] != -7.0 || m["result"] == nil {
		t.Errorf("after the junk, initialize was answered %v", m)
	}
	r.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":"s","method":"_ibid/search/query","params":{"query":"apple %s"}}`, big))
	if m := r.answer(); m["id"] != "s" {
		t.Errorf("a 10 MB request was answered %.200v", m)
	}
	r.send(`{"jsonrpc":"2.0","id":3,"method":"session/new","params":{"cwd":"/","mcpServers":[]}}`)
	if m := r.answer(); code(m) != -32602 {
		t.Errorf("a folder outside the vault was answered %v, want -32602", m)
	}
	r.send(`{"jsonrpc":"2.0","id":4,"method":"no/such"}`)
	if m := r.answer(); code(m) != -32601 {
		t.Errorf("an unknown method was answered %v, want -32601", m)
	}
	r.send(`{"jsonrpc":"2.0","id":"own","method":""}`)
	if m := r.answer(); m["id"] != "own" || code(m) != -32600 {
		t.Errorf("an empty method was answered %v, want its own id and -32600", m)
	}
}

// A client that dies in the middle of a turn, or stops reading, costs nobody
// else anything; the session it had can be loaded by the next.
func TestClientThatDiesOrStopsReading(t *testing.T) {
	w := newWorld(t, map[string]string{"a.md": "# Apple\n\nAn apple is a fruit.\n"})
	owner := w.serve()
	p := owner.connect()
	p.ready()

	deaf := w.serve().raw() // its stdout is read into a channel that nobody drains
	deaf.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}`)
	for i := range 5000 {
		deaf.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"_ibid/graph/get","params":{}}`, i+10))
	}
	if got := paths(p.search("apple", 0)); len(got) != 1 {
		t.Errorf("beside a client that does not read, apple finds %v", got)
	}

	dying := w.serve()
	q := dying.connect()
	session := q.newSession(w.vault)
	go func() {
		var r protocol.PromptResponse
		_ = q.Call(t.Context(), protocol.MethodSessionPrompt, protocol.PromptRequest{SessionID: session,
			Prompt: []protocol.ContentBlock{protocol.TextBlock("What is an apple?")}}, &r)
	}()
	q.await("a sign of the turn", func(all []seen) bool {
		for _, s := range all {
			if s.method == protocol.NotifySessionUpdate || s.method == protocol.NotifyRunState {
				return true
			}
		}
		return false
	})
	dying.kill()
	var loaded protocol.LoadSessionResponse
	p.call(protocol.MethodSessionLoad, protocol.LoadSessionRequest{SessionID: session, CWD: w.vault, MCPServers: []protocol.MCPServer{}}, &loaded)
	if _, meta := p.prompt(session, "What is an apple?"); meta.Outcome != "final" {
		t.Errorf("after its client died, the session answers %+v", meta)
	}
}

// Things that are no notes, or bad ones, each give a clear message, and never
// a stack trace or a hang.
func TestStrangeVaults(t *testing.T) {
	w := newWorld(t, map[string]string{
		"good.md":    "# Good\n\napple [[missing]]\n",
		"yaml.md":    "---\ntitle: Fwd: Clever Hints\n---\n\nstill apple\n",
		"big.md":     "# Big\n\n" + strings.Repeat("apple pie and more of it\n", 3<<20/25),
		"latin1.md":  "caf\xe9 apple\n",
		"empty.md":   "",
		"nul.md":     "a\x00b apple\n",
		"deep.md":    strings.Repeat("> ", 5000) + "apple\n",
		"line.md":    strings.Repeat("[a](", 300_000) + "\n",
		"折纸.canvas":  `{"nodes":[{"id":"1","type":"text","text":"[[good]] apple"},{"type":"file","file":"good.md"}],"edges":[]}`,
		"bad.canvas": `{"nodes": [`,
	})
	unreadable := w.path("secret.md")
	must(t, os.WriteFile(unreadable, []byte("apple\n"), 0o000))
	strange := map[string]string{}
	if err := mkfifo(w.path("fifo.md")); err == nil {
		strange["fifo.md"] = "not_regular"
	}
	if os.Symlink(w.vault, w.path("loop")) == nil {
		strange["loop"] = "symlink_loop"
		must(t, os.Symlink(filepath.Dir(w.vault), w.path("outside")))
		strange["outside"] = "symlink_outside"
	}
	if os.Getuid() != 0 {
		strange["secret.md"] = "unreadable"
	}
	strange["big.md"] = "text_truncated"

	var st struct {
		Notes   int
		Skipped []struct{ Path, Reason string }
	}
	if r := w.json(&st, "index"); r.code != 0 {
		t.Fatalf("index exits %d: %s", r.code, r.stderr)
	}
	reasons := map[string]string{}
	for _, s := range st.Skipped {
		reasons[s.Path] = s.Reason
	}
	for path, want := range strange {
		if reasons[path] != want {
			t.Errorf("%s is skipped for %q, want %q (all: %v)", path, reasons[path], want, reasons)
		}
	}
	var hits struct{ Hits []struct{ Path string } }
	w.json(&hits, "search", "apple", "--limit", "100")
	found := map[string]bool{}
	for _, h := range hits.Hits {
		found[h.Path] = true
	}
	for _, path := range []string{"good.md", "yaml.md", "big.md"} {
		if !found[path] {
			t.Errorf("apple does not find %s; it finds %v", path, found)
		}
	}
	var n struct {
		Problems []struct {
			Code string
			Line int
		}
	}
	if w.json(&n, "note", "yaml.md"); len(n.Problems) == 0 || n.Problems[0].Line != 2 {
		t.Errorf("invalid YAML shows as %+v, want a problem on line 2", n.Problems)
	}
	for _, path := range []string{"big.md", "latin1.md", "empty.md", "nul.md", "deep.md", "line.md", "折纸.canvas", "bad.canvas"} {
		var doc map[string]any
		if r := w.json(&doc, "note", path); r.code != 0 {
			t.Errorf("note %s exits %d: %s", path, r.code, r.stderr)
		}
	}
	for path := range strange {
		if path == "big.md" {
			continue
		}
		var doc struct {
			Error struct{ Code, Message string }
		}
		if r := w.json(&doc, "note", path); r.code != 1 || doc.Error.Message == "" {
			t.Errorf("note %s exits %d with %+v, want 1 and a message", path, r.code, doc)
		}
	}
}
