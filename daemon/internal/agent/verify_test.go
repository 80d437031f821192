package agent

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/tools"
)

// shelf is a vault of notes that are awkward to cite.
var shelf = map[string]string{
	"Plain.md":              "# Plain\n\n## Why\n\nOne idea\nper card, and\nno more.\n\n## How\n\nWrite it down.\n",
	"Crlf.md":               "\xef\xbb\xbf# Crlf\r\n\r\nThe tide\r\ncomes in.\r\n\r\n- salt\r\n- sand\r\n",
	"Quoted.md":             "# Quoted\n\n> Long ago a poet\n> wrote of rain.\n>\n> - first drops\n>   - then streams\n>   - then rivers\n> - last the sea\n\nEnd.\n",
	"List.md":               "# List\n\n1. Boil the water\n2. Add the tea\n   - [ ] wait three minutes\n   - [x] pour\n",
	"Links.md":              "# Links\n\n## Index\n\n- [[Plain]]\n- [[Crlf]]\n\nSee also [[Quoted]]\n",
	"Heads.md":              "# Heads\n\n## What: a test? (yes!)\n\nColon text.\n\n## C# & Go\n\nSharp text.\n\n## Rocket 🚀 launch\n\nEmoji text.\n\n## 为什么？\n\n中文标题下的文字。\n",
	"A b/With space.md":     "# With space\n\nSpaced words.\n",
	"读书/论语 笔记.md":           "# 论语\n\n## 学而\n\n学而时习之，\n不亦说乎？\n",
	"C#.md":                 "# C sharp\n\n## Types\n\nStrong types.\n",
	"C.md":                  "# C\n\nPointers.\n",
	"Blocks.md":             "# Blocks\n\nA line with an id. ^abc123\n\n- item one ^one\n- item two\n",
	"Twice/Same.md":         "# Same\n\nFirst of the same name.\n",
	"Other/Same.md":         "# Same\n\nSecond of the same name.\n",
	"Marks.md":              "# Marks\n\nThis is **very** important, see [[Plain|the plain one]].\n",
	"Board.canvas":          `{"nodes":[{"id":"1","type":"text","text":"Card text","x":0,"y":0,"width":1,"height":1}],"edges":[]}`,
	"Private.md":            "---\nprivate: true\n---\nNobody sees this.\n",
	"Notes.with.dots v1.md": "# Dots\n\nDotted text.\n",
}

