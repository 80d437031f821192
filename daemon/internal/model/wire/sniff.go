package wire

import (
	"bufio"
	"io"
	"net/http"
)

// IsPlain reports whether the answer is one JSON document and not an event
// stream: some servers do not stream although they were asked to, and their
// content types cannot be trusted. resp.Body stays readable from its start.
func IsPlain(resp *http.Response) bool {
	r := bufio.NewReader(resp.Body)
	resp.Body = struct {
		io.Reader
		io.Closer
	}{r, resp.Body}
	for n := 1; n <= r.Size(); n++ {
		b, err := r.Peek(n)
		if err != nil {
			return false
		}
		switch b[n-1] {
		case ' ', '\t', '\r', '\n':
		default:
			return b[n-1] == '{'
		}
	}
	return false
}
