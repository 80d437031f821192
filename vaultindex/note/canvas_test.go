package note

import (
	"strings"
	"testing"
)

// F1 and T18: file cards and the links of text cards count, tags of text cards
// do not.
func TestParseCanvas(t *testing.T) {
	in := "\ufeff" + `{"nodes":[
  {"id":"1","type":"file","file":"a/b.md","subpath":"#H","x":1,"extra":{"deep":[1,{"type":"file"}]}},
  {"id":"2","type":"text","text":"see [[Note|n]] #canvas/nested\n\n![i](p%20q.png) \"x\" ` + "`[[no]]`" + `"},
  {"id":"3","type":"link","url":"https://e.x"},
  {"id":"4","file":"z.png","type":"file"},
  {"id":"5","type":"group","label":"[[no]]"}
],"edges":[{"id":"e","text":"[[no]]"}]}`
	n := ParseCanvas([]byte(in))
	same(t, "links", linkTexts(n.Links), []string{"canvas:a/b.md#H", "Note|n", "!md:p q.png|i", "canvas:z.png"})
	same(t, "tags", tagNames(n), nil)
	same(t, "problems", codes(n), nil)
	if s := n.Links[0].Span; in[s.Start:s.End] != `"a/b.md"` || s.Line != 2 {
		t.Errorf("the file card's link stands at %q, line %d", in[s.Start:s.End], s.Line)
	}
	if s := n.Links[1].Span; in[s.Start:s.End] != `[[Note|n]]` || s.Line != 3 {
		t.Errorf("the text card's link stands at %q, line %d", in[s.Start:s.End], s.Line)
	}
	if text := CanvasText([]byte(in)); !strings.HasPrefix(text, "see [[Note|n]] #canvas/nested\n") {
		t.Errorf("the text is %q", text)
	}
}

func TestParseCanvasNeverFails(t *testing.T) {
	for in, problem := range map[string]string{
		"":                                     "",
		" \n":                                  "",
		"{}":                                   "",
		`{"nodes":[]}`:                         "",
		"[]":                                   ProblemCanvas,
		"{":                                    ProblemCanvas,
		`{"nodes":{}}`:                         ProblemCanvas,
		`{"nodes":[1]}`:                        ProblemCanvas,
		`{"nodes":[{"type":1}]}`:               ProblemCanvas,
		`{"nodes":[{"type":"file"`:             ProblemCanvas,
		`{"x":` + strings.Repeat("[", 100_000): ProblemCanvas,
	} {
		same(t, "canvas "+shorten(in), codes(ParseCanvas([]byte(in))), list(problem))
	}
	cut := `{"nodes":[{"type":"file","file":"a.md"},{"type":`
	if n := ParseCanvas([]byte(cut)); len(n.Links) != 1 || len(n.Problems) != 1 {
		t.Errorf("of a canvas cut short: links %v, problems %v", linkTexts(n.Links), codes(n))
	}
}

// One node that is none, or has values of the wrong type, costs none of the
// others: graph and text see the same.
func TestCanvasWithBadNodes(t *testing.T) {
	for _, bad := range []string{
		`null`, `1`, `"x"`, `[]`, `[[{}]]`, `{"type":1}`, `{"type":"text","text":5}`, `{"type":"text","text":null,"label":[1,{"a":2}]}`,
		`{"type":"file","file":{"deep":[1]}}`, `{"type":["text"],"text":"[[no]]"}`,
	} {
		in := "\ufeff" + `{"edges":[null,{"label":"arrow"},{"label":3}],"nodes":[{"type":"text","text":"one [[A]]"},` + bad +
			`,{"type":"file","file":"b.md"},{"type":"text","text":"two [[C]]"},{"type":"group","label":"crowd"}]}`
		n := ParseCanvas([]byte(in))
		same(t, bad+" links", linkTexts(n.Links), []string{"A", "canvas:b.md", "C"})
		same(t, bad+" problems", codes(n), list(ProblemCanvas))
		same(t, bad+" text", []string{CanvasText([]byte(in))}, []string{"one [[A]]\n\ntwo [[C]]"})
		same(t, bad+" labels", []string{CanvasLabels([]byte(in))}, []string{"crowd\narrow"})
	}
}

// F2: an empty base is valid, unknown keys are, broken YAML is a problem.
func TestParseBase(t *testing.T) {
	for in, problem := range map[string]string{
		"":                                "",
		"# comment\n":                     "",
		"views:\n  - type: table\nx: 1\n": "",
		"filters: a: b":                   ProblemBase,
		"- a":                             ProblemBase,
		strings.Repeat("#\n", 200_000):    ProblemBase,
	} {
		n := ParseBase([]byte(in))
		var got []string
		for range n.Problems {
			got = append(got, ProblemBase)
		}
		same(t, "base "+shorten(in), got, list(problem))
		if len(n.Links) != 0 {
			t.Errorf("%q has links", shorten(in))
		}
	}
}

// A link of a text card stands where the JSON spells it, behind escapes of
// every kind.
func TestCanvasLinkPlaces(t *testing.T) {
	in := `{"nodes":[{"type":"text","text":"\u4e2d\ud83d\ude00\ud800 \"中\n\t[[a\"b|\u00e9]] ![x](y.png)` + "\xff" + ` [[c]]"}]}`
	var got []string
	for _, l := range ParseCanvas([]byte(in)).Links {
		got = append(got, linkText(l)+" at "+in[l.Span.Start:l.Span.End])
	}
	same(t, "places", got, []string{`a"b|é at [[a\"b|\u00e9]]`, `!md:y.png|x at ![x](y.png)`, `c at [[c]]`})
}