func TestRightAnswersPass(t *testing.T) {
	w := newWorld(t, shelf)
	for name, answer := range map[string]string{
		"no citation":                    "Nothing of that is in your vault.",
		"a whole note":                   "It is there [[Plain]].",
		"a path with .md":                "It is there [[Plain.md#Why]].",
		"a quote over line breaks":       "“One idea per card, and no more.” [[Plain#Why]]",
		"a quote of another section":     "“Write it down.” [[Plain#Why]]",
		"a blockquote":                   "> One idea\n> per card, and\n\n— [[Plain#Why]] (lines 5–6)",
		"a blockquote closed inside":     "> One idea per card\n> — [[Plain#Why]]",
		"a blockquote on one line":       "> One idea per card, and no more. [[Plain#Why]]",
		"quotes in a blockquote":         "> “One idea per card” — [[Plain#Why]]",
		"words left out":                 "“One idea … no more.” [[Plain#Why]]",
		"CRLF and a BOM":                 "“The tide comes in.” [[Crlf]] and > not a quote",
		"CRLF list":                      "> - salt\n> - sand\n\n[[Crlf]]",
		"a quoted quote, as it stands":   "> > Long ago a poet\n> > wrote of rain.\n\n— [[Quoted#Quoted]]",
		"a quoted quote, without marks":  "“Long ago a poet wrote of rain.” [[Quoted]]",
		"a nested list, as it stands":    "> > - first drops\n> >   - then streams\n> >   - then rivers\n\n— [[Quoted]]",
		"a nested list, without marks":   "> - first drops\n>   - then streams\n\n— [[Quoted]]",
		"list items in running text":     "“Boil the water Add the tea wait three minutes” [[List]]",
		"a list with other marks":        "> * Boil the water\n> * Add the tea\n\n— [[List]]",
		"a list of links":                "> - [[Plain]]\n> - [[Crlf]]\n\n— [[Links#Index]]",
		"a passage that ends in a link":  "> See also [[Quoted]]\n\n— [[Links#Index]]",
		"a heading with punctuation":     "“Colon text.” [[Heads#What: a test? (yes!)]]",
		"the same as Obsidian writes it": "“Colon text.” [[Heads#What a test? (yes!)]]",
		"a heading with a sharp":         "“Sharp text.” [[Heads#C# & Go]]",
		"a heading with an emoji":        "“Emoji text.” [[Heads#Rocket 🚀 launch]]",
		"nested headings":                "“Emoji text.” [[Heads#Heads#Rocket 🚀 launch]]",
		"a Chinese heading":              "「中文标题下的文字。」（[[Heads#为什么？]]）",
		"a path with a space":            "“Spaced words.” [[A b/With space#With space]]",
		"a Chinese path":                 "“学而时习之，不亦说乎？” [[读书/论语 笔记#学而]]",
		"only the name":                  "“学而时习之” [[论语 笔记]]",
		"a name with a sharp":            "“Strong types.” [[C##Types]]",
		"a name with a sharp, alone":     "“Strong types.” [[C#]]",
		"a name with dots":               "“Dotted text.” [[Notes.with.dots v1]]",
		"a block":                        "“A line with an id.” [[Blocks#^abc123]]",
		"a block of a list":              "It is item one [[Blocks#^one]].",
		"an ambiguous name":              "There are two of them [[Same]].",
		"the other of the name":          "“First of the same name.” [[Twice/Same]]",
		"marks as they stand":            "“This is **very** important” [[Marks]]",
		"a canvas":                       "It is on the board [[Board.canvas]].",
		"code is no citation":            "Write `[[Nowhere]]` for a link.\n\n```\n“no” [[Nowhere]]\n```",
		"a display text":                 "“Write it down.” [[Plain#How|there]]",
		"two quotes, two notes":          "“Write it down.” [[Plain]] but “The tide comes in.” [[Crlf]]",
		"a link says otherwise":          "> One idea\n> — [[Plain]]\n\n[[Crlf]] says something else.",
	} {
		t.Run(name, func(t *testing.T) {
			w.t = t
			out := w.run("What is in it?", says(answer))
			wantOutcome(t, out, OutcomeFinal, "end_turn")
			for _, c := range out.Citations {
				if c.LineStart < 1 || c.LineEnd < c.LineStart {
					t.Errorf("citation %+v has no lines", c)
				}
			}
		})
	}
}

func TestWrongAnswersDoNotPass(t *testing.T) {
	w := newWorld(t, shelf)
	for name, tc := range map[string]struct{ answer, want string }{
		"no such note":          {"It is so [[Nowhere#Why]].", "[[Nowhere#Why]], which is not in the vault"},
		"no such heading":       {"It is so [[Plain#Where]].", "no such heading"},
		"no such block":         {"It is so [[Blocks#^zzz]].", "no such heading"},
		"a private note":        {"It is so [[Private]].", "not in the vault"},
		"changed words":         {"“One idea for each card” [[Plain#Why]]", "“One idea for each card” from [[Plain#Why]]"},
		"words of another note": {"“The tide comes in.” [[Plain]]", "not in that note"},
		"words put together":    {"“One idea no more” [[Plain]]", "not in that note"},
		"a wrong blockquote":    {"> Two ideas\n\n— [[Plain]]", "“Two ideas”"},
		"a wrong inner one":     {"> Two ideas [[Plain]]", "“Two ideas”"},
		"corner brackets":       {"「学而不思」[[论语 笔记]]", "“学而不思”"},
	} {
		t.Run(name, func(t *testing.T) {
			w.t = t
			out := w.run("What is in it?", says(tc.answer), says("Then I do not know."))
			wantOutcome(t, out, OutcomeFinal, "end_turn")
			if len(w.requests) != 2 || out.Answer != "Then I do not know." {
				t.Fatalf("%d requests, answer %q; want a rejection", len(w.requests), out.Answer)
			}
			last := w.requests[1].Messages
			if text := last[len(last)-1].Text(); !strings.Contains(text, tc.want) {
				t.Errorf("the rejection says %q, want %q", text, tc.want)
			}
		})
	}
}

