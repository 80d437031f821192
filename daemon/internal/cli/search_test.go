package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// terminal runs commands over a vault and keeps what they print.
type terminal struct {
	t     *testing.T
	vault string
}

func newTerminal(t *testing.T, files map[string]string) terminal {
	t.Helper()
	t.Setenv("IBID_HOME", t.TempDir())
	vault := t.TempDir()
	for name, text := range files {
		path := filepath.Join(vault, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return terminal{t, vault}
}

func (s terminal) run(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	e := env{ctx: s.t.Context(), stdin: strings.NewReader(""), stdout: &out, stderr: &errs}
	code = run(e, append([]string{"--vault", s.vault}, args...))
	return code, out.String(), errs.String()
}

// searched runs a search with --json.
func (s terminal) searched(args ...string) (code int, r struct {
	searchJSON
	Error failure `json:"error"`
}) {
	s.t.Helper()
	code, stdout, stderr := s.run(append([]string{"--json", "search"}, args...)...)
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		s.t.Fatalf("%v: %q, %q", err, stdout, stderr)
	}
	return code, r
}

// C33, C41: for a person and in JSON, every hit says why, and an empty result
// what was searched, what was left out and what has a similar name.
func TestSearchExplains(t *testing.T) {
	s := newTerminal(t, map[string]string{
		"Roadmap.md": "---\nstatus: open\n---\n# Plan\n\nThe loan costs 4 percent. #work/now\n", "卡片笔记.md": "容易复用，互相链接。\n",
		"Old/Roadwork.md": "zebra", "Roadside.md": "---\nprivate: true\n---\nzebra\n",
		".obsidian/app.json": `{"userIgnoreFilters":["Old/"]}`,
	})
	for query, why := range map[string]string{
		"tag:work": "tag: #work/now", "[status]": "property: status = open", `/4 \w+/`: "expression: 4 percent", `"the loan"`: "phrase: the loan",
		`"互相链接"`: "text: 互相链接", "file:oadm": "file: Roadmap.md",
	} {
		code, r := s.searched(query)
		if code != exitOK || len(r.Hits) != 1 || !slices.Contains(r.Hits[0].Why, why) {
			t.Errorf("%s: exit %d, %+v, want the reason %q", query, code, r.Hits, why)
		}
		if _, stdout, _ := s.run("search", query); !strings.Contains(stdout, english.ofText(query).why(why)) {
			t.Errorf("%s prints %q, want the reason %q", query, stdout, why)
		}
	}
	code, r := s.searched(`"roadmaps zebra"`)
	if told := strings.Join(r.Notices, " "); code != exitOK || len(r.Hits) != 0 || !strings.Contains(told, "text of 2 notes. 1 excluded file was left out.") {
		t.Errorf("exit %d, %+v, told %q", code, r.Hits, told)
	}
	if !slices.Contains(r.Near, "Roadmap.md") || slices.Contains(r.Near, "Roadside.md") || slices.Contains(r.Near, "Old/Roadwork.md") {
		t.Errorf("near names: %q", r.Near)
	}
	if _, stdout, stderr := s.run("search", `"roadmaps zebra"`); stdout != "" || !strings.Contains(stderr, "Similar names: ") || strings.Contains(stderr, "Roadside") {
		t.Errorf("prints %q and %q", stdout, stderr)
	}
}

// Point 5: a wrong query fails with the place and the reason.
func TestWrongQueryFails(t *testing.T) {
	s := newTerminal(t, map[string]string{"a.md": "zebra"})
	for query, want := range map[string]string{
		`卡片 "互相`:       "character 4: the quotation mark is not closed",
		`zebra /[a/`:   "character 7: the regular expression cannot be read",
		`[rating:>x]`:  "character 9: a number or a date has to follow >",
		`line:(zebra `: "character 6: the parenthesis is not closed",
	} {
		code, r := s.searched(query)
		if code != exitFailed || r.Error.Code != "INVALID_ARGUMENT" || !strings.Contains(r.Error.Message, want) {
			t.Errorf("%s: exit %d, %+v, want %q", query, code, r.Error, want)
		}
	}
	if code, _, stderr := s.run("search", "-zebra"); code != exitUsage || !strings.Contains(stderr, `ibid search -- "-draft"`) {
		t.Errorf("exit %d, %q", code, stderr)
	}
	if code, _, stderr := s.run("search", "--", "-yak"); code != exitOK {
		t.Errorf("exit %d, %q", code, stderr)
	}
}
