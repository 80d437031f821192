//go:build unix

package vaultindex

import (
	"io/fs"
	"syscall"
)

// openNonblock keeps opening a FIFO from waiting for a writer.
const openNonblock = syscall.O_NONBLOCK

// inode tells a file from another that took its name; 0 when unknown.
func inode(info fs.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Ino)
	}
	return 0
}
