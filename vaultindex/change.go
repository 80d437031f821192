package vaultindex

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

const (
	// namesFirst is how many new files make it worth showing their names
	// before they are read.
	namesFirst = 500
	// progressEvery is how many files are read between two pieces of news.
	progressEvery = 64
)

// state is what is known of the vault. Only the owner touches it.
type state struct {
	entries  map[vaultpath.Path]*entry
	folders  map[vaultpath.Path]string // to the name on disk
	links    map[string]string         // followed symlinks
	skips    map[string]string         // of what has no entry
	partial  map[vaultpath.Path]string // of what has an entry
	settings Settings
	graph    *graph.Graph

	skipsChanged bool                    // since skipped was asked last
	denied       map[vaultpath.Path]bool // what snapshots share; nil when skips changed
}

func newState() state {
	return state{
		entries: make(map[vaultpath.Path]*entry), folders: make(map[vaultpath.Path]string),
		links: make(map[string]string), skips: make(map[string]string), partial: make(map[vaultpath.Path]string),
		graph: graph.New(), skipsChanged: true,
	}
}

// delta is the difference between what is known and what is on disk.
type delta struct {
	read []found
	gone []vaultpath.Path
}

// rescan looks at the whole vault.
func (o *owner) rescan(ctx context.Context) {
	if !o.scanned {
		o.phase(Scanning, 0, 0, "")
	}
	l, err := o.list(ctx)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		o.lose(err)
		return
	}
	o.regain()
	o.reloadSettings()
	o.adoptFolders(l)
	o.skips, o.links = l.skips, l.links
	o.reskipped()
	d := o.compare(l)
	for p := range o.entries {
		if _, still := l.files[p]; !still {
			d.gone = append(d.gone, p)
		}
	}
	first := !o.scanned
	o.scanned = o.change(ctx, d) || o.scanned
	o.show(first)
}

// list lists the vault, if it is still there before and after.
func (o *owner) list(ctx context.Context) (*listing, error) {
	if err := o.reach(); err != nil {
		return nil, err
	}
	l, err := scan(ctx, o.vault, ".")
	if err != nil {
		return nil, err
	}
	if err := o.doubt(l); err != nil {
		return nil, err
	}
	return l, o.vault.check()
}

// show publishes what no landing will: news without text, and the end of the
// first look at the vault.
func (o *owner) show(first bool) {
	if o.text.urgentBusy() && o.text.err == nil && !o.paused {
		return
	}
	if first || len(o.untold) > 0 || o.folderSet == nil || o.unseen {
		o.publish()
	}
}

// adoptFolders makes the listed folders the known ones.
func (o *owner) adoptFolders(l *listing) {
	for p, rel := range l.folders {
		o.vault.remember(p, rel)
	}
	if !maps.Equal(o.folders, l.folders) {
		o.folders, o.folderSet = l.folders, nil
	}
	if o.watcher != nil {
		for rel := range l.links {
			if _, known := o.links[rel]; !known {
				o.watcher.Follow(rel)
			}
		}
	}
}

// compare finds what must be read of a listing.
func (o *owner) compare(l *listing) delta {
	var d delta
	for p, f := range l.files {
		e := o.entries[p]
		switch {
		case f.placeholder && e != nil && e.file.Size == f.size && e.file.ModTime == f.mtime:
			// Its content went to a cloud after it was read.
		case f.placeholder:
			o.skips[f.disk] = SkipCloudPlaceholder
			if e != nil {
				d.gone = append(d.gone, p)
			}
		case !e.same(f):
			o.vault.remember(p, f.disk)
			d.read = append(d.read, f)
		}
	}
	slices.SortFunc(d.read, func(a, b found) int { return compare(a.path, b.path) })
	return d
}

