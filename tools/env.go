package tools

import (
	"context"
	"log/slog"
	"time"

	"github.com/ibid-notes/ibid/tools/fetch"
	"github.com/ibid-notes/ibid/vaultindex"
)

// Env is what a call may see and use. The agent fills one for a run; calls of
// the run share it, and no tool changes it.
type Env struct {
	// View is the vault without private notes. Required.
	View *vaultindex.View
	// Private is the vault with private notes, or nil unless the session allows
	// them. Tools that take a path look here first; knowledge_search asks for it
	// with include_private.
	Private *vaultindex.View
	// Whole is the vault with everything in it, whatever the session may see, or
	// nil. Only tools that plan changes are given it, and they ask it two things:
	// whether a name is free, and which links lead to a file that moves. Nothing
	// they learn from it may come out in a result.
	Whole *vaultindex.View
	// Root is the absolute path of the vault, or "". It is only compared with
	// absolute paths given as arguments, to name their relative form (X07).
	Root string
	// Reads remembers what was read, or nil for callers without a session.
	Reads ReadCache
	// Web is the way to pages of the web, or nil unless the user allows it.
	Web Web
	// Now is the clock; nil means the system's.
	Now func() time.Time
	// NewEvidenceID names results; nil means that they have no names.
	NewEvidenceID func() string
	// Logger hears of panics and unexpected errors; nil means nobody does.
	Logger *slog.Logger

	evidence string // of the call under way
}

// Web gets pages. Whoever fills it decides which ones: it sets what is asked
// before each address (fetch.Request.Permit), and refuses with an *Error.
// *fetch.Client is one that permits all of the public web.
type Web interface {
	// Fetch gets one page, or returns an *Error, a *fetch.Error, or the error of
	// the context.
	Fetch(ctx context.Context, r fetch.Request) (*fetch.Page, error)
}

// Sight is the view that tools which take a path work on: with private notes
// where the session allows them.
func (e *Env) Sight() *vaultindex.View {
	if e.Private != nil {
		return e.Private
	}
	return e.View
}

// All is the vault with everything in it as far as this call may know: Whole, or
// Sight where nobody filled that.
func (e *Env) All() *vaultindex.View {
	if e.Whole != nil {
		return e.Whole
	}
	return e.Sight()
}

// Evidence is the id the result of this call will carry, "" when results have
// no names.
func (e *Env) Evidence() string { return e.evidence }

// Time is the time by the run's clock.
func (e *Env) Time() time.Time {
	if e.Now == nil {
		return time.Now()
	}
	return e.Now()
}

// forCall is the environment of one call.
func (e *Env) forCall() *Env {
	own := *e
	own.evidence = ""
	if own.NewEvidenceID != nil {
		own.evidence = own.NewEvidenceID()
	}
	if own.Logger == nil {
		own.Logger = slog.New(slog.DiscardHandler)
	}
	return &own
}
