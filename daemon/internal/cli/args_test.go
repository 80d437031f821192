package cli

import (
	"strings"
	"testing"
)

// Words of a query may begin with a minus sign; flags stay flags wherever they stand.
func TestWordsWithAMinus(t *testing.T) {
	s := newTerminal(t, map[string]string{".obsidian/app.json": "{}", "a.md": "tea and milk", "b.md": "tea and coffee", "c -d.md": "x"})
	for _, tc := range []struct {
		args  []string
		query string
		hits  int
	}{
		{[]string{"tea", "-coffee"}, "tea -coffee", 1},
		{[]string{"tea", "--", "-coffee"}, "tea -coffee", 1},
		{[]string{"--limit", "1", "tea"}, "tea", 1},
		{[]string{"tea", "-coffee", "--limit", "3", "OR", "x"}, "tea -coffee OR x", -1},
		{[]string{"tea", "--limit=1"}, "tea", 1},
		{[]string{"--", "tea", "--limit"}, "tea --limit", -1},
		{[]string{"tea", "-v", "-vanilla"}, "tea -vanilla", 2},
	} {
		if code, r := s.searched(tc.args...); code != exitOK || r.Query != tc.query || tc.hits >= 0 && len(r.Hits) != tc.hits {
			t.Errorf("%q: exit %d, %+v", tc.args, code, r)
		}
	}
	if code, _, stderr := s.run("search", "tea", "--colour"); code != exitUsage || !strings.Contains(stderr, "--colour") {
		t.Errorf("an unknown flag: exit %d, %q", code, stderr)
	}
	if code, stdout, stderr := s.run("note", "c", "-d"); code != exitOK || !strings.Contains(stdout, "c -d.md") {
		t.Errorf("note: exit %d, %q %q", code, stdout, stderr)
	}
	if code, _, stderr := s.run("ask", "is", "it", "-5", "degrees?"); code != exitOK {
		t.Errorf("ask: exit %d, %q", code, stderr)
	}
}

// ibid help is ibid --help.
func TestHelpCommand(t *testing.T) {
	s := newTerminal(t, nil)
	for _, pair := range [][2][]string{{{"help"}, {"--help"}}, {{"help", "search"}, {"search", "--help"}}} {
		code, help, _ := s.bare(pair[0]...)
		if _, want, _ := s.bare(pair[1]...); code != exitOK || help != want || help == "" {
			t.Errorf("%v: exit %d, %q", pair[0], code, help)
		}
	}
}
