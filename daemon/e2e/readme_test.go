package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/model/modeltest"
)

// sampleVault makes a world whose vault is a copy of the sample vault.
func sampleVault(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, nil)
	must(t, os.CopyFS(w.vault, os.DirFS(filepath.FromSlash("../../vaultindex/testdata/vault"))))
	return w
}

// shellLines are the lines of a document's shell examples, without comments.
func shellLines(t *testing.T, name string) []string {
	t.Helper()
	raw, err := os.ReadFile(filepath.FromSlash(name))
	must(t, err)
	var lines []string
	for _, block := range regexp.MustCompile("(?ms)^```sh\n(.*?)^```").FindAllStringSubmatch(string(raw), -1) {
		for line := range strings.Lines(block[1]) {
			line, _, _ = strings.Cut(line, " #") // no example has the two in a word
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// words splits a line as a shell does that knows double quotes.
func words(line string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`"([^"]*)"|(\S+)`).FindAllStringSubmatch(line, -1) {
		out = append(out, m[1]+m[2])
	}
	return out
}

// What the README tells a newcomer to type works and says something, in the sample
// vault. Models are played by a scripted one, where the example has its address.
func TestReadmeExamples(t *testing.T) {
	w := sampleVault(t)
	commands := map[string]bool{}
	for _, line := range shellLines(t, "../../README.md") {
		args := words(line)
		at := slices.Index(args, "bin/ibid")
		if at < 0 {
			continue
		}
		for _, set := range args[:at] {
			if name, _, ok := strings.Cut(set, "="); !ok || name == "" {
				t.Errorf("%s: %q stands before the program", line, set)
			}
		}
		args = args[at+1:]
		commands[args[0]] = true
		if i := slices.Index(args, "--model"); i >= 0 {
			args = w.scripted(args, args[i+1])
		}
		r := w.run(args...)
		if r.code != 0 || strings.TrimSpace(r.stdout) == "" || strings.Contains(r.stderr, "Nothing found") || strings.Contains(r.stdout, "has nothing that answers") {
			t.Errorf("%s: exit %d\n%s%s", line, r.code, r.stdout, r.stderr)
		}
	}
	for _, name := range []string{"ask", "search", "note", "graph", "tool", "index", "doctor"} {
		if !commands[name] {
			t.Errorf("the README has no example of ibid %s", name)
		}
	}
}

// scripted has a command ask a scripted model in place of the real one.
func (w *world) scripted(args []string, model string) []string {
	_, url := modeltest.Start(w.t, modeltest.Scenario{Name: "readme", Turns: []modeltest.Turn{{Reply: modeltest.Reply{Text: "Hello."}}}}, "whole")
	if strings.HasPrefix(model, "openai:") {
		url += "/v1"
	}
	if i := slices.Index(args, "--base-url"); i >= 0 {
		args[i+1] = url
		return args
	}
	return append(args, "--base-url", url)
}

// guides are the guides of the sample vault, English and Chinese.
var guides = [][2]string{{"Using Ibid.md", "使用 Ibid.md"}, {"Note conventions.md", "笔记规范.md"}}

// The guides of the two languages say the same things (design decision 10): as many
// headings of each level, rows, columns, list items, paragraphs and code blocks, in the
// same order.
func TestGuidesAreLevel(t *testing.T) {
	w := sampleVault(t)
	for _, pair := range guides {
		var shapes [2][]string
		for i, name := range pair {
			raw, err := os.ReadFile(w.path("Guide/" + name))
			must(t, err)
			shapes[i] = shapeOf(string(raw))
		}
		for at := range min(len(shapes[0]), len(shapes[1])) {
			if shapes[0][at] != shapes[1][at] {
				t.Errorf("%s and %s part at block %d: %s, and %s", pair[0], pair[1], at, shapes[0][at], shapes[1][at])
				break
			}
		}
		if len(shapes[0]) != len(shapes[1]) {
			t.Errorf("%s has %d blocks, %s has %d", pair[0], len(shapes[0]), pair[1], len(shapes[1]))
		}
	}
}

// shapeOf lists the kinds of a note's blocks, behind its properties.
func shapeOf(text string) []string {
	_, text, _ = strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
	var shape []string
	code := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			code = !code
			shape = append(shape, "fence")
			continue
		}
		if kind := kindOf(line); kind != "" && !code {
			shape = append(shape, kind)
		}
	}
	return shape
}

func kindOf(line string) string {
	switch {
	case line == "":
		return ""
	case strings.HasPrefix(line, "#"):
		return "heading " + line[:strings.Index(line, " ")]
	case strings.HasPrefix(line, "|"):
		return "row of " + strings.Repeat("|", strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"))
	case strings.HasPrefix(line, "- "):
		return "item"
	case regexp.MustCompile(`^\d+\. `).MatchString(line):
		return "numbered item"
	}
	return "paragraph"
}

// Every query that a guide shows finds something in the sample vault beside the guide.
func TestQueriesOfTheGuides(t *testing.T) {
	w := sampleVault(t)
	row := regexp.MustCompile("(?m)^\\| `([^`]+)` \\|")
	for name, heading := range map[string]string{"Using Ibid.md": "## Searching", "使用 Ibid.md": "## 搜索"} {
		raw, err := os.ReadFile(w.path("Guide/" + name))
		must(t, err)
		_, section, _ := strings.Cut(string(raw), heading+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		queries := row.FindAllStringSubmatch(section, -1)
		if len(queries) < 10 {
			t.Fatalf("%s shows %d queries", name, len(queries))
		}
		for _, q := range queries {
			var doc struct{ Hits []struct{ Path string } }
			r := w.json(&doc, "search", q[1], "--limit", "50")
			if r.code != 0 || !slices.ContainsFunc(doc.Hits, func(h struct{ Path string }) bool { return !strings.HasPrefix(h.Path, "Guide/") }) {
				t.Errorf("%s: %s finds nothing beside the guide: exit %d, %+v", name, q[1], r.code, doc)
			}
		}
	}
}
