package vaultindex

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// looker finds out what is at some paths now, without walking the vault.
type looker struct {
	ctx     context.Context // of one look; never outlives it
	vault   *vaultDir
	folders map[vaultpath.Path]string // known so far, to the name on disk
	links   map[string]string         // symlinks that are followed
	names   map[string][]string       // listings of folders where case folds

	out  *listing
	gone []vaultpath.Path // where nothing is any more, neither file nor folder
	// whole lists the folders that were listed wholly: what is known below
	// them and not in out is gone.
	whole []vaultpath.Path
	// all says that only a look at the whole vault can tell.
	all      bool
	roots    map[string]bool // as whole with the folders below, as written on disk
	climbed  int             // folders asked for whether they were listed, for the test that bounds it
	settings bool            // the vault's settings were named
}

// look looks at paths as they are written on disk, relative to the root.
func (l *looker) look(rels []string) error {
	l.out, l.names, l.roots = newListing(), make(map[string][]string), make(map[string]bool)
	for _, rel := range rels {
		if err := l.ctx.Err(); err != nil {
			return err
		}
		if err := l.one(rel); err != nil {
			return err
		}
		if l.all {
			return nil
		}
	}
	return nil
}

func (l *looker) one(rel string) error {
	if rel == "." || rel == "" {
		l.all = true
		return nil
	}
	if hiddenRel(rel) {
		l.settings = l.settings || configPath(rel)
		_, stub := evicted(rel) // a file left for the cloud, or came back
		l.all = l.all || stub && !hiddenRel(path.Dir(rel))
		return nil
	}
	if l.listed(path.Dir(rel)) {
		return nil
	}
	p, err := vaultpath.FromDisk(rel)
	if err != nil || !utf8.ValidString(rel) {
		l.all = true // such names are reported; only a scan keeps the list
		return nil
	}
	if !l.reachable(path.Dir(rel)) {
		if l.all {
			return nil
		}
		l.gone = append(l.gone, p)
		return nil
	}
	info, err := l.vault.root.Lstat(rel)
	if err != nil || !l.spelt(rel) {
		if err == nil || absent(err) {
			l.gone = append(l.gone, p)
			return nil
		}
		l.all = true
		return nil
	}
	return l.present(p, rel, info)
}

// listed tells whether a folder or one above it was listed wholly in this look:
// of many folders that are new inside each other, the outermost tells all.
func (l *looker) listed(rel string) bool {
	for ; rel != "."; rel = path.Dir(rel) {
		l.climbed++
		if l.roots[rel] {
			return true
		}
	}
	return false
}

func (l *looker) present(p vaultpath.Path, rel string, info fs.FileInfo) error {
	_, followed := l.links[rel]
	switch {
	case info.IsDir():
		below, err := scan(l.ctx, l.vault, rel)
		if err != nil {
			return err
		}
		l.all = l.all || below.sawLinks || followed // a folder took a link's place
		l.out.merge(below)
		l.roots[rel] = true
		for _, listed := range below.folders {
			l.roots[listed] = true
		}
		l.out.folders[p] = rel
		l.whole = append(l.whole, p)
	case info.Mode()&fs.ModeSymlink != 0:
		l.all = true
	case !info.Mode().IsRegular():
		l.out.skips[rel] = SkipNotRegular
		l.gone = append(l.gone, p)
	default:
		if _, wasFolder := l.folders[p]; wasFolder {
			l.gone = append(l.gone, p)
		}
		l.out.file(p, rel, info)
	}
	return nil
}

// reachable tells whether a folder belongs to the vault, and notes it and the
// folders above it. A folder below a symlink that is not followed does not.
func (l *looker) reachable(rel string) bool {
	if rel == "." {
		return true
	}
	p, err := vaultpath.FromDisk(rel)
	if err != nil {
		return false
	}
	if !l.reachable(path.Dir(rel)) {
		return false
	}
	info, err := l.vault.root.Lstat(rel)
	if err != nil {
		l.all = l.all || !absent(err) // not to be read now, which is not gone
		return false
	}
	if _, followed := l.links[rel]; !info.IsDir() && !followed {
		return false
	}
	if known, ok := l.folders[p]; !ok || known != rel {
		l.out.folders[p] = rel
	}
	return true
}

// spelt tells whether the last name of rel is the one that is on disk, where
// the file system takes other spellings for it too (macOS, Windows).
func (l *looker) spelt(rel string) bool {
	if !l.vault.folds {
		return true
	}
	dir := path.Dir(rel)
	names, ok := l.names[dir]
	if !ok {
		entries, err := l.vault.list(dir)
		if err != nil {
			return true
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		slices.Sort(names)
		l.names[dir] = names
	}
	_, found := slices.BinarySearch(names, path.Base(rel))
	return found
}

// locate is how a vault path that is not known yet is written on disk: it may
// be in another Unicode form there (4.13), or stand in a folder that is.
func (v *vaultDir) locate(p vaultpath.Path) string {
	if p == "" {
		return "."
	}
	rel := v.disk(p)
	if rel != string(p) {
		return rel
	}
	dir := v.locate(p.Dir())
	rel = path.Join(dir, p.Base())
	if _, err := v.root.Lstat(rel); err == nil || !mayDiffer(p.Base()) {
		return rel
	}
	entries, err := v.list(dir)
	if err != nil {
		return rel
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if q, err := vaultpath.FromDisk(name); err == nil && q == p {
			return name
		}
	}
	return rel
}

// mayDiffer tells whether a name has other spellings that are the same vault
// path: a space may be a no-break space, an accent a character of its own.
func mayDiffer(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool { return r == ' ' || r >= utf8.RuneSelf })
}

func (l *listing) merge(other *listing) {
	l.lists += other.lists
	l.names += other.names
	for p, f := range other.files {
		l.files[p] = f
	}
	for p, rel := range other.folders {
		l.folders[p] = rel
	}
	for rel, reason := range other.skips {
		l.skips[rel] = reason
	}
}

func hiddenRel(rel string) bool {
	return slices.ContainsFunc(strings.Split(rel, "/"), hiddenName)
}

func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
