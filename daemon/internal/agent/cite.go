package agent

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Citation is a place in a note that an answer rests on.
type Citation struct {
	Path      string `json:"path"`      // vault path
	Heading   string `json:"heading"`   // as cited, "" for the whole note
	LineStart int    `json:"lineStart"` // from 1
	LineEnd   int    `json:"lineEnd"`
	Quote     string `json:"quote"` // as the answer has it, "" when it only refers
}

// mention is a citation as it stands in an answer, before it is looked up.
type mention struct {
	Link  string // what stands between the brackets, without a display text
	Quote string // the quotation right before it, if there is one
}

var (
	linkForm  = regexp.MustCompile(`(!?)\[\[((?:[^\[\]\n]|\[[^\[\]\n]|\][^\[\]\n])+)\]\]`)
	backticks = regexp.MustCompile("`+")
	// sourceWord is a word for a source, between a quotation and its citation.
	sourceWord = regexp.MustCompile(`(?:来源|出处|[Ss]ource|见|see)$`)
	// leadIn is what may stand before a citation on the line after a blockquote.
	leadIn = regexp.MustCompile(`^[\s\p{Pd}*_(（]*(?:来源|出处|[Ss]ource)?[\s:：*_(（]*$`)
	// leadOut is the same at the end of the line that is quoted.
	leadOut = regexp.MustCompile(`[\s\p{Pd}(（]*(?:来源|出处|[Ss]ource)?[\s:：(（]*$`)
)

// mentions lists the citations of an answer with their quotations, in order
// (design section 5, "Citations"). Code is no place for a citation.
func mentions(answer string) []mention {
	var found []mention
	above := "" // the blockquote that the next paragraph cites
	all := paragraphs(answer)
	for i, p := range all {
		below := unsigned
		if i+1 < len(all) && !all[i+1].quote {
			below = signature(all[i+1].text)
		}
		if !p.quote || p.callout() && below != signedOnly {
			found = append(found, inParagraph(p.text, above)...)
			above = ""
		} else if m, ok := citedInside(p.text, below); ok {
			found = append(found, m)
			above = ""
		} else {
			above = p.text
		}
	}
	return found
}

// inParagraph finds the citations of one paragraph. above is the blockquote
// before it, which the first citation may be of. It goes backwards, since a
// link within quoted words is no citation.
func inParagraph(text, above string) []mention {
	var found []mention
	all := links(text)
	quoted := len(text) // where the quotation of a later citation begins
	for i, at := range slices.Backward(all) {
		if at[0] >= quoted {
			continue
		}
		m := mention{Link: linkTarget(text[at[4]:at[5]])}
		before := text[:at[0]]
		if q, start := lastQuote(before); start >= 0 {
			m.Quote, quoted = q, start
		} else if i == 0 && leadIn.MatchString(before) {
			m.Quote = above
		}
		found = append(found, m)
	}
	slices.Reverse(found)
	return found
}

// links returns where the links of a text stand, as linkForm finds them. An
// embed shows a note, it does not cite it.
func links(text string) [][]int {
	return slices.DeleteFunc(linkForm.FindAllStringSubmatchIndex(blank(text), -1),
		func(at []int) bool { return at[2] != at[3] })
}

// lastQuote is the quotation at the end of what stands before a citation, and
// where it begins, or -1: nothing but a dash, a bracket or the word for a
// source may stand between the two.
func lastQuote(before string) (quote string, start int) {
	end := trimLink(before)
	if word := sourceWord.FindStringIndex(tail(end)); word != nil {
		end = trimLink(end[:len(end)-(word[1]-word[0])])
	}
	mark, size := utf8.DecodeLastRuneInString(end)
	inner := end[:len(end)-size]
	switch mark {
	case '"':
		start = strings.LastIndexByte(inner, '"')
		if strings.ContainsRune(inner[start+1:], '\n') {
			return "", -1
		}
	case '”':
		start = opening(inner, '“', '”')
	case '」':
		start = opening(inner, '「', '」')
	case '』':
		start = opening(inner, '『', '』')
	default:
		return "", -1
	}
	if start < 0 {
		return "", -1
	}
	_, size = utf8.DecodeRuneInString(inner[start:])
	return inner[start+size:], start
}

// trimLink cuts off what may stand between a quotation and its citation.
func trimLink(text string) string {
	return strings.TrimRightFunc(text, func(r rune) bool {
		return unicode.Is(unicode.Pd, r) || strings.ContainsRune(" \t(（:：,，.。;；*_", r)
	})
}

// tail is the end of a text, long enough for the word for a source.
func tail(text string) string { return text[max(0, len(text)-len("Source")):] }

// opening is where the mark stands that the closing one after text belongs to,
// or -1. Quotations may hold others.
func opening(text string, open, shut rune) int {
	for depth, at := 1, len(text); at > 0; {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
		switch r {
		case shut:
			depth++
		case open:
			if depth--; depth == 0 {
				return at
			}
		}
	}
	return -1
}

