package note

import (
	"encoding/binary"
	"iter"
	"math"
)

// Zero reports that p stands for no note.
func (p Packed) Zero() bool { return p.data == "" }

// Data returns the packed note as it is stored; FromData takes it back.
func (p Packed) Data() string { return p.data }

// FromData returns the packed note that Data gave. Of anything else it makes
// some note or other, and never fails: who stores data keeps a checksum with it.
func FromData(data string) Packed { return Packed{data} }

// Unpack returns the note whole, made anew each time; nil for the zero Packed.
// Its strings are parts of p.
func (p Packed) Unpack() *Note {
	if p.Zero() {
		return nil
	}
	flags := p.data[0]
	r := unpacker{s: p.data[1:]}
	n := &Note{
		HasFrontmatter: flags&packedFrontmatter != 0, Truncated: flags&packedTruncated != 0,
		Lines: r.uint(), Words: r.uint(),
	}
	if r = p.at(secFrontmatter); r.s != "" {
		n.Frontmatter = r.span()
	}
	n.Properties, n.Headings = p.Properties(), p.Headings()
	n.PropertyLinks, n.Links = unpackAll(p, secPropertyLinks, (*unpacker).link), unpackAll(p, secLinks, (*unpacker).link)
	n.Tags, n.Aliases = unpackAll(p, secTags, (*unpacker).tag), p.Aliases()
	n.Blocks, n.Tasks = p.Blocks(), unpackAll(p, secTasks, (*unpacker).task)
	n.Callouts, n.Footnotes = unpackAll(p, secCallouts, (*unpacker).callout), p.Footnotes()
	n.Problems = unpackAll(p, secProblems, (*unpacker).problem)
	return n
}

// LinkCount returns how many links Links yields.
func (p Packed) LinkCount() int { return p.count(secPropertyLinks) + p.count(secLinks) }

// Links yields the links with their numbers, those of properties first.
func (p Packed) Links() iter.Seq2[int, Link] {
	return func(yield func(int, Link) bool) {
		i := 0
		for _, s := range [...]section{secPropertyLinks, secLinks} {
			for l := range unpackEach(p, s, (*unpacker).link) {
				if !yield(i, l) {
					return
				}
				i++
			}
		}
	}
}

// Tags yields the tags in order, see Note.Tags.
func (p Packed) Tags() iter.Seq[Tag] { return unpackEach(p, secTags, (*unpacker).tag) }

// Aliases returns the note's aliases.
func (p Packed) Aliases() []string { return unpackAll(p, secAliases, (*unpacker).string) }

// Headings returns the note's headings.
func (p Packed) Headings() []Heading { return unpackAll(p, secHeadings, (*unpacker).heading) }

// Blocks returns the blocks that have an id.
func (p Packed) Blocks() []Block { return unpackAll(p, secBlocks, (*unpacker).block) }

// Footnotes returns the footnotes the note defines.
func (p Packed) Footnotes() []Footnote { return unpackAll(p, secFootnotes, (*unpacker).footnote) }

// Properties returns the note's properties.
func (p Packed) Properties() []Property { return unpackAll(p, secProperties, (*unpacker).property) }

// PropertyKeys yields the names of the note's properties without making their values.
func (p Packed) PropertyKeys() iter.Seq[string] {
	return unpackEach(p, secProperties, (*unpacker).propertyKey)
}

// at returns a reader of one section.
func (p Packed) at(want section) unpacker {
	if p.Zero() {
		return unpacker{}
	}
	r := unpacker{s: p.data[1:]}
	r.uint()
	r.uint()
	before, length := 0, 0
	for s := range sectionCount {
		n := r.uint()
		switch {
		case s < want:
			before += n
		case s == want:
			length = n
		}
	}
	if before > len(r.s) || length > len(r.s)-before {
		return unpacker{}
	}
	return unpacker{s: r.s[before : before+length]}
}

func (p Packed) count(s section) int {
	r := p.at(s)
	return r.count()
}

func unpackEach[T any](p Packed, s section, one func(*unpacker) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		r := p.at(s)
		for range r.count() {
			if v := one(&r); r.bad || !yield(v) {
				return
			}
		}
	}
}

// unpackAll returns a section as a slice, nil when it is empty.
func unpackAll[T any](p Packed, s section, one func(*unpacker) T) []T {
	r := p.at(s)
	n := r.count()
	if n == 0 {
		return nil
	}
	out := make([]T, 0, n)
	for range n {
		if v := one(&r); !r.bad {
			out = append(out, v)
		}
	}
	return out
}

// unpacker reads facts. After a fault it returns zero values and bad is true.
type unpacker struct {
	s    string
	last Span
	bad  bool
}

func (r *unpacker) fail() { r.s, r.bad = "", true }

// number reads a varint.
func (r *unpacker) number() uint64 {
	var v uint64
	for i := 0; i < len(r.s) && i < binary.MaxVarintLen64; i++ {
		b := r.s[i]
		v |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			r.s = r.s[i+1:]
			return v
		}
	}
	r.fail()
	return 0
}

// uint reads a count, a length or a line.
func (r *unpacker) uint() int {
	v := r.number()
	if v > math.MaxInt32 {
		r.fail()
		return 0
	}
	return int(v)
}

func (r *unpacker) int() int64 {
	v := r.number()
	return int64(v>>1) ^ -int64(v&1)
}

// count reads how many facts follow, each at least a byte. An empty section
// holds none.
func (r *unpacker) count() int {
	if r.s == "" {
		return 0
	}
	n := r.uint()
	if n > len(r.s) {
		r.fail()
		return 0
	}
	return n
}

func (r *unpacker) byte() byte {
	if r.s == "" {
		r.fail()
		return 0
	}
	b := r.s[0]
	r.s = r.s[1:]
	return b
}

func (r *unpacker) string() string {
	n := r.uint()
	if n > len(r.s) {
		r.fail()
		return ""
	}
	s := r.s[:n]
	r.s = r.s[n:]
	return s
}

func (r *unpacker) span() Span {
	s := Span{Start: r.last.Start + int(r.int())}
	s.End = s.Start + int(r.int())
	s.Line = r.last.Line + int(r.int())
	if s.Start < 0 || s.End < s.Start || s.Line < 0 {
		r.fail()
		return Span{}
	}
	r.last = s
	return s
}
