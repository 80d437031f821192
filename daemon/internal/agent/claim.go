package agent

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// claim is a sentence of an answer that says something was changed.
type claim struct {
	Said    string   // the words, for a message
	Kind    change   // what it says was done
	Names   []string // the notes it says that of, as the answer names them
	Earlier bool     // it speaks of something done before this run
}

// claims lists what an answer says was changed (contracts 2.20 check 1). What
// it quotes, code, offers and questions claim nothing, and neither does what it
// tells of the notes themselves. Whether a passive sentence tells of a note or
// of the run is told by its citation; where the prompt asks for a change, by
// its citation and a date or an author together.
func claims(prompt, answer string) []claim {
	var found []claim
	asked := asksChange(prompt)
	for _, p := range paragraphs(answer) {
		if p.quote && !p.callout() {
			continue
		}
		for _, s := range sentences(p.text) {
			if c, ok := s.claim(asked); ok {
				found = append(found, c)
			}
		}
	}
	if len(found) == 0 && asked && len(answer) <= shortAnswer && saysDone.MatchString(answer) {
		found = append(found, claim{Said: strings.TrimSpace(answer), Kind: changed})
	}
	return found
}

// shortAnswer is how long, in bytes, an answer is at most that says "done" and
// can mean nothing else than what it was asked for.
const shortAnswer = 160

// sentence is one sentence of an answer. masked has the same length as text and
// nothing of what stands in links, code and quotation marks.
type sentence struct {
	text, masked string
	citedAfter   bool // the next sentence begins with a citation
}

// maxSentence bounds what a pattern is held against, in bytes.
const maxSentence = 2 << 10

// sentences splits a paragraph. Short bits are enough to hold against a
// pattern, and no pattern looks beyond one.
func sentences(text string) []sentence {
	var all []sentence
	masked := mask(text)
	ends := sentenceEnd.FindAllStringIndex(masked, -1)
	for from := 0; from < len(text); {
		end := len(text)
		for len(ends) > 0 && ends[0][1] <= from {
			ends = ends[1:]
		}
		if len(ends) > 0 {
			end = ends[0][1]
		}
		end = cut(text, from, end)
		s := sentence{text: text[from:end], masked: masked[from:end]}
		s.citedAfter = leadingLink.MatchString(masked[end:])
		all = append(all, s)
		from = end
	}
	return all
}

// cut is where a sentence ends that would be too long.
func cut(text string, from, end int) int {
	if end-from <= maxSentence {
		return end
	}
	for end = from + maxSentence; !utf8.RuneStart(text[end]); {
		end--
	}
	return end
}

// mayClaim tells whether a text has one of the verbs of change.
func mayClaim(text string) bool {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r >= utf8.RuneSelf || !unicode.IsLetter(r) && r != '-' }) {
		if englishVerbs[strings.ToLower(word)] {
			return true
		}
	}
	return hasHan(text) && slices.ContainsFunc(chineseVerbs, func(verb string) bool { return strings.Contains(text, verb) })
}

var (
	// sentenceEnd ends a sentence; a point within a name or a number does not.
	sentenceEnd = regexp.MustCompile(`[。！？；\n]|[.!?;](?:[ \t*_)"”]|$)`)
	leadingLink = regexp.MustCompile(`^[\s\p{Pd}(（*_]*\[\[`)
	// hidden is what says nothing of its own in a sentence: the inside of links,
	// code, quotation marks, and addresses.
	hidden = regexp.MustCompile("\\[\\[[^\\]\n]*\\]\\]|`[^`\n]*`|“[^”]*”|\"[^\"\n]*\"|「[^」]*」|『[^』]*』|\\]\\([^)\n]*\\)")
)

// mask puts an x for every byte inside what hidden finds.
func mask(text string) string {
	return hidden.ReplaceAllStringFunc(text, func(part string) string {
		open, end := hiddenEdges(part)
		return part[:open] + strings.Repeat("x", len(part)-open-end) + part[len(part)-end:]
	})
}

func hiddenEdges(part string) (open, end int) {
	switch part[0] {
	case '[':
		return 2, 2
	case ']':
		return 2, 1
	case '`', '"':
		return 1, 1
	}
	return len("“"), len("”")
}

// claim tells whether a sentence says that something was changed.
func (s sentence) claim(asked bool) (claim, bool) {
	if !mayClaim(s.masked) {
		return claim{}, false
	}
	for _, find := range []func(bool) (deed, bool){s.active, s.passive, s.elliptic, s.chinese} {
		if f, ok := find(asked); ok {
			return claim{Said: clipQuote(strings.Join(strings.Fields(s.text), " ")), Kind: changeOf(f.verb),
				Names: s.names(f), Earlier: earlier.MatchString(s.masked)}, true
		}
	}
	return claim{}, false
}

// deed is a verb of change in a sentence, and where what it is said of stands:
// after it, or before it.
type deed struct {
	verb       string
	start, end int
	before     bool
}

