package note

import (
	"bytes"
	"errors"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// fault is what is wrong with a piece of YAML; line counts from 1 within it.
type fault struct {
	code    string
	line    int
	message string
}

// loadYAML parses text to its root node: nil when there is only blank space or
// comments (6.3).
func loadYAML(text []byte) (*yaml.Node, *fault) {
	if onlyComments(text) {
		return nil, nil
	}
	if root, ok := simpleYAML(text); ok {
		return root, nil
	}
	return libraryYAML(text)
}

func libraryYAML(text []byte) (*yaml.Node, *fault) {
	var doc yaml.Node
	if err := yaml.Load(text, &doc, yaml.WithV4Defaults()); err != nil {
		return nil, yamlFault(err)
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) == 0 {
		return nil, nil
	}
	root := doc.Content[0]
	if root.Kind == yaml.ScalarNode && scalarValue(root) == nil {
		return nil, nil
	}
	if root.Kind != yaml.MappingNode {
		return nil, invalidAt(root, "The properties must be written `name: value`, one a line.")
	}
	return root, nil
}

func onlyComments(text []byte) bool {
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return false
		}
	}
	return true
}

// yamlHints says how to mend what people most often get wrong.
var yamlHints = []struct{ fault, hint string }{
	{"mapping values are not allowed", " Put a text that holds a colon and a space in quotes."},
	{"unknown escape character", " Between double quotes a backslash is written twice; between single quotes once."},
	{"cannot start any token", " Indent with spaces, and put a text that starts with @, ` or % in quotes."},
}

func yamlFault(err error) *fault {
	f := &fault{code: ProblemFrontmatter, line: 1, message: "The YAML cannot be read."}
	var load *yaml.LoadError
	if errors.As(err, &load) {
		f.line = max(1, load.Mark.Line)
		f.message = "The YAML cannot be read: " + load.Message + "."
		for _, h := range yamlHints {
			if strings.Contains(load.Message, h.fault) {
				f.message += h.hint
			}
		}
	}
	return f
}

func invalidAt(n *yaml.Node, message string) *fault {
	return &fault{code: ProblemFrontmatter, line: n.Line, message: message}
}

// follow returns the node an alias stands for.
func follow(n *yaml.Node) *yaml.Node {
	for range 8 {
		if n.Kind != yaml.AliasNode || n.Alias == nil {
			break
		}
		n = n.Alias
	}
	return n
}

// scalarString returns a scalar's text when its value is a string.
func scalarString(n *yaml.Node) (string, bool) {
	if n.Kind != yaml.ScalarNode {
		return "", false
	}
	s, ok := scalarValue(n).(string)
	return s, ok
}

var (
	yamlInt   = regexp.MustCompile(`^[-+]?[0-9]+$`)
	yamlFloat = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
	yamlSize  = regexp.MustCompile(`^0(o[0-7]+|x[0-9a-fA-F]+)$`)
)

// scalarValue gives a scalar its type by the core schema of YAML 1.2 (6.4):
// `yes` and dates are strings, quoted scalars always are.
func scalarValue(n *yaml.Node) any {
	s := n.Value
	if n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return s
	}
	if n.Style&yaml.TaggedStyle != 0 && n.ShortTag() == "!!str" {
		return s
	}
	switch s {
	case "", "~", "null", "Null", "NULL":
		return nil
	case "true", "True", "TRUE":
		return true
	case "false", "False", "FALSE":
		return false
	}
	if c := s[0]; c != '-' && c != '+' && c != '.' && (c < '0' || c > '9') {
		return s
	}
	return numberValue(s)
}

// numberValue returns the number s spells, or s.
func numberValue(s string) any {
	switch {
	case yamlInt.MatchString(s):
		if i, err := strconv.ParseInt(s, 10, 64); err == nil {
			return i
		}
	case yamlSize.MatchString(s):
		if i, err := strconv.ParseInt(s, 0, 64); err == nil {
			return i
		}
		return s
	case !yamlFloat.MatchString(s):
		return s // .inf and .nan too: they have no form in JSON, where properties end up
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return s
	}
	return f
}
