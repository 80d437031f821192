package emit

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

const mdHeader = `<!-- Generated from protocol/ibid*.go by ` + "`go run ./protocol/gen`" + `; do not edit. -->

# The _ibid extension

Methods beside the Agent Client Protocol v1. An agent that has them says so in
` + "`agentCapabilities._meta.ibid.features`" + `; look there, never at version numbers. Lines start
at 1, columns are UTF-16 code units, paths are vault paths. Fields marked ? may be absent;
no list is ever null. Every error, also those of JSON-RPC and ACP, carries
` + "`data {code, message, hint?, input?, retryable}`" + `; a parameter that is missing or wrong is
−32602 with the code INVALID_ARGUMENT and its name as input.

`

// markdown writes the reference: methods first, each with its messages, then the
// types they are made of.
func (s *source) markdown() []byte {
	var out bytes.Buffer
	out.WriteString(mdHeader + "## Requests of the client\n\n")
	shown := s.describeRequests(&out, s.requests)
	if len(s.calls) > 0 {
		out.WriteString("## Requests of the daemon\n\nA client says in `clientCapabilities._meta.ibid.features` which of them it takes.\n\n")
		shown = append(shown, s.describeRequests(&out, s.calls)...)
	}
	out.WriteString("## Notifications to the client\n\n")
	for _, m := range s.notifications {
		fmt.Fprintf(&out, "### %s\n\n", m.wire)
		s.describe(&out, m.name+"Event")
		shown = append(shown, m.name+"Event")
	}
	out.WriteString("## Types\n\n")
	for _, name := range s.names() {
		if !slices.Contains(shown, name) {
			fmt.Fprintf(&out, "### %s\n\n", name)
			s.describe(&out, name)
		}
	}
	return append(bytes.TrimRight(out.Bytes(), "\n"), '\n')
}

// describeRequests writes requests with their messages, and returns the names of those.
func (s *source) describeRequests(out *bytes.Buffer, requests []method) (shown []string) {
	for _, m := range requests {
		fmt.Fprintf(out, "### %s\n\n", m.wire)
		for _, name := range []string{m.name + "Params", m.name + "Result"} {
			s.describe(out, name)
			shown = append(shown, name)
		}
	}
	return shown
}

// describe writes a type's comment and what it is made of.
func (s *source) describe(out *bytes.Buffer, name string) {
	for _, t := range s.structs {
		if t.name == name {
			fmt.Fprintf(out, "%s\n\n", oneLine(t.doc))
			writeTable(out, t.fields)
		}
	}
	for _, t := range s.enums {
		if t.name == name {
			fmt.Fprintf(out, "%s\n\nOne of `%s`.\n\n", oneLine(t.doc), strings.Join(t.values, "` `"))
		}
	}
	for _, t := range s.aliases {
		if t.name == name {
			fmt.Fprintf(out, "%s\n\nThe same as `%s`.\n\n", oneLine(t.doc), t.typ)
		}
	}
}

func writeTable(out *bytes.Buffer, fields []field) {
	if len(fields) == 0 {
		return
	}
	out.WriteString("| field | type | |\n|---|---|---|\n")
	for _, f := range fields {
		mark := ""
		if f.optional {
			mark = "?"
		}
		doc := strings.ReplaceAll(oneLine(f.doc), "|", `\|`)
		fmt.Fprintf(out, "| `%s`%s | `%s` | %s |\n", f.name, mark, f.typ, doc)
	}
	out.WriteByte('\n')
}

func oneLine(doc string) string { return strings.Join(strings.Fields(doc), " ") }
