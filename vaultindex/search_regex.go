package vaultindex

import (
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode/utf16"
)

// regex reads /…/ that ends a word; paths such as /etc/hosts are text.
func (p *queryParser) regex() (query, bool) {
	at := p.pos
	body, end, ok := delimited(p.text[at:], '/')
	if !ok || body == "" || !endsWord(p.text[at+end:]) {
		return query{}, false
	}
	flags := "(?im)"
	if p.cased {
		flags = "(?m)"
	}
	expr := fromJavaScript(body)
	re, err := regexp.Compile(flags + expr)
	if err != nil {
		p.fail(at, "the regular expression cannot be read: "+regexReason(err),
			`for example /20\d\d-1[0-2]/; looking around and referring back are not supported`)
		return query{}, false
	}
	p.pos += end
	return query{kind: regexQuery, text: body, re: re, steps: regexSize(expr)}, true
}

// regexSize is the number of instructions of an expression that compiles.
func regexSize(text string) int {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return 0
	}
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return 0
	}
	return len(prog.Inst)
}

func regexReason(err error) string {
	return strings.TrimPrefix(err.Error(), "error parsing regexp: ")
}

// Escapes of JavaScript's expressions, which Obsidian's are, that Go has not:
// a character by its code, and white space of any script.
var (
	codePoint  = regexp.MustCompile(`^u(?:\{([0-9A-Fa-f]{1,6})\}|([Dd][89ABab][0-9A-Fa-f]{2})\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})|([0-9A-Fa-f]{4}))`)
	whiteSpace = `\s\p{Z}\x{feff}`
)

// fromJavaScript writes an expression as Go does.
func fromJavaScript(body string) string {
	if !strings.ContainsAny(body, `\^`) {
		return body
	}
	var b strings.Builder
	class := false
	for i := 0; i < len(body); {
		n, written := 1, body[i:i+1]
		switch {
		case body[i] == '\\' && i+1 < len(body):
			n, written = escaped(body[i+1:], class)
			n++
		case !class && strings.HasPrefix(body[i:], "[^]"):
			n, written = 3, `[\x{0}-\x{10ffff}]`
		case body[i] == '[':
			class = true
		case body[i] == ']':
			class = false
		}
		b.WriteString(written)
		i += n
	}
	return b.String()
}

// escaped reads what stands behind a backslash, and tells its length.
func escaped(rest string, class bool) (n int, written string) {
	if at := codePoint.FindStringSubmatch(rest); at != nil {
		code := at[1] + at[4]
		if at[2] != "" {
			code = surrogates(at[2], at[3])
		}
		return len(at[0]), `\x{` + code + `}`
	}
	switch {
	case rest[0] == 's' && class:
		return 1, whiteSpace
	case rest[0] == 's':
		return 1, "[" + whiteSpace + "]"
	case rest[0] == 'S' && !class:
		return 1, "[^" + whiteSpace + "]"
	}
	return 1, `\` + rest[:1]
}

// surrogates joins the two halves of a character beyond the first 65,536.
func surrogates(high, low string) string {
	var half [2]rune
	for i, hex := range []string{high, low} {
		code, err := strconv.ParseUint(hex, 16, 16)
		if err != nil {
			return hex
		}
		half[i] = rune(code)
	}
	return strconv.FormatInt(int64(utf16.DecodeRune(half[0], half[1])), 16)
}
