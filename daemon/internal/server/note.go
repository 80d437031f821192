package server

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// noteGet parses a file as it is now. It is the user's own view of the vault.
func (s *Server) noteGet(_ context.Context, _ *protocol.Conn, p protocol.NoteGetParams) (protocol.NoteGetResult, error) {
	snap := s.Index.Acquire()
	defer snap.Release()
	view := snap.View(true)
	path, err := s.findNote(view, p.Path)
	if err != nil {
		return protocol.NoteGetResult{}, err
	}
	raw, err := view.ReadFile(path)
	if err != nil {
		return protocol.NoteGetResult{}, readError(path, err)
	}
	if graph.KindOf(path) == graph.KindAttachment && (!utf8.Valid(raw) || bytes.IndexByte(raw, 0) >= 0) {
		return protocol.NoteGetResult{}, protocol.NewError("FILE_NOT_TEXT", "“"+path.String()+"” is not text that Ibid reads.",
			"This works on notes, canvases and bases.", false)
	}
	out := toNote(raw, parseFile(path, raw), func(l note.Link) string { return target(snap.Graph, l, path) })
	fitNote(&out, len(raw))
	out.Path, out.Title = path.String(), path.Name()
	if f, ok := snap.Graph.File(path); ok {
		out.Private, out.Excluded = f.Private, f.Excluded
	}
	return out, nil
}

// target is the file a link leads to, "" when there is none. A file card of a
// canvas names a path and is not resolved like a link.
func target(g *graph.Graph, l note.Link, from vaultpath.Path) string {
	if l.Kind == note.CanvasFile {
		p, err := vaultpath.Parse(l.Path)
		if _, ok := g.File(p); err != nil || !ok {
			return ""
		}
		return p.String()
	}
	to, _ := g.Resolve(l.Path, from)
	return to.String()
}

func parseFile(p vaultpath.Path, raw []byte) *note.Note {
	switch graph.KindOf(p) {
	case graph.KindCanvas:
		return note.ParseCanvas(raw)
	case graph.KindBase:
		return note.ParseBase(raw)
	}
	return note.Parse(raw)
}

// findNote finds the file a person named: a path, absolute or of the vault,
// with or without .md, or a shorter form that Obsidian would resolve.
func (s *Server) findNote(view *vaultindex.View, name string) (vaultpath.Path, error) {
	if filepath.IsAbs(name) {
		rel, ok := s.relative(name)
		if !ok {
			return "", protocol.InvalidParams("path", "must lie in the vault; give it relative to the vault's folder")
		}
		name = rel
	}
	name = linkedName(name)
	p, err := vaultpath.Parse(name)
	if err != nil {
		return "", protocol.InvalidParams("path", err.Error())
	}
	if _, ok := view.File(p); ok {
		return p, nil
	}
	found, candidates, ok := view.ResolveSlug(name)
	if !ok && len(candidates) == 0 {
		candidates = withAlias(view, name)
	}
	switch {
	case ok:
		return found, nil
	case len(candidates) == 1:
		return candidates[0], nil
	case len(candidates) > 0:
		return "", protocol.NewError("NOTE_AMBIGUOUS", "“"+name+"” could be several notes: "+list(candidates)+".", "Give the whole path.", false)
	}
	if view.SeesFolder(p) {
		return "", folderError(view, p)
	}
	if _, err := view.ReadFile(p); err == nil {
		return p, nil // newer than the snapshot
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", readError(p, err)
	}
	hint := "Give a path relative to the vault's folder."
	if near := view.Suggest(name, 5); len(near) > 0 {
		hint = "Did you mean " + list(near) + "?"
	}
	return "", protocol.NewError("FILE_NOT_FOUND", "“"+name+"” is not in the vault.", hint, false)
}

// linkedName is the note that a wikilink names, where a person copied one; else name as
// it is.
func linkedName(name string) string {
	link, opened := strings.CutPrefix(strings.TrimPrefix(strings.TrimSpace(name), "!"), "[[")
	link, closed := strings.CutSuffix(link, "]]")
	if !opened || !closed {
		return name
	}
	link, _, _ = strings.Cut(link, "|")
	link, _, _ = strings.Cut(link, "#")
	return strings.TrimSpace(link)
}

// withAlias lists the notes that have name for an alias, as Obsidian's quick switcher
// finds them.
func withAlias(view *vaultindex.View, name string) (found []vaultpath.Path) {
	key := vaultpath.Fold(strings.TrimSpace(name))
	for f := range view.Files() {
		n := f.Note()
		if n != nil && slices.ContainsFunc(n.Aliases, func(a string) bool { return vaultpath.Fold(a) == key }) {
			found = append(found, f.Path)
		}
	}
	return found
}

// maxListed is how many names of a folder are listed.
const maxListed = 10

// folderError says that a folder is none of the notes, and which it holds.
func folderError(view *vaultindex.View, dir vaultpath.Path) error {
	entries, _ := view.ReadDir(dir)
	var names []string
	for _, e := range entries[:min(len(entries), maxListed)] {
		names = append(names, e.Path.String())
	}
	if more := len(entries) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("… (%d)", more))
	}
	message := "“" + dir.String() + "” is a folder; it holds " + strings.Join(names, ", ") + "."
	if len(names) == 0 {
		message = "“" + dir.String() + "” is an empty folder."
	}
	return protocol.NewError("FILE_IS_FOLDER", message, "Name one of its notes.", false)
}

