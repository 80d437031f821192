package edit

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// scalarText writes a value so that YAML 1.1 and 1.2 read the same from it.
// quoted is the quotation mark the old value had, 0 for none; it is kept. flow is
// set inside [brackets].
func scalarText(value any, quoted byte, flow bool) string {
	switch v := value.(type) {
	case nil:
		if flow {
			return "null"
		}
		return ""
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case string:
		return stringText(v, quoted, flow)
	}
	return fmt.Sprint(value)
}

func stringText(s string, quoted byte, flow bool) string {
	switch {
	case !isPrintable(s):
		return doubleQuoted(s)
	case quoted == '\'':
		return singleQuoted(s)
	case quoted == '"':
		return doubleQuoted(s)
	case isPlain(s, flow):
		return s
	case strings.ContainsAny(s, `"\`) && !strings.Contains(s, "'"):
		return singleQuoted(s)
	}
	return doubleQuoted(s)
}

func singleQuoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// doubleQuoted writes a text on one line, whatever is in it.
func doubleQuoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case yamlPrintable(r):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08X`, r)
		default:
			fmt.Fprintf(&b, `\u%04X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// isPrintable reports a text that can stand as it is between quotation marks.
func isPrintable(s string) bool {
	for _, r := range s {
		if !yamlPrintable(r) {
			return false
		}
	}
	return true
}

// yamlPrintable leaves out controls, what YAML 1.1 takes for line breaks, and
// what cannot be seen at all.
func yamlPrintable(r rune) bool {
	switch {
	case r < ' ' || r >= 0x7f && r < 0xa0, r == 0x2028 || r == 0x2029 || r == 0xfeff, r >= 0xfffe && r <= 0xffff:
		return false
	}
	return r < 0xfff0 || r > 0xffff || r == utf8.RuneError
}

// words are what some version of YAML takes for something else than text.
var words = map[string]bool{
	"y": true, "n": true, "yes": true, "no": true, "on": true, "off": true, "true": true, "false": true,
	"null": true, "~": true, "=": true, "<<": true, ".inf": true, "-.inf": true, "+.inf": true, ".nan": true,
}

// numeric is every text that some version of YAML may take for a number or a
// time, and more.
var numeric = regexp.MustCompile(`^[-+.]?[0-9][0-9A-Fa-fxXoO_.,:+-]*$`)

// isPlain reports a text that needs no quotes. Dates need none: in Obsidian they
// are texts that are shown as dates (6.4, 6.8).
func isPlain(s string, flow bool) bool {
	switch {
	case s == "" || strings.TrimFunc(s, unicode.IsSpace) != s || words[strings.ToLower(s)]:
		return false
	case strings.ContainsRune("-?:,[]{}#&*!|>'\"%@`~=<", rune(s[0])):
		return false
	case strings.Contains(s, ": ") || strings.HasSuffix(s, ":") || strings.Contains(s, " #"):
		return false
	case flow && strings.ContainsAny(s, ",[]{}:"):
		return false
	case strings.HasPrefix(s, "---") || strings.HasPrefix(s, "..."):
		return false
	case numeric.MatchString(s):
		typ := note.InferType("", s)
		return typ == note.TypeDate || typ == note.TypeDateTime && !flow
	}
	return true
}
