package agent

import (
	"reflect"
	"testing"
)

func TestMentions(t *testing.T) { // design section 5, "Citations"
	for name, tc := range map[string]struct {
		answer string
		want   []mention
	}{
		"none":             {"No citation here, [just](https://a.b) a link.", nil},
		"bare":             {"Claim [[Cards/Zettel#Why]].", []mention{{Link: "Cards/Zettel#Why"}}},
		"display text":     {"Claim [[Zettel#Why|there]].", []mention{{Link: "Zettel#Why"}}},
		"in a table":       {`| a | [[Zettel\|z]] |`, []mention{{Link: "Zettel"}}},
		"embed is none":    {"![[Zettel]]", nil},
		"inline code":      {"Write `[[Zettel]]` to link.", nil},
		"fenced code":      {"```md\n“q” [[Zettel]]\n```\nafter [[B]]", []mention{{Link: "B"}}},
		"curly quotes":     {"“one idea” [[A#H]]", []mention{{"A#H", "one idea"}}},
		"straight":         {`It says "one idea" ([[A]]).`, []mention{{"A", "one idea"}}},
		"corner":           {"「一个想法」（见 [[卡片]]）", []mention{{"卡片", "一个想法"}}},
		"scare quotes":     {"The “smart” way is to link, see [[A]].", []mention{{"A", ""}}},
		"second quote":     {"“a” [[A]] and “b” [[B]]", []mention{{"A", "a"}, {"B", "b"}}},
		"quote then dash":  {"“a” — [[A]]", []mention{{"A", "a"}}},
		"blockquote":       {"> one\n> two\n\n— [[A#H]], lines 3–4", []mention{{"A#H", "one\ntwo"}}},
		"block, inside":    {"> one\n> two\n> — [[A#H]]", []mention{{"A#H", "one\ntwo"}}},
		"block, source":    {"> 一\n\n来源：[[A]]", []mention{{"A", "一"}}},
		"block unused":     {"> one\n\nSomething else. [[A]]", []mention{{"A", ""}}},
		"link in block":    {"> see [[B]] for more\n\n— [[A]]", []mention{{"A", "see [[B]] for more"}}},
		"list of links":    {"> - [[B]]\n> - [[C]]\n\n— [[A]]", []mention{{"A", "- [[B]]\n- [[C]]"}}},
		"list, uncited":    {"> - [[B]]\n> - [[C]]", nil},
		"inside, hyphen":   {"> one\n> - [[A]]", []mention{{"A", "one"}}},
		"inside, one line": {"> one — [[A]]", []mention{{"A", "one"}}},
		"inside, quoted":   {"> “one” ([[A]])", []mention{{"A", "one"}}},
		"inside, then B":   {"> one\n> — [[A]]\n\n[[B]] differs.", []mention{{"A", "one"}, {"B", ""}}},
		"quoted callout":   {"> [!tip] Do\n> it\n\n— [[A]]", []mention{{"A", "[!tip] Do\nit"}}},
		"own callout":      {"> [!tip] See\n> “it” [[A]]. Then [[B]].", []mention{{"A", "it"}, {"B", ""}}},
		"link alone":       {"> one\n\n[[A]].", []mention{{"A", "one"}}},
		"link in quote":    {"“see [[B]] for” [[A]], but “so” [[C]]", []mention{{"A", "see [[B]] for"}, {"C", "so"}}},
		"two citations":    {"“a” [[A]] [[B]]", []mention{{"A", "a"}, {"B", ""}}},
		"bracket inside":   {"[[Sq]uare]] x", []mention{{Link: "Sq]uare"}}},
	} {
		if got := mentions(tc.answer); !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%s: mentions(%q) =\n%q\nwant\n%q", name, tc.answer, got, tc.want)
		}
	}
}

func TestFindQuote(t *testing.T) {
	raw := []byte("# A\r\n\none  idea\nper card\n\n# B\none idea\nper card, twice\n")
	for name, tc := range map[string]struct {
		quote       string
		within      lines
		first, last int
		ok          bool
	}{
		"over a line break":   {"one idea per card", lines{1, 4}, 3, 4, true},
		"in its section":      {"one idea\nper card", lines{6, 8}, 7, 8, true},
		"outside of section":  {"# A", lines{6, 8}, 1, 1, true},
		"with words left out": {"one … twice", lines{6, 8}, 7, 8, true},
		"wrong order":         {"twice … one", lines{6, 8}, 0, 0, false},
		"not there":           {"two ideas", lines{1, 8}, 0, 0, false},
		"nothing at all":      {" … ", lines{1, 8}, 0, 0, false},
	} {
		got, ok := findQuote(raw, tc.quote, tc.within)
		if want := (lines{tc.first, tc.last}); got != want || ok != tc.ok {
			t.Errorf("%s: findQuote(%q) = %v, %v; want %v, %v", name, tc.quote, got, ok, want, tc.ok)
		}
	}
}

func FuzzMentions(f *testing.F) {
	f.Add("> a\n\n— [[b#c|d]] “x” [[e]]\n```\n[[f]]")
	f.Fuzz(func(t *testing.T, answer string) {
		for _, m := range mentions(answer) {
			findQuote([]byte(answer), m.Quote, lines{1, 2})
		}
	})
}
