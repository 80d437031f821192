package agent

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// final lets an answer out when its citations stand in the notes as they are
// now. Otherwise the controller hears what failed and may try again; after two
// rejections the answer leaves marked unverified (contracts 2.20).
func (r *run) final(d Decision) (*Outcome, error) {
	citations, failed := r.verify(d.Text)
	if len(failed) == 0 {
		out := r.outcome(OutcomeFinal, Detail{}, d.Text)
		out.Citations = citations
		return &out, nil
	}
	if r.rejected < maxRejections && r.decisions < MaxDecisions {
		r.rejected++
		r.discard("The answer did not pass its checks.")
		text := "Your answer was not delivered. " + strings.Join(failed, " ") +
			" Read the note, then answer again with what it really says."
		return nil, r.observe("verify", text)
	}
	answer := d.Text + "\n\n> [!warning] " + say(r.task.Prompt.Text, "unverified", strings.Join(failed, " "))
	r.sayRest(answer)
	out := r.outcome(OutcomeUnverified, Detail{}, answer)
	out.Citations, out.Failed = citations, failed
	return &out, nil
}

func (r *run) verify(answer string) ([]Citation, []string) {
	snap := r.agent.Index.Acquire()
	defer snap.Release()
	v := verifier{view: snap.View(r.task.IncludePrivate), read: map[vaultpath.Path][]byte{}}
	for _, m := range mentions(answer) {
		v.check(m)
	}
	return v.citations, v.failed
}

// verifier looks citations up in the vault.
type verifier struct {
	view      *vaultindex.View
	read      map[vaultpath.Path][]byte
	citations []Citation
	failed    []string
}

func (v *verifier) check(m mention) {
	path, subpath, ok := v.resolve(m.Link)
	if !ok {
		v.failed = append(v.failed, fmt.Sprintf("It cites [[%s]], which is not in the vault.", m.Link))
		return
	}
	c := Citation{Path: path.String(), Heading: strings.TrimLeft(subpath, "#"), Quote: m.Quote}
	raw, err := v.text(path)
	if err != nil {
		v.failed = append(v.failed, fmt.Sprintf("It cites [[%s]], which cannot be read.", m.Link))
		return
	}
	span, ok := v.section(path, subpath, raw)
	if !ok {
		v.failed = append(v.failed, fmt.Sprintf("It cites [[%s]], but that note has no such heading.", m.Link))
		return
	}
	c.LineStart, c.LineEnd = span.first, span.last
	if m.Quote != "" {
		first, last, found := findQuote(raw, m.Quote, span)
		if !found {
			v.failed = append(v.failed, fmt.Sprintf("It quotes “%s” from [[%s]], but those words are not in that note.", clipQuote(m.Quote), m.Link))
			return
		}
		c.LineStart, c.LineEnd = first, last
	}
	v.add(c)
}

func (v *verifier) add(c Citation) {
	for _, old := range v.citations {
		if old == c {
			return
		}
	}
	v.citations = append(v.citations, c)
}

// resolve finds the note of a citation. A link is split at its first '#' (W2);
// names that contain one, which no wikilink can say, are tried after that.
func (v *verifier) resolve(link string) (vaultpath.Path, string, bool) {
	for i := 0; i <= len(link); i++ {
		if i < len(link) && link[i] != '#' {
			continue
		}
		if p, _, ok := v.view.ResolveSlug(link[:i]); ok {
			return p, link[i:], true
		}
		if p, ok := v.view.Graph().Resolve(link[:i], ""); ok && i > 0 {
			return p, link[i:], true
		}
	}
	return "", "", false
}

func (v *verifier) text(p vaultpath.Path) ([]byte, error) {
	if raw, ok := v.read[p]; ok {
		return raw, nil
	}
	raw, err := v.view.ReadFile(p)
	if err == nil {
		v.read[p] = raw
	}
	return raw, err
}

// lines is a range of lines, from 1, both ends included.
type lines struct{ first, last int }

// section returns the lines a citation without a quotation points at. The file
// is parsed as it is now, which may be newer than the snapshot.
func (v *verifier) section(p vaultpath.Path, subpath string, raw []byte) (lines, bool) {
	parsed := note.Parse(raw)
	whole := lines{1, max(parsed.Lines, 1)}
	if subpath == "" || !p.IsNote() {
		return whole, true
	}
	now := graph.Build([]*graph.File{{Path: p, Kind: graph.KindNote, Note: parsed}})
	target, ok := now.ResolveSubpath(p, subpath)
	switch {
	case !ok:
		return whole, false
	case target.Heading != nil:
		return lines{target.Heading.Span.Line, target.Heading.EndLine}, true
	}
	return lines{target.Line, target.Line}, true
}

// findQuote looks for the quotation, white space folded, within the cited
// section first, then anywhere in the note. "…" in a quotation stands for
// words left out.
func findQuote(raw []byte, quote string, within lines) (first, last int, ok bool) {
	folded, start := foldFrom(raw, within.first)
	for _, from := range []int{start, 0} {
		if a, b, ok := findParts(folded, quote, from); ok {
			first, last = linesAt(raw, a, b-1)
			return first, last, true
		}
	}
	return 0, 0, false
}

func findParts(folded, quote string, from int) (start, end int, ok bool) {
	start, end = -1, min(from, len(folded))
	for part := range strings.SplitSeq(strings.ReplaceAll(quote, "...", "…"), "…") {
		part, _ := foldFrom([]byte(part), 1)
		if part == "" {
			continue
		}
		at := strings.Index(folded[end:], part)
		if at < 0 {
			return 0, 0, false
		}
		if start < 0 {
			start = end + at
		}
		end += at + len(part)
	}
	return start, end, start >= 0
}

// foldFrom makes every run of white space one space, none at the ends. start
// is where, in the result, the first text on or after the line begins.
func foldFrom(raw []byte, line int) (folded string, start int) {
	out := make([]byte, 0, len(raw))
	start = -1
	eachWord(raw, func(word []byte, at int) {
		if len(out) > 0 {
			out = append(out, ' ')
		}
		if start < 0 && at >= line {
			start = len(out)
		}
		out = append(out, word...)
	})
	if start < 0 {
		start = len(out)
	}
	return string(out), start
}

// linesAt returns the lines of two positions in the folded text.
func linesAt(raw []byte, first, last int) (a, b int) {
	pos := 0
	eachWord(raw, func(word []byte, line int) {
		if pos <= first {
			a = line
		}
		if pos <= last {
			b = line
		}
		pos += len(word) + 1
	})
	return a, b
}

// eachWord calls visit with every run of bytes that are no white space, and
// the line, from 1, it stands on.
func eachWord(raw []byte, visit func(word []byte, line int)) {
	line, from := 1, -1
	for i := 0; i < len(raw); {
		r, size := utf8.DecodeRune(raw[i:])
		if !unicode.IsSpace(r) {
			if from < 0 {
				from = i
			}
		} else {
			if from >= 0 {
				visit(raw[from:i], line)
			}
			from = -1
			if r == '\n' {
				line++
			}
		}
		i += size
	}
	if from >= 0 {
		visit(raw[from:], line)
	}
}

// clipQuote shortens a quotation for a message.
func clipQuote(q string) string {
	r := []rune(q)
	if len(r) <= 80 {
		return q
	}
	return string(r[:80]) + "…"
}
