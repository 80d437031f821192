package agent

import (
	"regexp"
	"strings"
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
	linkForm   = regexp.MustCompile(`(!?)\[\[((?:[^\[\]\n]|\[[^\[\]\n]|\][^\[\]\n])+)\]\]`)
	inlineCode = regexp.MustCompile("`+[^`\n]*`+")
	// quoteForm is a quotation with nothing but a dash, a bracket or the word
	// for a source between it and the citation that follows.
	quoteForm = regexp.MustCompile(`(?s)(?:“([^”]+)”|"([^"\n]+)"|「([^」]+)」|『([^』]+)』)[ \t\p{Pd}(（:：,，.。;；]*(?:来源|出处|[Ss]ource|见|see)?[ \t:：(（]*$`)
	// leadIn is what may stand before a citation on the line after a blockquote.
	leadIn = regexp.MustCompile(`^[\s\p{Pd}*_(（]*(?:来源|出处|[Ss]ource)?[\s:：*_(（]*$`)
)

// mentions lists the citations of an answer with their quotations, in order
// (design section 5, "Citations"). Code is no place for a citation.
func mentions(answer string) []mention {
	var found []mention
	quote := "" // the blockquote right above
	for _, p := range paragraphs(answer) {
		if p.quote {
			inside, rest := citedInside(p.text)
			found = append(found, inside...)
			quote = rest
			continue
		}
		found = append(found, inParagraph(p.text, quote)...)
		quote = ""
	}
	return found
}

// inParagraph finds the citations of one paragraph. above is the blockquote
// before it, which the first citation may be of.
func inParagraph(text, above string) []mention {
	var found []mention
	plain := blank(text)
	from := 0
	for i, at := range linkForm.FindAllStringSubmatchIndex(plain, -1) {
		if at[2] != at[3] { // an embed shows a note, it does not cite it
			continue
		}
		m := mention{Link: linkTarget(text[at[4]:at[5]])}
		before := text[from:at[0]]
		if q := quoteForm.FindStringSubmatch(before); q != nil {
			m.Quote = q[1] + q[2] + q[3] + q[4]
		} else if i == 0 && above != "" && leadIn.MatchString(before) {
			m.Quote = above
		}
		found = append(found, m)
		from = at[1]
	}
	return found
}

// citedInside finds a citation that closes a blockquote: what stands before it
// is the quotation. rest is the blockquote's text when none does.
func citedInside(text string) (found []mention, rest string) {
	all := linkForm.FindAllStringSubmatchIndex(blank(text), -1)
	if len(all) == 0 {
		return nil, text
	}
	at := all[len(all)-1]
	if strings.Trim(text[at[1]:], " \t\n)）。.*_") != "" {
		return nil, text // a link within the quoted words
	}
	lineStart := strings.LastIndexByte(text[:at[0]], '\n') + 1
	if !leadIn.MatchString(text[lineStart:at[0]]) {
		return nil, text
	}
	return []mention{{Link: linkTarget(text[at[4]:at[5]]), Quote: strings.TrimSpace(text[:lineStart])}}, ""
}

func linkTarget(inner string) string {
	inner, _, _ = strings.Cut(inner, "|")
	return strings.TrimSpace(strings.TrimSuffix(inner, `\`))
}

// blank replaces inline code by spaces of the same length.
func blank(text string) string {
	return inlineCode.ReplaceAllStringFunc(text, func(code string) string { return strings.Repeat(" ", len(code)) })
}

// paragraph is a run of lines of an answer: a blockquote, without its first
// level of marks, or anything else.
type paragraph struct {
	text  string
	quote bool
}

// paragraphs splits an answer at blank lines and at the edges of blockquotes,
// leaving fenced code out.
func paragraphs(answer string) []paragraph {
	var out []paragraph
	fence := ""
	open := false // the last paragraph goes on
	for line := range strings.Lines(answer) {
		line = strings.TrimRight(line, "\r\n")
		if f := fenceOf(line); fence == "" && f != "" {
			fence, open = f, false
			continue
		} else if fence != "" {
			if strings.HasPrefix(f, fence) && strings.Trim(strings.TrimSpace(line), fence[:1]) == "" {
				fence = ""
			}
			continue
		}
		text, quoted := strings.CutPrefix(strings.TrimLeft(line, " "), ">")
		if !quoted {
			text = line
		}
		text = strings.TrimPrefix(text, " ")
		blankLine := !quoted && strings.TrimSpace(line) == ""
		if n := len(out); open && !blankLine && out[n-1].quote == quoted {
			out[n-1].text += "\n" + text
		} else if !blankLine {
			out = append(out, paragraph{text: text, quote: quoted})
		}
		open = !blankLine
	}
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