// active finds a change in the first person: "I have updated the note".
func (s sentence) active(bool) (deed, bool) {
	for _, form := range []*regexp.Regexp{activeForm, activeSecond} {
		for _, at := range form.FindAllStringSubmatchIndex(s.masked, -1) {
			f := deed{verb: s.masked[at[4]:at[5]], start: at[4], end: at[5]}
			before, between := s.masked[:at[0]], s.masked[at[2]:at[3]]
			if hypothetical.MatchString(before) || reported.MatchString(before) || otherWill.MatchString(between) || s.asks(f.end) {
				continue
			}
			if s.affects(f, s.masked[f.end:]) {
				return f, true
			}
		}
	}
	return deed{}, false
}

// passive finds a change told without its author: "the note has been updated".
func (s sentence) passive(asked bool) (deed, bool) {
	for _, at := range passiveForm.FindAllStringSubmatchIndex(s.masked, -1) {
		f := deed{verb: s.masked[at[2]:at[3]], start: at[2], end: at[3], before: true}
		subject := s.masked[:at[0]]
		subject = subject[strings.LastIndexAny(subject, ",;:")+1:]
		if hypothetical.MatchString(subject) || reported.MatchString(subject) || nobody.MatchString(subject) || s.asks(f.end) {
			continue
		}
		of := thing
		if !asked && simplePast.MatchString(s.masked[at[0]:]) {
			of = ownThing
		}
		if of.MatchString(subject) && !s.tells(f, asked) {
			return f, true
		}
	}
	return deed{}, false
}

// elliptic finds a change told in a note's style: "Added the tag to it",
// "Note updated".
func (s sentence) elliptic(asked bool) (deed, bool) {
	if at := ellipticForm.FindStringSubmatchIndex(s.masked); at != nil {
		f := deed{verb: s.masked[at[2]:at[3]], start: at[2], end: at[3]}
		if !s.asks(f.end) && !s.tells(f, asked) && determined.MatchString(s.masked[f.end:]) && s.affects(f, s.masked[f.end:]) {
			return f, true
		}
	}
	if at := nounVerb.FindStringSubmatchIndex(s.masked); at != nil {
		return deed{verb: s.masked[at[2]:at[3]], start: at[2], end: at[3], before: true}, !s.citedAfter
	}
	return deed{}, false
}

// affects tells whether what a verb is said of can be of the vault. A table or
// a summary is a part of the answer, unless it went into a note.
func (s sentence) affects(f deed, object string) bool {
	switch {
	case f.verb == "moved" && strings.HasPrefix(strings.TrimSpace(object), "to "): // house
		return false
	case ownWords.MatchString(object) || nothingAtAll.MatchString(object) || layingOut.MatchString(f.verb) && laidOut.MatchString(object):
		return false
	case composed.MatchString(object):
		return intoNote.MatchString(object) || additive.MatchString(f.verb) && toNote.MatchString(object)
	}
	return strongVerb.MatchString(f.verb) || pronoun.MatchString(object) || thing.MatchString(object)
}

// asks tells whether what follows makes a question of the clause.
func (s sentence) asks(from int) bool {
	rest := strings.TrimRight(s.masked[from:], " \t*_)\"”")
	return strings.ContainsAny(rest, "?？") && !strings.ContainsAny(rest, ",，;—")
}

// tells tells whether a sentence without a first person is about the notes: it
// cites one for what it says, or names a date or an author. Where a change was
// asked for, one of them is not enough.
func (s sentence) tells(f deed, asked bool) bool {
	cited := s.citedAfter || s.citing(f)
	dated := datedForm.MatchString(s.masked)
	if asked {
		return cited && dated
	}
	return cited || dated
}

// citing tells whether a link after the verb is the sentence's source, and not
// what was changed.
func (s sentence) citing(f deed) bool {
	rest := s.masked[f.end:]
	for _, at := range linkMask.FindAllStringIndex(rest, -1) {
		before := strings.TrimRight(rest[:at[0]], " ")
		if f.before && before == "" && !hasHan(f.verb) || before != "" && !objectLead.MatchString(before) {
			return true
		}
	}
	return false
}

// names lists the notes that a verb is said of: the nearest run of links or
// file names on its side.
func (s sentence) names(f deed) []string {
	from, to := f.end, len(s.masked)
	if f.before {
		from, to = 0, f.start
	}
	var names []string
	last := -1
	for _, at := range nameMask.FindAllStringIndex(s.masked[from:to], -1) {
		if last >= 0 && !listing.MatchString(s.masked[from+last:from+at[0]]) {
			break
		}
		names, last = append(names, nameIn(s.text[from+at[0]:from+at[1]])), at[1]
	}
	return names
}

// nameIn is what a link or a code span names: the last part of a path, without
// heading and extension.
func nameIn(part string) string {
	name := linkTarget(strings.Trim(part, "[]`"))
	name, _, _ = strings.Cut(name, "#")
	name = strings.TrimSuffix(strings.TrimSpace(name), ".md")
	return name[strings.LastIndexByte(name, '/')+1:]
}

func hasHan(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}