func TestTwiceRejectedLeavesUnverified(t *testing.T) { // contracts 2.20
	for name, tc := range map[string]struct {
		prompt string
		want   []string
	}{
		"English": {"What is in it?", []string{"Not verified", "those words are not in that note"}},
		"Chinese": {"里面写了什么？", []string{"未能核实", "[[Plain]]", "笔记中没有这些文字"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, shelf)
			wrong := says("“Two ideas” [[Plain]]")
			out := w.run(tc.prompt, wrong, wrong, wrong, says("too late"))
			wantOutcome(t, out, OutcomeUnverified, "end_turn")
			if len(w.requests) != 3 || len(out.Failed) != 1 || len(w.screen.discards) != 2 {
				t.Errorf("%d requests, failed %q, discards %q", len(w.requests), out.Failed, w.screen.discards)
			}
			for _, part := range tc.want {
				if !strings.Contains(out.Answer, part) {
					t.Errorf("the answer %q does not say %q", out.Answer, part)
				}
			}
		})
	}
}

func TestCitationsAreOfTheFilesAsTheyAreNow(t *testing.T) {
	w := newWorld(t, pond)
	out := w.run("Where do frogs sleep?", func(_ context.Context, _ model.Request, emit func(model.Event)) (model.Response, error) {
		w.write("Pond.md", "# Pond\n\nNew first line.\n\n## Frogs\n\nFrogs sleep in trees.\n")
		return answer(emit, model.StopEnd, "“Frogs sleep in the mud all winter.” [[Pond#Frogs]]")
	}, says("“Frogs sleep in trees.” [[Pond#Frogs]]"))
	wantOutcome(t, out, OutcomeFinal, "end_turn")
	if len(out.Citations) != 1 || out.Citations[0].LineStart != 7 {
		t.Errorf("citations %+v, want line 7 of the new text", out.Citations)
	}
}

func TestPrivateNotesCanBeCitedWhereAllowed(t *testing.T) {
	w := newWorld(t, shelf)
	out := w.runTask(t.Context(), Task{IncludePrivate: true}, says("“Nobody sees this.” [[Private]]"))
	wantOutcome(t, out, OutcomeFinal, "end_turn")
}

func TestAttachedPrivateNoteIsSeenAndNoOther(t *testing.T) { // design section 5, "Private"
	files := maps.Clone(shelf)
	files["Other.md"] = "#private\n\nNobody sees that either.\n"
	w := newWorld(t, files)
	n := 0
	ask := func(attached ...string) (Outcome, []model.Result) {
		n++
		out := w.runTask(t.Context(), Task{Prompt: runtime.Prompt{Text: "What does it say?", Attached: attached}},
			acts(call(fmt.Sprintf("a%d", n), "read_note", `{"slug":"Private"}`), call(fmt.Sprintf("b%d", n), "read_note", `{"slug":"Other"}`)),
			says("“Nobody sees this.” [[Private]]"), says("Nothing."))
		return out, results(t, w.requests[1])
	}
	if out, read := ask(); out.Answer != "Nothing." || !read[0].IsError || !read[1].IsError {
		t.Errorf("not attached: answer %q, results %+v", out.Answer, read)
	}
	out, read := ask("Private.md")
	wantOutcome(t, out, OutcomeFinal, "end_turn")
	if len(out.Citations) != 1 || read[0].IsError || !read[1].IsError {
		t.Errorf("attached: citations %+v, results %+v", out.Citations, read)
	}
	if res := resultOf(t, read[0]); res.Labels.Confidentiality != tools.ConfidentialityPrivate {
		t.Errorf("labels %+v, want private", res.Labels)
	}
	if out, read = ask(); len(out.Citations) != 1 || read[0].IsError || !read[1].IsError {
		t.Errorf("a turn later: citations %+v, results %+v", out.Citations, read)
	}
}