// look looks at some paths, as they are written on disk.
func (o *owner) look(ctx context.Context, rels []string) {
	l := looker{ctx: ctx, vault: o.vault, folders: o.folders, links: o.links}
	if o.clashing() || o.scanErr != nil || o.vault.check() != nil {
		l.all = true // which of two names counts depends on both; or the vault is gone
	} else if err := l.look(rels); err != nil {
		if ctx.Err() != nil {
			return
		}
		l.all = true
	}
	if l.settings && !l.all {
		o.reloadSettings()
	}
	if l.all || !o.scanned {
		o.rescan(ctx)
		return
	}
	o.forgetSkips(rels)
	maps.Copy(o.skips, l.out.skips)
	o.reskipped()
	d := o.compare(l.out)
	d.gone = append(d.gone, o.vanished(&l)...)
	o.growFolders(&l)
	o.change(ctx, d)
	o.show(false)
}

// clashing tells whether two names on disk are one vault path.
func (o *owner) clashing() bool {
	for _, reason := range o.skips {
		if reason == SkipNameTaken {
			return true
		}
	}
	return false
}

// forgetSkips drops what was said of the paths and of what lies below them.
func (o *owner) forgetSkips(rels []string) {
	if len(o.skips) == 0 {
		return
	}
	maps.DeleteFunc(o.skips, func(skip, _ string) bool {
		return slices.ContainsFunc(rels, func(rel string) bool { return within(skip, rel) })
	})
}

// vanished lists the entries that a look found gone: named themselves, or below
// a folder that is gone or was listed without them.
func (o *owner) vanished(l *looker) []vaultpath.Path {
	var gone []vaultpath.Path
	dirs := make(map[vaultpath.Path]struct{})
	for _, p := range l.gone {
		if _, back := l.out.files[p]; !back && o.entries[p] != nil {
			gone = append(gone, p)
		}
		if _, folder := o.folders[p]; folder {
			dirs[p] = struct{}{}
		}
	}
	for _, p := range l.whole {
		if o.entries[p] != nil {
			gone = append(gone, p) // a folder took a file's place
		}
		dirs[p] = struct{}{}
	}
	if len(dirs) == 0 {
		return gone
	}
	for p := range o.entries {
		if _, still := l.out.files[p]; !still && below(p, dirs) {
			gone = append(gone, p)
		}
	}
	return gone
}

// below tells whether one of p's folders is among dirs.
func below(p vaultpath.Path, dirs map[vaultpath.Path]struct{}) bool {
	for dir := p.Dir(); dir != ""; dir = dir.Dir() {
		if _, ok := dirs[dir]; ok {
			return true
		}
	}
	return false
}

// growFolders takes in the folders a look found, and drops those it found gone.
func (o *owner) growFolders(l *looker) {
	dirs := make(map[vaultpath.Path]struct{}, len(l.gone)+len(l.whole))
	for _, list := range [][]vaultpath.Path{l.gone, l.whole} {
		for _, p := range list {
			if _, known := o.folders[p]; known {
				dirs[p] = struct{}{}
			}
		}
	}
	old := len(o.folders)
	changed := false
	if len(dirs) > 0 {
		maps.DeleteFunc(o.folders, func(p vaultpath.Path, _ string) bool {
			_, itself := dirs[p]
			_, still := l.out.folders[p]
			return (itself || below(p, dirs)) && !still
		})
		changed = len(o.folders) != old
	}
	for p, rel := range l.out.folders {
		if o.folders[p] != rel {
			o.folders[p], changed = rel, true
			o.vault.remember(p, rel)
		}
	}
	if changed {
		o.folderSet = nil
	}
}

// change reads what is to be read and brings graph and full text after it. It
// returns false when ctx ended before all was read; what was read is kept.
func (o *owner) change(ctx context.Context, d delta) bool {
	if len(o.entries) == 0 && len(d.read) > namesFirst {
		defer growFreely()()
		o.nameFirst(d.read)
	}
	entries, whole := o.readAll(ctx, d.read)
	var upserts []*graph.File
	for i, e := range entries {
		p := d.read[i].path
		if e == nil {
			if whole {
				d.gone = append(d.gone, p)
			}
			continue
		}
		if f := o.adopt(p, e); f != nil {
			upserts = append(upserts, f)
		}
	}
	o.advance(upserts, o.drop(d.gone))
	if len(d.read) > saveAfter {
		o.save() // so that a crash while the text follows costs no reading
	}
	return whole
}

