package note

import (
	"fmt"
	"testing"
)

// HB7 with the H cases about block ids: id=text of the block.
func TestBlockIDs(t *testing.T) {
	for _, c := range []struct{ id, in, blocks string }{
		{"H12", "one\ntwo ^ex-322\n\nthree", "ex-322=one\ntwo ^ex-322"},
		{"H07", "# 12345\n> text ^12345", "12345=> text ^12345"},
		{"H16", "- item ^a\n  - child ^b\n- c", "a=- item ^a\n  - child ^b;b=- child ^b"},
		{"alone after list", "- a\n- b\n\n^l1\n\nx", "l1=- a\n- b"},
		{"alone after quote", "> a\n\n^q", "q=> a"},
		{"alone after table", "| a |\n|---|\n| b |\n\n^t", "t=| a |\n|---|\n| b |"},
		{"alone after code", "```\na\n```\n\n^c", "c=```\na\n```"},
		{"own line", "text\n^p", "p=text\n^p"},
		{"middle of a paragraph", "a ^x\nb", ""},
		{"no space", "a^x", ""},
		{"letters", "a ^x_y\n\nb ^é", ""},
		{"inside a quote", "> a ^x\n>\n> b", ""},
		{"code", "`a ^x` b\n\n```\na ^y\n```", ""},
		{"crlf", "a ^x\r\n\r\nb", "x=a ^x"},
	} {
		var got []string
		for _, b := range Parse([]byte(c.in)).Blocks {
			got = append(got, b.ID+"="+c.in[b.Span.Start:b.Span.End])
		}
		same(t, c.id, got, list(c.blocks))
	}
}

// F3 with the K cases: line, mark, text.
func TestTasks(t *testing.T) {
	for _, c := range []struct{ id, in, tasks string }{
		{"K01", "> [!A]+ T\n>> [!B]+ U\n>> - [ ] task", "3   false task"},
		// Two spaces after the marker put the item's text in column 5, which a tab
		// does not reach: CommonMark misses the task as Obsidian's cache does.
		{"K02", "12.  Item\n\t- [ ] Task", ""},
		{"K02 one space", "12. Item\n\t- [ ] Task", "2   false Task"},
		{"F3 any mark", "- [x] a\n* [/] b\n+ [é] c\n1. [ ] d", "1 x true a;2 / true b;3 é true c;4   false d"},
		{"none", "- [] a\n- [xx] b\n- [x](c.md)\n- [x]d\n[x] e\n- a [ ] f", ""},
		{"empty", "- [ ]", "1   false "},
		{"in code", "```\n- [ ] a\n```", ""},
	} {
		var got []string
		for _, k := range Parse([]byte(c.in)).Tasks {
			got = append(got, fmt.Sprintf("%d %s %v %s", k.Span.Line, k.Mark, k.Done, k.Text))
		}
		same(t, c.id, got, list(c.tasks))
	}
}

// F3: callouts, nested ones too.
func TestCallouts(t *testing.T) {
	in := "> [!NOTE]- A title\n> > [!tip|x]\n> > b\n\n> no [!x]\n\n> [! ]\n"
	var got []string
	for _, k := range Parse([]byte(in)).Callouts {
		got = append(got, fmt.Sprintf("%s|%s|%d|%q", k.Type, k.Title, k.Span.Line, in[k.Span.Start:k.Span.End]))
	}
	same(t, "callouts", got[:2], []string{
		`note|A title|1|"> [!NOTE]- A title\n> > [!tip|x]\n> > b"`,
		`tip||2|"> [!tip|x]\n> > b"`,
	})
	for in, title := range map[string]string{"> [!a]+ T": "T", "> [!a]- T": "T", "> [!a] T": "T", "> [!a] + T": "+ T", "> [!a]+": "", "> [!a]": ""} {
		if k := Parse([]byte(in)).Callouts; len(k) != 1 || k[0].Title != title {
			t.Errorf("F3: %q is %+v, want the title %q", in, k, title)
		}
	}
}

// HB9: a footnote's id holds no space.
func TestFootnotes(t *testing.T) {
	in := "a[^1]\n\n[^1]: one\n    more\n\n[^no space]: x\n\n[^Two]: y [[z]]"
	var got []string
	n := Parse([]byte(in))
	for _, f := range n.Footnotes {
		got = append(got, f.ID+"="+in[f.Span.Start:f.Span.End])
	}
	same(t, "footnotes", got, []string{"1=[^1]: one\n    more", "Two=[^Two]: y [[z]]"})
	same(t, "links", linkTexts(n.Links), []string{"z"})
}

func TestWordsAndLines(t *testing.T) {
	for _, c := range []struct {
		in           string
		words, lines int
	}{
		{"", 0, 0},
		{"one two\n", 2, 1},
		{"don't stop", 2, 1},
		{"你好 world", 3, 1},
		{"カタカナ ひらがな 한글", 10, 1},
		{"---\ntitle: not counted\n---\nbody", 1, 4},
		{"a\r\nb\r\n", 2, 2},
	} {
		n := Parse([]byte(c.in))
		if n.Words != c.words || n.Lines != c.lines {
			t.Errorf("%q: %d words, %d lines", c.in, n.Words, n.Lines)
		}
	}
}
