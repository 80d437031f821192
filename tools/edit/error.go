package edit

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Code says why an edit was refused. The codes are those of package tools that
// an edit can have (contracts 2.1.1 rule 5), spelt the same.
type Code string

// The codes of refusals.
const (
	InvalidArgument      Code = "INVALID_ARGUMENT"
	WorkspacePathDenied  Code = "WORKSPACE_PATH_DENIED"
	FileNotFound         Code = "FILE_NOT_FOUND"
	TargetExists         Code = "TARGET_EXISTS"
	BinaryFile           Code = "BINARY_FILE"
	NoMatch              Code = "NO_MATCH"
	AmbiguousMatch       Code = "AMBIGUOUS_MATCH"
	CountMismatch        Code = "COUNT_MISMATCH"
	NoChange             Code = "NO_CHANGE"
	PatchSyntax          Code = "PATCH_SYNTAX"
	PatchContextNotFound Code = "PATCH_CONTEXT_NOT_FOUND"
	PatchAmbiguous       Code = "PATCH_AMBIGUOUS"
	PatchPrefixMissing   Code = "PATCH_PREFIX_MISSING"
	FrontmatterInvalid   Code = "FRONTMATTER_INVALID"
)

// Codes lists every code, in a fixed order. The caller owns the slice.
func Codes() []Code {
	return []Code{
		InvalidArgument, WorkspacePathDenied, FileNotFound, TargetExists, BinaryFile, NoMatch, AmbiguousMatch,
		CountMismatch, NoChange, PatchSyntax, PatchContextNotFound, PatchAmbiguous, PatchPrefixMissing, FrontmatterInvalid,
	}
}

// Error is a refused edit. Nothing was changed.
type Error struct {
	Code       Code
	Message    string         // the input, the rule, the smallest right form; no full stop
	Path       vaultpath.Path // the file, where one is meant
	Chunk      int            // patches: which chunk of the patch, from 1; 0 for none
	Line       int            // of the patch or the file, from 1; 0 for none
	Matches    []Lines        // where the text stands, or could be meant; the first 100
	Candidates []string       // what the input could stand for
	Nearest    *Excerpt       // the text that comes closest to what was not found
	SHA        Sum            // of the file's bytes, where a file was looked at; zero otherwise
}

// Error returns the code and the message.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// Lines is a range of lines of a file, both ends included, from 1.
type Lines struct {
	First int `json:"first"`
	Last  int `json:"last"`
}

// Excerpt is a piece of a file, short enough for a message.
type Excerpt struct {
	Lines Lines
	Text  string
}

func refuse(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// maxListed bounds how many places or names a message lists.
const maxListed = 12

// maxMatches bounds the places an error carries.
const maxMatches = 100

func capped(at []Lines) []Lines { return at[:min(len(at), maxMatches)] }

// listLines writes where matches begin: "lines 3, 9 and 14".
func listLines(at []Lines) string {
	if len(at) == 1 {
		return "line " + strconv.Itoa(at[0].First)
	}
	var b strings.Builder
	b.WriteString("lines ")
	shown := at[:min(len(at), maxListed)]
	for i, l := range shown {
		switch {
		case i == 0:
		case i == len(shown)-1 && len(shown) == len(at):
			b.WriteString(" and ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(l.First))
	}
	if more := len(at) - len(shown); more > 0 {
		fmt.Fprintf(&b, " and %d more", more)
	}
	return b.String()
}

// quote shows a text in a message: on one line, cut after 60 characters.
func quote(s string) string {
	n := 0
	for i := range s {
		if n++; n > 60 {
			s = s[:i] + "…"
			break
		}
	}
	return strconv.Quote(s)
}

// plural writes "1 note" or "3 notes".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
