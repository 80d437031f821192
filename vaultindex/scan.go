package vaultindex

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// listers is how many folders are listed at the same time. More than two or
// so gain nothing on a local disk; on a network drive the waits overlap.
const listers = 4

// found is a file as a listing showed it.
type found struct {
	path        vaultpath.Path
	disk        string // relative to the root, with slashes, as written on disk
	size, mtime int64  // bytes, unix nanoseconds
	identity    uint64
	placeholder bool
}

// listing is what lies below one or more folders of the vault.
type listing struct {
	files   map[vaultpath.Path]found
	folders map[vaultpath.Path]string // to the name on disk; without the root
	skips   map[string]string         // path as written, made UTF-8, to reason
	links   map[string]string         // followed symlinks to where they lead, both relative
	// sawLinks: what a symlink means depends on all others, so a listing of
	// one folder that met any is not enough.
	sawLinks bool
	lists    int // folders listed, for the tests that bound it
	names    int // names gone through to open them
}

func newListing() *listing {
	return &listing{
		files: make(map[vaultpath.Path]found), folders: make(map[vaultpath.Path]string),
		skips: make(map[string]string), links: make(map[string]string),
	}
}

// scanner walks folders, several at a time.
type scanner struct {
	ctx   context.Context // of one scan; never outlives it
	vault *vaultDir
	group errgroup.Group

	mu    sync.Mutex // guards what follows
	out   *listing
	links []string // symlinks met, to be looked at when all real folders are known
	fault error    // why the root could not be listed or entered
}

// scan lists the whole vault (rel ".") or one folder of it, without hidden
// files (F5). Only a root that cannot be listed, or a cancelled ctx, is an
// error: an empty answer must never be mistaken for an empty vault.
func scan(ctx context.Context, v *vaultDir, rel string) (*listing, error) {
	s := &scanner{ctx: ctx, vault: v, out: newListing()}
	s.group.SetLimit(listers)
	top := &base{root: v.root.current.Load(), rel: "."}
	s.folder(top, rel, 0)
	_ = s.group.Wait() // goroutines of folder return no errors
	for len(s.links) > 0 {
		links := s.links
		s.links, s.out.sawLinks = nil, true
		slices.Sort(links)
		for _, link := range links {
			s.link(top, link)
			_ = s.group.Wait() // one by one: each must know where the others lead
		}
	}
	if s.fault != nil {
		return nil, s.fault
	}
	return s.out, ctx.Err()
}

// folder lists one folder, which is opened from a base so many levels above it,
// and the folders below it.
func (s *scanner) folder(from *base, rel string, above int) {
	if s.ctx.Err() != nil {
		return
	}
	entries, err := listIn(from.root, from.to(rel))
	if err != nil {
		s.unlisted(from, rel, err)
		return
	}
	var below []string
	s.mu.Lock()
	s.out.lists++
	s.out.names += 1 + strings.Count(from.to(rel), "/")
	for _, e := range entries {
		child := path.Join(rel, e.Name())
		if s.entry(child, e) {
			below = append(below, child)
		}
	}
	s.mu.Unlock()
	if len(below) > 0 && above >= stride {
		if next := from.open(rel); next != nil {
			defer next.release()
			from, above = next, 0
		}
	}
	for _, child := range below {
		from.users.Add(1)
		list := func() {
			defer from.release()
			s.folder(from, child, above+1)
		}
		if !s.group.TryGo(func() error { list(); return nil }) {
			list() // all listers are busy: do it here
		}
	}
}

func (s *scanner) unlisted(from *base, rel string, err error) {
	closed := path.Dir(rel) == "." && errors.Is(err, fs.ErrPermission) && from.shut(rel)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case rel == ".", closed: // of a root that may not be entered only names are seen
		s.fault = err
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR):
		// Gone while we walked: the next look tells.
	case errors.Is(err, syscall.ENAMETOOLONG):
		s.out.skips[path.Dir(rel)] = SkipPathTooLong
	default:
		s.out.skips[rel] = SkipUnreadable
	}
}

