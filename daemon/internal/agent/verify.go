package agent

import (
	"slices"
	"strings"

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
		return nil, r.observe("verify", rejection(failed))
	}
	answer := r.marked(d.Text, failed)
	r.sayRest(answer)
	out := r.outcome(OutcomeUnverified, Detail{}, answer)
	out.Citations, out.Failed = citations, failed
	return &out, nil
}

// marked is a text with the checks it did not pass.
func (r *run) marked(text string, failed []string) string {
	if len(failed) == 0 {
		return text
	}
	return text + "\n\n> [!warning] " + say(r.task.Prompt.Text, "unverified", strings.Join(failed, " "))
}

// rejection tells the controller what is wrong with its answer, and what to do.
func rejection(failed []string) string {
	return "Your answer was not delivered. " + strings.Join(failed, " ") +
		" Read what you cite, and answer with what it really says. A change you speak of has to be made with a tool first; where none can, say that it was not done."
}

func (r *run) verify(answer string) ([]Citation, []string) {
	snap := r.agent.Index.Acquire()
	defer snap.Release()
	v := verifier{view: r.sight(snap), prompt: r.task.Prompt.Text, read: map[vaultpath.Path][]byte{}}
	for _, m := range mentions(answer) {
		v.check(m)
	}
	return v.citations, r.told(append(v.failed, r.unfounded(answer)...))
}

// maxTold bounds how many failures are told at once.
const maxTold = 10

// told lists failures, each once, and says how many are left out.
func (r *run) told(failed []string) []string {
	seen := make(map[string]bool)
	var once []string
	for _, f := range failed {
		if !seen[f] {
			seen[f] = true
			once = append(once, f)
		}
	}
	if more := len(once) - maxTold; more > 0 {
		once = append(once[:maxTold], say(r.task.Prompt.Text, "more", more))
	}
	return once
}

// verifier looks citations up in the vault.
type verifier struct {
	view      *vaultindex.View
	prompt    string // failures are told in its language
	read      map[vaultpath.Path][]byte
	citations []Citation
	failed    []string
}

// check takes a citation in if it stands in one of the places its link can
// mean. Otherwise it notes what is wrong with the first of them.
func (v *verifier) check(m mention) {
	failure := say(v.prompt, "no_note", m.Link)
	for i, at := range v.places(m.Link) {
		c, wrong := v.look(m, at)
		if wrong == "" {
			v.add(c)
			return
		}
		if i == 0 {
			failure = wrong
		}
	}
	v.failed = append(v.failed, failure)
}

// look looks a citation up in one place. What is wrong is "" when it stands.
func (v *verifier) look(m mention, at place) (c Citation, wrong string) {
	raw, err := v.text(at.path)
	if err != nil {
		return c, say(v.prompt, "unreadable", m.Link)
	}
	span, ok := v.section(at, raw)
	if !ok {
		return c, say(v.prompt, "no_heading", m.Link)
	}
	if m.Quote != "" {
		if span, ok = findQuote(raw, unescapeTag(m.Quote), span); !ok {
			return c, say(v.prompt, "no_quote", clipQuote(m.Quote), m.Link)
		}
	}
	return Citation{Path: at.path.String(), Heading: strings.TrimLeft(at.subpath, "#"),
		LineStart: span.first, LineEnd: span.last, Quote: m.Quote}, ""
}

func (v *verifier) add(c Citation) {
	if !slices.Contains(v.citations, c) {
		v.citations = append(v.citations, c)
	}
}

// place is what a link can mean.
type place struct {
	path    vaultpath.Path
	subpath string // "" or from its '#' on
}

// places lists what a link can mean, the likeliest first. A link is split at
// its first '#' (W2); names that contain one, which no wikilink can say, come
// after that.
func (v *verifier) places(link string) []place {
	var found []place
	for i := 1; i <= len(link); i++ {
		if i < len(link) && link[i] != '#' {
			continue
		}
		p, _, ok := v.view.ResolveSlug(link[:i])
		if !ok {
			p, ok = v.view.Graph().Resolve(link[:i], "")
		}
		if ok {
			found = append(found, place{p, link[i:]})
		}
	}
	return found
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

// section returns the lines a citation without a quotation points at. The file
// is parsed as it is now, which may be newer than the snapshot.
func (v *verifier) section(at place, raw []byte) (lines, bool) {
	parsed := note.Parse(raw)
	whole := lines{1, max(parsed.Lines, 1)}
	if at.subpath == "" || !at.path.IsNote() {
		return whole, true
	}
	now := graph.Build([]*graph.File{{Path: at.path, Kind: graph.KindNote, Facts: note.Pack(parsed)}})
	target, ok := now.ResolveSubpath(at.path, at.subpath)
	if !ok { // a heading that holds a '#' itself, where Obsidian's own links have a space (HB2)
		target, ok = now.ResolveSubpath(at.path, "#"+strings.ReplaceAll(at.subpath[1:], "#", " "))
	}
	switch {
	case !ok:
		return whole, false
	case target.Heading != nil:
		return lines{target.Heading.Span.Line, target.Heading.EndLine}, true
	}
	return lines{target.Line, target.Line}, true
}

// clipQuote shortens a quotation for a message.
func clipQuote(q string) string {
	r := []rune(q)
	if len(r) <= 80 {
		return q
	}
	return string(r[:80]) + "…"
}
