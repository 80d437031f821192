package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/ibid-notes/ibid/tools/edit"
)

// Error is a failure the caller can act on. A tool returns one as its error;
// the registry turns it into a Result.
type Error struct {
	Code    Code
	Message string  // what is wrong, naming the input
	Call    string  // the smallest correct call; the tool's own when empty (R257)
	Data    Failure // particulars for programs
}

// Failure holds the particulars of a failed call.
type Failure struct {
	Argument    string   `json:"argument,omitempty"`
	Got         string   `json:"got,omitempty"`
	Allowed     string   `json:"allowed,omitempty"`
	Path        string   `json:"path,omitempty"`
	Suggestions []string `json:"suggestions,omitempty"` // what may have been meant, best first
	Candidates  []string `json:"candidates,omitempty"`  // what the input could stand for
	Call        string   `json:"call,omitempty"`        // the smallest correct call

	// Of changes that were refused.
	SHA256   string       `json:"sha256,omitempty"`   // of the file as it is now
	Chunk    int          `json:"chunk,omitempty"`    // of a patch, from 1
	Line     int          `json:"line,omitempty"`     // of the patch or the file, from 1
	Lines    []edit.Lines `json:"lines,omitempty"`    // where the text stands, or what must be read
	Nearest  *NearText    `json:"nearest,omitempty"`  // what comes closest to the text that was not found
	Findings []string     `json:"findings,omitempty"` // what the new text seems to have lost
}

// Errorf makes an Error without a call of its own.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// WithCall returns e with the smallest correct call set.
func (e *Error) WithCall(call string) *Error {
	e.Call = call
	return e
}

// Error returns the code and the message.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// result turns the error into what the caller sees; fallback is the call to
// show when the error brings none.
func (e *Error) result(fallback string) Result {
	call := e.Call
	if call == "" {
		call = fallback
	}
	data := e.Data
	data.Call = call
	return Result{
		Status:  e.Code.status(),
		Code:    e.Code,
		Summary: sentence(e.Message) + " Smallest correct call: " + call,
		Data:    &data,
	}
}

// sentence ends s with a full stop unless it has an end already.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".!?") || strings.HasSuffix(s, "。") {
		return s
	}
	return s + "."
}

// failure turns any error of a tool into a result. Errors that are no *Error
// and no end of the context are ours, and stay out of what the caller sees:
// they may hold absolute paths.
func failure(err error, call string) Result {
	var e *Error
	switch err = FromEdit(err); {
	case errors.As(err, &e):
		return e.result(call)
	case errors.Is(err, context.DeadlineExceeded):
		return Errorf(Timeout, "The tool did not finish in time; narrow the call").result(call)
	case errors.Is(err, context.Canceled):
		return Errorf(Cancelled, "The call was cancelled before it finished; nothing was changed").result(call)
	default:
		return Errorf(Internal, "Ibid failed inside the tool; the particulars are in its log").result(call)
	}
}
