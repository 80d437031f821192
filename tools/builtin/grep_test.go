package builtin

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ibid-notes/ibid/tools"
)

func grepVault(t *testing.T) *testVault {
	return newVault(t, map[string]string{
		"a.md": "one\nTODO two\nthree\ntodo four\nfive\n", "b/c.md": "TODO here\r\nand 2024-05-06\r\n", "b/d.txt": "nothing\n", "b/e.py": "TODO = 1\n",
		"bin.dat": "TODO\x00", "latin.md": "TODO caf\xe9\n", "big.txt": strings.Repeat("TODO\n", maxFile/5+1), "pic.png": "TODO",
		"node_modules/x.js": "TODO\n", "links.md": "[[a]] and (x)+ and Straße\n", "中/文.md": "卡片笔记\n待办\n",
	})
}

func TestGrepFilesWithMatches(t *testing.T) { // R115, R116, R122, R125
	d, res := good[grepped](grepVault(t), "grep", `{"pattern":"TODO"}`)
	if want := []string{"a.md", "b/c.md", "b/e.py"}; d.Mode != "files_with_matches" || !reflect.DeepEqual(d.Files, want) || d.TotalFiles != 3 || d.Matches != nil || d.Counts != nil {
		t.Errorf("%+v", d)
	}
	if want := (grepSkipped{Binary: 3, TooLarge: 1}); *d.Skipped != want || d.Searched != 6 {
		t.Errorf("skipped %+v, searched %d", d.Skipped, d.Searched)
	}
	for _, part := range []string{"3 files of 6 files searched", "3 binary, 1 over 2 MiB", "node_modules"} {
		if !strings.Contains(res.Summary, part) {
			t.Errorf("%q does not say %q", res.Summary, part)
		}
	}
}

func TestGrepCounts(t *testing.T) { // R120, R122
	d, _ := good[grepped](grepVault(t), "grep", `{"pattern":"todo","case_insensitive":true,"output_mode":"count"}`)
	if want := []fileCount{{"a.md", 2}, {"b/c.md", 1}, {"b/e.py", 1}}; !reflect.DeepEqual(d.Counts, want) || d.TotalLines != 4 || d.TotalFiles != 3 {
		t.Errorf("%+v", d)
	}
}

func TestGrepContent(t *testing.T) { // R122, R123
	v := grepVault(t)
	d, _ := good[grepped](v, "grep", `{"pattern":"(?i)todo","path":"a.md","output_mode":"content","context_before":2,"context_after":1}`)
	want := []lineMatch{
		{Path: "a.md", Line: 2, Text: "TODO two", Before: []string{"one"}, After: []string{"three"}},
		{Path: "a.md", Line: 4, Text: "todo four", After: []string{"five"}},
	}
	if !reflect.DeepEqual(d.Matches, want) {
		t.Errorf("%+v", d.Matches)
	}
	d, _ = good[grepped](v, "grep", `{"pattern":"^\\w+ \\d{4}-\\d\\d-\\d\\d$","output_mode":"content"}`)
	if want := []lineMatch{{Path: "b/c.md", Line: 2, Text: "and 2024-05-06"}}; !reflect.DeepEqual(d.Matches, want) {
		t.Errorf("line ends: %+v", d.Matches)
	}
}

func TestGrepContextIsShownOnce(t *testing.T) { // R123
	v := newVault(t, map[string]string{"n.txt": "1\nx2\nx3\n4\n5\n6\nx7\n8\n"})
	d, _ := good[grepped](v, "grep", `{"pattern":"x","output_mode":"content","context_before":3,"context_after":2}`)
	var shown []string
	for _, m := range d.Matches {
		shown = append(append(append(shown, m.Before...), m.Text), m.After...)
	}
	if got := strings.Join(shown, " "); got != "1 x2 x3 4 5 6 x7 8" {
		t.Errorf("%s", got)
	}
}

func TestGrepNarrows(t *testing.T) { // R117, R118, R119
	v := grepVault(t)
	for args, want := range map[string][]string{
		`{"pattern":"TODO","path":"b"}`:                        {"b/c.md", "b/e.py"},
		`{"pattern":"TODO","glob":"*.md"}`:                     {"a.md", "b/c.md"},
		`{"pattern":"TODO","glob":"b/*.py"}`:                   {"b/e.py"},
		`{"pattern":"TODO","type":"py"}`:                       {"b/e.py"},
		`{"pattern":"TODO","type":"md","path":"b"}`:            {"b/c.md"},
		`{"pattern":"TODO","path":"node_modules"}`:             {"node_modules/x.js"},
		`{"pattern":"卡片"}`:                                     {"中/文.md"},
		`{"pattern":"^待.$"}`:                                   {"中/文.md"},
		`{"pattern":"STRASSE|straße","case_insensitive":true}`: {"links.md"},
	} {
		if d, _ := good[grepped](v, "grep", args); !reflect.DeepEqual(d.Files, want) {
			t.Errorf("%s: %v, want %v", args, d.Files, want)
		}
	}
}

