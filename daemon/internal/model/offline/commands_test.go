package offline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/agent"
	"github.com/ibid-notes/ibid/daemon/internal/model/offline"
)

// drawer is a vault of files that commands have little to do with.
func drawer(t *testing.T) *library {
	vault := t.TempDir()
	huge := "# Huge\n\nThe first sentence. #big\n" + strings.Repeat("\nAnd so it goes on and on.\n", 3<<20/27)
	for name, text := range map[string]string{
		"Empty.md":     "",
		"Front.md":     "---\ntags: [a/b, c]\n---\n",
		"Secret.md":    "---\nprivate: true\n---\n# Secret\n\nHidden text that only its owner reads. [[Links]]\n",
		"Board.canvas": `{"nodes":[{"id":"1","type":"text","text":"# Head\n\nA card.","x":0,"y":0,"width":1,"height":1}],"edges":[]}`,
		"Huge.md":      huge,
		"a/Same.md":    "# Same\n\nThe first one of that name.\n",
		"b/Same.md":    "# Same\n\nThe second one of that name.\n",
		"Links.md":     "# Links\n\nI have updated [[Huge]], [[Empty]] and [[Secret]].\n",
	} {
		write(t, vault, name, text)
	}
	return openLibrary(t, vault)
}

// What a command was asked on a note that is not there could not be done, and
// the outcome says so, in either language.
func TestCommandsThatCannotBeDone(t *testing.T) {
	l := drawer(t)
	for prompt, says := range map[string]string{"/backlinks Nope": "There is no note “Nope”", "/反链 没有": "没有叫这个名字的笔记", "/outline Same": "2 notes could be meant"} {
		out := l.ask(l.session(), offline.New(), prompt)
		if out.Outcome != agent.StopRepeatedFailure || out.StopReason != "end_turn" || !strings.Contains(out.Answer, says) || out.Detail.Error == "" {
			t.Errorf("%s ends in %s (%s) with %q", prompt, out.Outcome, out.StopReason, out.Answer)
		}
	}
}

func TestCommandsOnAwkwardNotes(t *testing.T) {
	l := drawer(t)
	tooLarge := []string{"larger than 2 MiB", "/search"}
	for _, e := range []expectation{
		{prompt: "/outline Empty", says: []string{"has no headings"}},
		{prompt: "/大纲 Empty", says: []string{"没有标题"}},
		{prompt: "/summarize Empty", says: []string{"no text to summarise"}},
		{prompt: "/总结 Empty", says: []string{"没有可总结的正文"}},
		{prompt: "/related Empty", says: []string{"Related to [[Empty]]", "both linked from Links"}},
		{prompt: "/backlinks Empty", says: []string{"1 link leads to [[Empty]]", "“I have updated Huge"}}, // the note's words, no claim of ours
		{prompt: "/tags Empty", says: []string{"[Empty](Empty.md) has no tags"}, none: true},
		{prompt: "/标签 Empty", says: []string{"没有标签"}, none: true},

		{prompt: "/outline Front", says: []string{"has no headings"}},
		{prompt: "/summarize Front", says: []string{"no text to summarise"}},
		{prompt: "/tags Front", says: []string{"2 tags", "#a/b (1 note)"}, none: true},

		{prompt: "/outline Board.canvas", says: []string{"is a file, but not a note"}, none: true},
		{prompt: "/总结 Board.canvas", says: []string{"不是笔记"}, none: true},
		{prompt: "/backlinks Board.canvas", says: []string{"is a file, but not a note"}, none: true},

		{prompt: "/outline Huge", says: tooLarge, none: true},
		{prompt: "/summarize Huge", says: tooLarge, none: true},
		{prompt: "/总结 Huge", says: []string{"超过 2 MiB", "/搜索"}, none: true},
		{prompt: "/backlinks Huge", says: []string{"1 link leads"}},
		{prompt: "/tags Huge", says: []string{"1 tag, most used first", "#big"}, none: true},

		{prompt: "/outline Same", says: []string{"2 notes could be meant by “Same”", "- [a/Same](a/Same)"}, none: true},
		{prompt: "/大纲 Same", says: []string{"有 2 篇笔记都可能是“Same”", "- [b/Same](b/Same)"}, none: true},
		{prompt: "/outline a/Same", cites: []string{"a/Same.md"}},

		{prompt: "/summarize", says: []string{"/summarize Note name"}, none: true},
		{prompt: "/总结", says: []string{"/总结 笔记名"}, none: true},
		{prompt: "/summarize", attached: []string{"a/Same.md"}, says: []string{"The first one of that name."}},
		{prompt: "/总结", attached: []string{"Secret.md"}, says: []string{"Hidden text that only"}}, // attached by its owner
		{prompt: "/大纲", attached: []string{"Empty.md"}, says: []string{"没有标题"}},

		{prompt: "/search /(/", says: []string{"regular expression", "missing closing )", "`/20\\d\\d-1[0-2]/`"}, silent: []string{"(?im)", "argument"}, none: true},
		{prompt: "/搜索 /(/", says: []string{"正则表达式无法读取"}, silent: []string{"argument"}, none: true},
		{prompt: "/search tag:", says: []string{"nothing that answers"}, none: true},

		{prompt: "/foo", says: []string{"no command `/foo`", "- `/search`: Search your notes", "`/summarize`"}, none: true},
		{prompt: "/foo bar", says: []string{"no command `/foo`"}, none: true},
		{prompt: "/帮助", says: []string{"没有 `/帮助` 这个命令", "- `/搜索`：搜索笔记"}, none: true},
		{prompt: "/", says: []string{"no command `/`"}, none: true},
		{prompt: "/etc/passwd is what?", says: []string{"nothing that answers"}, silent: []string{"no command"}, none: true},
	} {
		t.Run(e.prompt, func(t *testing.T) { e.check(t, l.ask(l.session(), offline.New(), e.prompt, e.attached...)) })
	}
}

