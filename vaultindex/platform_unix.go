//go:build unix

package vaultindex

import (
	"io/fs"
	"os"
	"syscall"
)

// openNonblock keeps opening a FIFO from waiting for a writer.
const openNonblock = syscall.O_NONBLOCK

// identity tells a file from another that took its name or its place: the
// inode, mixed with the time of the last change of any kind, which no program
// can set back. 0 when the system tells neither.
func identity(info fs.FileInfo) uint64 {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0
	}
	return identityOf(uint64(st.Ino), changeTime(st)) //nolint:unconvert // its type differs between systems
}

func identityOf(inode uint64, changed int64) uint64 {
	return inode ^ uint64(changed)*0x9e3779b97f4a7c15
}

// changedAt is when the file last changed in any way, unix nanoseconds; 0 when
// the system does not tell.
func changedAt(info fs.FileInfo) int64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return changeTime(st)
	}
	return 0
}

// folderIdentity is a folder's inode and device: another folder at the same
// path has another.
func folderIdentity(info fs.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Ino) ^ uint64(st.Dev)*0x9e3779b97f4a7c15 //nolint:unconvert // their types differ between systems
	}
	return 0
}

// linkCount is how many names a file has.
func linkCount(_ *os.File, info fs.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Nlink) //nolint:unconvert // its type differs between systems
	}
	return 1
}
