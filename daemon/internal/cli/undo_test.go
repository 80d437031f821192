package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// toolResult is what ibid tool prints.
type toolResult struct {
	Status, Code, Summary string
	UndoID                string `json:"undo_id"`
	Data                  struct{ Diff string }
}

func (s terminal) tool(args ...string) (code int, r toolResult, stderr string) {
	s.t.Helper()
	code, stdout, stderr := s.run(append([]string{"tool"}, args...)...)
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		s.t.Fatalf("%v: %v: %q, %q", args, err, stdout, stderr)
	}
	return code, r, stderr
}

func (s terminal) read(name string) string {
	raw, err := os.ReadFile(filepath.Join(s.vault, filepath.FromSlash(name)))
	if err != nil && !os.IsNotExist(err) {
		s.t.Fatal(err)
	}
	return string(raw)
}

// appendTwo is a change of a note that holds "one\n".
const appendTwo = `{"slug":"a","content":"two","mode":"append","expected_sha256":"2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806"}`

// Without --yes a change is shown and not made; with it it is, and it can be undone
// and done again.
func TestToolWritesWithYesAndIsUndone(t *testing.T) { // design section 5: `ibid tool`, `ibid undo`
	s := newTerminal(t, map[string]string{".obsidian/app.json": "{}", "a.md": "one\n"})
	args := []string{"update_note", appendTwo}
	code, r, stderr := s.tool(args...)
	if code != exitFailed || r.Status != "denied" || r.Code != "APPROVAL_DENIED" || !strings.Contains(r.Data.Diff, "+two") ||
		!strings.Contains(r.Summary, "--yes") || !strings.Contains(stderr, "+two") || s.read("a.md") != "one\n" {
		t.Fatalf("exit %d, %+v, %q; the file is %q", code, r, stderr, s.read("a.md"))
	}
	code, r, _ = s.tool(append(args, "--yes")...)
	after := s.read("a.md")
	if code != exitOK || r.Status != "ok" || r.UndoID == "" || !strings.Contains(after, "two") {
		t.Fatalf("exit %d, %+v; the file is %q", code, r, after)
	}
	if code, _, stderr := s.run("undo", r.UndoID); code != exitUsage || !strings.Contains(stderr, "--yes") || s.read("a.md") != after {
		t.Errorf("undo where nobody can answer: exit %d, %q", code, stderr)
	}
	code, stdout, stderr := s.run("undo", r.UndoID, "--yes")
	if code != exitOK || !strings.Contains(stdout, "Change a.md") || s.read("a.md") != "one\n" {
		t.Errorf("exit %d, %q, %q; the file is %q", code, stdout, stderr, s.read("a.md"))
	}
	var list struct {
		Entries []entryJSON
		Total   int
	}
	_, stdout, _ = s.run("undo", "--list", "--json")
	if err := json.Unmarshal([]byte(stdout), &list); err != nil || list.Total != 2 || list.Entries[1].UndoneBy != list.Entries[0].ID || list.Entries[1].Files[0].Path != "a.md" {
		t.Fatalf("%v: %s", err, stdout)
	}
	if code, stdout, _ := s.run("undo"); code != exitOK || strings.Count(stdout, "Change a.md") != 2 {
		t.Errorf("undo alone: exit %d, %q", code, stdout)
	}
	if code, _, _ := s.run("undo", list.Entries[0].ID, "--yes"); code != exitOK || s.read("a.md") != after {
		t.Errorf("undo of the undo: exit %d; the file is %q", code, s.read("a.md"))
	}
	if code, stdout, _ := s.run("undo", "--file", "a.md", "--yes", "--json"); code != exitOK || s.read("a.md") != "one\n" {
		t.Errorf("undo of the file: exit %d, %q; the file is %q", code, stdout, s.read("a.md"))
	}
}

// With --json all changes are listed, however many.
func TestUndoListsAll(t *testing.T) {
	defer func(was int) { pageOfEntries = was }(pageOfEntries)
	pageOfEntries = 2
	s := newTerminal(t, map[string]string{".obsidian/app.json": "{}"})
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		s.tool("create_note", `{"title":"`+name+`","content":"x","folder":"."}`, "--yes")
	}
	var list struct {
		Entries []entryJSON
		Total   int
	}
	_, stdout, _ := s.run("undo", "--list", "--json")
	if err := json.Unmarshal([]byte(stdout), &list); err != nil || list.Total != 5 || len(list.Entries) != 5 ||
		list.Entries[0].Files[0].Path != "e.md" || list.Entries[4].Files[0].Path != "a.md" {
		t.Errorf("%v: %s", err, stdout)
	}
}

func TestUndoSaysWhatIsWrong(t *testing.T) {
	s := newTerminal(t, map[string]string{".obsidian/app.json": "{}", "a.md": "one\n"})
	_, r, _ := s.tool("update_note", appendTwo, "--yes")
	if err := os.WriteFile(filepath.Join(s.vault, "a.md"), []byte("mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		args []string
		code int
		want string
	}{
		"changed since": {[]string{"undo", r.UndoID, "--yes"}, exitFailed, "STALE_READ"},
		"no such entry": {[]string{"undo", "none", "--yes"}, exitFailed, "undo --list"},
		"no such run":   {[]string{"undo", "--run", "none", "--yes"}, exitFailed, "NO_CHANGE"},
		"two at once":   {[]string{"undo", r.UndoID, "--file", "a.md", "--yes"}, exitUsage, "one thing"},
		"no path":       {[]string{"undo", "--file", "../x", "--yes"}, exitFailed, "file"},
	} {
		code, stdout, stderr := s.run(append(tc.args, "--json")...)
		if code != tc.code || !strings.Contains(stdout, tc.want) || s.read("a.md") != "mine\n" {
			t.Errorf("%s: exit %d, %q, %q", name, code, stdout, stderr)
		}
	}
	t.Setenv("LC_ALL", "zh_CN.UTF-8")
	if _, stdout, _ := newTerminal(t, nil).run("undo"); stdout != "" {
		t.Errorf("an empty journal lists %q", stdout)
	}
}