// nameFirst shows the names of a vault that is new before it is read. Files
// that may turn out private are in the user's own view only.
func (o *owner) nameFirst(files []found) {
	stubs := make([]*graph.File, 0, len(files))
	for _, f := range files {
		stub := &graph.File{Path: f.path, Kind: graph.KindOf(f.path), Size: f.size, ModTime: f.mtime}
		stub.Private = o.privacy.covers(f.path) || stub.Kind == graph.KindNote && o.privacy.needsContent()
		stub.Excluded = o.settings.ignored.covers(f.path)
		stubs = append(stubs, stub)
	}
	o.graph = o.graph.Update(stubs, nil)
	o.publish()
}

// readAll reads files, several at a time, until all are read, ctx ends or
// indexing is paused. A nil entry is a file that is gone or was not read.
func (o *owner) readAll(ctx context.Context, files []found) ([]*entry, bool) {
	entries := make([]*entry, len(files))
	r := &reader{vault: o.vault, privacy: o.privacy, settings: o.settings, now: o.now}
	tell := len(files) > namesFirst
	var done atomic.Int64
	eachReading(len(files), func(in *folder, i int) bool {
		if ctx.Err() != nil || len(files) > urgentDocs && o.ix.paused.Load() {
			return false
		}
		f := files[i]
		entries[i] = r.entry(in, f, o.entries[f.path])
		if n := int(done.Add(1)); tell && n%progressEvery == 0 {
			o.phase(Reading, n, len(files), f.path)
		}
		return true
	})
	whole := int(done.Load()) == len(files)
	if tell && !whole {
		o.readSoFar, o.readTotal = int(done.Load()), len(files)
	}
	return entries, whole
}

// adopt makes e what is known of p and returns what the graph must take in, nil
// when the file is as it was.
func (o *owner) adopt(p vaultpath.Path, e *entry) *graph.File {
	old := o.entries[p]
	o.entries[p] = e
	o.limp(p, e.skip)
	var before *graph.File
	if old != nil {
		before = old.file
	}
	if contentDiffers(before, e.file) {
		o.untold[p] = struct{}{}
	} else if before.Size == e.file.Size && before.ModTime == e.file.ModTime {
		return nil
	}
	o.stale++
	return e.file
}

// drop forgets files and returns those that were known.
func (o *owner) drop(gone []vaultpath.Path) []vaultpath.Path {
	var removed []vaultpath.Path
	for _, p := range gone {
		if o.entries[p] == nil {
			if _, stub := o.graph.File(p); stub {
				removed = append(removed, p)
			}
			continue
		}
		delete(o.entries, p)
		o.limp(p, "")
		o.vault.names.Delete(p)
		o.untold[p] = struct{}{}
		o.stale++
		removed = append(removed, p)
	}
	return removed
}

// advance makes the next graph and has the full text follow.
func (o *owner) advance(upserts []*graph.File, removed []vaultpath.Path) {
	if len(upserts)+len(removed) == 0 {
		return
	}
	o.text.err = nil // something new: worth a try at once
	old := o.graph
	o.graph = old.Update(upserts, removed)
	o.unseen = true
	var texts []vaultpath.Path
	if 4*(len(upserts)+len(removed)) > len(o.entries) {
		if !o.scanned {
			o.publish() // links and tags first: whose texts are to follow takes a while to list
		}
		texts = o.allTexts(removed) // cheaper to ask each than to find out whom
	} else {
		texts = concerned(old, o.graph, upserts, removed)
	}
	o.text.enqueue(texts, true)
	if len(texts) > urgentDocs && o.unseen {
		o.publish() // the graph need not wait; else the flight's landing shows both
	}
}

// allTexts lists every path that has, or may still have, a document.
func (o *owner) allTexts(removed []vaultpath.Path) []vaultpath.Path {
	set := make(map[vaultpath.Path]struct{}, len(o.entries))
	for p, e := range o.entries {
		if e.file.Kind != graph.KindAttachment {
			set[p] = struct{}{}
		}
	}
	for p := range o.text.held {
		set[p] = struct{}{}
	}
	for _, p := range removed {
		set[p] = struct{}{}
	}
	return sortedPaths(set)
}

