package fulltext

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func terms(text string) string {
	var all []string
	for _, t := range Tokens(text) {
		all = append(all, strings.ReplaceAll(t.Term, FoldMark, "~"))
	}
	return strings.Join(all, " ")
}

// C29, C31: every script in one pass, accents folded beside the exact form.
func TestTokens(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"words", "Hello, World-wide 42", "hello world wide 42"},
		{"accent", "Café CHÂTELIER", "café ~cafe châtelier ~chatelier"},
		{"decomposed accent", "cafe\u0301", "café ~cafe"},
		{"letters without decomposition", "Złoty Øre", "złoty ~zloty øre ~ore"},
		{"han pairs and last", "卡片笔记", "卡片 片笔 笔记 记"},
		{"single han", "我 a", "我 a"},
		{"mixed run", "用Obsidian做笔记", "用 obsidian 做笔 笔记 记"},
		{"kana", "カード", "カー ード ド"},
		{"half-width kana", "ｶﾞｯﾂ", "ガッ ッツ ツ"},
		{"hangul", "한국어", "한국 국어 어"},
		{"decomposed hangul", "\u1112\u1161\u11ab\u1100\u116e\u11a8", "한국 국"},
		{"full-width latin", "ＯＢＳ１２", "obs12"},
		{"han beside punctuation", "他说：“好”。", "他说 说 好"},
		{"sigma", "ΟΔΟΣ", "οδοσ"},
		{"turkish i", "İstanbul", "istanbul"},
		{"link within a sentence", "我读 [[庄子]]，好", "我读 读庄 庄子 子 好"},
		{"link with other words", "用 [[读书/卡片笔记法|卡片]]。", "用卡 读书 书 卡片 片笔 笔记 记法 法 卡片 片"},
		{"markdown link", "看[这里](a.md)吧", "看这 这里 里吧 a md 吧"},
		{"emphasis", "**卡片**笔记", "卡片 片笔 笔记 记"},
		{"space alone ends a run", "庄子 老子", "庄子 子 老子 子"},
		{"bracket without end", "看 [[庄子", "看 庄子 子"},
		{"emoji", "🍀 花园", "🍀 花园 园"},
		{"underscore", "snake_case", "snake case"},
		{"too long", strings.Repeat("x", 65) + " y", "y"},
		{"invalid bytes", "a\xffb \xe5\x8d", "a b"},
		{"empty", "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := terms(tc.text); got != tc.want {
				t.Errorf("Tokens(%q) = %q, want %q", tc.text, got, tc.want)
			}
		})
	}
}

// C32: offsets are those of the text as given, whatever was folded.
func TestTokenOffsets(t *testing.T) {
	text := "ＡＢ café 笔记"
	var got []string
	for _, tok := range Tokens(text) {
		got = append(got, text[tok.Start:tok.End])
	}
	want := "ＡＢ|café|café|笔记|记"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("spans = %q, want %q", s, want)
	}
}

func TestTokensAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.String(),
			rapid.StringOf(rapid.SampledFrom([]rune("aÉ é\u0301ｶﾞ卡片한\u1112\u1161\u11ab。🍀İςＡ"))),
			rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
		).Draw(t, "text")
		last := 0
		for _, tok := range Tokens(text) {
			if tok.Start < last || tok.End <= tok.Start || tok.End > len(text) {
				t.Fatalf("token %+v after offset %d in %q", tok, last, text)
			}
			if tok.Term == "" || tok.Term == FoldMark || !utf8.ValidString(tok.Term) {
				t.Fatalf("term %q from %q", tok.Term, text)
			}
			last = tok.Start
		}
	})
}

// A term looked for must be one that is indexed for the same text.
func TestQueryTokensAreIndexed(t *testing.T) {
	for _, text := range []string{"卡片笔记法", "好", "Café au lait 用法", "ガ"} {
		indexed := " " + terms(text) + " "
		for _, q := range QueryTokens(text) {
			if !strings.Contains(indexed, " "+q.Term+" ") {
				t.Errorf("%q of %q is not indexed: %q", q.Term, text, indexed)
			}
		}
	}
	if got := QueryTokens("卡片"); len(got) != 1 || got[0].Term != "卡片" {
		t.Errorf("QueryTokens = %+v, want the pair alone", got)
	}
}

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"Ｃafé": "cafe", "Straße": "strasse", "Й": "и", "卡片": "卡片", "ΟΔΟΣ": "οδοσ",
	} {
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestInflections(t *testing.T) {
	for word, want := range map[string]string{
		"notes": "note", "linking": "link", "link": "links", "queries": "query",
		"planned": "plan", "boxes": "box", "make": "making", "study": "studies",
	} {
		forms := inflections(word)
		found := false
		for _, f := range forms {
			found = found || f == want
		}
		if !found {
			t.Errorf("inflections(%q) = %v, want %q among them", word, forms, want)
		}
	}
	if got := inflections("café"); got != nil {
		t.Errorf("inflections of a word beyond ASCII = %v, want none", got)
	}
}
