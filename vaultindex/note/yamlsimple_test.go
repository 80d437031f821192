package note

import (
	"fmt"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
	"pgregory.net/rapid"
)

// tree spells a YAML tree with all that is read of it.
func tree(n *yaml.Node) string {
	var b strings.Builder
	var write func(n *yaml.Node)
	write = func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode && scalarValue(n) == nil {
			b.WriteString("null;")
			return
		}
		fmt.Fprintf(&b, "%d:%d kind %d style %d %q;", n.Line, n.Column, n.Kind, n.Style, n.Value)
		for _, c := range n.Content {
			write(c)
		}
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		write(n.Content[i])
		write(n.Content[i+1])
	}
	return b.String()
}

var simpleSeeds = []string{
	"title: a b\n", "a:\nb: 1\n", "tags:\n  - a\n  - 'b c'\n\n# c\nup: \"[[x|y]]\"\n", "tags: [a, b/c, 日本]\n", "a: b: c\n", "a: b #c\n",
	"a: b\n  c\n", "a:\n- b\n-\n- c\n", "k: -1\n", "a: [b, c: d]\n", "标题: 文 \r\nb: x\r\n", "a: 'b''c'\n", "a: \"b\\c\"\n", "a: []\n", "- a\n",
	"a:\n  - b: c\n", "a: b\n- c\n", "a:  \n", "a :b\n", "a: ...\n", "a: b-\n", "é: [ü , x]\n", "a: .5\n", "a: /b\n", "a:\n  - b\n    c\n", "a: b\n\n  c\n",
}

func TestSimpleYAMLTakesThePlainShape(t *testing.T) {
	text := "title: Some text, with (odd) \"signs\" & more\ncreated: 2026-01-02\ntags:\n  - a/b\n  - 'c'\nup: \"[[N|n]]\"\naliases: [x, 日本]\n"
	if _, ok := simpleYAML([]byte(text)); !ok {
		t.Error("ordinary frontmatter is left to the library")
	}
}

// FuzzSimpleYAML: whatever the short way reads, the library reads the same.
func FuzzSimpleYAML(f *testing.F) {
	for _, s := range simpleSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { compareYAML(t, text) })
}

// TestSimpleYAMLAgrees does the same with texts made of likely lines.
func TestSimpleYAMLAgrees(t *testing.T) {
	var lines []string
	for _, s := range simpleSeeds {
		lines = append(lines, strings.SplitAfter(s, "\n")...)
	}
	taken := 0
	rapid.Check(t, func(t *rapid.T) {
		if compareYAML(t, strings.Join(rapid.SliceOfN(rapid.SampledFrom(lines), 1, 6).Draw(t, "lines"), "")) {
			taken++
		}
	})
	if taken == 0 {
		t.Error("the short way was never taken")
	}
}

// compareYAML reports whether the short way was taken.
func compareYAML(t fataler, text string) bool {
	t.Helper()
	got, ok := simpleYAML([]byte(text))
	if !ok {
		return false
	}
	want, fault := libraryYAML([]byte(text))
	if fault != nil || want == nil {
		t.Fatalf("%q: the library says %+v", text, fault)
	} else if a, b := tree(got), tree(want); a != b {
		t.Fatalf("%q\nsimple  %s\nlibrary %s", text, a, b)
	}
	return true
}
