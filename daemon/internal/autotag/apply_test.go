package autotag

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

func TestAddTags(t *testing.T) {
	for name, tc := range map[string]struct {
		habit  form
		before string
		tags   string
		after  string // "" is a refusal
	}{
		"block list":         {blockList, "---\ntags:\n  - a # why\nx: 1\n---\ntext", "b c", "---\ntags:\n  - a # why\n  - b\n  - c\nx: 1\n---\ntext"},
		"block list, flush":  {flowList, "---\ntags:\n- a\n---\n", "b", "---\ntags:\n- a\n- b\n---\n"},
		"quoted items":       {blockList, "---\ntags:\n  - \"a\"\n---\n", "b", "---\ntags:\n  - \"a\"\n  - \"b\"\n---\n"},
		"flow list":          {blockList, "---\ntags: [a,b]\n---\n", "c", "---\ntags: [a,b,c]\n---\n"},
		"CRLF":               {blockList, "---\r\ntags:\r\n  - a\r\n---\r\ntext\r\n", "b", "---\r\ntags:\r\n  - a\r\n  - b\r\n---\r\ntext\r\n"},
		"one text":           {blockList, "---\ntags: a\n---\n", "b", "---\ntags:\n  - a\n  - b\n---\n"},
		"one text, flow":     {flowList, "---\nother: [x]\ntags: a\n---\n", "b", "---\nother: [x]\ntags: [a, b]\n---\n"},
		"empty key":          {blockList, "---\ntags:\n---\n", "b", "---\ntags:\n  - b\n---\n"},
		"key of capitals":    {blockList, "---\nTags: [a]\n---\n", "b", "---\nTags: [a, b]\n---\n"},
		"no key":             {blockList, "---\nx: 1\n---\n", "b", "---\nx: 1\ntags:\n  - b\n---\n"},
		"no key, flow":       {flowList, "---\nx: 1\n---\n", "b c/d", "---\nx: 1\ntags: [b, c/d]\n---\n"},
		"no properties":      {blockList, "text\n", "b", "---\ntags:\n  - b\n---\ntext\n"},
		"none, flow":         {flowList, "text\n", "b", "---\ntags: [b]\n---\ntext\n"},
		"none, in text":      {inText, "text\n", "b c", "text\n\n#b #c\n"},
		"no end, in text":    {inText, "text", "b", "text\n\n#b"},
		"empty, in text":     {inText, "", "b", "#b\n"},
		"CRLF in text":       {inText, "text\r\n", "b", "text\r\n\r\n#b\r\n"},
		"line of tags":       {blockList, "#a #x/y\n\ntext\n", "b", "#a #x/y #b\n\ntext\n"},
		"tags in sentences":  {inText, "some #a text\n", "b", "some #a text\n\n#b\n"},
		"sentences, list":    {blockList, "some #a text\n", "b", "---\ntags:\n  - b\n---\nsome #a text\n"},
		"has it in the text": {blockList, "---\ntags: [x]\n---\n#B\n", "b", ""},
		"has one of them":    {blockList, "---\ntags: [b]\n---\n", "b c", "---\ntags: [b, c]\n---\n"},
		"invalid YAML":       {blockList, "---\ntags: [a\n---\n", "b", ""},
		"invalid, in text":   {inText, "---\nx: {{date}}: 1\n---\n#a\n", "b", ""},
		"not closed":         {blockList, "---\ntags: [a]\ntext", "b", ""},
		"several in one":     {blockList, "---\ntags: a, b\n---\n", "c", ""},
		"open code":          {inText, "```\ncode\n", "b", ""},
		"no tag":             {blockList, "", "1984", ""},
		"YAML's own word":    {flowList, "---\nx: 1\n---\n", "null", "---\nx: 1\ntags: [\"null\"]\n---\n"},
	} {
		t.Run(name, func(t *testing.T) {
			after, err := AddTags([]byte(tc.before), nil, Habit{tc.habit}, strings.Fields(tc.tags)...)
			if refused := (*edit.Error)(nil); tc.after == "" && !errors.As(err, &refused) {
				t.Fatalf("%q becomes %q, %v; want a refusal", tc.before, after, err)
			}
			if string(after) != tc.after && tc.after != "" {
				t.Errorf("%q becomes %q, %v; want %q", tc.before, after, err, tc.after)
			}
		})
	}
}