// signed tells how surely a paragraph begins with the citation of the
// blockquote above it.
type signed int

const (
	unsigned   signed = iota
	maybe             // it begins with a link, and goes on
	signedOnly        // the link stands alone, or after a dash or the word for a source
)

func signature(text string) signed {
	all := links(text)
	if len(all) == 0 || !leadIn.MatchString(text[:all[0][0]]) {
		return unsigned
	}
	if strings.TrimSpace(text[:all[0][0]]) != "" || nothing(text[all[0][1]:]) {
		return signedOnly
	}
	return maybe
}

func nothing(text string) bool { return strings.Trim(text, " \t\n)）。.*_") == "" }

// citedInside finds a citation that closes a blockquote: what stands before it
// is the quotation. A link at the end of a blockquote that is cited below it
// belongs to the quoted words.
func citedInside(text string, below signed) (m mention, ok bool) {
	all := links(text)
	if len(all) == 0 || below == signedOnly {
		return m, false
	}
	at := all[len(all)-1]
	if !nothing(text[at[1]:]) {
		return m, false
	}
	m.Link = linkTarget(text[at[4]:at[5]])
	lineStart := strings.LastIndexByte(text[:at[0]], '\n') + 1
	quote, lead := text[:lineStart], text[lineStart:at[0]]
	if !leadIn.MatchString(lead) || listed(lead) && listed(lastLine(quote)) {
		if below == maybe || !strings.ContainsFunc(lead, unicode.IsLetter) {
			return m, false
		}
		quote = text[:at[0]]
	}
	if q, start := lastQuote(quote); start >= 0 {
		m.Quote = q
	} else {
		m.Quote = leadOut.ReplaceAllString(quote, "")
	}
	return m, true
}

// listed tells a list item.
func listed(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && strings.ContainsRune("-*+", rune(line[0]))
}

func lastLine(text string) string {
	text = strings.TrimRight(text, "\n")
	return text[strings.LastIndexByte(text, '\n')+1:]
}

func linkTarget(inner string) string {
	inner, _, _ = strings.Cut(inner, "|")
	return strings.TrimSpace(strings.TrimSuffix(inner, `\`))
}

// blank replaces inline code by spaces of the same length. As many backticks
// as opened it close it.
func blank(text string) string {
	if !strings.Contains(text, "`") {
		return text
	}
	out := []byte(text)
	runs := backticks.FindAllStringIndex(text, -1)
	next := closers(runs)
	for i := 0; i < len(runs); i++ {
		shut := next[i]
		if shut < 0 {
			continue
		}
		for at := runs[i][0]; at < runs[shut][1]; at++ {
			out[at] = ' '
		}
		i = shut
	}
	return string(out)
}

// closers tells for each run of backticks which later one has its length, -1
// for none.
func closers(runs [][]int) []int {
	next, last := make([]int, len(runs)), make(map[int]int)
	for i, run := range slices.Backward(runs) {
		length := run[1] - run[0]
		next[i] = -1
		if at, ok := last[length]; ok {
			next[i] = at
		}
		last[length] = i
	}
	return next
}

// paragraph is a run of lines of an answer: a blockquote, without its first
// level of marks, or anything else.
type paragraph struct {
	text  string
	quote bool
}

// callout tells a blockquote that is a way to lay out, and need quote nobody.
func (p paragraph) callout() bool { return strings.HasPrefix(p.text, "[!") }

// paragraphs splits an answer at blank lines and at the edges of blockquotes,
// leaving fenced code out.
func paragraphs(answer string) []paragraph {
	var out []paragraph
	var text strings.Builder // of the paragraph that goes on: there may be any number of lines
	quote, fence, open := false, "", false
	end := func() {
		if open {
			out = append(out, paragraph{text: text.String(), quote: quote})
		}
		text.Reset()
		open = false
	}
	for line := range strings.Lines(answer) {
		line = strings.TrimRight(line, "\r\n")
		if f := fenceOf(line); fence == "" && f != "" {
			fence = f
			end()
			continue
		} else if fence != "" {
			if strings.HasPrefix(f, fence) && strings.Trim(strings.TrimSpace(line), fence[:1]) == "" {
				fence = ""
			}
			continue
		}
		said, quoted := strings.CutPrefix(strings.TrimLeft(line, " "), ">")
		if !quoted {
			said = line
		}
		if !quoted && strings.TrimSpace(line) == "" {
			end()
			continue
		}
		if open && quote == quoted {
			text.WriteByte('\n')
		} else {
			end()
		}
		quote, open = quoted, true
		text.WriteString(strings.TrimPrefix(said, " "))
	}
	end()
	return out
}

// fenceOf returns the fence a line opens, or "".
func fenceOf(line string) string {
	line = strings.TrimLeft(line, " ")
	for _, mark := range []string{"```", "~~~"} {
		if strings.HasPrefix(line, mark) {
			n := len(line) - len(strings.TrimLeft(line, mark[:1]))
			return line[:n]
		}
	}
	return ""
}
