//go:build linux || darwin

package disk

import (
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// Bounds of the extended attributes that are copied, in bytes: a file's whole
// list of names, and one value.
const (
	maxAttributeNames = 64 << 10
	maxAttributeValue = 64 << 10
)

// copyAttributes copies tags, comments and the like. What the system keeps for
// itself it refuses to copy.
func copyAttributes(to, from *os.File) {
	names := make([]byte, maxAttributeNames)
	n, err := unix.Flistxattr(int(from.Fd()), names)
	if err != nil || n == 0 {
		return
	}
	value := make([]byte, maxAttributeValue)
	for name := range strings.SplitSeq(strings.TrimRight(string(names[:n]), "\x00"), "\x00") {
		if n, err := unix.Fgetxattr(int(from.Fd()), name, value); err == nil {
			_ = unix.Fsetxattr(int(to.Fd()), name, value[:n], 0) // see above
		}
	}
}
