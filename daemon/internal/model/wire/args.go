package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// maxSent bounds the arguments kept as they came, in bytes.
const maxSent = 4 << 10

// Args is what a call's arguments came to.
type Args struct {
	// Object is one JSON object; {} where Bad is set.
	Object json.RawMessage
	// Repaired names what was mended, Bad why there is no object, and Cut
	// whether that is so because the text just stops.
	Repaired, Bad string
	Cut           bool
}

// ParseArgs reads the arguments of a complete call (R357, contracts 2.21.5).
// Nothing is no arguments. What is mended is only the wrapping: a seed, a
// fence, talk around the object, a trailing comma, a string holding the
// object. Text that stops in the middle is never completed.
func ParseArgs(text string) Args {
	text = strings.TrimSpace(text)
	if text == "" || text == "null" {
		return Args{Object: json.RawMessage("{}")}
	}
	if a, ok := asObject(text, ""); ok {
		return a
	}
	for _, r := range repairs {
		mended, ok := r.mend(text)
		if !ok {
			continue
		}
		if a, ok := asObject(mended, r.name); ok {
			return a
		}
	}
	return badArgs(text)
}

func asObject(text, repaired string) (Args, bool) {
	var m map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &m) != nil || m == nil {
		return Args{}, false
	}
	return Args{Object: json.RawMessage(text), Repaired: repaired}, true
}

func badArgs(text string) Args {
	a := Args{Object: json.RawMessage("{}")}
	var v any
	err := json.NewDecoder(strings.NewReader(text)).Decode(&v)
	switch {
	case err == nil:
		a.Bad = "The arguments are not one JSON object. Send one object, such as {\"path\": \"note.md\"}."
	case errors.Is(err, io.ErrUnexpectedEOF):
		a.Cut = true
		a.Bad = cutAdvice
	default:
		a.Bad = fmt.Sprintf("The arguments are not valid JSON (%v). Send one object, such as {\"path\": \"note.md\"}.", err)
	}
	return a
}

// cutAdvice is what a model is told about a call that was cut off.
const cutAdvice = "The call was cut off before its arguments were complete, so nothing was done. Send it again, shorter, or in several parts."

// repairs are tried in order; each mends one kind of wrapping.
var repairs = []struct {
	name string
	mend func(string) (string, bool)
}{
	{"seed", func(s string) (string, bool) { return strings.CutPrefix(s, "{}") }},
	{"string", unquote},
	{"fence", outermost},
	{"trailing_comma", func(s string) (string, bool) {
		inner, _ := outermost(s)
		mended := dropCommas(inner)
		return mended, mended != inner
	}},
}

func unquote(s string) (string, bool) {
	var inner string
	err := json.Unmarshal([]byte(s), &inner)
	return inner, err == nil
}

// outermost is the text from the first { to the last } (R357).
func outermost(s string) (string, bool) {
	i, j := strings.IndexByte(s, '{'), strings.LastIndexByte(s, '}')
	if i < 0 || j < i {
		return s, false
	}
	return s[i : j+1], true
}

// token is a JSON string, or a comma with only space before a closing bracket.
var token = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|,\s*[}\]]`)

// dropCommas takes the comma out before a closing bracket, outside strings.
func dropCommas(s string) string {
	return token.ReplaceAllStringFunc(s, func(m string) string {
		if m[0] == ',' {
			return m[len(m)-1:]
		}
		return m
	})
}

// clip is the beginning of s, at most max bytes, on a rune's border.
func clip(s string, max int) string {
	if len(s) <= max {
		return s
	}
	for max > 0 && !utf8.RuneStart(s[max]) {
		max--
	}
	return s[:max]
}