// A private note is answered for as one that is not there.
func TestCommandsKeepPrivateNotes(t *testing.T) {
	l := drawer(t)
	for _, c := range offline.Commands() {
		for _, name := range []string{c.Name, c.Chinese} {
			private := l.ask(l.session(), offline.New(), "/"+name+" Secret").Answer
			missing := l.ask(l.session(), offline.New(), "/"+name+" Absent").Answer
			if c.Name != "search" && strings.ReplaceAll(private, "Secret", "Absent") != missing || strings.Contains(private, "Hidden") {
				t.Errorf("/%s: a private note gives %q, a missing one %q", name, private, missing)
			}
		}
	}
}

func TestSummaries(t *testing.T) {
	for name, tc := range map[string]struct{ note, want string }{
		"wrapped lines":       {"# T\n\nThe first sentence goes\nover two lines. A second.\n", "The first sentence goes over two lines."},
		"more of one section": {"# T\n\nThe first paragraph here.\n\nThe second paragraph here.\n", "The first paragraph here.|The second paragraph here."},
		"chapters in order":   {"# T\n\n## A\n\nThe text of chapter A.\n\n### B\n\nThe text of part B.\n\n## C\n\nThe text of chapter C.\n", "The text of chapter A.|The text of part B.|The text of chapter C."},
		"tasks left out":      {"# T\n\n- [ ] Mend the wooden fence\n- [x] Order the new seeds\n\nThe fence is still open.\n", "The fence is still open."},
		"pointers left out":   {"# T\n\nThe same in Chinese: [[Other]].\n\nBread needs a lot of time.\n", "Bread needs a lot of time."},
		"questions last":      {"# T\n\nWhy does bread smell so good?\n\nOne stops noticing a smell.\n", "One stops noticing a smell.|Why does bread smell so good?"},
		"abbreviations":       {"# T\n\nSome fruits, e.g. apples, keep for months. Others do not.\n", "Some fruits, e.g. apples, keep for months."},
		"quoted words":        {"# T\n\nShe said “go home now” and left. Then he went.\n", "She said “go home now” and left."},
		"code and tables":     {"# T\n\n```\ncode is not prose at all\n```\n\n| a table | is not prose |\n|---|---|\n\nProse is what is read.\n", "Prose is what is read."},
		"Chinese":             {"# 题\n\n面包需要很多时间。第二句话在这里。\n\n本文的英文版：[[Other]]。\n", "面包需要很多时间。"},
		"Windows line ends":   {"# T\r\n\r\nBread needs a lot\r\nof time.\r\n", "Bread needs a lot of time."},
	} {
		t.Run(name, func(t *testing.T) {
			vault := t.TempDir()
			write(t, vault, "T.md", tc.note)
			write(t, vault, "Other.md", "other\n")
			l := openLibrary(t, vault)
			out := l.ask(l.session(), offline.New(), "/summarize T")
			var got []string
			for _, c := range out.Citations {
				if c.Quote != "" {
					got = append(got, c.Quote)
				}
			}
			if out.Outcome != agent.OutcomeFinal || strings.Join(got, "|") != tc.want {
				t.Errorf("%s %v: %q, want %q\n%s", out.Outcome, out.Failed, strings.Join(got, "|"), tc.want, out.Answer)
			}
		})
	}
}

func TestSummariesStayShort(t *testing.T) {
	vault := t.TempDir()
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "## Chapter %d\n\nThis is what chapter %d says.\n\nAnd this is more of it.\n\n", i, i)
	}
	write(t, vault, "T.md", b.String())
	l := openLibrary(t, vault)
	if n := strings.Count(l.ask(l.session(), offline.New(), "/summarize T").Answer, "\n- "); n != 7 {
		t.Errorf("%d points, want 7", n)
	}
}
