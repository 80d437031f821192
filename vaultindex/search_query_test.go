package vaultindex

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// show writes a query back in a form that tells what was understood.
func show(q query) string {
	subs := func(sep string) string {
		var all []string
		for _, sub := range q.subs {
			all = append(all, show(sub))
		}
		return strings.Join(all, sep)
	}
	switch q.kind {
	case wordQuery:
		return q.text
	case phraseQuery:
		return "<" + q.text + ">"
	case regexQuery:
		return "re" + q.text
	case andQuery:
		return "(" + subs(" & ") + ")"
	case orQuery:
		return "(" + subs(" | ") + ")"
	case notQuery:
		return "!" + subs("")
	case operatorQuery:
		return q.op + "=" + subs("")
	}
	return "[" + q.text + "]"
}

// Rules section 8, and the design's: only known operators are operators.
func TestParseQuery(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"", "()"},
		{"word", "word"},
		{"a b", "(a & b)"},
		{"a b OR c d", "((a & b) | (c & d))"},
		{"a (b OR c)", "(a & (b | c))"},
		{"-x y", "(!x & y)"},
		{"-(a b)", "!(a & b)"},
		{`"two words" x`, "(<two words> & x)"},
		{`"say \"hi\""`, `<say "hi">`},
		{`/20\d\d/`, `re20\d\d`},
		{"tag:#work/now", "tag=#work/now"},
		{"TAG:work", "tag=work"},
		{`path:"Daily notes/2022"`, "path=<Daily notes/2022>"},
		{"line:(mix flour)", "line=(mix & flour)"},
		{"-line:(x)", "!line=x"},
		{`task:""`, "task=<>"},
		{"task-todo:call", "task-todo=call"},
		{"[status]", "[status]"},
		{`["due date":2024]`, "[due date]"},
		{"content:a OR tag:b", "(content=a | tag=b)"},
		// what looks like an operator and is text
		{"the tag: field", "(the & tag: & field)"},
		{"what is TCP/IP: a protocol", "(what & is & TCP/IP: & a & protocol)"},
		{"a - b", "(a & - & b)"},
		{"--flag", "--flag"},
		{"time 10:30", "(time & 10:30)"},
		{"https://example.com/a", "https://example.com/a"},
		{"/etc/hosts", "/etc/hosts"},
		{"either/or", "either/or"},
		{"(unfinished", "(unfinished"},
		{"done)", "done)"},
		{`a 5" disk`, `(a & 5" & disk)`},
		{`say hello"`, `(say & hello")`},
		{"[[Note]] links", "([[Note]] & links)"},
		{"see [1]", "(see & [1])"},
		{"- [ ] open", "(- & [ & ] & open)"},
		{"OR", "OR"},
		{"a OR", "(a & OR)"},
		{"OR b", "(OR & b)"},
		{"ORDER by", "(ORDER & by)"},
		{"what does (a) mean?", "(what & does & a & mean?)"},
		{"什么是：卡片", "什么是：卡片"},
	} {
		q, err := parseQuery(tc.in)
		if err != nil {
			t.Errorf("parseQuery(%q): %v", tc.in, err)
			continue
		}
		if got := show(q); got != tc.want {
			t.Errorf("parseQuery(%q) = %s, want %s", tc.in, got, tc.want)
		}
	}
}

// A wrong query says where and why.
func TestParseQueryErrors(t *testing.T) {
	for _, tc := range []struct{ in, at, reason string }{
		{"卡片 /[a/", "character 4", "missing closing ]"},
		{"/(?=x)y/", "character 1", "invalid or unsupported Perl syntax"},
		{"x line:(a b", "character 8", "not closed"},
		{"tag:#", "character 1", "nothing follows tag:"},
		{"[status:]", "character 1", "nothing follows the property's colon"},
		{"a [n:>x]", "character 6", "a number or a date has to follow >"},
	} {
		_, err := parseQuery(tc.in)
		var wrong *QueryError
		if !errors.As(err, &wrong) {
			t.Errorf("parseQuery(%q) = %v, want a QueryError", tc.in, err)
			continue
		}
		if msg := err.Error(); !strings.Contains(msg, tc.at+":") || !strings.Contains(msg, tc.reason) {
			t.Errorf("parseQuery(%q): %q, want %q and %q", tc.in, msg, tc.at, tc.reason)
		}
		if wrong.Hint == "" {
			t.Errorf("parseQuery(%q) gives no hint", tc.in)
		}
	}
}

// No text makes the parser panic or hang, and deep nesting is bounded.
func TestParseQueryAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(),
			rapid.StringOf(rapid.SampledFrom([]rune(`()"/[]:-a OR\标 tagline`)))).Draw(t, "text")
		q, err := parseQuery(text)
		if err == nil {
			_ = show(q)
			wantedOf(&q, true)
		}
	})
	for _, hostile := range []string{
		strings.Repeat("( ", 20_000), strings.Repeat("\"", 20_001), strings.Repeat("[x ", 10_000), strings.Repeat("/ ", 10_000),
	} {
		if _, err := parseQuery(hostile); err != nil {
			t.Errorf("%.10q…: %v", hostile, err)
		}
	}
	deep := strings.Repeat("(", 10_000) + "x" + strings.Repeat(")", 10_000)
	if _, err := parseQuery(deep); err != nil {
		t.Errorf("deep nesting: %v", err)
	}
}

func TestWantedTerms(t *testing.T) {
	for _, tc := range []struct{ in, terms, subject string }{
		{"什么是卡片笔记法", "卡片 片笔 笔记 记法", "卡片笔记法"},
		{"卡片笔记的好处是什么？", "卡片 片笔 笔记 好处", "卡片笔记 好处"},
		{"如何做笔记", "做笔 笔记", "做笔记"},
		{"为什么要写卡片", "要写 写卡 卡片", "要写卡片"},
		{"目的是什么", "目的", "目的"},
		{"How do I link notes?", "link notes", "link notes"},
		{"What is a MOC in Obsidian", "moc obsidian", "moc obsidian"},
		{"what is this", "what is this", "what is this"},
		{"是什么", "是什 什么", "是什么"},
		{"用obsidian写作", "用 obsidian 写作", "用obsidian写作"},
		{`"exact phrase" word -gone tag:x`, "exact phrase word", "exact phrase word"},
		{"notes notes", "notes", "notes notes"},
	} {
		q, err := parseQuery(tc.in)
		if err != nil {
			t.Fatal(err)
		}
		w := wantedOf(&q, false)
		var terms []string
		for _, term := range w.terms {
			terms = append(terms, term.Text)
		}
		if got := strings.Join(terms, " "); got != tc.terms || w.subject != tc.subject {
			t.Errorf("%q: terms %q, subject %q; want %q, %q", tc.in, got, w.subject, tc.terms, tc.subject)
		}
	}
}

func TestOnlyAnUnfinishedWordIsCompleted(t *testing.T) {
	for in, want := range map[string]bool{
		"link ob": true, "link ob?": false, "link b": false, "link no": false, "卡片": false, "how do i": false,
	} {
		q, err := parseQuery(in)
		if err != nil {
			t.Fatal(err)
		}
		terms := wantedOf(&q, true).terms
		if got := terms[len(terms)-1].Prefix; got != want {
			t.Errorf("%q: last word completed: %t, want %t", in, got, want)
		}
	}
}
