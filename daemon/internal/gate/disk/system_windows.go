package disk

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// openFlags are none: a pipe has no name in a folder here.
const openFlags = 0

func linkCount(f *os.File, _ fs.FileInfo) uint64 {
	var d syscall.ByHandleFileInformation
	if err := syscall.GetFileInformationByHandle(syscall.Handle(f.Fd()), &d); err != nil {
		return 1 // some network drives do not say
	}
	return uint64(d.NumberOfLinks)
}

// syncDir does nothing: a folder has no buffers of its own here.
func syncDir(*os.File) error { return nil }

// errorInvalidFunction is what FAT says to a hard link.
const errorInvalidFunction = syscall.Errno(1)

func cannotLink(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, errorInvalidFunction)
}
