package vaultindex

import (
	"io/fs"
	"syscall"
)

// flagDataless is SF_DATALESS: the content lies in iCloud, not here.
const flagDataless = 0x40000000

// placeholder tells whether reading the file would fetch it from a cloud.
func placeholder(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && st.Flags&flagDataless != 0
}

// changeTime is st_ctime in nanoseconds.
func changeTime(st *syscall.Stat_t) int64 { return st.Ctimespec.Nano() }
