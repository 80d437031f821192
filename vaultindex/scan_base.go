package vaultindex

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"sync/atomic"
)

// stride is how many levels below a base a folder may lie before it is one
// itself: the longest path there may be, of 4 KB, needs 128 of them.
const stride = 16

// base is a folder that is held open while what lies below it is listed. A path
// is opened name by name, so a chain of folders, each opened from the vault's
// root, would cost the square of its length.
type base struct {
	root  *os.Root
	rel   string // relative to the vault's root; "." is the root itself
	users atomic.Int32
}

// to is a path below the base, relative to it.
func (b *base) to(rel string) string {
	switch {
	case b.rel == ".":
		return rel
	case rel == b.rel:
		return "."
	}
	return strings.TrimPrefix(rel, b.rel+"/")
}

// open makes a base of a folder; nil when it cannot be opened any more, or too
// many files are open. The caller releases it.
func (b *base) open(rel string) *base {
	root, err := b.root.OpenRoot(b.to(rel))
	if err != nil {
		return nil
	}
	next := &base{root: root, rel: rel}
	next.users.Store(1)
	return next
}

// release lets go of a base, and closes it after its last user. The vault's own
// root is nobody's to close.
func (b *base) release() {
	if b.users.Add(-1) == 0 && b.rel != "." {
		_ = b.root.Close() // it was only read
	}
}

// shut tells whether the folder that rel lies in may not be entered: then not
// even what rel is can be asked.
func (b *base) shut(rel string) bool {
	_, err := b.root.Lstat(b.to(rel))
	return errors.Is(err, fs.ErrPermission)
}
