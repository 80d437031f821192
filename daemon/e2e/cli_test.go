package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Wrong use is exit 2, a failed operation exit 1, each with a message that
// names the input, the rule and the smallest right form.
func TestWrongUseAndFailures(t *testing.T) {
	w := newWorld(t, map[string]string{"a.md": "# A\n\napple\n"})
	file := w.path("a.md")
	nowhere := filepath.Join(w.vault, "nowhere")
	for name, tc := range map[string]struct {
		args []string
		code int
		says []string
	}{
		"no command":         {nil, 2, []string{"--help"}},
		"unknown command":    {[]string{"dance"}, 2, []string{"dance"}},
		"unknown flag":       {[]string{"search", "x", "--colour"}, 2, []string{"--colour"}},
		"no query":           {[]string{"search", "--vault", w.vault}, 2, []string{"ibid search"}},
		"empty question":     {[]string{"ask", " ", "--vault", w.vault}, 2, []string{"ibid ask"}},
		"bad limit":          {[]string{"search", "x", "--limit", "0", "--vault", w.vault}, 2, []string{"--limit", "1 to 100"}},
		"negative limit":     {[]string{"search", "x", "--limit=-3", "--vault", w.vault}, 2, []string{"-3", "1 to 100"}},
		"no provider":        {[]string{"ask", "x", "--model", ":", "--vault", w.vault}, 2, []string{`":"`, "PROVIDER:NAME"}},
		"no model's name":    {[]string{"ask", "x", "--model", "openai:", "--vault", w.vault}, 2, []string{"openai:NAME"}},
		"empty model":        {[]string{"ask", "x", "--model", "", "--vault", w.vault}, 2, []string{`""`, "PROVIDER:NAME"}},
		"lone base URL":      {[]string{"ask", "x", "--base-url", "nonsense", "--vault", w.vault}, 2, []string{"nonsense", "http"}},
		"serve, bad model":   {[]string{"serve", "--model", "foo:bar", "--vault", w.vault}, 2, []string{"foo", "openai"}},
		"limit no number":    {[]string{"search", "x", "--limit", "many", "--vault", w.vault}, 2, []string{"many"}},
		"bad provider":       {[]string{"ask", "x", "--model", "acme:x", "--vault", w.vault}, 2, []string{"acme", "openai"}},
		"model without name": {[]string{"ask", "x", "--model", "openai", "--vault", w.vault}, 2, []string{"openai:NAME"}},
		"bad base URL":       {[]string{"ask", "x", "--model", "openai:x", "--base-url", "ftp://x", "--vault", w.vault}, 2, []string{"ftp://x", "http"}},
		"missing vault":      {[]string{"index", "--vault", nowhere}, 1, []string{nowhere, "does not exist", "--vault"}},
		"a file as vault":    {[]string{"index", "--vault", file}, 1, []string{file, "is a file"}},
		"unknown note":       {[]string{"note", "b", "--vault", w.vault}, 1, []string{"b", "not in the vault"}},
		"note outside":       {[]string{"note", "/etc/passwd", "--vault", w.vault}, 1, []string{"vault"}},
		"note with dots":     {[]string{"note", "../a.md", "--vault", w.vault}, 1, []string{"../a.md"}},
		"serve, no vault":    {[]string{"serve", "--vault", nowhere}, 1, []string{"does not exist"}},
	} {
		r := w.runWith("", tc.args...)
		if r.code != tc.code {
			t.Errorf("%s: exit %d, want %d; stderr: %s", name, r.code, tc.code, r.stderr)
		}
		for _, want := range tc.says {
			if !strings.Contains(r.stderr, want) {
				t.Errorf("%s: stderr lacks %q: %s", name, want, r.stderr)
			}
		}
		if r.stdout != "" {
			t.Errorf("%s: standard output has %q", name, r.stdout)
		}
	}
}

// With --json a failure is one document too.
func TestFailureAsJSON(t *testing.T) {
	w := newWorld(t, map[string]string{"apple.md": "x\n"})
	var doc struct {
		Error struct{ Code, Message, Hint string }
	}
	if r := w.json(&doc, "note", "aple"); r.code != 1 || doc.Error.Code != "FILE_NOT_FOUND" || !strings.Contains(doc.Error.Hint, "apple.md") {
		t.Errorf("note aple --json = %d %+v", r.code, doc)
	}
}

