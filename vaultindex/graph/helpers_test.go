package graph

import (
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// paths makes vault paths of names that are known to be good.
func paths(t testing.TB, names ...string) []vaultpath.Path {
	t.Helper()
	var out []vaultpath.Path
	for _, name := range names {
		p, err := vaultpath.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

// file makes a file whose note, if it is a note or canvas, holds the given links.
func file(t testing.TB, name string, links ...string) *File {
	t.Helper()
	p := paths(t, name)[0]
	f := &File{Path: p, Kind: KindOf(p), Size: int64(len(name))}
	if f.Kind == KindNote || f.Kind == KindCanvas {
		f.Facts = note.Pack(&note.Note{Links: linksTo(links...)})
	}
	return f
}

// amend changes what was parsed of a file that is in no graph yet.
func amend(f *File, change func(*note.Note)) *File {
	n := f.Note()
	change(n)
	f.Facts = note.Pack(n)
	return f
}

// alias gives a file aliases.
func alias(f *File, names ...string) { amend(f, func(n *note.Note) { n.Aliases = names }) }

// linksTo makes links that stand at places of their own.
func linksTo(targets ...string) []note.Link {
	var links []note.Link
	for i, target := range targets {
		link := note.Link{Path: target, Span: note.Span{Start: 10 * i, End: 10*i + 5, Line: i + 1}}
		if i := strings.IndexByte(target, '#'); i >= 0 {
			link.Path, link.Subpath = target[:i], target[i:]
		}
		links = append(links, link)
	}
	return links
}

// tagged is what a note with nothing but tags packs to.
func tagged(names ...string) note.Packed { return note.Pack(tags(names...)) }

func tags(names ...string) *note.Note {
	n := new(note.Note)
	for _, tag := range names {
		n.Tags = append(n.Tags, note.Tag{Name: tag})
	}
	return n
}

// vault makes a graph of files without links from a comma-separated list.
func vault(t testing.TB, names string) *Graph {
	t.Helper()
	var files []*File
	for name := range strings.SplitSeq(names, ",") {
		files = append(files, file(t, strings.TrimSpace(name)))
	}
	return Build(files)
}
