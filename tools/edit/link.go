package edit

import (
	"cmp"
	"slices"

	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Rewriter makes links of one file point where they shall after files have moved
// (RB1-RB5). It works on the file's bytes as they are now: every link is found by
// parsing them, so nothing is ever written at a stale offset (users D43).
type Rewriter struct {
	From   vaultpath.Path // where the file stands now
	After  vaultpath.Path // where it will stand; the same when it does not move
	Format LinkFormat
	Vault  Resolver
	// Target returns the file a link means now and the one it shall mean; ok is
	// false for a link that is to be left alone.
	Target func(l note.Link) (was, to vaultpath.Path, ok bool)
	// Names lets a display text that is the old file's name become the new one's
	// (RB4). Every other display text stays.
	Names bool
}

// LinkChange is one link that was rewritten.
type LinkChange struct {
	Line     int    // of the old bytes, from 1
	Old, New string // the link as it stands in the file
}

// Rewrite returns the file with its links rewritten, and which they are: nothing
// when no link needs it, and then the bytes are raw itself. Links that mean the
// right file already stay as they are. Of the others only the target's bytes
// change: kind, subpath, display text, title, escapes and brackets stay; Markdown
// links keep their percent-encoding or angle brackets and their `.md` or the lack
// of it. Links in code are none. A link that cannot be written so that it means
// its file refuses the whole rewriting.
func (r Rewriter) Rewrite(raw []byte) ([]byte, []LinkChange, error) {
	links := linksOf(raw, r.From)
	var patches []linkPatch
	for _, l := range links {
		p, err := r.patch(raw, l)
		if err != nil {
			return nil, nil, r.refused(l, err)
		}
		patches = append(patches, p...)
	}
	patches, err := r.definitions(raw, links, patches)
	if err != nil || len(patches) == 0 {
		return raw, nil, err
	}
	slices.SortFunc(patches, func(a, b linkPatch) int { return cmp.Compare(a.start, b.start) })
	out, at := []byte{}, 0
	var changes []LinkChange
	for _, p := range patches {
		out = append(append(out, raw[at:p.start]...), p.text...)
		at = p.end
		if p.change != nil {
			changes = append(changes, *p.change)
		}
	}
	out = append(out, raw[at:]...)
	if err := r.checked(links, raw, out); err != nil {
		return nil, nil, err
	}
	return out, changes, nil
}

// linkPatch is new text for bytes of a file.
type linkPatch struct {
	span
	text   []byte
	change *LinkChange // nil for a second patch of a link
}

// site is a link and what it stands in, which decides how its characters are
// written.
type site struct {
	note.Link
	in container
}

// linksOf returns every link of a file, by the file's kind.
func linksOf(raw []byte, path vaultpath.Path) []site {
	var out []site
	switch graph.KindOf(path) {
	case graph.KindNote:
		n := note.Parse(raw)
		for _, l := range n.PropertyLinks {
			out = append(out, site{l, quotesAround(raw, l.Span.Start)})
		}
		for _, l := range n.Links {
			out = append(out, site{l, inNote})
		}
	case graph.KindCanvas:
		for _, l := range note.ParseCanvas(raw).Links {
			out = append(out, site{l, inJSON})
		}
	case graph.KindBase:
		for _, l := range baseLinks(raw) {
			out = append(out, site{l, inBase})
		}
	}
	return out
}

// patch returns how a link is to be rewritten, nothing when it need not be.
func (r Rewriter) patch(raw []byte, l site) ([]linkPatch, error) {
	was, to, ok := r.needs(l.Link)
	if !ok || l.Kind == note.ReferenceLink {
		return nil, nil
	}
	w := writtenLink(raw, l)
	target, ok := w.find()
	if !ok {
		return nil, errNotFound
	}
	linkpath, err := r.linkpath(to, w)
	if err != nil {
		return nil, err
	}
	edits := []linkPatch{{span: w.raw(target), text: w.encode(linkpath)}}
	if r.Names && l.HasDisplay && l.Display == was.Name() && was.Name() != to.Name() {
		if at, ok := w.display(); ok {
			edits = append(edits, linkPatch{span: w.raw(at), text: w.escape(to.Name())})
		}
	}
	return described(raw, l.Link, edits), nil
}

// needs tells whether a link must change, and to what.
func (r Rewriter) needs(l note.Link) (was, to vaultpath.Path, ok bool) {
	if l.Path == "" {
		return "", "", false // a link within its own file (RB3)
	}
	if was, to, ok = r.Target(l); !ok {
		return "", "", false
	}
	if l.Kind == note.CanvasFile {
		return was, to, l.Path != to.String()
	}
	now, found := r.Vault.Resolve(l.Path, r.After)
	return was, to, !found || now != to || was != to && bareName(l.Path) && !r.Vault.Unique(to)
}

func bareName(linkpath string) bool {
	for i := range len(linkpath) {
		if linkpath[i] == '/' {
			return false
		}
	}
	return true
}

// linkpath returns the path to write: the first form that means the file.
func (r Rewriter) linkpath(to vaultpath.Path, w *written) (string, error) {
	if w.link.Kind == note.CanvasFile {
		return to.String(), nil
	}
	forms := r.Format.forms(r.After, to, r.Vault.Unique(to))
	if to.IsNote() && !w.keepsExt() {
		for _, form := range forms { // as links are mostly written
			if form = form[:len(form)-len(".md")]; r.means(form, to, w) {
				return form, nil
			}
		}
	}
	for _, form := range forms {
		if r.means(form, to, w) {
			return form, nil
		}
	}
	return "", errNoForm
}

// means reports that a link of the kind can be written so, and then means the
// file.
func (r Rewriter) means(form string, to vaultpath.Path, w *written) bool {
	now, ok := r.Vault.Resolve(form, r.After)
	return ok && now == to && w.holds(form)
}

// checked parses the result: it must have the same links, each of which means
// what it shall.
func (r Rewriter) checked(links []site, raw, out []byte) error {
	if err := CheckFormat(r.From, raw, out); err != nil {
		return err
	}
	now := linksOf(out, r.From)
	if len(now) != len(links) {
		return refuse(InvalidArgument, "The links of %s cannot be rewritten: %d of %d would be none", quote(r.From.String()), len(links)-len(now), len(links))
	}
	for i, l := range links {
		m := now[i]
		_, to, ok := r.needs(l.Link)
		want := l.Path
		if ok {
			want = m.Path
			means, found := r.Vault.Resolve(m.Path, r.After)
			if l.Kind == note.CanvasFile {
				means, found = to, m.Path == to.String()
			}
			if !found || means != to {
				return r.refused(l, errNoForm)
			}
		}
		if m.Kind != l.Kind || m.Embed != l.Embed || m.Path != want || m.Subpath != l.Subpath || m.Display != l.Display && !r.Names {
			return r.refused(l, errNotFound)
		}
	}
	return nil
}

func (r Rewriter) refused(l site, why error) error {
	err := refuse(InvalidArgument, "The link to %s on line %d of %s cannot be rewritten: %v", quote(l.Path+l.Subpath), l.Span.Line, quote(r.From.String()), why)
	err.Path, err.Line = r.From, l.Span.Line
	return err
}
