package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/protocol"
)

type noteCmd struct {
	Path []string `arg:"" sep:"none" help:"The note: its path in the vault, or a shorter form that can mean only one note."`
}

// Run prints what the parser sees in a note.
func (c noteCmd) Run(e env) error {
	return e.with(func(cl *client) error {
		var r protocol.NoteGetResult
		if err := cl.call(e.ctx, protocol.MethodNoteGet, protocol.NoteGetParams{Path: strings.Join(c.Path, " ")}, &r); err != nil {
			return err
		}
		if e.json {
			return printJSON(e.stdout, r)
		}
		return printNote(e, r)
	})
}

func printNote(e env, r protocol.NoteGetResult) error {
	line := func(key string, args ...any) { fmt.Fprintln(e.stdout, e.lang.say(key, args...)) }
	line("note", oneLine(r.Path), r.Lines, r.Words)
	line("properties", r.Properties)
	line("tags", r.Tags)
	line("aliases", oneLine(fmt.Sprint(r.Aliases)))
	for _, h := range r.Headings {
		line("heading", h.Line, h.Level, h.Text)
	}
	for _, l := range slices.Concat(r.FrontmatterLinks, r.Links, r.Embeds) {
		to := oneLine(l.Resolved)
		if to == "" {
			to = e.lang.say("unresolved")
		}
		line("link", l.Line, oneLine(l.Link), to)
	}
	for _, t := range r.Tasks {
		line("task", t.Line, t.Mark, t.Text)
	}
	for _, p := range r.Problems {
		line("problem", p.Line, p.Code, e.lang.problem(p.Code, p.Message))
	}
	for _, list := range slices.Sorted(maps.Keys(r.Truncated)) {
		line("left out", r.Truncated[list], list)
	}
	return nil
}

type toolCmd struct {
	Name           string `arg:"" help:"The tool's name, such as knowledge_search. --help behind it shows its arguments."`
	Arguments      string `arg:"" optional:"" help:"Its arguments as a JSON object, or - to read them from standard input." default:"{}"`
	IncludePrivate bool   `help:"Let the tool see private notes."`
	Yes            bool   `help:"Make the change that the tool plans. Without it the plan is shown, and nothing is written."`
}

// Run runs one tool and prints its result, success or not.
func (c toolCmd) Run(e env) error {
	args := []byte(c.Arguments)
	if c.Arguments == "-" {
		var err error
		if args, err = io.ReadAll(e.stdin); err != nil {
			return fmt.Errorf("read the arguments: %w", err)
		}
	}
	return e.with(func(cl *client) error {
		params := protocol.ToolCallParams{Name: c.Name, Arguments: args, IncludePrivate: c.IncludePrivate, Approved: c.Yes}
		if !json.Valid(args) {
			// What is no JSON cannot travel as JSON. A string can, and gets the
			// same answer from the tool: the arguments are no object.
			params.Arguments, _ = json.Marshal(string(args))
		}
		var raw json.RawMessage
		if err := cl.call(e.ctx, protocol.MethodToolCall, params, &raw); err != nil {
			return err
		}
		return printResult(e, raw)
	})
}

func printResult(e env, raw json.RawMessage) error {
	if err := printJSON(e.stdout, raw); err != nil {
		return err
	}
	var r struct {
		Status string `json:"status"`
		Code   string `json:"code"`
		Data   struct {
			Diff string `json:"diff"`
		} `json:"data"`
	}
	if err := json.Unmarshal(raw, &r); err != nil && r.Status == "" {
		return fmt.Errorf("read the result: %w", err)
	}
	if r.Code == "APPROVAL_DENIED" && r.Data.Diff != "" && !e.json {
		fmt.Fprintf(e.stderr, "\n%s\n\n%s", e.lang.say("not made"), r.Data.Diff)
	}
	if r.Status != "ok" && r.Status != "partial" && r.Status != "not_modified" {
		return silent{}
	}
	return nil
}