// Whatever fails, --json prints one document of one shape.
func TestEveryFailureAsJSON(t *testing.T) {
	w := newWorld(t, map[string]string{"apple.md": "x\n"})
	for _, tc := range []struct {
		args []string
		exit int
		code string
	}{
		{[]string{"search", "x", "--limit", "0"}, 2, "USAGE"},
		{[]string{"search", "x", "--colour"}, 2, "USAGE"},
		{[]string{"search", "/(/"}, 1, "INVALID_ARGUMENT"},
		{[]string{"dance"}, 2, "USAGE"},
		{[]string{}, 2, "USAGE"},
		{[]string{"tool"}, 2, "USAGE"},
		{[]string{"ask", " "}, 2, "USAGE"},
		{[]string{"ask", "x", "--model", ":"}, 2, "USAGE"},
		{[]string{"note", "../x"}, 1, "INVALID_ARGUMENT"},
		{[]string{"note", "none"}, 1, "FILE_NOT_FOUND"},
		{[]string{"doctor", "--erase"}, 2, "USAGE"},
	} {
		var doc struct {
			Error struct{ Code, Message string }
		}
		if r := w.json(&doc, tc.args...); r.code != tc.exit || doc.Error.Code != tc.code || doc.Error.Message == "" || r.stderr == "" {
			t.Errorf("ibid %v --json = %d %+v, want %d %s; stderr: %s", tc.args, r.code, doc, tc.exit, tc.code, r.stderr)
		}
	}
	for _, command := range [][]string{{"search", "x"}, {"ask", "x"}, {"index"}, {"graph"}, {"note", "a"}, {"tool", "list_dir"}, {"doctor"}} {
		var doc struct {
			Error struct{ Code, Message, Hint string }
		}
		r := w.runWith("", append(command, "--json", "--vault", filepath.Join(w.vault, "nowhere"))...)
		if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil || r.code != 1 || doc.Error.Code != "VAULT" || doc.Error.Hint == "" {
			t.Errorf("ibid %v, no vault: exit %d, %v in %q", command, r.code, err, r.stdout)
		}
	}
}

// A limit that is too large is clamped, and said so (design section 5, "Numbers").
func TestLargeLimitIsClamped(t *testing.T) {
	w := newWorld(t, map[string]string{"apple.md": "apple\n"})
	var doc struct {
		Hits    []struct{ Path string }
		Notices []string
	}
	r := w.json(&doc, "search", "apple", "--limit", "1000")
	if r.code != 0 || len(doc.Hits) != 1 || !strings.Contains(strings.Join(doc.Notices, " "), "1000") || !strings.Contains(r.stderr, "1000") {
		t.Errorf("--limit 1000 --json: exit %d, %+v; stderr %s", r.code, doc, r.stderr)
	}
	if r := w.run("search", "apple", "--limit", "1000"); r.code != 0 || !strings.Contains(r.stderr, "1000") || strings.Contains(r.stdout, "1000") {
		t.Errorf("--limit 1000: %+v", r)
	}
}

// Nothing that stands in a vault reaches a terminal as a control, from any command.
func TestControlsStayOffTheTerminal(t *testing.T) {
	const evil = "\x1b]0;owned\x07\u009b31m\u202e"
	name := "apple \u202e\u009b.md"
	w := newWorld(t, map[string]string{
		name: "---\ntags: [\"a\\e[31m\"]\nalias: \"\\e[2J\"\n---\n# Head " + evil + "\n\napple " + evil + " is a fruit [[" + evil + "]] #tag" + evil + "\n\n- [ ] apple " + evil + "\n",
	})
	must(t, mkfifo(w.path("fifo \x1b[31m.md")))
	for _, args := range [][]string{
		{"search", "apple"}, {"search", evil}, {"ask", "What is an apple?"}, {"ask", "/tags " + evil}, {"note", name}, {"note", evil}, {"graph"}, {"index"},
		{"doctor"}, {"tool", "read_file", `{"path":"apple \u202e\u009b.md"}`}, {"tool", evil}, {"dance" + evil}, {"search", "--" + evil}, {"ask", "x", "--model", evil},
	} {
		for _, more := range [][]string{nil, {"--json"}, {"-v"}} {
			r := w.run(append(args, more...)...)
			if out := r.stdout + r.stderr; strings.ContainsAny(out, "\x1b\x07\u009b\u202e") || out == "" {
				t.Errorf("ibid %q %v printed %q", args, more, out)
			}
		}
	}
}

