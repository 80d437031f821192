package vaultindex

import (
	"crypto/sha256"
	"io/fs"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/ibid-notes/ibid/vaultindex/graph"
)

// Reader reads many files of a View one after the other, as a search through
// all lines does: with the fewest system calls, into one buffer, and from
// memory what was read before and has not changed. It goes fastest when the
// files come by path. It is one goroutine's; Close ends it.
type Reader struct {
	view   *View
	folder folder
	buf    []byte
	pairs  []uint32 // of what is needed
}

// NewReader returns a Reader of the files this view shows.
func (v *View) NewReader() *Reader {
	v.snap.vault.texts.used()
	return &Reader{view: v}
}

// Need says that only texts are wanted that hold needed, A to Z taken as a to z:
// Read may then pass over a text that does not, and return nil without asking.
func (r *Reader) Need(needed string) { r.pairs = pairHashes(needed) }

// Close lets go of the folders the Reader has open.
func (r *Reader) Close() { r.folder.close() }

// Read returns the text of a file as it is now when wanted says so, nil when
// it does not; the text holds until the next Read and is not to be changed.
// wanted also learns whether the text is known to be valid UTF-8 without NUL.
// What the view may not show is an error, exactly as in View.ReadSole: wanted
// is asked before that is certain, so it only looks.
func (r *Reader) Read(f *graph.File, wanted func(raw []byte, valid bool) bool) ([]byte, error) {
	if !r.view.mayRead(f.Path, f) {
		return nil, missing(f.Path)
	}
	held, err := r.held(f)
	if notThere(err) {
		return nil, missing(f.Path) // in the same words
	}
	if err != nil || held.valid && !held.pairs.mayHold(r.pairs) || !wanted(held.raw, held.valid) {
		return nil, err
	}
	asIndexed := held.hash == f.Hash && held.hash != [sha256.Size]byte{}
	if !asIndexed && !r.view.mayShow(f.Path, f, held.raw) {
		return nil, missing(f.Path)
	}
	return held.raw, nil
}

// held is the text of a file, from memory where the file is the one that was
// read.
func (r *Reader) held(f *graph.File) (heldText, error) {
	vault := r.view.snap.vault
	if fault := vault.lost.Load(); fault != nil {
		return heldText{}, fault
	}
	if held := vault.texts.get(f.Path); held != nil {
		if held.hash == f.Hash && r.view.snap.current() {
			return *held, nil
		}
		if now, ok := r.folder.look(vault, f.Path); ok && now == held.mark {
			return *held, nil
		}
	}
	raw, mark, err := r.folder.read(vault, f.Path, r.buf)
	if err != nil {
		return heldText{}, err
	}
	r.buf = raw[:0]
	if f.Parsed() {
		vault.texts.put(f.Path, mark, raw)
	}
	return heldText{raw: raw}, nil
}

// fileMark tells a file from what it was and will be: while it is the same, so is
// what the file holds.
type fileMark struct {
	size    int64 // bytes
	changed int64 // content or anything else, unix nanoseconds
	written int64 // content, unix nanoseconds
	inode   uint64
	device  uint64
}

// fileFacts are what an entry keeps of the file it was read from.
type fileFacts struct {
	size     int64  // bytes
	mtime    int64  // content, unix nanoseconds
	changed  int64  // content or anything else, unix nanoseconds; 0 when the system does not tell
	identity uint64 // see identity()
}

func factsOf(info fs.FileInfo) fileFacts {
	return fileFacts{info.Size(), unixNano(info.ModTime()), changedAt(info), identity(info)}
}

// neighbours is how many files next to each other one goroutine reads before it
// goes on elsewhere.
const neighbours = 16

// eachReading calls do with every number below n until it returns false, on
// several processors. Each of them has a folder to read from, which neighbours
// mostly share.
func eachReading(n int, do func(in *folder, i int) bool) {
	var workers sync.WaitGroup
	var next atomic.Int64
	for range min(runtime.GOMAXPROCS(0), (n+neighbours-1)/neighbours) {
		workers.Go(func() {
			var in folder
			defer in.close()
			for from := int(next.Add(neighbours)) - neighbours; from < n; from = int(next.Add(neighbours)) - neighbours {
				for i := from; i < min(from+neighbours, n); i++ {
					if !do(&in, i) {
						return
					}
				}
			}
		})
	}
	workers.Wait()
}
