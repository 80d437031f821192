package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/ibid-notes/ibid/daemon/internal/app"
	"github.com/ibid-notes/ibid/tools"
)

// help prints kong's help and, for the command tool, the tools there are or the one
// that is named.
func (l language) help(options kong.HelpOptions, ctx *kong.Context) error {
	selected := ctx.Selected()
	if selected == nil || selected.Name != "tool" {
		return l.printHelp(options, ctx)
	}
	specs := app.ToolSpecs()
	if at := namedTool(specs, ctx.Args); at >= 0 {
		return l.helpTool(ctx.Stdout, specs[at])
	}
	if err := l.printHelp(options, ctx); err != nil {
		return err
	}
	return l.listTools(ctx.Stdout, specs)
}

// namedTool finds the tool that the arguments behind "tool" name, -1 for none.
func namedTool(specs []tools.Spec, args []string) int {
	args = args[slices.Index(args, "tool")+1:]
	return slices.IndexFunc(specs, func(s tools.Spec) bool { return slices.Contains(args, s.Name) })
}

func (l language) listTools(w io.Writer, specs []tools.Spec) error {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n", l.say("tools"))
	for _, s := range specs {
		fmt.Fprintf(&b, "  %-17s  %s\n", s.Name, firstSentence(s.Description))
	}
	fmt.Fprintf(&b, "\n%s\n", l.say("one tool"))
	_, err := io.WriteString(w, b.String())
	return err
}

// firstSentence is the first sentence of a tool's description, on one line, without
// what it says in parentheses or behind a colon.
func firstSentence(description string) string {
	text, _, _ := strings.Cut(description, "\n\n")
	text = strings.Join(strings.Fields(text), " ")
	for _, end := range []string{". ", ": ", " (", ", with "} {
		text, _, _ = strings.Cut(text, end)
	}
	return strings.TrimSuffix(text, ".") + "."
}

// helpTool prints what a model is told of a tool: its description, its arguments, and
// examples as a shell takes them.
func (l language) helpTool(w io.Writer, s tools.Spec) error {
	text, _, _ := strings.Cut(s.Description, "```json")
	if i := strings.LastIndex(text, "\n\n"); i > 0 && strings.HasSuffix(strings.TrimSpace(text), ":") {
		text = text[:i] // the words that introduce the examples
	}
	var b strings.Builder
	fmt.Fprintf(&b, "ibid tool %s 'JSON'\n\n%s\n\n%s\n", s.Name, strings.TrimSpace(text), l.say("arguments"))
	if err := listArguments(&b, s.Schema); err != nil {
		return fmt.Errorf("the schema of %s: %w", s.Name, err)
	}
	fmt.Fprintf(&b, "\n%s\n", l.say("examples"))
	for _, example := range s.Examples {
		fmt.Fprintf(&b, "  ibid tool %s '%s'\n", s.Name, strings.ReplaceAll(string(example), "'", `'\''`))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// argument is a property of a tool's schema.
type argument struct {
	Type        string          `json:"type"`
	Description string          `json:"description"`
	Default     json.RawMessage `json:"default"`
	Enum        []string        `json:"enum"`
	Minimum     *float64        `json:"minimum"`
	Maximum     *float64        `json:"maximum"`
}

func listArguments(w io.Writer, schema json.RawMessage) error {
	var s struct {
		Properties map[string]argument `json:"properties"`
		Required   []string            `json:"required"`
	}
	if err := json.Unmarshal(schema, &s); err != nil {
		return err
	}
	names := slices.SortedFunc(maps.Keys(s.Properties), func(a, b string) int {
		return cmp.Or(-compareBool(slices.Contains(s.Required, a), slices.Contains(s.Required, b)), strings.Compare(a, b))
	})
	for _, name := range names {
		mark := " "
		if slices.Contains(s.Required, name) {
			mark = "*"
		}
		fmt.Fprintf(w, "%s %-16s  %s\n", mark, name, s.Properties[name].text())
	}
	return nil
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// text describes an argument: type, meaning, and what it may be.
func (a argument) text() string {
	text := a.Type + ". " + a.Description
	if len(a.Enum) > 0 {
		text += " One of " + strings.Join(a.Enum, ", ") + "."
	}
	if a.Minimum != nil && a.Maximum != nil {
		text += fmt.Sprintf(" %g to %g.", *a.Minimum, *a.Maximum)
	}
	if len(a.Default) > 0 {
		text += " Default " + string(a.Default) + "."
	}
	return text
}
