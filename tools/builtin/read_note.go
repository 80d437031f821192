package builtin

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

//go:embed read_note.md
var readNoteDescription string

type readNoteArgs struct {
	Slug     string `json:"slug" jsonschema:"The note: its path without .md, or any shorter form that can mean only one note." arg:"nonempty"`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"Most characters of text to return." arg:"default=6000,min=100,max=20000,clamp"`
	Section  string `json:"section,omitempty" jsonschema:"Only this part: a heading, a path of headings as A#B, or a block id as ^id."`
	Cursor   string `json:"cursor,omitempty" jsonschema:"The next_cursor of the last result, to read on."`
}

// noteText is the data of read_note (R103).
type noteText struct {
	tools.Clamped
	Path        string        `json:"path"`
	Slug        string        `json:"slug"`
	Title       string        `json:"title"`
	Excerpt     string        `json:"excerpt"`
	Content     string        `json:"content"`
	Tags        []string      `json:"tags"`
	Aliases     []string      `json:"aliases,omitempty"`
	Type        string        `json:"type"`
	UpdatedAt   string        `json:"updatedAt,omitempty"`
	WordCount   int           `json:"wordCount"`   // words and Han, kana and Hangul characters
	ReadingTime int           `json:"readingTime"` // minutes
	SHA256      string        `json:"sha256"`      // of the raw bytes
	Headings    []noteHeading `json:"headings"`
	Links       int           `json:"links"`     // to files of the vault, occurrences
	Backlinks   int           `json:"backlinks"` // occurrences
	Section     string        `json:"section,omitempty"`
	StartLine   int           `json:"start_line"` // of content
	EndLine     int           `json:"end_line"`
	TotalLines  int           `json:"total_lines"`
}

// noteHeading is one heading of a note.
type noteHeading struct {
	Level int    `json:"level"`
	Text  string `json:"text"`
	Line  int    `json:"line"`
}

func readNote() tools.Tool {
	return tools.Define(reading("read_note", tools.KindRead, readNoteDescription), runReadNote)
}

func runReadNote(_ context.Context, env *tools.Env, args readNoteArgs) (tools.Result, error) {
	pl := placer{env, "read_note"}
	slug, section := pl.splitSlug(args.Slug)
	if args.Section != "" {
		section = args.Section
	}
	p, err := pl.note(slug)
	if err != nil {
		return tools.Result{}, err
	}
	t, err := pl.load(p)
	if err != nil {
		return tools.Result{}, err
	}
	o := &openNote{path: p, text: t, note: note.Parse(t.raw)}
	wanted, err := o.wanted(section, args.Cursor)
	if err != nil {
		return tools.Result{}, err
	}
	shown, rest := o.cut(wanted, args.MaxChars)
	data := o.facts(env)
	data.Section = section
	data.show(o, shown)
	recordNote(env, data, p)
	return data.result(env, o, wanted, shown, rest), nil
}

// splitSlug takes a slug as a link would be written: brackets, what is shown in
// its place, and the part of the note are cut off. A note that is called just
// that is meant, though.
func (pl placer) splitSlug(raw string) (slug, section string) {
	if p, err := vaultpath.Parse(raw); err == nil {
		if _, ok := pl.exact(p); ok {
			return raw, ""
		}
	}
	s := strings.TrimSpace(raw)
	if inner, ok := strings.CutPrefix(strings.TrimPrefix(s, "!"), "[["); ok {
		s = strings.TrimSuffix(inner, "]]")
		s, _, _ = strings.Cut(s, "|")
		s, section, _ = strings.Cut(s, "#")
	}
	return strings.TrimSpace(s), strings.TrimSpace(section)
}

// wanted is the part of the note that was asked for.
func (o *openNote) wanted(section, cursor string) (part, error) {
	switch {
	case cursor != "":
		return o.resume(cursor)
	case section != "":
		return o.section(section)
	}
	return o.whole(), nil
}

// facts gathers what is known of the note.
func (o *openNote) facts(env *tools.Env) *noteText {
	n, view := o.note, env.Sight()
	prose := o.text.body
	if n.HasFrontmatter && n.Frontmatter.End <= len(o.text.raw) {
		prose = o.text.raw[n.Frontmatter.End:]
	}
	d := &noteText{
		Path: o.path.String(), Slug: o.path.Slug(), Title: o.path.Name(), Excerpt: excerptOf(n, prose),
		Tags: noteTags(n), Aliases: n.Aliases, Type: typeOf(n, o.path),
		WordCount: n.Words, ReadingTime: readingMinutes(n.Words, prose), SHA256: o.text.sha(),
		Links: len(n.Links) + len(n.PropertyLinks), Backlinks: len(view.Backlinks(o.path)),
		Headings: []noteHeading{}, TotalLines: len(o.text.lines()),
	}
	for _, h := range n.Headings[:min(len(n.Headings), maxHeadings)] {
		d.Headings = append(d.Headings, noteHeading{h.Level, h.Text, h.Span.Line})
	}
	if f, ok := view.File(o.path); ok {
		d.UpdatedAt = stamp(f.ModTime)
	}
	return d
}

// show puts a part of the note into the data.
func (d *noteText) show(o *openNote, p part) {
	d.Content = string(o.text.raw[p.start:p.end])
	d.StartLine = o.lineAt(p.start)
	d.EndLine = d.StartLine - 1
	if p.end > p.start {
		d.EndLine = o.lineAt(p.end - 1)
	}
}

// recordNote leaves a receipt for the lines that were shown whole.
func recordNote(env *tools.Env, d *noteText, p vaultpath.Path) {
	if env.Reads == nil {
		return
	}
	end := d.EndLine
	if end < d.TotalLines && !strings.HasSuffix(d.Content, "\n") {
		end-- // the last line is cut off
	}
	env.Reads.Record(tools.Receipt{Tool: "read_note", Path: p, SHA256: d.SHA256, StartLine: d.StartLine, EndLine: end,
		Total: d.TotalLines, Evidence: env.Evidence(), At: env.Time()})
}

func (d *noteText) result(env *tools.Env, o *openNote, wanted, shown, rest part) tools.Result {
	res := tools.Result{Data: d, Labels: labels(env, o.path)}
	raw := o.text.raw
	n, total := utf8.RuneCount(raw[shown.start:shown.end]), utf8.RuneCount(raw[wanted.start:wanted.end])
	what := "The note"
	if d.Section != "" {
		what = fmt.Sprintf("Section %q of the note", d.Section)
	}
	if rest.start == rest.end {
		res.Summary = fmt.Sprintf("%s %q, to its end: %d characters.", what, d.Slug, n)
		return res
	}
	res.NextCursor = o.cursor(rest)
	res.Truncated = &tools.Truncated{Shown: n, Total: total}
	res.Summary = fmt.Sprintf("%s %q: %d of %d characters; give next_cursor as cursor to read on, or name a section.", what, d.Slug, n, total)
	return res
}
