package vaultindex

import "github.com/ibid-notes/ibid/vaultindex/note"

// What follows writes and reads a note.Note field by field. A test fills every
// field by reflection and compares, so that a new one cannot be forgotten.

func (e *encoder) note(n *note.Note) {
	e.bool(n.HasFrontmatter)
	e.bool(n.Truncated)
	e.span(n.Frontmatter)
	e.len(n.Lines)
	e.len(n.Words)
	e.strings(n.Aliases)
	e.len(len(n.Properties))
	for _, p := range n.Properties {
		e.string(p.Key)
		e.value(p.Value)
		e.span(p.Span)
	}
	e.len(len(n.Headings))
	for _, h := range n.Headings {
		e.len(h.Level)
		e.string(h.Text)
		e.span(h.Span)
		e.len(h.End)
		e.len(h.EndLine)
	}
	e.links(n.Links)
	e.links(n.PropertyLinks)
	e.len(len(n.Tags))
	for _, t := range n.Tags {
		e.string(t.Name)
		e.bool(t.Property)
		e.span(t.Span)
	}
	e.parts(n)
}

func (e *encoder) parts(n *note.Note) {
	e.len(len(n.Blocks))
	for _, b := range n.Blocks {
		e.string(b.ID)
		e.span(b.Span)
	}
	e.len(len(n.Tasks))
	for _, t := range n.Tasks {
		e.string(t.Mark)
		e.string(t.Text)
		e.bool(t.Done)
		e.span(t.Span)
	}
	e.len(len(n.Callouts))
	for _, c := range n.Callouts {
		e.string(c.Type)
		e.string(c.Title)
		e.span(c.Span)
	}
	e.len(len(n.Footnotes))
	for _, f := range n.Footnotes {
		e.string(f.ID)
		e.span(f.Span)
	}
	e.len(len(n.Problems))
	for _, p := range n.Problems {
		e.string(p.Code)
		e.string(p.Message)
		e.len(p.Line)
	}
}

func (e *encoder) links(links []note.Link) {
	e.len(len(links))
	for _, l := range links {
		flags := uint64(l.Kind) << 2
		if l.Embed {
			flags |= 1
		}
		if l.HasDisplay {
			flags |= 2
		}
		e.uint(flags)
		e.string(l.Path)
		e.string(l.Subpath)
		e.string(l.Display)
		e.string(l.Key)
		e.span(l.Span)
	}
}

func (e *encoder) span(s note.Span) {
	e.len(s.Start)
	e.len(s.End - s.Start)
	e.len(s.Line)
}

func (d *decoder) note() *note.Note {
	n := &note.Note{HasFrontmatter: d.bool(), Truncated: d.bool(), Frontmatter: d.span()}
	n.Lines, n.Words = d.number(), d.number()
	n.Aliases = d.strings()
	n.Properties = list(d, func() note.Property {
		return note.Property{Key: d.string(), Value: d.value(), Span: d.span()}
	})
	n.Headings = list(d, func() note.Heading {
		return note.Heading{Level: d.number(), Text: d.string(), Span: d.span(), End: d.number(), EndLine: d.number()}
	})
	n.Links, n.PropertyLinks = list(d, d.link), list(d, d.link)
	n.Tags = list(d, func() note.Tag {
		return note.Tag{Name: d.string(), Property: d.bool(), Span: d.span()}
	})
	n.Blocks = list(d, func() note.Block { return note.Block{ID: d.string(), Span: d.span()} })
	n.Tasks = list(d, func() note.Task {
		return note.Task{Mark: d.string(), Text: d.string(), Done: d.bool(), Span: d.span()}
	})
	n.Callouts = list(d, func() note.Callout {
		return note.Callout{Type: d.string(), Title: d.string(), Span: d.span()}
	})
	n.Footnotes = list(d, func() note.Footnote { return note.Footnote{ID: d.string(), Span: d.span()} })
	n.Problems = list(d, func() note.Problem {
		return note.Problem{Code: d.string(), Message: d.string(), Line: d.number()}
	})
	return n
}

func (d *decoder) link() note.Link {
	flags := d.uint()
	return note.Link{
		Kind: note.LinkKind(flags >> 2), Embed: flags&1 != 0, HasDisplay: flags&2 != 0,
		Path: d.string(), Subpath: d.string(), Display: d.string(), Key: d.string(), Span: d.span(),
	}
}

func (d *decoder) span() note.Span {
	start := d.number()
	return note.Span{Start: start, End: start + d.number(), Line: d.number()}
}
