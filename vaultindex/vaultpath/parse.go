package vaultpath

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The rules a path can break; Error.Rule is one of them.
const (
	RuleUTF8      = "utf8"      // not valid UTF-8
	RuleNUL       = "nul"       // has a NUL byte
	RuleAbsolute  = "absolute"  // starts with '/'
	RuleBackslash = "backslash" // has a '\'
	RuleDrive     = "drive"     // starts with a Windows drive letter
	RuleParent    = "parent"    // has a '..' segment
	RuleDot       = "dot"       // has a '.' segment after the first name
	RuleWindows   = "windows"   // cannot be a name on Windows (WindowsSafe only)
)

// Error says which rule a path breaks and what the smallest right form is.
type Error struct {
	Input string // as given
	Rule  string // one of the Rule constants
	Hint  string // one English sentence: what to write instead
}

// Error names the input, the rule and the way out, on one line.
func (e *Error) Error() string {
	return fmt.Sprintf("%q is not a vault path (%s): %s", e.Input, e.Rule, e.Hint)
}

var hints = map[string]string{
	RuleUTF8:      "a path must be valid UTF-8 text.",
	RuleNUL:       "a path may not contain a NUL byte.",
	RuleAbsolute:  "write the path relative to the vault's root, without the leading slash.",
	RuleBackslash: "write '/' between folders.",
	RuleDrive:     "write the path relative to the vault's root, without the drive.",
	RuleParent:    "write the path from the vault's root, without '..'.",
	RuleDot:       "write the path without '.' between its names.",
}

func fail(input, rule string) error {
	return &Error{Input: input, Rule: rule, Hint: hints[rule]}
}

// Parse checks and cleans a path that came from outside: a tool's argument, the
// wire, a link. It never touches the disk and means the same on every platform.
//
// Doubled and trailing slashes and a leading `./` are cleaned away; "" and "."
// are the root; the result is NFC with no-break spaces made plain (rule 4.13).
// Anything that could leave the vault is an *Error. Names that start with a dot
// pass; ask Hidden about them.
func Parse(s string) (Path, error) {
	if !utf8.ValidString(s) {
		return Root, fail(s, RuleUTF8)
	}
	clean := normalise(s)
	if rule := forbidden(clean); rule != "" {
		return Root, fail(s, rule)
	}
	segments, rule := split(clean)
	if rule != "" {
		return Root, fail(s, rule)
	}
	p := strings.Join(segments, "/")
	if hasDrive(p) {
		return Root, fail(s, RuleDrive)
	}
	return Path(p), nil
}

// FromDisk makes the vault path of a file that exists, from its path relative
// to the vault's folder as the operating system spells it. A name decomposed by
// the file system comes out composed. The few names that could not be given
// back to Parse (a backslash on Linux, broken UTF-8) are an *Error: Obsidian
// cannot address them either.
func FromDisk(rel string) (Path, error) {
	return Parse(filepath.ToSlash(rel))
}

func forbidden(s string) string {
	switch {
	case strings.IndexByte(s, 0) >= 0:
		return RuleNUL
	case hasDrive(s):
		return RuleDrive
	case strings.HasPrefix(s, "/"):
		return RuleAbsolute
	case strings.IndexByte(s, '\\') >= 0:
		return RuleBackslash
	}
	return ""
}

// split cuts s into its segments, dropping empty ones and leading dots.
func split(s string) (segments []string, rule string) {
	for seg := range strings.SplitSeq(s, "/") {
		switch {
		case seg == "..":
			return nil, RuleParent
		case seg == "." && len(segments) > 0:
			return nil, RuleDot
		case seg != "" && seg != ".":
			segments = append(segments, seg)
		}
	}
	return segments, ""
}

// hasDrive reports a Windows drive letter. `Q: what.md`, with a space, is an
// ordinary title that exists on other systems.
func hasDrive(s string) bool {
	if len(s) < 2 || s[1] != ':' {
		return false
	}
	letter := s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z'
	return letter && (len(s) == 2 || s[2] != ' ')
}

// normalise makes a name NFC and its no-break spaces plain (rule 4.13).
func normalise(s string) string {
	if isASCII(s) {
		return s
	}
	return spaces.Replace(norm.NFC.String(s))
}

var spaces = strings.NewReplacer("\u00a0", " ", "\u202f", " ")

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
