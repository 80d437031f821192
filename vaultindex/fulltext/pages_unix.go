//go:build unix

package fulltext

import "golang.org/x/sys/unix"

// forgetPages has the system take back the memory of a mapped file. Should it
// not, that is no loss but of memory.
func forgetPages(mapped []byte) {
	if len(mapped) > 0 {
		_ = unix.Madvise(mapped, unix.MADV_DONTNEED)
	}
}
