package vaultindex

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Scores of properties: they say what was asked for, and beat every text.
const (
	propertyScore = 4.0
	maxProperties = 8   // of a list of notes
	maxListed     = 200 // notes looked at for a list
	maxEntryLines = 12  // of a property that is quoted
)

// propertyQuestion is a question as far as properties may answer it: one about a
// note and what it has, or about the notes that have something.
type propertyQuestion struct {
	text     string // folded, without signs
	attr     *attribute
	personal bool // my rating comes before the rating
}

func newPropertyQuestion(question string) *propertyQuestion {
	return &propertyQuestion{text: unsigned(question), attr: attributeOf(fulltext.Fold(question)), personal: ofMine.MatchString(question)}
}

// ofMine tells that somebody asks about what is theirs.
var ofMine = regexp.MustCompile(`(?i)我|\b(?:my|mine|i)\b`)

// unsigned is a folded text in which every sign is a space.
func unsigned(text string) string {
	text = possessive.ReplaceAllString(fulltext.Fold(text), " ")
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) }), " ")
}

var possessive = regexp.MustCompile(`['’]s\b`)

// properties answers a question from the properties of notes; none is no answer.
func (s *shelf) properties(ctx context.Context, r *ranking, req PassageRequest) ([]Passage, error) {
	q := newPropertyQuestion(req.Query)
	called, named := s.called(req.Query, r)
	var found []Passage
	for _, f := range called {
		found = append(found, s.propertyOf(f, q, namesOf(f)...)...)
	}
	if len(found) == 0 {
		for _, f := range called {
			if part := q.partOf(unsigned(f.Path.Name())); len(part) > named {
				found = append(found, s.propertyOf(f, q, part)...)
			}
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	return s.listed(ctx, q, req)
}

// called are the notes that a question may call by name, each once. named is the
// length of the longest whole name it has, unsigned.
func (s *shelf) called(question string, r *ranking) (all []*graph.File, named int) {
	seen := make(map[vaultpath.Path]bool)
	add := func(f *graph.File) {
		if !seen[f.Path] && s.answerable(f) {
			seen[f.Path] = true
			all = append(all, f)
		}
	}
	for _, m := range s.lens.MentionsIn("", []byte(signs.Replace(question))) {
		for _, p := range m.To {
			if f, ok := s.lens.File(p); ok {
				add(f)
				named = max(named, len(unsigned(m.Text)))
			}
		}
	}
	for _, f := range r.files {
		add(f.file)
	}
	return all, named
}

// namedIn are the names and aliases of notes that a question has whole, unsigned,
// with the other names of the same notes.
func (s *shelf) namedIn(question string) []string {
	var all []string
	for _, m := range s.lens.MentionsIn("", []byte(signs.Replace(question))) {
		if all = append(all, unsigned(m.Text)); len(m.To) > maxNamesakes {
			continue
		}
		for _, p := range m.To {
			if f, ok := s.lens.File(p); ok {
				for _, name := range namesOf(f) {
					all = append(all, unsigned(name))
				}
			}
		}
	}
	return slices.DeleteFunc(all, func(name string) bool { return name == "" })
}

// maxNamesakes bounds the notes of one name whose other names count.
const maxNamesakes = 8

// signs takes the signs out of a question that would hide a name in it.
var signs = strings.NewReplacer("[", " ", "]", " ", "`", " ", "*", " ", "_", " ", "#", " ", "$", " ")

// answerable reports whether a file may be quoted: a canvas has no lines a reader
// could look up, a template is a form, and a copy is not the note.
func (s *shelf) answerable(f *graph.File) bool {
	return f.Kind == graph.KindNote && !f.Excluded && !s.template(f.Path) && !isConflictCopy(f.Path)
}

// propertyOf is the property of a note that a question asks for by one of the
// note's names and nothing else.
func (s *shelf) propertyOf(f *graph.File, q *propertyQuestion, names ...string) []Passage {
	for _, name := range names {
		rest, ok := without(q.text, unsigned(name))
		if !ok {
			continue
		}
		text := s.contents(f.Path)
		if p, ok := q.pick(propertiesOf(f, text), rest); ok {
			return quoteProperty(f.Path, text, p)
		}
	}
	return nil
}

// partOf is what a question calls a note whose name, unsigned, goes on before or
// behind it: "Breath of the Wild" of "The Legend of Zelda Breath of the Wild".
// It has to be a good part of the name.
func (q *propertyQuestion) partOf(name string) string {
	if len(q.text) > maxPartly {
		return ""
	}
	best := ""
	for from := range q.text {
		if !wordBound(q.text, from) || q.text[from] == ' ' || !strings.Contains(name, firstWord(q.text[from:])) {
			continue
		}
		end := from
		for at, r := range q.text[from:] {
			stop := from + at + utf8.RuneLen(r)
			if !strings.Contains(name, q.text[from:stop]) {
				break
			}
			if wordBound(q.text, stop) {
				end = stop
			}
		}
		if part := strings.TrimSpace(q.text[from:end]); len(part) > len(best) {
			best = part
		}
	}
	if _, ok := without(name, best); ok && q.headOf(name, best) {
		return best
	}
	if _, ok := without(name, best); !ok || len(best)*shareOfName < len(name) || !strings.Contains(best, " ") && utf8.RuneCountInString(best) < 4 {
		return ""
	}
	return best
}

// headOf reports whether a part is the last word of an English name, with an
// article before it in the question: "the tart" is a "Brown butter nectarine tart".
func (q *propertyQuestion) headOf(name, part string) bool {
	_, ok := without(q.text, "the "+part)
	return ok && utf8.RuneCountInString(part) > 3 && strings.HasSuffix(name, " "+part)
}

// maxPartly is how long a question may be, in bytes, that calls a note by a part
// of its name: each of its words is held against the names.
const maxPartly = 400

// shareOfName is the part of a name, one of so many, that calls it at least.
const shareOfName = 3

// firstWord is a text up to its first space.
func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	r, n := utf8.DecodeRuneInString(word)
	if fulltext.IsPaired(string(r)) {
		return word[:n]
	}
	return word
}

// partOfName cuts the name of a note into what it is called and what is said of
// that: a subtitle, an author, another language.
var partOfName = regexp.MustCompile(`[：:（(《》【\[]| ?[-–—] ?`)

// leadingDate stands before the names of meetings and the like.
var leadingDate = regexp.MustCompile(`^\d{4}-\d\d-\d\d\s+`)

// namesOf are the names that people call a note by.
func namesOf(f *graph.File) []string {
	name := f.Path.Name()
	names := append([]string{name}, f.Facts.Aliases()...)
	names = append(names, titlesOf(f)...)
	if short := leadingDate.ReplaceAllString(name, ""); short != name {
		names = append(names, short)
	}
	for _, part := range partOfName.Split(name, 2) {
		if part != name && utf8.RuneCountInString(part) > 1 && strings.ContainsFunc(part, unicode.IsLetter) {
			names = append(names, part)
			break
		}
	}
	return names
}

// titleKey is the name of a property that holds another name of what a note is
// about: its title where it was made.
var titleKey = regexp.MustCompile(`^(?:(?:original|english|alternative)?(?:title|name)|原名|英文名|又名|中文名|标题)$`)

// titlesOf are the names that properties give to what a note is about.
func titlesOf(f *graph.File) []string {
	var all []string
	known := f.Facts.Properties()
	for _, p := range known[:min(len(known), maxKnown)] {
		if title, ok := p.Value.(string); ok && titleKey.MatchString(keyName(p.Key)) && len(title) < maxNames {
			all = append(all, title)
		}
	}
	return all
}

// without takes a name out of a text, both unsigned. False means that the text
// does not have it as a word, or that it is too short to be a name.
func without(text, name string) (rest string, ok bool) {
	if utf8.RuneCountInString(name) < 2 {
		return "", false
	}
	for from := 0; ; {
		at := strings.Index(text[from:], name)
		if at < 0 {
			return "", false
		}
		at += from
		end := at + len(name)
		if wordBound(text, at) && wordBound(text, end) {
			return text[:at] + " " + text[end:], true
		}
		from = at + 1
		for from < len(text) && !utf8.RuneStart(text[from]) {
			from++
		}
	}
}

// wordBound reports whether no word of a script with spaces goes on at a place.
func wordBound(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	spacedWord := func(r rune) bool {
		return r != utf8.RuneError && !fulltext.IsPaired(string(r)) && (unicode.IsLetter(r) || unicode.IsNumber(r))
	}
	return !spacedWord(before) || !spacedWord(after)
}

// pick is the property that a question asks for, of which rest is all but the
// note's name. What is left beside the property's own words must say nothing.
func (q *propertyQuestion) pick(all []note.Property, rest string) (note.Property, bool) {
	if q.attr != nil && leftover(rest, q.attr.says) == 0 {
		for _, key := range q.attr.keys {
			for _, p := range all {
				if name := keyName(p.Key); (name == key && !q.hasOwn(all, key) || q.personal && name == "my"+key) && filled(p.Value) {
					return p, true
				}
			}
		}
	}
	for _, p := range all {
		if said := keySaid(p, rest); said != nil && filled(p.Value) && leftover(rest, said) == 0 {
			return p, true
		}
	}
	return note.Property{}, false
}

// hasOwn reports whether the person's own value of a key is asked for and there.
func (q *propertyQuestion) hasOwn(all []note.Property, key string) bool {
	return q.personal && slices.ContainsFunc(all, func(p note.Property) bool { return keyName(p.Key) == "my"+key && filled(p.Value) })
}

// keyName is a property's name without case, spaces and signs.
func keyName(key string) string {
	return strings.ReplaceAll(unsigned(key), " ", "")
}

// filled reports whether a property has a value.
func filled(value any) bool {
	switch v := value.(type) {
	case nil:
		return false
	case string:
		return strings.TrimSpace(v) != "" && v != "null"
	case []any:
		return slices.ContainsFunc(v, filled)
	case map[string]any:
		return len(v) > 0
	}
	return true
}

// camel stands where a new word begins in a key like datePublished.
var camel = regexp.MustCompile(`(\p{Ll})(\p{Lu})`)

// ofNote are keys that tell of the note, and words for one: when a book was
// created is not when its note was.
var (
	ofNote  = regexp.MustCompile(`^(?:date)?(?:created|modified|updated|ctime|mtime)(?:at|on|time)?$|^创建.*$|^修改.*$`)
	theNote = regexp.MustCompile(`\bnotes?\b|笔记|卡片`)
)

// keySaid matches the words of a property's key in a question, in any of their
// forms, and those of the keys within it; nil where the question does not have
// all words of the key.
func keySaid(p note.Property, rest string) *regexp.Regexp {
	if ofNote.MatchString(keyName(p.Key)) && !theNote.MatchString(rest) {
		return nil
	}
	key := p.Key
	words := strings.Fields(unsigned(camel.ReplaceAllString(key, "$1 $2")))
	var forms []string
	for _, w := range words {
		form := regexp.QuoteMeta(w)
		if w[0] < utf8.RuneSelf {
			form = `\b` + regexp.QuoteMeta(stem(w)) + `(?:|s|es|ed|ing|er|ers|or|ors)\b`
		}
		if re := regexp.MustCompile(form); !re.MatchString(rest) || utf8.RuneCountInString(w) < 2 {
			return nil
		}
		forms = append(forms, form)
	}
	if len(forms) == 0 || len(key) > maxProperty {
		return nil
	}
	if within, ok := p.Value.(map[string]any); ok {
		for inner := range within {
			forms = append(forms, regexp.QuoteMeta(unsigned(inner)))
		}
	}
	return regexp.MustCompile(strings.Join(forms, "|"))
}

// stem takes the ending off an English word of some length.
func stem(word string) string {
	for _, ending := range []string{"ers", "ors", "er", "or", "ing", "ed", "es", "s"} {
		if base, ok := strings.CutSuffix(word, ending); ok && len(base) >= 4 {
			return base
		}
	}
	return word
}

// fillers say nothing about which property of which thing is asked for.
var fillers = regexp.MustCompile(`[这那][本部篇个首]|一[本部书文]|[本部篇首]|日期|时间|年份|\b(?:date|day|year|month|time)\b|\b(?:many|number|count|value|handle|account|total|exactly|current|currently|today|now)\b`)

// leftover counts the words of a question that say something beside what says
// matches and the kind of thing that is spoken of.
func leftover(rest string, says *regexp.Regexp) int {
	if says != nil {
		rest = says.ReplaceAllString(rest, " ")
	}
	for _, k := range kindsOfThings {
		rest = k.words.ReplaceAllString(rest, " ")
	}
	rest = fillers.ReplaceAllString(rest, " ")
	n := 0
	for _, piece := range matter(rest) {
		for _, tok := range fulltext.QueryTokens(piece) {
			if !stopWords[tok.Term] && !weakWords[tok.Term] && !measures[tok.Term] && !saysNothing(tok.Term) {
				n++
			}
		}
	}
	return n
}

// saysNothing are single characters of a Chinese question that carry it.
func saysNothing(term string) bool {
	r, n := utf8.DecodeRuneInString(term)
	return n == len(term) && strings.ContainsRune(carriers, r)
}

const carriers = weakCharacters + "里中上下有几多给由所啥呀过来去看"

// inlineProperty is a property in the text, as Dataview reads it.
var inlineProperty = regexp.MustCompile(`(?m)^[ \t>*-]*([^\s:\[\]|#\x60>*-][^:\[\]|#\x60\n]{0,30}?)::[ \t]+(\S.*?)[ \t\r]*$`)

// Bounds of the properties of one note that are held against a question: those
// above its text, and those in it.
const (
	maxKnown  = 200
	maxInline = 64
)

// propertiesOf are the properties of a note whose text is as it is now: what has
// changed since the note was read is left out.
func propertiesOf(f *graph.File, text string) []note.Property {
	var all []note.Property
	known := f.Facts.Properties()
	for _, p := range known[:min(len(known), maxKnown)] {
		if p.Span.Start >= 0 && p.Span.End <= len(text) && p.Span.Start < p.Span.End && strings.Contains(text[p.Span.Start:p.Span.End], p.Key) {
			all = append(all, p)
		}
	}
	for _, at := range inlineProperty.FindAllStringSubmatchIndex(text, maxInline) {
		all = append(all, note.Property{Key: text[at[2]:at[3]], Value: text[at[4]:at[5]],
			Span: note.Span{Start: at[2], End: at[5], Line: 1 + strings.Count(text[:at[2]], "\n")}})
	}
	return all
}

// quoteProperty is a property as it stands in its note. A long one is cut after
// some lines.
func quoteProperty(path vaultpath.Path, text string, p note.Property) []Passage {
	entry := strings.TrimRight(text[p.Span.Start:p.Span.End], " \t\r\n")
	lines := strings.SplitN(entry, "\n", maxEntryLines+1)
	entry = strings.TrimRight(strings.Join(lines[:min(len(lines), maxEntryLines)], "\n"), "\r")
	if len(entry) > maxUnitBytes {
		return nil
	}
	return []Passage{{Path: path, Property: p.Key, LineStart: p.Span.Line, LineEnd: p.Span.Line + strings.Count(entry, "\n"),
		Text: entry, Score: propertyScore}}
}
