package builtin

import (
	"errors"
	"io/fs"
	"iter"
	"maps"
	"slices"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// relink plans the move of files with all links to them, from them and past them
// (RB1-RB5): every link means afterwards what it means now.
type relink struct {
	pl      placer
	all     *vaultindex.View
	moves   map[vaultpath.Path]vaultpath.Path
	texts   map[vaultpath.Path][]byte // new texts of files in the same change, by their path now
	created map[vaultpath.Path][]byte
	trashed []vaultpath.Path

	now    map[vaultpath.Path][]byte // as read
	before *graph.Graph              // what links mean now, with the new texts
	after  *graph.Graph              // the vault once the files have moved, links as they were
}

// relinked is what a relink came to.
type relinked struct {
	effects []edit.Effect
	was     edit.MapFiles
	unseen  []vaultpath.Path
	links   int // rewritten, of those the caller sees
	notes   int // in which they stand
	changes []linkChange
}

// linkChange is one link that is rewritten.
type linkChange struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

// maxLinkChanges bounds the links that a result names.
const maxLinkChanges = 200

func (pl placer) relink(moves map[vaultpath.Path]vaultpath.Path) *relink {
	return &relink{pl: pl, all: pl.env.All(), moves: moves, texts: map[vaultpath.Path][]byte{}, now: map[vaultpath.Path][]byte{}}
}

// plan works the change out and holds it to its promise: no link that led
// somewhere leads nowhere, or elsewhere, afterwards.
func (r *relink) plan() (*relinked, error) {
	if err := r.readMoved(); err != nil {
		return nil, err
	}
	r.picture()
	files, err := r.affected()
	if err != nil {
		return nil, err
	}
	out := &relinked{was: edit.MapFiles{}}
	texts := map[vaultpath.Path][]byte{}
	for _, p := range files {
		after, changes, err := r.rewriter(p).Rewrite(r.text(p))
		if err != nil {
			return nil, r.cannotFollow(p, err)
		}
		texts[p] = after
		out.add(r, p, after, changes)
	}
	if broken := r.broken(files, texts); broken != "" {
		return nil, r.wouldBreak(broken)
	}
	return out, nil
}

// readMoved reads the files that move, and those that get new texts.
func (r *relink) readMoved() error {
	for _, p := range slices.Concat(slices.Sorted(maps.Keys(r.moves)), slices.Sorted(maps.Keys(r.texts))) {
		raw, err := r.all.ReadSole(p)
		if err != nil {
			return r.pl.unreadable(p, err)
		}
		r.now[p] = raw
	}
	return nil
}

// text is the text of a file in this change, before its links are rewritten.
func (r *relink) text(p vaultpath.Path) []byte {
	if t, ok := r.texts[p]; ok {
		return t
	}
	return r.now[p]
}

// end is where a file stands afterwards.
func (r *relink) end(p vaultpath.Path) vaultpath.Path {
	if to, ok := r.moves[p]; ok {
		return to
	}
	return p
}

// picture makes the graphs of the vault as it is and as it will be. A Lens that
// sees everything is a Graph.
func (r *relink) picture() {
	index := &graph.Graph{Lens: r.all.Graph()}
	var now, then []*graph.File
	var gone []vaultpath.Path
	for p := range r.now {
		now = append(now, r.file(p, p, r.text(p)))
		then = append(then, r.file(p, r.end(p), r.text(p)))
		if r.end(p) != p {
			gone = append(gone, p)
		}
	}
	for p, text := range r.created {
		then = append(then, r.file(p, p, text))
	}
	r.before = index.Update(now, nil)
	r.after = r.before.Update(then, append(gone, r.trashed...))
}

// file is a file of the vault with a text, at a path.
func (r *relink) file(p, at vaultpath.Path, text []byte) *graph.File {
	f := &graph.File{}
	if known, ok := r.all.File(p); ok {
		*f = *known
	}
	f.Path, f.Kind, f.Size, f.Hash, f.Facts = at, graph.KindOf(at), int64(len(text)), edit.SumOf(text), note.Packed{}
	switch f.Kind {
	case graph.KindNote:
		f.Facts = note.Pack(note.Parse(text))
	case graph.KindCanvas:
		f.Facts = note.Pack(note.ParseCanvas(text))
	}
	return f
}

// affected are the files in which a link may have to change. They are read.
func (r *relink) affected() ([]vaultpath.Path, error) {
	var files []vaultpath.Path
	for _, p := range slices.Sorted(maps.Keys(r.linking())) {
		_, known := r.now[p]
		_, new := r.created[p]
		if r.arrives(p) && !known || new || slices.Contains(r.trashed, p) {
			continue
		}
		switch err := r.read(p, known); {
		case errors.Is(err, fs.ErrNotExist) && (r.pl.env.Whole != nil || r.pl.sees(p)): // deleted since the index looked
		case err != nil:
			return nil, r.cannotFollow(p, err)
		default:
			files = append(files, p)
		}
	}
	return files, nil
}

// linking are the files that move, those that link to one, those whose links mean
// a file of a name that arrives, before or after, and every base, whose links no
// graph has.
func (r *relink) linking() map[vaultpath.Path]bool {
	set := map[vaultpath.Path]bool{}
	for p := range r.now {
		set[p] = true
	}
	for from := range r.moves {
		maps.Insert(set, marked(r.before.Linking(from)))
	}
	for _, to := range slices.Concat(slices.Collect(maps.Values(r.moves)), slices.Collect(maps.Keys(r.created))) {
		maps.Insert(set, marked(r.after.Linking(to)))
		_, named, _ := r.after.ResolveSlug(to.Base())
		for _, other := range named {
			maps.Insert(set, marked(r.before.Linking(other)))
		}
	}
	for f := range r.all.Files() {
		if f.Kind == graph.KindBase {
			set[f.Path] = true
		}
	}
	return set
}

func marked(paths iter.Seq[vaultpath.Path]) iter.Seq2[vaultpath.Path, bool] {
	return func(yield func(vaultpath.Path, bool) bool) {
		for p := range paths {
			if !yield(p, true) {
				return
			}
		}
	}
}

// arrives tells whether a file moves to p.
func (r *relink) arrives(p vaultpath.Path) bool {
	for _, to := range r.moves {
		if to == p {
			return true
		}
	}
	return false
}

func (r *relink) read(p vaultpath.Path, known bool) error {
	if known {
		return nil
	}
	raw, err := r.all.ReadSole(p)
	if err == nil {
		r.now[p] = raw
	}
	return err
}

// rewriter rewrites the links of one file.
func (r *relink) rewriter(p vaultpath.Path) edit.Rewriter {
	format, _ := r.all.Settings().App["newLinkFormat"].(string)
	return edit.Rewriter{
		From: p, After: r.end(p), Format: edit.ParseLinkFormat(format), Names: true,
		Vault: settled{edit.ResolverOf(r.after.Lens), r.before.Lens, r.after.Lens, p, r.end(p)},
		Target: func(l note.Link) (was, to vaultpath.Path, ok bool) {
			if was, ok = r.means(l, p); !ok || slices.Contains(r.trashed, was) {
				return "", "", false
			}
			return was, r.end(was), true
		},
	}
}

// means is the file a link means now. A canvas names its files by their whole
// paths.
func (r *relink) means(l note.Link, from vaultpath.Path) (vaultpath.Path, bool) {
	if l.Kind != note.CanvasFile {
		return r.before.Resolve(l.Path, from)
	}
	p, err := vaultpath.Parse(l.Path)
	if err != nil {
		return "", false
	}
	_, ok := r.before.File(p)
	return p, ok
}

// add takes one file into the change, if anything is done to it.
func (out *relinked) add(r *relink, p vaultpath.Path, after []byte, changes []edit.LinkChange) {
	e := edit.Effect{Op: edit.Replace, Path: p, Before: edit.SumOf(r.now[p])}
	to, moves := r.moves[p]
	if moves {
		e.Op, e.To = edit.Move, to
	}
	differs := string(after) != string(r.now[p])
	if differs {
		e.After = after
	}
	if !differs && !moves {
		return
	}
	out.was[p] = r.now[p]
	out.effects = append(out.effects, e)
	if !r.pl.sees(p) {
		out.unseen = append(out.unseen, p)
		return
	}
	if len(changes) > 0 {
		out.notes++
		out.links += len(changes)
	}
	for _, c := range changes[:min(len(changes), maxLinkChanges-len(out.changes))] {
		out.changes = append(out.changes, linkChange{Path: p.String(), Line: c.Line, Old: c.Old, New: c.New})
	}
}

// sees tells whether the session may see a file.
func (pl placer) sees(p vaultpath.Path) bool {
	_, ok := pl.env.Sight().File(p)
	return ok
}

// broken looks at every link of the vault as it will be, in the files that the
// change touches, and returns the first file with one that means another file
// than before, "" for none.
func (r *relink) broken(files []vaultpath.Path, texts map[vaultpath.Path][]byte) vaultpath.Path {
	var now, then []*graph.File
	for _, p := range files {
		now = append(now, r.file(p, p, r.text(p)))
		then = append(then, r.file(p, r.end(p), texts[p]))
	}
	before, after := r.before.Update(now, nil), r.after.Update(then, nil)
	for _, p := range files {
		was, is := before.Outgoing(p), after.Outgoing(r.end(p))
		if len(was) != len(is) {
			return p
		}
		for i, edge := range was {
			if edge.Resolved && !slices.Contains(r.trashed, edge.To) && is[i].To != r.end(edge.To) {
				return p
			}
		}
	}
	if len(r.trashed) == 0 && len(r.created) == 0 && after.Stats().Unresolved > before.Stats().Unresolved {
		return files[0]
	}
	return ""
}

// cannotFollow refuses a move because of a link that cannot be rewritten. Of a
// file that is not shown, it names nothing.
func (r *relink) cannotFollow(p vaultpath.Path, err error) error {
	if !r.pl.sees(p) {
		return tools.Errorf(tools.PolicyDenied, "Nothing was changed: a link that leads there stands where this session cannot change it; choose another name, or let the person do it")
	}
	if _, isEdit := errors.AsType[*edit.Error](err); isEdit {
		return err
	}
	return r.pl.unreadable(p, err)
}

func (r *relink) wouldBreak(p vaultpath.Path) error {
	if !r.pl.sees(p) {
		return r.cannotFollow(p, nil)
	}
	e := tools.Errorf(tools.Internal, "Nothing was changed: a link in %q would not mean the same afterwards. Do it in Obsidian, and tell Ibid's makers", p)
	e.Data.Path = p.String()
	return e
}