func TestGrepFixedStrings(t *testing.T) { // R121
	v := grepVault(t)
	for _, text := range []string{"[[a]]", "(x)+", "[[A]]"} {
		d, _ := good[grepped](v, "grep", `{"pattern":"`+text+`","fixed_strings":true,"case_insensitive":true}`)
		if !reflect.DeepEqual(d.Files, []string{"links.md"}) {
			t.Errorf("%s: %v", text, d.Files)
		}
	}
}

func TestGrepLeavesOutWhatIsExcluded(t *testing.T) { // design 5 Private, F6
	v := newVault(t, map[string]string{".obsidian/app.json": `{"userIgnoreFilters":["Archive/"]}`, "Archive/a.md": "needle\n", "b.md": "needle\n"})
	d, res := good[grepped](v, "grep", `{"pattern":"needle"}`)
	if !reflect.DeepEqual(d.Files, []string{"b.md"}) || d.Skipped.Excluded != 1 || !strings.Contains(res.Summary, "1 excluded by the user") {
		t.Errorf("%+v %q", d, res.Summary)
	}
	for _, path := range []string{"Archive", "Archive/a.md"} {
		if d, _ := good[grepped](v, "grep", `{"pattern":"needle","path":"`+path+`"}`); !reflect.DeepEqual(d.Files, []string{"Archive/a.md"}) {
			t.Errorf("%s: %v", path, d.Files)
		}
	}
	if got := paths(v, `{}`); !reflect.DeepEqual(got, []string{"Archive/a.md", "b.md"}) {
		t.Errorf("find_files lists %v", got)
	}
	good[fileText](v, "read_file", `{"path":"Archive/a.md"}`)
}

func TestGrepNoMatchIsASuccess(t *testing.T) { // X06
	d, res := good[grepped](grepVault(t), "grep", `{"pattern":"no such line"}`)
	if d.TotalFiles != 0 || !strings.Contains(res.Summary, "No line matches") || !strings.Contains(res.Summary, "6 files searched") {
		t.Errorf("%+v %q", d, res.Summary)
	}
}

func TestGrepBadPatterns(t *testing.T) { // R086, R116
	v := newVault(t, map[string]string{"a.md": "x\n"})
	for pattern, parts := range map[string][]string{
		"笔记(a":    {"missing closing )", `"fixed_strings":true`},
		"ab[z-a]": {"invalid character class range", "character 4"},
		"a**":     {"character 2"},
		"(?=x)":   {"RE2", "look-around"},
		`(a)\1`:   {"invalid escape sequence", "back-references"},
		"a{2000}": {"invalid repeat count"},
		`a\nb`:    {"line break", "context_after"},
	} {
		v.bad("grep", `{"pattern":`+quote(pattern)+`}`, tools.InvalidArgument, append(parts, `"pattern"`)...)
	}
	v.bad("grep", `{"pattern":""}`, tools.InvalidArgument, "empty")
	v.bad("grep", `{"pattern":"a\nb","fixed_strings":true}`, tools.InvalidArgument, "line break")
}

func TestGrepHeadLimit(t *testing.T) { // R124, R029, R334
	files := map[string]string{}
	for i := range 300 {
		files[fmt.Sprintf("n%03d.txt", i)] = numbered(5)
	}
	v := newVault(t, files)
	for _, c := range []struct {
		args         string
		shown, total int
	}{
		{`{"pattern":"line"}`, 250, 300},
		{`{"pattern":"line","output_mode":"count"}`, 250, 300},
		{`{"pattern":"line","output_mode":"content"}`, 250, 1500},
		{`{"pattern":"line","output_mode":"content","head_limit":9999}`, 1000, 1500},
		{`{"pattern":"line","head_limit":3}`, 3, 300},
	} {
		d, res := good[grepped](v, "grep", c.args)
		if n := len(d.Files) + len(d.Counts) + len(d.Matches); n != c.shown || *res.Truncated != (tools.Truncated{Shown: c.shown, Total: c.total}) {
			t.Errorf("%s: %d shown, %+v", c.args, n, res.Truncated)
		}
		if !strings.Contains(res.Summary, fmt.Sprintf("the first %d", c.shown)) {
			t.Errorf("summary %q", res.Summary)
		}
	}
	d, _ := good[grepped](v, "grep", `{"pattern":"line [25]","output_mode":"content","head_limit":3}`)
	want := []lineMatch{{Path: "n000.txt", Line: 2, Text: "line 2"}, {Path: "n000.txt", Line: 5, Text: "line 5"}, {Path: "n001.txt", Line: 2, Text: "line 2"}}
	if !reflect.DeepEqual(d.Matches, want) || d.TotalLines != 600 || d.TotalFiles != 300 {
		t.Errorf("%+v", d)
	}
}

func TestGrepBoundsItsOutput(t *testing.T) { // R334
	long := strings.Repeat("字", 5000)
	v := newVault(t, map[string]string{"a.txt": strings.Repeat(long+"needle"+long+"\n", 60)})
	d, res := good[grepped](v, "grep", `{"pattern":"needle","output_mode":"content","context_before":20,"context_after":20,"head_limit":1000}`)
	for _, m := range d.Matches {
		if !strings.Contains(m.Text, "needle") || len(m.Text) > maxLine+10 || !strings.HasPrefix(m.Text, "…") || !strings.HasSuffix(m.Text, "…") || strings.Contains(m.Text, "\ufffd") {
			t.Errorf("line %d is shown as %q", m.Line, m.Text)
		}
	}
	raw, err := json.Marshal(res)
	if err != nil || len(raw) > 2*maxOutput {
		t.Errorf("%d bytes, %v", len(raw), err)
	}
}

