package fetch

import "fmt"

// Kind says why a page could not be fetched, from a closed set.
type Kind string

// The kinds.
const (
	BadURL      Kind = "bad_url"      // the address is not one of a web page
	Blocked     Kind = "blocked"      // it is local, private or reserved, or its port is closed
	NoName      Kind = "dns"          // the host name does not resolve
	NoAnswer    Kind = "no_answer"    // no connection, or one that broke
	BadStatus   Kind = "status"       // the server answered with an error
	BadRedirect Kind = "redirect"     // too many redirects, or one that leads nowhere
	TimedOut    Kind = "timeout"      // the time was up, or the server fell silent
	TooLarge    Kind = "too_large"    // the body or the headers are over the limit
	BadType     Kind = "content_type" // nothing that can be read as text
)

// Error is a page that could not be fetched. Its message names the address,
// says what happened, and holds nothing that the server sent but its status.
type Error struct {
	Kind    Kind
	URL     string // the address it happened at: of a redirect, where it led
	Status  int    // of BadStatus
	Message string // one sentence
	cause   error
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns what the system said, if it said anything.
func (e *Error) Unwrap() error { return e.cause }

func failf(kind Kind, url, format string, args ...any) *Error {
	return &Error{Kind: kind, URL: url, Message: fmt.Sprintf(format, args...)}
}

func (e *Error) because(cause error) *Error {
	e.cause = cause
	return e
}
