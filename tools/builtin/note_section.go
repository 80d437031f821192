package builtin

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// part is a range of bytes of a note's file.
type part struct{ start, end int }

// openNote is a note as it was read just now.
type openNote struct {
	path vaultpath.Path
	text *text
	note *note.Note
}

// whole is all of the note but a byte order mark.
func (o *openNote) whole() part {
	return part{len(o.text.raw) - len(o.text.body), len(o.text.raw)}
}

// section finds a heading, a path of headings or a block id (X13) the way a
// link to it would be resolved, in the bytes that were read.
func (o *openNote) section(name string) (part, error) {
	name = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(name), "#"))
	file := &graph.File{Path: o.path, Kind: graph.KindNote, Facts: note.Pack(o.note)}
	target, ok := graph.Build([]*graph.File{file}).ResolveSubpath(o.path, "#"+strings.ReplaceAll(name, " > ", "#"))
	switch {
	case !ok:
		return part{}, o.noSection(name)
	case target.Heading != nil:
		return part{target.Heading.Span.Start, target.Heading.End}, nil
	case target.Block != nil:
		return part{target.Block.Span.Start, target.Block.Span.End}, nil
	case target.Footnote != nil:
		return part{target.Footnote.Span.Start, target.Footnote.Span.End}, nil
	}
	return o.whole(), nil
}

// noSection says which sections there are.
func (o *openNote) noSection(name string) error {
	var headings []string
	for _, h := range o.note.Headings[:min(len(o.note.Headings), maxHeadings)] {
		headings = append(headings, h.Text)
	}
	hint := "; it has no headings"
	call := callOf("read_note", "slug", o.path.Slug())
	if len(headings) > 0 {
		near := tools.Nearest(name, headings)
		if near == "" {
			near = headings[0]
		}
		hint = "; its headings are " + strings.Join(headings, " | ")
		call = callOf("read_note", "slug", o.path.Slug(), "section", near)
	}
	e := tools.Errorf(tools.NoMatch, "The note %q has no section %q%s", o.path.Slug(), name, hint)
	e.Data = tools.Failure{Argument: "section", Got: name, Path: o.path.String(), Candidates: headings}
	return e.WithCall(call)
}

// maxHeadings bounds the headings that are named.
const maxHeadings = 100

// cut returns the first n characters of a part of the note, and what is left.
func (o *openNote) cut(p part, n int) (shown, rest part) {
	at := p.start
	for ; n > 0 && at < p.end; n-- {
		_, size := utf8.DecodeRune(o.text.raw[at:p.end])
		at += size
	}
	return part{p.start, at}, part{at, p.end}
}

// lineAt is the number of the line a byte stands on.
func (o *openNote) lineAt(at int) int {
	return 1 + bytes.Count(o.text.raw[:at], []byte("\n"))
}

// cursorState is what a cursor carries: where to read on, in which bytes.
type cursorState struct {
	SHA   string `json:"h"`
	Start int    `json:"s"`
	End   int    `json:"e"`
}

// cursor makes the opaque text that stands for the rest of a note.
func (o *openNote) cursor(rest part) string {
	raw, err := json.Marshal(cursorState{o.text.sha(), rest.start, rest.end})
	if err != nil { // two numbers and a string always encode
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// resume reads a cursor of this note. One made of other bytes is STALE_READ.
func (o *openNote) resume(cursor string) (part, error) {
	call := callOf("read_note", "slug", o.path.Slug())
	var c cursorState
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || json.Unmarshal(raw, &c) != nil {
		e := tools.Errorf(tools.InvalidArgument, "The argument \"cursor\" is none that read_note gave out; copy next_cursor of the last result, or leave it out")
		e.Data = tools.Failure{Argument: "cursor", Got: cutRunes(cursor, 60)}
		return part{}, e.WithCall(call)
	}
	if c.SHA != o.text.sha() {
		e := tools.Errorf(tools.StaleRead, "The note %q is no longer what the cursor was made of; read it again from the start", o.path.Slug())
		e.Data.Path = o.path.String()
		return part{}, e.WithCall(call)
	}
	all := o.whole()
	if c.Start < all.start || c.Start > c.End || c.End > all.end || c.Start < all.end && !utf8.RuneStart(o.text.raw[c.Start]) {
		e := tools.Errorf(tools.InvalidArgument, "The argument \"cursor\" points outside the note; leave it out")
		e.Data = tools.Failure{Argument: "cursor", Got: cutRunes(cursor, 60)}
		return part{}, e.WithCall(call)
	}
	return part{c.Start, c.End}, nil
}
