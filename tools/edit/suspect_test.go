package edit

import (
	"strings"
	"testing"
)

// Contracts 2.1: what stands for text that was left out, in the forms models
// write it.
func TestOmissions(t *testing.T) {
	for _, line := range []string{
		"… rest unchanged", "... rest of the note unchanged ...", "// ... existing code ...", "// ... rest of code ...", "# ... existing code ...",
		"（其余不变）", "[rest of note]", "[Rest of the note unchanged]", "<!-- rest of the file unchanged -->", "<!-- ... -->", "...", "…", "[...]", "(unchanged)",
		"/* ... */", "%% rest of note %%", "(remaining content omitted for brevity)", "*[Rest of document remains the same]*", "… (same as before)", "[existing content]",
		"...（省略）...", "（以下内容省略）", "【其余部分保持不变】", "……其余内容不变……", "（略）", "（原文保留）", "// 其余代码不变", "The rest of the note remains unchanged.", "[previous sections unchanged]",
		"- ... (other items unchanged)", "[...rest of the section...]", "(content truncated)",
	} {
		if got := Omissions([]byte("# T\nx\n"), []byte("# T\n"+line+"\nx\n")); len(got) != 1 || got[0].Line != 2 || got[0].Text != line {
			t.Errorf("%q is no omission: %+v", line, got)
		}
		if got := Omissions([]byte("a\n  "+line+"\n"), []byte(line+"\n")); len(got) != 0 {
			t.Errorf("%q was there before: %+v", line, got)
		}
	}
}

// What people write is none.
func TestOmissionsLeavesProseAlone(t *testing.T) {
	for _, line := range []string{
		"The rest is history.", "And so on...", "Well… maybe", "The rest of the team left.", "- [ ] rest", "[[rest of note]]", "[rest](x.md)", "Everything else remains to be seen…",
		"## Remaining work", "其余的人都走了。", "省略号怎么用？", "她说……然后走了", "# 其他", "[^1]: rest", "> ...", "- ...", "Existing code is reused here, see below.", "(see below)", "(rest day)", "[x] same as before", "> [!note] Unchanged",
		"价格不变", "（其他）", "He kept the rest...", "\"...\"", "---", "***", "%% todo %%", "(2024)", "wait for the rest of the code review",
	} {
		if got := Omissions(nil, []byte(line+"\n")); len(got) != 0 {
			t.Errorf("%q is called an omission", line)
		}
	}
}

// Users A12; R156: what an overwriting drops is said.
func TestSuspect(t *testing.T) {
	before := "---\ntitle: x\ntags: [a]\n---\n# Plan\n" + strings.Repeat("words and words\n", 60) + "## Kept\nblock ^b1\n\nother ^b2\n"
	links := map[string]int{"#Plan": 3, "#^b1": 1}
	linked := func(sub string) int { return links[sub] }
	got := Suspect([]byte(before), []byte("---\ntitle: x\n---\n## kept!\n"), linked)
	var kinds []string
	for _, f := range got {
		kinds = append(kinds, string(f.Kind)+" "+f.Text)
	}
	want := "shrunk |lost_property tags|lost_heading Plan|lost_block ^b1"
	if strings.Join(kinds, "|") != want {
		t.Errorf("found %q, want %q", strings.Join(kinds, "|"), want)
	}
	if got := Suspect([]byte(before), []byte(before+"more\n"), linked); len(got) != 0 {
		t.Errorf("an addition is suspicious: %+v", got)
	}
	if got := Suspect([]byte("# A\nshort\n"), []byte("x"), nil); len(got) != 0 {
		t.Errorf("a short note is suspicious: %+v", got)
	}
}
