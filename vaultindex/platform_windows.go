package vaultindex

import (
	"io/fs"
	"os"
	"syscall"
)

// openNonblock has no meaning here: a pipe has no name in a folder.
const openNonblock = 0

// identity is not told by a folder's listing here.
func identity(fs.FileInfo) uint64 { return 0 }

// changedAt is not told here.
func changedAt(fs.FileInfo) int64 { return 0 }

// Attributes of files whose content is fetched from a cloud when it is read.
const (
	attributeOffline            = 0x1000
	attributeRecallOnOpen       = 0x40000
	attributeRecallOnDataAccess = 0x400000
)

// placeholder tells whether reading the file would fetch it from a cloud.
func placeholder(info fs.FileInfo) bool {
	d, ok := info.Sys().(*syscall.Win32FileAttributeData)
	return ok && d.FileAttributes&(attributeOffline|attributeRecallOnOpen|attributeRecallOnDataAccess) != 0
}

// folderIdentity is not told here.
func folderIdentity(fs.FileInfo) uint64 { return 0 }

// linkCount is how many names a file has.
func linkCount(f *os.File, _ fs.FileInfo) uint64 {
	var d syscall.ByHandleFileInformation
	if err := syscall.GetFileInformationByHandle(syscall.Handle(f.Fd()), &d); err != nil {
		return 1 // some network drives do not say
	}
	return uint64(d.NumberOfLinks)
}
