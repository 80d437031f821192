package builtin

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/tools"
)

// pattern finds what grep looks for in one line.
type pattern struct {
	re    *regexp.Regexp
	need  literal // stands in every line that matches
	exact bool    // and every line it stands in matches
}

// parsePattern compiles the pattern argument (R116, R120, R121).
func parsePattern(args grepArgs) (*pattern, error) {
	source := args.Pattern
	if args.FixedStrings {
		source = regexp.QuoteMeta(source)
	}
	flags := syntax.Perl
	if args.CaseInsensitive {
		flags |= syntax.FoldCase
	}
	tree, err := syntax.Parse(source, flags)
	if err != nil {
		return nil, badPattern(args.Pattern, err)
	}
	if hasNewline(tree) {
		e := tools.Errorf(tools.InvalidArgument, "The argument \"pattern\" asks for a line break, but grep searches within single lines; search for one line and ask for context_after")
		e.Data = tools.Failure{Argument: "pattern", Got: cutRunes(args.Pattern, 60)}
		return nil, e
	}
	if args.CaseInsensitive {
		source = "(?i)" + source
	}
	re, err := regexp.Compile(source)
	if err != nil {
		return nil, badPattern(args.Pattern, err)
	}
	need := literalOf(tree)
	return &pattern{re: re, need: need.prepared(), exact: need.whole(tree)}, nil
}

// find is where the pattern first stands in a line, nil where it does not; hit
// is where the literal stands in it first.
func (p *pattern) find(line []byte, hit int) []int {
	if p.exact {
		return []int{hit, hit + len(p.need.text)}
	}
	return p.re.FindIndex(line)
}

// whole tells whether the literal is all that the expression asks for. A return
// may be the line's end, which is no part of the line.
func (l literal) whole(re *syntax.Regexp) bool {
	for re.Op == syntax.OpCapture {
		re = re.Sub[0]
	}
	return re.Op == syntax.OpLiteral && len(l.text) > 0 && utf8.RuneCountInString(l.text) == len(re.Rune) &&
		!strings.ContainsRune(l.text, '\r')
}

// badPattern says what is wrong with a regular expression and where.
func badPattern(source string, err error) error {
	reason, place := err.Error(), ""
	var bad *syntax.Error
	if errors.As(err, &bad) {
		reason = string(bad.Code)
		if bad.Expr != "" {
			reason += " in " + quote(bad.Expr)
		}
		if at := strings.Index(source, bad.Expr); at >= 0 {
			place = fmt.Sprintf(" at character %d", utf8.RuneCountInString(source[:at])+1)
		}
	}
	e := tools.Errorf(tools.InvalidArgument, "The argument \"pattern\" is not a valid regular expression: %s%s. Patterns are RE2 (no look-around, no back-references); fixed_strings takes the text as it is",
		reason, place)
	e.Data = tools.Failure{Argument: "pattern", Got: cutRunes(source, 60), Allowed: "a regular expression in RE2 syntax"}
	return e.WithCall(callOf("grep", "pattern", cutRunes(source, 60), "fixed_strings", true))
}

// hasNewline tells whether a pattern names a line break outright.
func hasNewline(re *syntax.Regexp) bool {
	if re.Op == syntax.OpLiteral && strings.ContainsRune(string(re.Rune), '\n') {
		return true
	}
	for _, sub := range re.Sub {
		if hasNewline(sub) {
			return true
		}
	}
	return false
}

// literalOf finds the longest text every match of the expression holds.
func literalOf(re *syntax.Regexp) literal {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return literal{text: string(re.Rune)}
		}
		return foldedLiteral(re.Rune)
	case syntax.OpCapture, syntax.OpPlus:
		return literalOf(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return literalOf(re.Sub[0])
		}
	case syntax.OpConcat:
		var best literal
		for _, sub := range re.Sub {
			if l := literalOf(sub); len(l.text) > len(best.text) {
				best = l
			}
		}
		return best
	}
	return literal{}
}

// foldedLiteral is the longest run of characters that lower-casing ASCII alone
// makes comparable.
func foldedLiteral(runes []rune) literal {
	best, start := "", 0
	for i := 0; i <= len(runes); i++ {
		if i < len(runes) && plainCase(runes[i]) {
			continue
		}
		if run := strings.ToLower(string(runes[start:i])); len(run) > len(best) {
			best = run
		}
		start = i + 1
	}
	return literal{text: best, fold: true}
}

// plainCase tells whether a character has no case, or one that is only ASCII's:
// k and s are also the Kelvin sign and the long s.
func plainCase(r rune) bool {
	if r < utf8.RuneSelf {
		return r|0x20 != 'k' && r|0x20 != 's'
	}
	return unicode.SimpleFold(r) == r
}