// In both real vaults: a tag for every note changes the tags and no other byte,
// and the inverse brings every byte back.
func TestTagsForRealVaults(t *testing.T) {
	for _, name := range []string{"kepano", "knowledge-garden-zh"} {
		t.Run(name, func(t *testing.T) {
			v := viewOf(t, corpus(t, name), true)
			planned, refused := 0, 0
			for f := range v.Files() {
				if f.Kind != graph.KindNote || underRace && planned+refused == 300 {
					continue
				}
				for _, habit := range []form{blockList, inText} {
					if planOne(t, v, f.Path, Habit{habit}) {
						planned++
					} else {
						refused++
					}
				}
			}
			t.Logf("%d planned, %d refused", planned, refused)
			if planned < 100 {
				t.Errorf("only %d plans", planned)
			}
		})
	}
}

const probe = "ibid/probe"

// planOne plans a tag for a note and checks the plan. It reports a refusal, which
// must have a reason.
func planOne(t *testing.T, v *vaultindex.View, p vaultpath.Path, habit Habit) bool {
	t.Helper()
	raw, err := v.ReadFile(p)
	if err != nil {
		t.Fatal(err)
	}
	set, err := PlanTags(v, habit, p, probe)
	if refused := (*edit.Error)(nil); errors.As(err, &refused) {
		if n := note.Parse(raw); refused.Path != p || refused.Message == "" || len(n.Problems) == 0 && habit.form != inText {
			t.Errorf("%s is refused: %v", p, err)
		}
		return false
	}
	if err != nil {
		t.Fatalf("%s: %v", p, err)
	}
	effects := set.Effects()
	if len(effects) != 1 || effects[0].Path != p || !onlyTags(raw, effects[0].After) {
		t.Errorf("%s: more than the tags changed:\n%s", p, edit.Compare(raw, effects[0].After).Unified("before", "after", 1))
	}
	back, err := set.Inverse(func(vaultpath.Path) ([]byte, bool) { return raw, true })
	if err != nil || !bytes.Equal(back.Effects()[0].After, raw) {
		t.Errorf("%s does not come back: %v", p, err)
	}
	return true
}

// onlyTags reports that all bytes of a note but those of its tags stand in the
// new text, and that this adds nothing but tags and what they are written with.
func onlyTags(before, after []byte) bool {
	head := 0
	for head < min(len(before), len(after)) && before[head] == after[head] {
		head++
	}
	tail := 0
	for tail < min(len(before), len(after))-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	return signsAlone(before, before[head:len(before)-tail]) && signsAlone(before, after[head:len(after)-tail])
}

func signsAlone(before, part []byte) bool {
	text := strings.NewReplacer(probe, "", "tags:", "").Replace(string(part))
	for _, tag := range note.Parse(before).Tags {
		text = strings.ReplaceAll(text, tag.Name, "")
	}
	return strings.Trim(text, " \r\n-#[],\"'") == ""
}

func TestHabit(t *testing.T) {
	for want, text := range map[form]string{blockList: "---\ntags:\n  - a\n---\n", flowList: "---\ntags: [a]\n---\n", inText: "text #a\n"} {
		s := learned(t, map[string]string{"a.md": text, "b.md": text, "c.md": "---\ntags: x\n---\n"}, Options{})
		if s.Habit().form != want {
			t.Errorf("%q makes the habit %d, want %d", text, s.Habit().form, want)
		}
	}
}
