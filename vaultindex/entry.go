package vaultindex

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"time"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
)

// racyWindow: a file read so soon after its last change may change again
// without its time telling, because file systems count time in steps (FAT:
// two seconds). It is read again when looked at next.
const racyWindow = 2 * time.Second

// headSize is how much of a note that is too large is read to learn whether it
// is private.
const headSize = 256 << 10

// bufferKept is how large a buffer may be to be read into again, in bytes.
const bufferKept = 1 << 20

// entry is what the index knows of one file. Entries never change; a new one
// takes the place of the old.
type entry struct {
	file     *graph.File
	disk     string // as written on disk, relative to the root
	identity uint64 // see identity()
	racy     bool
	skip     string // why the file is not indexed, or not wholly; "" when it is
	raw      bool   // its privacy cannot be told from what was parsed alone
	secret   bool   // it was private when it was last read, and cannot be read now
}

// same tells whether a file looks as it did when the entry was made.
func (e *entry) same(f found) bool {
	return e != nil && !e.racy && e.skip != SkipUnreadable && e.disk == f.disk && e.identity == f.identity &&
		e.file.Size == f.size && e.file.ModTime == f.mtime
}

// reader makes entries of files. It may be used by several goroutines.
type reader struct {
	vault    *vaultDir
	privacy  privacy
	settings Settings
	now      func() time.Time
}

// entry reads one file. in belongs to the caller's goroutine. old is what was
// known of the file, nil when nothing. It returns nil when the file is gone.
func (r *reader) entry(in *folder, f found, old *entry) *entry {
	e := &entry{disk: f.disk, identity: f.identity}
	if e.disk == string(f.path) {
		e.disk = string(f.path) // one copy of the name, not two
	}
	file := &graph.File{
		Path: f.path, Kind: graph.KindOf(f.path), Size: f.size, ModTime: f.mtime,
		Private: r.privacy.covers(f.path), Excluded: r.settings.ignored.covers(f.path),
	}
	e.file = file
	if file.Kind == graph.KindAttachment {
		return e
	}
	raw, facts, err := in.readAny(r.vault, f.disk, in.buf)
	if in.buf = nil; cap(raw) <= bufferKept {
		in.buf = raw[:0]
	}
	switch {
	case err == nil:
		r.parse(e, raw, facts, old)
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.Is(err, ErrTooLarge):
		e.skip = SkipTooLarge
		file.Private = file.Private || r.privateHead(f)
	default:
		e.skip = SkipUnreadable
		e.secret = old != nil && (old.secret || old.skip != SkipUnreadable && old.file.Private)
		// Unread, it may be anything: only the user's own view shows it.
		file.Private = file.Private || r.privacy.needsContent()
	}
	return e
}

// parse fills in what the content says.
func (r *reader) parse(e *entry, raw []byte, facts fileFacts, old *entry) {
	file := e.file
	file.Size, file.ModTime, e.identity = facts.size, facts.mtime, facts.identity
	e.racy = r.now().UnixNano()-max(facts.mtime, facts.changed) < int64(racyWindow)
	file.Hash = sha256.Sum256(raw)
	var parsed *note.Note
	if old != nil && old.file.Parsed() && old.file.Hash == file.Hash {
		file.Facts = old.file.Facts
		parsed = file.Note()
	} else {
		parsed = parseKind(file.Kind, raw)
		file.Facts = note.Pack(parsed)
	}
	file.Private = file.Private || r.privacy.matches(file.Path, raw, parsed)
	e.raw = needsRaw(file.Path, raw, parsed)
	switch {
	case len(raw) > fulltext.MaxBody:
		e.skip = SkipTextTruncated
	case !utf8.Valid(raw):
		e.skip = SkipNotUTF8
	}
}

func parseKind(k graph.Kind, raw []byte) *note.Note {
	switch k {
	case graph.KindCanvas:
		return note.ParseCanvas(raw)
	case graph.KindBase:
		return note.ParseBase(raw)
	}
	return note.Parse(raw)
}

// privateHead looks into the beginning of a note that is too large to parse.
func (r *reader) privateHead(f found) bool {
	head, err := r.vault.head(f.disk, headSize)
	if err != nil {
		return r.privacy.needsContent()
	}
	return r.privacy.matches(f.path, head, note.Parse(head))
}

// excludedAgain returns the entry under other settings; e itself when they
// make no difference.
func (e *entry) excludedAgain(x exclusion) *entry {
	excluded := x.covers(e.file.Path)
	if excluded == e.file.Excluded {
		return e
	}
	next, file := *e, *e.file
	file.Excluded = excluded
	next.file = &file
	return &next
}

// contentDiffers tells whether a reader of the vault would see a difference,
// times aside.
func contentDiffers(a, b *graph.File) bool {
	if a == nil || b == nil {
		return a != b
	}
	return a.Hash != b.Hash || a.Private != b.Private || a.Excluded != b.Excluded ||
		a.Parsed() != b.Parsed() || a.Kind == graph.KindAttachment && (a.Size != b.Size || a.ModTime != b.ModTime)
}
