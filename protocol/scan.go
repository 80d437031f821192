package protocol

import (
	"bytes"
	"encoding/json"
	"iter"
	"strconv"
	"unicode/utf8"
)

// envelope is a JSON-RPC object taken apart without decoding what it carries.
// Its slices are parts of the line and live as long as it does.
type envelope struct {
	version, id, method, params, result, err json.RawMessage
}

// scanEnvelope takes a line apart. The line must hold one JSON object.
func scanEnvelope(line []byte) (envelope, *Error) {
	var e envelope
	if !utf8.Valid(line) || !json.Valid(line) {
		return e, &Error{Code: CodeParseError, Message: "not a line of UTF-8 JSON"}
	}
	if line[0] == '[' {
		return e, invalidRequest("batches are not supported, send one object a line")
	}
	if line[0] != '{' {
		return e, invalidRequest("want a JSON-RPC object")
	}
	e.fields(line)
	return e, nil
}

func invalidRequest(message string) *Error {
	return &Error{Code: CodeInvalidRequest, Message: message}
}

// fields walks the members of a valid JSON object. Of a name that comes twice the
// last counts, as in encoding/json.
func (e *envelope) fields(object []byte) {
	for name, value := range members(object) {
		if into := e.member(name); into != nil {
			*into = value
		}
	}
}

// member returns where the value of a name belongs, nil for nowhere.
func (e *envelope) member(name string) *json.RawMessage {
	switch name {
	case "jsonrpc":
		return &e.version
	case "id":
		return &e.id
	case "method":
		return &e.method
	case "params":
		return &e.params
	case "result":
		return &e.result
	case "error":
		return &e.err
	}
	return nil
}

// members yields the names and values of a valid JSON object that starts at its
// brace. Values are parts of it.
func members(object []byte) iter.Seq2[string, json.RawMessage] {
	return func(yield func(string, json.RawMessage) bool) {
		for i := skipSpace(object, 1); object[i] != '}'; i = skipSpace(object, i) {
			keyEnd := skipString(object, i)
			start := skipSpace(object, skipSpace(object, keyEnd)+1) // past the colon
			end := skipValue(object, start)
			if !yield(unquote(object[i:keyEnd]), object[start:end:end]) {
				return
			}
			i = skipSpace(object, end)
			if object[i] == ',' {
				i++
			}
		}
	}
}

// unquote decodes a valid JSON string.
func unquote(quoted []byte) string {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return string(quoted[1 : len(quoted)-1])
	}
	var text string
	_ = json.Unmarshal(quoted, &text) // valid already
	return text
}

func skipSpace(b []byte, i int) int {
	for b[i] == ' ' || b[i] == '\t' || b[i] == '\r' || b[i] == '\n' {
		i++
	}
	return i
}

// skipString returns the index past the string that begins at i.
func skipString(b []byte, i int) int {
	for i++; b[i] != '"'; i++ {
		if b[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// skipValue returns the index past the value that begins at i.
func skipValue(b []byte, i int) int {
	depth := 0
	for {
		switch b[i] {
		case '"':
			i = skipString(b, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		case ',', ':', ' ', '\t', '\r', '\n':
			i++
		default:
			i = skipWord(b, i)
		}
		if depth == 0 {
			return i
		}
	}
}

// skipWord returns the index past a number or a literal.
func skipWord(b []byte, i int) int {
	for {
		switch b[i] {
		case ',', ':', '}', ']', ' ', '\t', '\r', '\n':
			return i
		}
		i++
	}
}

// methodName decodes the method; it reports false when that is no string.
func (e *envelope) methodName() (string, bool) {
	if len(e.method) < 2 || e.method[0] != '"' {
		return "", false
	}
	return unquote(e.method), true
}

// validID reports whether an id is null, a string, or a whole number of 64 bits,
// which is what ACP allows.
func validID(id json.RawMessage) bool {
	if id[0] == '"' || bytes.Equal(id, nullID) {
		return true
	}
	_, err := strconv.ParseInt(string(id), 10, 64)
	return err == nil
}

// idKey is an id in one spelling, so that "a" and "\u0061" are the same. Numbers
// and null have only one.
func idKey(id json.RawMessage) string {
	if len(id) == 0 || id[0] != '"' {
		return string(id)
	}
	return strconv.Quote(unquote(id))
}

var nullID = json.RawMessage("null")
