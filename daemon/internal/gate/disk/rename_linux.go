package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

func renameNew(dirA *os.File, a string, dirB *os.File, b string) error {
	return supported(unix.Renameat2(int(dirA.Fd()), a, int(dirB.Fd()), b, unix.RENAME_NOREPLACE))
}

func swap(dirA *os.File, a string, dirB *os.File, b string) error {
	return supported(unix.Renameat2(int(dirA.Fd()), a, int(dirB.Fd()), b, unix.RENAME_EXCHANGE))
}

// supported words what old kernels and some file systems say to these flags.
func supported(err error) error {
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.ENOTSUP) {
		return errors.ErrUnsupported
	}
	return err
}