// `ibid tool` prints a result object, whatever happened.
func TestToolResults(t *testing.T) {
	w := newWorld(t, map[string]string{"a.md": "# A\n\napple\n", "p.md": "---\nprivate: true\n---\npear\n"})
	for name, tc := range map[string]struct {
		args   []string
		stdin  string
		exit   int
		status string
		code   string
	}{
		"ok":               {[]string{"read_file", `{"path":"a.md"}`}, "", 0, "ok", ""},
		"from stdin":       {[]string{"read_file", "-"}, `{"path":"a.md"}`, 0, "ok", ""},
		"missing file":     {[]string{"read_file", `{"path":"b.md"}`}, "", 1, "error", "FILE_NOT_FOUND"},
		"unknown argument": {[]string{"read_file", `{"path":"a.md","colour":1}`}, "", 1, "error", "INVALID_ARGUMENT"},
		"not JSON":         {[]string{"read_file", `path=a.md`}, "", 1, "error", "INVALID_ARGUMENT"},
		"no object":        {[]string{"read_file", `[1]`}, "", 1, "error", "INVALID_ARGUMENT"},
		"unknown tool":     {[]string{"read_fil", `{}`}, "", 1, "error", "UNKNOWN_TOOL"},
		"escape":           {[]string{"list_dir", `{"path":"../.."}`}, "", 1, "error", "WORKSPACE_PATH_DENIED"},
		"hidden":           {[]string{"list_dir", `{"path":".obsidian"}`}, "", 1, "error", "WORKSPACE_PATH_DENIED"},
		"private":          {[]string{"read_file", `{"path":"p.md"}`}, "", 1, "error", "FILE_NOT_FOUND"},
		"private, allowed": {[]string{"read_file", `{"path":"p.md"}`, "--include-private"}, "", 0, "ok", ""},
		"empty search":     {[]string{"knowledge_search", `{"query":"zebra"}`}, "", 0, "ok", ""},
		"a 5 MB argument":  {[]string{"grep", "-"}, `{"pattern":"` + strings.Repeat("a", 5<<20) + `"}`, 1, "error", "INVALID_ARGUMENT"},
	} {
		r := w.runWith(tc.stdin, append(append([]string{"tool"}, tc.args...), "--json", "--vault", w.vault)...)
		var res struct{ Status, Code, Summary string }
		if err := json.Unmarshal([]byte(r.stdout), &res); err != nil {
			t.Errorf("%s: %v in %q; stderr %s", name, err, r.stdout, r.stderr)
			continue
		}
		if r.code != tc.exit || res.Status != tc.status || res.Code != tc.code || res.Summary == "" {
			t.Errorf("%s: exit %d, %+v; want exit %d, %s %s", name, r.code, res, tc.exit, tc.status, tc.code)
		}
	}
}

// Private notes are in no hit, count or title, unless the person says so.
func TestPrivateNotesStayOut(t *testing.T) {
	w := newWorld(t, map[string]string{
		"open.md":   "# Open\n\nzebra [[Diary]]\n",
		"Diary.md":  "---\nprivate: true\n---\n# Diary\n\nzebra secret\n",
		"Health.md": "#private/health zebra secret\n",
	})
	var r struct {
		Hits  []struct{ Path string }
		Total int
	}
	if w.json(&r, "search", "zebra"); len(r.Hits) != 1 || r.Total != 1 || r.Hits[0].Path != "open.md" {
		t.Errorf("search finds %+v, want open.md alone", r)
	}
	if w.json(&r, "search", "zebra", "--include-private"); r.Total != 3 {
		t.Errorf("search --include-private finds %+v, want all three", r)
	}
	var a struct {
		Answer    string
		Citations []struct{ Path string }
	}
	w.json(&a, "ask", "What is the zebra secret?")
	if strings.Contains(a.Answer, "Diary") || strings.Contains(a.Answer, "Health") {
		t.Errorf("the answer draws on private notes: %s", a.Answer)
	}
	var g struct{ ResolvedLinks map[string]map[string]int }
	if w.json(&g, "graph"); g.ResolvedLinks["open.md"]["Diary.md"] != 1 {
		t.Errorf("graph, the user's own view, lacks the private note: %+v", g)
	}
}

func TestBatchSearch(t *testing.T) {
	w := newWorld(t, map[string]string{"a.md": "apple\n", "b.md": "banana\n"})
	r := w.runWith("apple\n\nbanana\n/(/\n", "search", "--batch", "--vault", w.vault)
	lines := strings.Split(strings.TrimSpace(r.stdout), "\n")
	if r.code != 0 || len(lines) != 3 {
		t.Fatalf("batch: exit %d, %d lines: %s%s", r.code, len(lines), r.stdout, r.stderr)
	}
	for i, want := range []string{"a.md", "b.md"} {
		var doc struct{ Hits []struct{ Path string } }
		if err := json.Unmarshal([]byte(lines[i]), &doc); err != nil || len(doc.Hits) != 1 || doc.Hits[0].Path != want {
			t.Errorf("line %d is %s (%v), want %s", i, lines[i], err, want)
		}
	}
}

func TestEraseLeavesTheVault(t *testing.T) {
	w := newWorld(t, map[string]string{"a.md": "apple\n"})
	w.run("index")
	if r := w.run("doctor", "--erase"); r.code != 2 {
		t.Errorf("erasing without an answer exits %d, want 2", r.code)
	}
	if r := w.run("doctor", "--erase", "--yes"); r.code != 0 {
		t.Fatalf("erase exits %d: %s", r.code, r.stderr)
	}
	for _, kind := range []string{"state", "cache"} {
		if left, _ := filepath.Glob(filepath.Join(w.home, kind, "vaults", "*")); len(left) > 0 {
			t.Errorf("after erasing, %v is left", left)
		}
	}
	if _, err := os.Stat(w.path("a.md")); err != nil {
		t.Error(err)
	}
}

func TestVersionAndHelp(t *testing.T) {
	w := newWorld(t, nil)
	if r := w.runWith("", "--version"); r.code != 0 || !strings.HasPrefix(r.stdout, "ibid ") || strings.Count(r.stdout, "\n") != 4 {
		t.Errorf("--version = %+v", r)
	}
	if r := w.runWith("", "--help"); r.code != 0 || !strings.Contains(r.stdout, "serve") {
		t.Errorf("--help = %+v", r)
	}
}
