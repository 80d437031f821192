package vaultindex

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// manifestMagic names the format; a new number makes every older manifest one
// that is not understood, and so rebuilt. Raise it when the format changes, or
// when the parser means something else by the same note.
const manifestMagic = "ibid manifest 7\n"

const manifestFile = "manifest"

// manifest is what the index knows, saved: the parsed notes, and what the full
// text holds. Together with the ledger of the same generation it is right after
// a crash at any moment.
type manifest struct {
	generation uint64 // names the ledger that continues this manifest
	textDir    uint64 // names the full text this manifest speaks of
	vault      string // whose notes these are
	root       uint64 // the folder they were read from; see vaultDir.identity
	privacy    uint64 // fingerprint of the rules Private was worked out with
	reconciled bool   // the full text held exactly what it should when this was saved
	entries    map[vaultpath.Path]*entry
	folders    map[vaultpath.Path]string
	links      map[string]string
	skips      map[string]string
	held       map[vaultpath.Path]stamp

	graph *graph.Graph // of the entries; only in one that is to be saved

	// Only in one that was loaded:
	order   []vaultpath.Path // of entries, as they were saved: sorted
	targets linkTargets      // by order
}

// loadManifest reads the saved manifest. It returns fs.ErrNotExist when there
// is none and errCorrupt when it is damaged, of another version or of another
// vault.
func loadManifest(dir, vault string) (*manifest, error) {
	f, size, err := openState(filepath.Join(dir, manifestFile), maxManifest)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d, err := newDecoder(f, size, manifestMagic)
	if err != nil {
		return nil, err
	}
	m := d.manifest()
	if err := d.finish(); err != nil {
		return nil, err
	}
	if m.vault != vault {
		return nil, fmt.Errorf("%w: it is of another vault", errCorrupt)
	}
	return m, nil
}

// save writes the manifest so that at any moment either the old or the new one
// is there whole.
func (m *manifest) save(dir string) error {
	write := func(w io.Writer) error {
		e := newEncoder(w, manifestMagic)
		e.manifest(m)
		return e.finish()
	}
	if err := writeWhole(filepath.Join(dir, manifestFile), write); err != nil {
		return fmt.Errorf("save the index: %w", err)
	}
	return nil
}

// writeWhole replaces a file: temporary name, sync, rename.
func writeWhole(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.tmp")
	if err != nil {
		return err
	}
	err = write(f)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = makeWay(name)
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

func (e *encoder) manifest(m *manifest) {
	e.uint(m.generation)
	e.uint(m.textDir)
	e.string(m.vault)
	e.uint(m.root)
	e.uint(m.privacy)
	e.bool(m.reconciled)
	e.len(len(m.entries))
	paths := sortedPaths(m.entries)
	next, stop := targetsFor(m.graph, paths)
	defer stop()
	var packed []byte
	for _, p := range paths {
		t := m.entries[p]
		e.entry(t)
		e.uint(uint64(m.held[p]))
		packed = packed[:0]
		if f, places, ok := next(); ok && f.Facts == t.file.Facts {
			packed = packTargets(packed, places)
		}
		e.len(len(packed))
		e.bytes(packed)
	}
	e.heldAlone(m)
	e.len(len(m.folders))
	for _, p := range slices.Sorted(maps.Keys(m.folders)) {
		e.path(string(p))
		e.string(m.folders[p])
	}
	e.pairs(m.links)
	e.pairs(m.skips)
}

// heldAlone writes what the full text holds of files that are gone.
func (e *encoder) heldAlone(m *manifest) {
	var alone []vaultpath.Path
	for p := range m.held {
		if m.entries[p] == nil {
			alone = append(alone, p)
		}
	}
	e.len(len(alone))
	for _, p := range alone {
		e.path(string(p))
		e.uint(uint64(m.held[p]))
	}
}

func (e *encoder) pairs(m map[string]string) {
	e.len(len(m))
	for k, v := range m {
		e.string(k)
		e.string(v)
	}
}

func (e *encoder) entry(t *entry) {
	f := t.file
	renamed := t.disk != string(f.Path)
	flags := uint64(f.Kind) << 8
	for i, set := range [...]bool{t.racy, f.Private, f.Excluded, f.Parsed(), t.raw, t.secret, renamed} {
		if set {
			flags |= 1 << i
		}
	}
	e.uint(flags)
	e.path(string(f.Path))
	if renamed {
		e.string(t.disk)
	}
	e.string(t.skip)
	e.uint(t.identity)
	e.int(f.Size)
	e.int(f.ModTime)
	e.bytes(f.Hash[:])
	if f.Parsed() {
		e.string(f.Facts.Data())
	}
}

func (d *decoder) manifest() *manifest {
	m := &manifest{
		generation: d.uint(), textDir: d.uint(), vault: d.string(), root: d.uint(), privacy: d.uint(), reconciled: d.bool(),
	}
	n := d.len()
	m.entries, m.held = make(map[vaultpath.Path]*entry, room(n)), make(map[vaultpath.Path]stamp, room(n))
	m.order = make([]vaultpath.Path, 0, room(n))
	for range n {
		if d.err != nil {
			return m
		}
		e := d.entry()
		m.entries[e.file.Path] = e
		m.order = append(m.order, e.file.Path)
		if held := stamp(d.uint()); held != stampNone {
			m.held[e.file.Path] = held
		}
		m.targets.add(d.take(d.len()))
	}
	for range d.len() {
		p := d.vaultPath()
		m.held[p] = stamp(d.uint())
	}
	n = d.len()
	m.folders = make(map[vaultpath.Path]string, room(n))
	for range n {
		p := d.vaultPath()
		m.folders[p] = d.string()
	}
	m.links, m.skips = d.pairs(), d.pairs()
	return m
}

func (d *decoder) pairs() map[string]string {
	n := d.len()
	m := make(map[string]string, room(n))
	for range n {
		k := d.string()
		m[k] = d.string()
	}
	return m
}

// vaultPath takes back what was a vault path when it was saved; the checksum vouches
// for it.
func (d *decoder) vaultPath() vaultpath.Path { return vaultpath.Path(d.path()) }

func (d *decoder) entry() *entry {
	flags := d.uint()
	f := &graph.File{Path: d.vaultPath(), Kind: graph.Kind(flags >> 8)}
	t := &entry{file: f, disk: string(f.Path)}
	t.racy, f.Private, f.Excluded = flags&1 != 0, flags&2 != 0, flags&4 != 0
	t.raw, t.secret = flags&16 != 0, flags&32 != 0
	if flags&64 != 0 {
		t.disk = d.string()
	}
	t.skip, t.identity = d.string(), d.uint()
	f.Size, f.ModTime = d.int(), d.int()
	copy(f.Hash[:], d.take(len(f.Hash)))
	if flags&8 != 0 {
		f.Facts = note.FromData(d.string())
	}
	return t
}

// noManifest tells whether there simply is none yet.
func noManifest(err error) bool { return errors.Is(err, fs.ErrNotExist) }