func list(paths []vaultpath.Path) string { return strings.Join(toStrings(paths), ", ") }

// readError says in plain words why a file cannot be read, without naming
// places outside the vault.
func readError(p vaultpath.Path, err error) error {
	reason := "it cannot be read"
	switch {
	case errors.Is(err, vaultindex.ErrVaultMissing):
		return indexFault(err)
	case errors.Is(err, fs.ErrNotExist):
		return protocol.NewError("FILE_NOT_FOUND", "“"+p.String()+"” is not in the vault.", "Give a path relative to the vault's folder.", false)
	case errors.Is(err, fs.ErrPermission):
		reason = "this user may not read it"
	case errors.Is(err, vaultindex.ErrNotRegular):
		reason = "it is a folder, a link or a device, and not a file of text"
	case errors.Is(err, vaultindex.ErrTooLarge):
		reason = "it is larger than 32 MiB"
	}
	return protocol.NewError("FILE_UNREADABLE", "“"+p.String()+"”: "+reason+".", "Look at the file's permissions, kind and size.", false)
}

// toNote converts what the parser saw. Byte offsets become UTF-16 ones here
// and nowhere else (design decision 9).
func toNote(raw []byte, n *note.Note, resolve func(note.Link) string) protocol.NoteGetResult {
	at := newUTF16(raw)
	sum := sha256.Sum256(raw)
	out := protocol.NoteGetResult{Properties: properties(n.Properties), Aliases: n.Aliases,
		Lines: n.Lines, Words: n.Words, Sha256: hex.EncodeToString(sum[:])}
	for _, h := range n.Headings {
		out.Headings = append(out.Headings, protocol.NoteHeading{Level: h.Level, Text: h.Text, Line: h.Span.Line, Place: at.place(h.Span)})
	}
	for _, l := range n.Links {
		if link := toLink(l, at, resolve); l.Embed {
			out.Embeds = append(out.Embeds, link)
		} else {
			out.Links = append(out.Links, link)
		}
	}
	for _, l := range n.PropertyLinks {
		out.FrontmatterLinks = append(out.FrontmatterLinks, toLink(l, at, resolve))
	}
	for _, t := range n.Tags {
		out.Tags = append(out.Tags, t.Name)
	}
	for _, b := range n.Blocks {
		out.Blocks = append(out.Blocks, protocol.NoteBlock{ID: b.ID, Line: b.Span.Line, Place: at.place(b.Span)})
	}
	for _, f := range n.Footnotes {
		out.Footnotes = append(out.Footnotes, protocol.NoteBlock{ID: f.ID, Line: f.Span.Line, Place: at.place(f.Span)})
	}
	for _, t := range n.Tasks {
		out.Tasks = append(out.Tasks, protocol.NoteTask{Text: t.Text, Mark: t.Mark, Done: t.Done, Line: t.Span.Line, Place: at.place(t.Span)})
	}
	for _, c := range n.Callouts {
		out.Callouts = append(out.Callouts, protocol.NoteCallout{Type: c.Type, Title: c.Title, Line: c.Span.Line, Place: at.place(c.Span)})
	}
	for _, p := range n.Problems {
		out.Problems = append(out.Problems, protocol.NoteProblem{Code: p.Code, Message: p.Message, Line: p.Line})
	}
	return out
}

func toLink(l note.Link, at *utf16At, resolve func(note.Link) string) protocol.NoteLink {
	syntax := protocol.SyntaxWikilink
	switch l.Kind {
	case note.MarkdownLink:
		syntax = protocol.SyntaxMarkdown
	case note.ReferenceLink:
		syntax = protocol.SyntaxReference
	case note.CanvasFile:
		syntax = protocol.SyntaxCanvas
	}
	return protocol.NoteLink{Link: l.Path + l.Subpath, Path: l.Path, Subpath: l.Subpath, Display: l.Display, Syntax: syntax,
		Resolved: resolve(l), Key: l.Key, Line: l.Span.Line, Place: at.place(l.Span)}
}

// properties writes properties as one object, keys in the note's order, which
// a map would lose.
func properties(props []note.Property) json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, p := range props {
		key, err := json.Marshal(p.Key)
		value, err2 := json.Marshal(p.Value)
		if err != nil || err2 != nil {
			continue // .inf and .nan, which YAML has and JSON has not
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes()
}

func (s *Server) noteBacklinks(_ context.Context, _ *protocol.Conn, p protocol.NoteBacklinksParams) (protocol.NoteBacklinksResult, error) {
	snap := s.Index.Acquire()
	defer snap.Release()
	view := snap.View(p.IncludePrivate)
	path, err := s.findNote(view, p.Path)
	if err != nil {
		return protocol.NoteBacklinksResult{}, err
	}
	out := protocol.NoteBacklinksResult{Path: path.String(), Seq: int(snap.Seq)}
	links, _ := view.BacklinksInContext(path, 0)
	for _, l := range links {
		out.Backlinks = append(out.Backlinks, protocol.Backlink{Path: l.From.String(), Line: l.Link.Span.Line,
			Context: l.Context, Heading: l.Heading, Embed: l.Link.Embed, Key: l.Link.Key})
	}
	out.Truncated = shorten(maxResult, partOf("backlinks", &out.Backlinks, maxResult))
	return out, nil
}
