package vaultindex

import (
	"bytes"
	"crypto/sha256"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

const (
	// maxTexts bounds the texts of notes that are held in memory, in bytes. A
	// vault of more text has as much of it held, and the rest is read. What is
	// kept beside a text (pairSet) takes an eighth to a quarter of it.
	maxTexts = 64 << 20
	// textsKept is how long texts are held after they were last asked for.
	textsKept = 5 * time.Minute
	// settling is how long after a change a file may change again without its
	// mark telling: clocks of file systems tick as slowly as this.
	settling = 2 * time.Second
)

// heldText is what a file held when its mark was taken.
type heldText struct {
	mark  fileMark
	raw   []byte
	hash  [sha256.Size]byte // of raw
	valid bool              // raw is UTF-8 without NUL
	pairs pairSet           // of raw; nil when it was not made
}

// textCache holds the texts of notes between searches through all lines, so
// that the next one has to look at each file but not to read it. Nothing is
// held before the first such search, nor long after the last. It may be used by
// several goroutines.
type textCache struct {
	mu    sync.RWMutex
	texts map[vaultpath.Path]*heldText // what is held of a text never changes
	bytes int                          // of all texts
	idle  *time.Timer
	now   func() time.Time // nil means the system's
}

// get is what is held of the path, nil when nothing.
func (c *textCache) get(p vaultpath.Path) *heldText {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.texts[p]
}

// put forgets what was held of the path, and holds a copy of the text while
// there is room and a later change would show in the mark. The zero mark, of a
// system that tells too little, shows none.
func (c *textCache) put(p vaultpath.Path, m fileMark, raw []byte) {
	if c.pointless(p, len(raw)) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.texts[p]; ok {
		c.bytes -= len(old.raw)
		delete(c.texts, p)
	}
	if m == (fileMark{}) || !c.settled(m) || c.bytes+len(raw) > maxTexts {
		return
	}
	if c.texts == nil {
		c.texts = make(map[vaultpath.Path]*heldText)
	}
	c.texts[p] = &heldText{m, bytes.Clone(raw), sha256.Sum256(raw), utf8.Valid(raw) && bytes.IndexByte(raw, 0) < 0, pairsOf(raw)}
	c.bytes += len(raw)
}

// pointless tells whether put would neither forget nor hold anything, as is the
// case with most files of a large vault: then nobody waits for anybody.
func (c *textCache) pointless(p vaultpath.Path, size int) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.texts[p] == nil && c.bytes+size > maxTexts
}

func (c *textCache) settled(m fileMark) bool {
	now := time.Now
	if c.now != nil {
		now = c.now
	}
	return now().UnixNano()-max(m.changed, m.written) > int64(settling)
}

// used says that a search begins: what is held stays for a while longer.
func (c *textCache) used() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.idle == nil {
		c.idle = time.AfterFunc(textsKept, c.drop)
		return
	}
	c.idle.Reset(textsKept)
}

// drop forgets all texts.
func (c *textCache) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.texts, c.bytes = nil, 0
}

// close forgets all texts and holds no more.
func (c *textCache) close() {
	c.drop()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.idle != nil {
		c.idle.Stop()
	}
}