// concerned lists whose documents may have changed: the files themselves, and
// those that changed links give words to (anchors). Which file a link means
// may change too, when a file of its name comes or goes.
func concerned(old, now *graph.Graph, upserts []*graph.File, removed []vaultpath.Path) []vaultpath.Path {
	set := make(map[vaultpath.Path]struct{})
	targets := func(g *graph.Graph, p vaultpath.Path) {
		for _, e := range g.Outgoing(p) {
			if e.Resolved && anchored(e) {
				set[e.To] = struct{}{}
			}
		}
	}
	sources := func(g, other *graph.Graph, p vaultpath.Path) {
		for _, e := range g.Backlinks(p) {
			if anchored(e) {
				targets(other, e.From)
			}
		}
	}
	for _, f := range upserts {
		before, known := old.File(f.Path)
		if known && !contentDiffers(before, f) {
			continue // only its time
		}
		set[f.Path] = struct{}{}
		targets(old, f.Path)
		targets(now, f.Path)
		if !known {
			sources(now, old, f.Path)
		}
	}
	for _, p := range removed {
		set[p] = struct{}{}
		targets(old, p)
		sources(old, now, p)
	}
	return textual(set, old, now)
}

// textual sorts paths and leaves out those that have no document in either
// graph.
func textual(set map[vaultpath.Path]struct{}, graphs ...*graph.Graph) []vaultpath.Path {
	maps.DeleteFunc(set, func(p vaultpath.Path, _ struct{}) bool {
		return !slices.ContainsFunc(graphs, func(g *graph.Graph) bool {
			f, ok := g.File(p)
			return ok && f.Kind != graph.KindAttachment
		})
	})
	return sortedPaths(set)
}

func sortedPaths[V any](set map[vaultpath.Path]V) []vaultpath.Path {
	return slices.Sorted(maps.Keys(set))
}

// reloadSettings reads Obsidian's settings and applies what changed at once.
func (o *owner) reloadSettings() {
	next := loadSettings(o.vault)
	if next.equal(o.settings) {
		return
	}
	o.settings = next
	var upserts []*graph.File
	for p, e := range o.entries {
		if again := e.excludedAgain(next.ignored); again != e {
			o.entries[p] = again
			o.untold[p] = struct{}{}
			o.stale++
			upserts = append(upserts, again.file)
		}
	}
	o.advance(upserts, nil)
	o.publish()
}

// limp notes why a file that has an entry is not wholly indexed; "" when it is.
func (o *owner) limp(p vaultpath.Path, reason string) {
	if o.partial[p] == reason {
		return
	}
	o.reskipped()
	if reason == "" {
		delete(o.partial, p)
	} else {
		o.partial[p] = reason
	}
}

// reskipped notes that skips or partial changed.
func (o *owner) reskipped() { o.skipsChanged, o.denied = true, nil }

// deniedPaths are the files and folders that the system does not let us read,
// without files that were private when it last did.
func (o *owner) deniedPaths() map[vaultpath.Path]bool {
	if o.denied != nil {
		return o.denied
	}
	o.denied = make(map[vaultpath.Path]bool)
	for p, reason := range o.partial {
		if reason == SkipUnreadable && !o.entries[p].secret {
			o.denied[p] = true
		}
	}
	for rel, reason := range o.skips {
		if p, err := vaultpath.FromDisk(rel); err == nil && reason == SkipUnreadable {
			o.denied[p] = true
		}
	}
	return o.denied
}

// skipped lists what is not indexed, or not wholly. ok is false when that did
// not change since it was asked last.
func (o *owner) skipped() (all []Skip, ok bool) {
	if !o.skipsChanged {
		return nil, false
	}
	o.skipsChanged = false
	all = make([]Skip, 0, len(o.skips)+len(o.partial))
	for path, reason := range o.skips {
		all = append(all, Skip{path, reason})
	}
	for p, reason := range o.partial {
		all = append(all, Skip{string(p), reason})
	}
	slices.SortFunc(all, func(a, b Skip) int { return strings.Compare(a.Path, b.Path) })
	return all, true
}