func TestGrepIsCancelled(t *testing.T) {
	v := grepVault(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	res := registry.Call(ctx, v.env, "grep", json.RawMessage(`{"pattern":"x"}`))
	if res.Status != tools.StatusCancelled || res.Code != tools.Cancelled {
		t.Errorf("%+v", res)
	}
}

func TestPanicInAGoroutineIsAnError(t *testing.T) {
	if err := guarded(func() error { panic("broken") })(); err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("got %v", err)
	}
	if err := guarded(func() error { return nil })(); err != nil {
		t.Errorf("got %v", err)
	}
}

// The literal that is looked for first must never hide a line that matches.
func TestGrepFindsWhatRegexpFinds(t *testing.T) { // R115
	letters := []string{"a", "B", "k", "K", "s", "S", "\u017f", "\u212a", "ß", "é", "É", "字", "1", " ", "\n", "\r\n", "-"}
	parts := []string{"a", "k", "S", "é", "字", "a+", "(ks|S)", "[a-z]", ".", "^", "$", "\\b", "a?", "(?i:k)", "1*", "s{2}"}
	rapid.Check(t, func(rt *rapid.T) {
		body := strings.Join(rapid.SliceOfN(rapid.SampledFrom(letters), 0, 60).Draw(rt, "body"), "")
		args := grepArgs{
			Pattern:         strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 1, 4).Draw(rt, "pattern"), ""),
			CaseInsensitive: rapid.Bool().Draw(rt, "case"),
			FixedStrings:    rapid.Bool().Draw(rt, "fixed"),
		}
		p, err := parsePattern(args)
		if err != nil {
			rt.Skip("not a pattern")
		}
		var m fileMatches
		(&lineSearch{pattern: p, keep: 1000, before: 1, after: 1}).search([]byte(body), &m)
		var got []int
		for _, l := range m.lines {
			got = append(got, l.Line)
		}
		if want := plainSearch(p.re, body); !reflect.DeepEqual(got, want) || m.count != len(want) {
			rt.Fatalf("%q in %q: lines %v, want %v", p.re, body, got, want)
		}
	})
}

func plainSearch(re *regexp.Regexp, body string) (lines []int) {
	n := 0
	for line := range strings.Lines(body) {
		n++
		if re.MatchString(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")) {
			lines = append(lines, n)
		}
	}
	return lines
}

// Whatever is looked for, and whichever byte of it first, the lines that are
// found are those that trying each line one by one finds, with their numbers.
func TestLineSearchFindsWhatANaiveSearchFinds(t *testing.T) { // R115, R116, R120
	words := []string{"tea", "Tea", "TEA", "kiss", "字", "猫字", "字猫", "the", " ", "\n", "\r\n", "a", "aa", "é", "z9", "[[a]]"}
	patterns := []string{"tea", "aa", "字猫", "猫", "kiss", "z9", `\[\[a`, `t.a`, `aa+b?`, `(tea)`, `^the`, `a$`, `the|tea`, "é", "9 ", `\r`, "t"}
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 60).Draw(rt, "text"), "")
		args := grepArgs{Pattern: rapid.SampledFrom(patterns).Draw(rt, "pattern")}
		args.FixedStrings, args.CaseInsensitive = rapid.Bool().Draw(rt, "fixed"), rapid.Bool().Draw(rt, "any case")
		p, err := parsePattern(args)
		if err != nil {
			rt.Fatal(err)
		}
		p.need.rare = rapid.IntRange(0, max(0, len(p.need.text)-1)).Draw(rt, "first byte")
		s, got := lineSearch{pattern: p, keep: rapid.IntRange(0, 9).Draw(rt, "keep")}, fileMatches{}
		s.search([]byte(text), &got)
		want := naiveLines(text, args)
		if got.count != len(want) || got.count > 0 && !p.need.in([]byte(text)) || len(got.lines) != min(s.keep, len(want)) {
			rt.Fatalf("%+v in %q: %d lines, want %d", args, text, got.count, len(want))
		}
		for i, m := range got.lines {
			if m.Line != want[i] {
				rt.Fatalf("%+v in %q: line %d, want %d", args, text, m.Line, want[i])
			}
		}
	})
}

// naiveLines are the numbers of the lines that match.
func naiveLines(text string, args grepArgs) (numbers []int) {
	source := args.Pattern
	if args.FixedStrings {
		source = regexp.QuoteMeta(source)
	}
	if args.CaseInsensitive {
		source = "(?i)" + source
	}
	re, number := regexp.MustCompile(source), 0
	for line := range strings.Lines(text) {
		number++
		if re.MatchString(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")) {
			numbers = append(numbers, number)
		}
	}
	return numbers
}