// entry notes one entry of a listing; mu is held. It tells whether it is a
// folder to go into.
func (s *scanner) entry(rel string, e fs.DirEntry) bool {
	if hiddenName(e.Name()) {
		if real, ok := evicted(rel); ok {
			s.out.skips[real] = SkipCloudPlaceholder
		}
		return false
	}
	p, err := vaultpath.FromDisk(rel)
	if err != nil || !utf8.ValidString(rel) {
		s.out.skips[strings.ToValidUTF8(rel, "\uFFFD")] = SkipNameInvalid
		return false
	}
	switch {
	case e.IsDir():
		s.out.folders[p] = rel
		return true
	case e.Type()&fs.ModeSymlink != 0:
		s.links = append(s.links, rel)
	case !e.Type().IsRegular():
		s.out.skips[rel] = SkipNotRegular
	default:
		switch info, err := e.Info(); {
		case err == nil:
			s.out.file(p, rel, info)
		case errors.Is(err, syscall.ENAMETOOLONG):
			s.out.skips[path.Dir(rel)] = SkipPathTooLong
		case path.Dir(rel) == "." && errors.Is(err, fs.ErrPermission):
			s.fault = err // the vault may be listed but not entered: nothing is known to be gone
		case !absent(err): // else gone while we walked
			s.out.skips[rel] = SkipUnreadable
		}
	}
	return false
}

// file notes a file. Of two names that are one vault path (NFC and NFD side by
// side) the one that is spelt as the vault path counts, else the lesser.
func (l *listing) file(p vaultpath.Path, rel string, info fs.FileInfo) {
	f := found{
		path: p, disk: rel, size: info.Size(), mtime: unixNano(info.ModTime()),
		identity: identity(info), placeholder: placeholder(info),
	}
	other, taken := l.files[p]
	if !taken || other.disk == rel { // a look may meet a file twice: named, and in its folder
		l.files[p] = f
		return
	}
	if rel == string(p) || other.disk != string(p) && rel < other.disk {
		l.files[p], rel = f, other.disk
	}
	l.skips[rel] = SkipNameTaken
}

// hiddenName tells whether Obsidian does not see a name (F5).
func hiddenName(name string) bool { return strings.HasPrefix(name, ".") }

// evicted tells whether a hidden file is iCloud's mark for one that is not on
// this disk (`.name.icloud`), and which one that is.
func evicted(rel string) (string, bool) {
	dir, base := path.Split(rel)
	name, ok := strings.CutSuffix(strings.TrimPrefix(base, "."), ".icloud")
	return strings.ToValidUTF8(dir+name, "\uFFFD"), ok && name != ""
}

// link deals with a symlink (F7): to a folder it is followed, unless it leads
// out of the vault, back into it, or where another link leads. Links lead
// inside only to hidden folders, then.
func (s *scanner) link(top *base, rel string) {
	target, reason := s.target(rel)
	if reason == "" {
		for _, other := range s.out.links {
			if within(target, other) || within(other, target) {
				reason = SkipSymlinkLoop
			}
		}
	}
	if reason != "" {
		s.out.skips[rel] = reason
		return
	}
	p, err := vaultpath.FromDisk(rel)
	if err != nil {
		s.out.skips[rel] = SkipNameInvalid
		return
	}
	s.out.links[rel], s.out.folders[p] = target, rel
	s.folder(top, rel, 0)
}

// target is where a symlink to a folder leads, relative to the root, or why it
// is not followed.
func (s *scanner) target(rel string) (target, reason string) {
	real, err := filepath.EvalSymlinks(filepath.Join(s.vault.dir, filepath.FromSlash(rel)))
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
			return "", SkipSymlinkFile
		}
		return "", SkipSymlinkLoop // too many links: the system says so in many ways
	}
	info, err := os.Stat(real)
	if err != nil || !info.IsDir() {
		return "", SkipSymlinkFile
	}
	target, err = filepath.Rel(s.vault.dir, real)
	if target = filepath.ToSlash(target); err != nil || target == ".." || strings.HasPrefix(target, "../") {
		return "", SkipSymlinkOutside
	}
	if !slices.ContainsFunc(strings.Split(target, "/"), hiddenName) || target == "." {
		return "", SkipSymlinkLoop
	}
	if _, err := s.vault.root.Stat(rel); err != nil {
		return "", SkipSymlinkOutside // an absolute link, which os.Root never follows
	}
	return target, ""
}

// within tells whether rel is dir or lies below it.
func within(rel, dir string) bool {
	return dir == "." || rel == dir || strings.HasPrefix(rel, dir+"/")
}
