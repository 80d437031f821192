package note

import (
	"encoding/binary"
	"math"
)

func (r *unpacker) heading() Heading {
	h := Heading{Level: r.uint(), Text: r.string(), Span: r.span()}
	h.End = h.Span.End + int(r.int())
	h.EndLine = h.Span.Line + int(r.int())
	if h.End < h.Span.Start || h.EndLine < 0 {
		r.fail()
		return Heading{}
	}
	return h
}

func (r *unpacker) tag() Tag {
	return Tag{Property: r.byte() != 0, Name: r.string(), Span: r.span()}
}

func (r *unpacker) link() Link {
	flags := r.byte()
	l := Link{
		Kind: LinkKind(flags / linkKind), Embed: flags&linkEmbed != 0, HasDisplay: flags&linkHasDisplay != 0,
		Path: r.string(),
	}
	if flags&linkSubpath != 0 {
		l.Subpath = r.string()
	}
	if flags&linkDisplay != 0 {
		l.Display = r.string()
	}
	if flags&linkKey != 0 {
		l.Key = r.string()
	}
	l.Span = r.span()
	return l
}

func (r *unpacker) block() Block       { return Block{ID: r.string(), Span: r.span()} }
func (r *unpacker) footnote() Footnote { return Footnote{ID: r.string(), Span: r.span()} }

func (r *unpacker) task() Task {
	return Task{Mark: r.string(), Text: r.string(), Done: r.byte() != 0, Span: r.span()}
}

func (r *unpacker) callout() Callout {
	return Callout{Type: r.string(), Title: r.string(), Span: r.span()}
}

func (r *unpacker) problem() Problem {
	return Problem{Code: r.string(), Message: r.string(), Line: r.uint()}
}

func (r *unpacker) property() Property {
	return Property{Key: r.string(), Value: r.value(), Span: r.span()}
}

func (r *unpacker) propertyKey() string {
	key := r.string()
	r.pass(2 * maxDepth)
	r.span()
	return key
}

// pass reads over what nested reads.
func (r *unpacker) pass(depth int) {
	switch kind := r.byte(); kind {
	case valueInt:
		r.int()
	case valueFloat:
		r.float()
	case valueString:
		r.string()
	case valueList, valueMap:
		if depth == 0 {
			r.fail()
			return
		}
		for n := r.count(); n > 0 && !r.bad; n-- {
			if kind == valueMap {
				r.string()
			}
			r.pass(depth - 1)
		}
	}
}

func (r *unpacker) value() any { return r.nested(2 * maxDepth) }

// nested reads a value; depth bounds how deep junk may make it go.
func (r *unpacker) nested(depth int) any {
	switch kind := r.byte(); kind {
	case valueFalse, valueTrue:
		return kind == valueTrue
	case valueInt:
		return r.int()
	case valueFloat:
		return r.float()
	case valueString:
		return r.string()
	case valueList, valueMap:
		if depth == 0 {
			r.fail()
			return nil
		}
		if kind == valueList {
			return r.list(depth - 1)
		}
		return r.mapping(depth - 1)
	}
	return nil
}

func (r *unpacker) float() float64 {
	if len(r.s) < 8 {
		r.fail()
		return 0
	}
	v := binary.LittleEndian.Uint64([]byte(r.s[:8]))
	r.s = r.s[8:]
	return math.Float64frombits(v)
}

func (r *unpacker) list(depth int) []any {
	n := r.count()
	out := make([]any, 0, n)
	for range n {
		if r.bad {
			break
		}
		out = append(out, r.nested(depth))
	}
	return out
}

func (r *unpacker) mapping(depth int) map[string]any {
	n := r.count()
	out := make(map[string]any, n)
	for range n {
		if r.bad {
			break
		}
		key := r.string()
		out[key] = r.nested(depth)
	}
	return out
}
