package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/app"
	"github.com/ibid-notes/ibid/daemon/internal/config"
)

func (s terminal) bare(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(env{ctx: s.t.Context(), stdin: strings.NewReader(""), stdout: &out, stderr: &errs}, args)
	return code, out.String(), errs.String()
}

// Bare ibid is wrong use, answered with the commonest commands.
func TestBareCommandHelps(t *testing.T) {
	s := newTerminal(t, nil)
	for lang, says := range map[string]string{"C": "find notes", "zh_CN.UTF-8": "查找笔记"} {
		t.Setenv("LC_ALL", lang)
		code, stdout, stderr := s.bare()
		if code != exitUsage || stdout != "" || len(strings.Split(stderr, "\n")) > 12 {
			t.Errorf("%s: exit %d, %q, %q", lang, code, stdout, stderr)
		}
		for _, want := range []string{"ibid ask ", "ibid search ", "ibid doctor", "ibid --help", "--vault", says} {
			if !strings.Contains(stderr, want) {
				t.Errorf("%s: %q lacks %q", lang, stderr, want)
			}
		}
	}
}

// Help on the command tool names every tool, and help on a tool its arguments and an
// example that is one.
func TestToolHelp(t *testing.T) {
	s := newTerminal(t, nil)
	code, list, _ := s.bare("tool", "--help")
	if code != exitOK {
		t.Errorf("exit %d", code)
	}
	for _, spec := range app.ToolSpecs() {
		if line := fmt.Sprintf("  %-17s  ", spec.Name); strings.Count(list, line) != 1 {
			t.Errorf("the list lacks %s: %s", spec.Name, list)
		}
		code, help, _ := s.bare("tool", spec.Name, "--help")
		if code != exitOK || !strings.Contains(help, "ibid tool "+spec.Name+" '{") {
			t.Errorf("%s: exit %d, %s", spec.Name, code, help)
		}
		var schema struct{ Properties map[string]any }
		if err := json.Unmarshal(spec.Schema, &schema); err != nil {
			t.Fatal(err)
		}
		for name := range schema.Properties {
			if !strings.Contains(help, " "+name+" ") {
				t.Errorf("%s: its help lacks %s", spec.Name, name)
			}
		}
	}
	if _, help, _ := s.bare("search", "--help"); strings.Contains(help, "read_note") {
		t.Error("help on search lists tools")
	}
}

// The version says what was built and where it runs; programs read its first line.
func TestVersion(t *testing.T) {
	s := newTerminal(t, nil)
	for _, args := range [][]string{{"--version"}, {"version"}} {
		code, stdout, stderr := s.bare(args...)
		lines := strings.Split(strings.TrimSpace(stdout), "\n")
		if code != exitOK || stderr != "" || len(lines) != 4 || lines[0] != "ibid "+config.Version || !strings.HasPrefix(lines[1], "commit ") ||
			lines[3] != "platform "+runtime.GOOS+"/"+runtime.GOARCH {
			t.Errorf("%v: exit %d, %q, %q", args, code, stdout, stderr)
		}
		var v versionJSON
		_, stdout, _ = s.bare(append(args, "--json")...)
		if err := json.Unmarshal([]byte(stdout), &v); err != nil || v.Version != config.Version || v.Go != runtime.Version() || v.Platform == "" {
			t.Errorf("%v --json: %v in %q", args, err, stdout)
		}
	}
}

// Words need no quotes: a person types them as they come.
func TestUnquotedWords(t *testing.T) {
	s := newTerminal(t, map[string]string{".obsidian/app.json": "{}", "Old, odd name.md": "# Tea\n\nTea, hot, helps. A kettle is hot.\n"})
	if code, stdout, stderr := s.run("ask", "what", "helps,", "hot", "tea?"); code != exitOK || !strings.Contains(stdout, "Old, odd name") {
		t.Errorf("ask: exit %d, %q, %q", code, stdout, stderr)
	}
	if _, r := s.searched("kettle", "hot", "OR", "zebra"); len(r.Hits) != 1 || r.Query != "kettle hot OR zebra" {
		t.Errorf("search: %+v", r)
	}
	if code, stdout, stderr := s.run("note", "Old,", "odd", "name"); code != exitOK || !strings.Contains(stdout, "Old, odd name.md") {
		t.Errorf("note: exit %d, %q, %q", code, stdout, stderr)
	}
}
