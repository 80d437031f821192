package protocol

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sourcegraph/jsonrpc2"
)

// Codes of JSON-RPC 2.0 and ACP. Ibid's own errors have CodeApplication.
const (
	CodeParseError       = jsonrpc2.CodeParseError
	CodeInvalidRequest   = jsonrpc2.CodeInvalidRequest
	CodeMethodNotFound   = jsonrpc2.CodeMethodNotFound
	CodeInvalidParams    = jsonrpc2.CodeInvalidParams
	CodeInternalError    = jsonrpc2.CodeInternalError
	CodeAuthRequired     = -32000
	CodeResourceNotFound = -32002
	CodeRequestCancelled = -32800
)

var (
	// ErrClosed is wrapped by every error of a connection that has ended.
	ErrClosed = errors.New("connection closed")
	// ErrCancelled is the context cause of a request that its sender cancelled
	// with $/cancel_request, in contrast to a connection that ended.
	ErrCancelled = errors.New("request cancelled by its sender")
	// ErrSlowPeer ends a connection whose peer stopped reading.
	ErrSlowPeer = errors.New("the other side does not read")
	// ErrFlooded ends a connection whose peer sends faster than it is served.
	ErrFlooded = errors.New("the other side sends more than can be handled")
)

// Error is a JSON-RPC error. A handler that returns one decides what the peer
// sees; any other error becomes CodeInternalError.
type Error struct {
	Code    int        `json:"code"`
	Message string     `json:"message"`
	Data    *ErrorData `json:"data,omitempty"`
}

// Error returns the message with its code.
func (e *Error) Error() string {
	if e.Data != nil && e.Data.Code != "" {
		return fmt.Sprintf("%s (%s)", e.Message, e.Data.Code)
	}
	return fmt.Sprintf("%s (%d)", e.Message, e.Code)
}

// UnmarshalJSON reads an error of any peer: data of another shape is left out,
// and so is a code that is no whole number.
func (e *Error) UnmarshalJSON(raw []byte) error {
	var wire struct {
		Code    json.RawMessage `json:"code"`
		Message json.RawMessage `json:"message"`
		Data    json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(raw, &wire); err != nil {
		return fmt.Errorf("reading an error: %w", err)
	}
	*e = Error{Code: CodeInternalError, Message: "unnamed error"}
	_ = json.Unmarshal(wire.Code, &e.Code)
	_ = json.Unmarshal(wire.Message, &e.Message)
	var data ErrorData
	if json.Unmarshal(wire.Data, &data) == nil && data.Code != "" {
		e.Data = &data
	}
	return nil
}

// NewError returns one of Ibid's own errors.
func NewError(code, message, hint string, retryable bool) *Error {
	data := &ErrorData{Code: code, Message: message, Hint: hint, Retryable: retryable}
	return &Error{Code: CodeApplication, Message: message, Data: data}
}

// InvalidParams says which parameter is wrong, and the form it should have.
func InvalidParams(field, rule string) *Error {
	message := fmt.Sprintf("%s: %s", field, rule)
	return &Error{Code: CodeInvalidParams, Message: message,
		Data: &ErrorData{Code: ErrorInvalidArgument, Message: message, Input: field}}
}

// NotFound says that what a request names does not exist.
func NotFound(code, message, hint string) *Error {
	return &Error{Code: CodeResourceNotFound, Message: message, Data: &ErrorData{Code: code, Message: message, Hint: hint}}
}

// whole returns the error with data: every error on the wire has them.
func (e *Error) whole() *Error {
	if e.Data != nil {
		return e
	}
	code := dataCodes[e.Code]
	if code == "" {
		code = "FAILED"
	}
	return &Error{Code: e.Code, Message: e.Message, Data: &ErrorData{Code: code, Message: e.Message}}
}

// errClosing answers a request that the end of the daemon cut off.
var errClosing = NewError(ErrorClosing, "Ibid ended before it answered.", "Ask again.", true)

// closedError carries why a connection ended.
type closedError struct{ cause error }

func (e closedError) Error() string   { return fmt.Sprintf("%v: %v", ErrClosed, e.cause) }
func (e closedError) Unwrap() []error { return []error{ErrClosed, e.cause} }

// toError is what the peer sees of an error.
func toError(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return &Error{Code: CodeInternalError, Message: err.Error()}
}
