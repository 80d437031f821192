package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

func renameNew(dirA *os.File, a string, dirB *os.File, b string) error {
	return supported(unix.RenameatxNp(int(dirA.Fd()), a, int(dirB.Fd()), b, unix.RENAME_EXCL))
}

func swap(dirA *os.File, a string, dirB *os.File, b string) error {
	return supported(unix.RenameatxNp(int(dirA.Fd()), a, int(dirB.Fd()), b, unix.RENAME_SWAP))
}

// supported words what file systems other than APFS say to these flags.
func supported(err error) error {
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOTSUP) {
		return errors.ErrUnsupported
	}
	return err
}
