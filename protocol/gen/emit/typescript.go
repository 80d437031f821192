package emit

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
)

const tsHeader = `// Generated from protocol/ibid*.go by ` + "`go run ./protocol/gen`" + `; do not edit.
// The _ibid extension of the Agent Client Protocol. Lines start at 1, columns are
// UTF-16 code units, paths are vault paths.

`

// typeScript writes types, methods and constants.
func (s *source) typeScript() []byte {
	var out bytes.Buffer
	out.WriteString(tsHeader)
	for _, t := range s.enums {
		writeDoc(&out, "", t.doc)
		fmt.Fprintf(&out, "export type %s = %s;\n\n", t.name, strings.Join(t.values, " | "))
	}
	for _, t := range s.structs {
		writeInterface(&out, t)
	}
	for _, t := range s.aliases {
		writeDoc(&out, "", t.doc)
		fmt.Fprintf(&out, "export type %s = %s;\n\n", t.name, t.typ)
	}
	s.writeMaps(&out)
	for _, c := range s.constants {
		out.WriteByte('\n')
		writeDoc(&out, "", c.doc)
		fmt.Fprintf(&out, "export const %s = %s;\n", upperSnake(c.name), c.value)
	}
	return out.Bytes()
}

// writeInterface writes a struct. One without fields takes no property at all, which
// an empty interface would not say.
func writeInterface(out *bytes.Buffer, t structType) {
	writeDoc(out, "", t.doc)
	if len(t.fields) == 0 {
		fmt.Fprintf(out, "export type %s = Record<string, never>;\n\n", t.name)
		return
	}
	fmt.Fprintf(out, "export interface %s {\n", t.name)
	for _, f := range t.fields {
		writeDoc(out, "\t", f.doc)
		mark := ""
		if f.optional {
			mark = "?"
		}
		fmt.Fprintf(out, "\t%s%s: %s;\n", f.name, mark, f.typ)
	}
	out.WriteString("}\n\n")
}

// writeMaps writes the methods as types and as values.
func (s *source) writeMaps(out *bytes.Buffer) {
	out.WriteString("/** Requests of the client, by method. */\nexport interface Requests {\n")
	for _, m := range s.requests {
		fmt.Fprintf(out, "\t%q: { params: %sParams; result: %sResult };\n", m.wire, m.name, m.name)
	}
	out.WriteString("}\n\n/** Notifications to the client, by method. */\nexport interface Notifications {\n")
	for _, m := range s.notifications {
		fmt.Fprintf(out, "\t%q: %sEvent;\n", m.wire, m.name)
	}
	out.WriteString("}\n\n/** Names of the requests. */\nexport const METHODS = {\n")
	for _, m := range s.requests {
		fmt.Fprintf(out, "\t%s: %q,\n", lowerFirst(m.name), m.wire)
	}
	out.WriteString("} as const satisfies Record<string, keyof Requests>;\n\n/** Names of the notifications. */\nexport const NOTIFICATIONS = {\n")
	for _, m := range s.notifications {
		fmt.Fprintf(out, "\t%s: %q,\n", lowerFirst(m.name), m.wire)
	}
	out.WriteString("} as const satisfies Record<string, keyof Notifications>;\n")
	s.writeCalls(out)
}

// writeCalls writes the requests of the daemon, where there are any.
func (s *source) writeCalls(out *bytes.Buffer) {
	if len(s.calls) == 0 {
		return
	}
	out.WriteString("\n/** Requests of the daemon, by method. */\nexport interface DaemonRequests {\n")
	for _, m := range s.calls {
		fmt.Fprintf(out, "\t%q: { params: %sParams; result: %sResult };\n", m.wire, m.name, m.name)
	}
	out.WriteString("}\n\n/** Names of the daemon's requests. */\nexport const DAEMON_METHODS = {\n")
	for _, m := range s.calls {
		fmt.Fprintf(out, "\t%s: %q,\n", lowerFirst(m.name), m.wire)
	}
	out.WriteString("} as const satisfies Record<string, keyof DaemonRequests>;\n")
}

// writeDoc writes a comment, on one line if it is one.
func writeDoc(out *bytes.Buffer, indent, doc string) {
	doc = strings.ReplaceAll(strings.TrimSpace(doc), "*/", "* /")
	if doc == "" {
		return
	}
	lines := strings.Split(doc, "\n")
	if len(lines) == 1 {
		fmt.Fprintf(out, "%s/** %s */\n", indent, doc)
		return
	}
	fmt.Fprintf(out, "%s/**\n", indent)
	for _, line := range lines {
		fmt.Fprintf(out, "%s%s\n", indent, strings.TrimRight(" * "+line, " "))
	}
	fmt.Fprintf(out, "%s */\n", indent)
}

func lowerFirst(name string) string { return strings.ToLower(name[:1]) + name[1:] }

// upperSnake turns CodeApplication into CODE_APPLICATION.
func upperSnake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToUpper(r))
	}
	return b.String()
}
