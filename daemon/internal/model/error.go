package model

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrorKind sorts the ways in which a decision fails.
type ErrorKind string

// The kinds of failure.
const (
	// ErrNoKey is a key that is not there where one is needed: nothing was sent.
	ErrNoKey ErrorKind = "no_key"
	// ErrAuth is a missing or refused key (401).
	ErrAuth ErrorKind = "auth"
	// ErrForbidden is a key that may not do this (403).
	ErrForbidden ErrorKind = "forbidden"
	// ErrNotFound is a model or an address that does not exist (404).
	ErrNotFound ErrorKind = "not_found"
	// ErrRateLimited is too many requests (429).
	ErrRateLimited ErrorKind = "rate_limited"
	// ErrQuota is an account without credit: waiting does not help.
	ErrQuota ErrorKind = "quota"
	// ErrOverloaded is a provider without room (503, 529, overloaded_error).
	ErrOverloaded ErrorKind = "overloaded"
	// ErrServer is any other failure on the provider's side (408, 409, 5xx).
	ErrServer ErrorKind = "server"
	// ErrContextOverflow is a request larger than the model's window.
	ErrContextOverflow ErrorKind = "context_overflow"
	// ErrBadRequest is a request the provider refused as wrong (400, 422).
	ErrBadRequest ErrorKind = "bad_request"
	// ErrNetwork is a connection that failed or broke.
	ErrNetwork ErrorKind = "network"
	// ErrTimeout is a provider that fell silent or took too long.
	ErrTimeout ErrorKind = "timeout"
	// ErrMalformed is an answer that is not one: HTML, a cut stream, not JSON.
	ErrMalformed ErrorKind = "malformed"
	// ErrCancelled is the caller's own doing.
	ErrCancelled ErrorKind = "cancelled"
	// ErrInvalid is a Request against the rules: nothing was sent.
	ErrInvalid ErrorKind = "invalid"
)

// Error is the only error a Controller returns. Nothing in it is a secret: its
// text can be shown, logged and stored.
type Error struct {
	Kind ErrorKind
	// Status is the HTTP status, 0 where there was none.
	Status int
	// RetryAfter is how long the provider asked to wait, 0 where it did not.
	RetryAfter time.Duration
	// Window is how many tokens the provider says the model takes, of an
	// ErrContextOverflow; 0 where it did not say.
	Window int
	// Provider is the controller's provider, such as "anthropic".
	Provider string
	// Message is one readable sentence.
	Message string
	// Final marks a failure of a kind that is usually worth another try, but
	// is not here: nothing listens on this machine, a page instead of an API.
	Final bool
}

// Error is the sentence, with the provider in front.
func (e *Error) Error() string {
	if e.Provider == "" {
		return e.Message
	}
	return fmt.Sprintf("%s: %s", e.Provider, e.Message)
}

// Is lets errors.Is(err, context.Canceled) see the caller's own cancellation.
func (e *Error) Is(target error) bool {
	return e.Kind == ErrCancelled && target == context.Canceled
}

// Retryable reports whether the same request may succeed a moment later.
func (e *Error) Retryable() bool {
	if e.Final {
		return false
	}
	switch e.Kind {
	case ErrRateLimited, ErrOverloaded, ErrServer, ErrNetwork, ErrTimeout, ErrMalformed:
		return true
	default:
		return false
	}
}

// AsError finds the *Error in err.
func AsError(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}
