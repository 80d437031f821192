package tools

import (
	"sync"
	"time"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Receipt says that lines of a file were shown to the model (contracts 2.3).
type Receipt struct {
	Tool      string // that showed them
	Path      vaultpath.Path
	SHA256    string // of the raw bytes of the file then, in hex
	StartLine int    // first line shown, from 1
	EndLine   int    // last line shown; below StartLine when the file is empty
	Total     int    // lines of the file
	Evidence  string // id of the result that holds the lines
	At        time.Time
}

// Whole tells whether the receipt covers every line of the file.
func (r Receipt) Whole() bool { return r.StartLine <= 1 && r.EndLine >= r.Total }

// sameText tells whether two receipts are of the same lines of the same bytes,
// shown the same way.
func (r Receipt) sameText(o Receipt) bool {
	return r.Tool == o.Tool && r.SHA256 == o.SHA256 && r.StartLine == o.StartLine && r.EndLine == o.EndLine
}

// ReadCache remembers the reads of one session. It is safe for use by several
// calls at once.
type ReadCache interface {
	// Record keeps the receipt. Receipts of other bytes of the same file are
	// out of date and dropped.
	Record(Receipt)
	// Seen returns the earlier receipt for the same tool, path, hash and lines,
	// if its text is still in the model's context.
	Seen(Receipt) (Receipt, bool)
	// Receipts lists what was read of the file, oldest first. The caller owns
	// the slice.
	Receipts(vaultpath.Path) []Receipt
	// Forget says that these results left the model's context: their text must
	// be given again when asked for (X10). The receipts stay, as state (2.3
	// rule 7).
	Forget(evidence ...string)
}

// Reads is a ReadCache in memory.
type Reads struct {
	mu     sync.Mutex
	byPath map[vaultpath.Path][]Receipt
	gone   map[string]bool // evidence that left the context
}

// NewReads returns an empty cache for one session.
func NewReads() *Reads {
	return &Reads{byPath: map[vaultpath.Path][]Receipt{}, gone: map[string]bool{}}
}

// Record keeps the receipt.
func (c *Reads) Record(r Receipt) {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := c.byPath[r.Path][:0:0]
	for _, old := range c.byPath[r.Path] {
		if old.SHA256 == r.SHA256 && !old.sameText(r) {
			kept = append(kept, old)
		}
	}
	c.byPath[r.Path] = append(kept, r)
}

// Seen returns the earlier receipt for the same text.
func (c *Reads) Seen(r Receipt) (Receipt, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, old := range c.byPath[r.Path] {
		if old.sameText(r) && !c.gone[old.Evidence] {
			return old, true
		}
	}
	return Receipt{}, false
}

// Receipts lists what was read of the file.
func (c *Reads) Receipts(p vaultpath.Path) []Receipt {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]Receipt(nil), c.byPath[p]...)
}

// Forget says that these results left the model's context.
func (c *Reads) Forget(evidence ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range evidence {
		c.gone[id] = true
	}
}
