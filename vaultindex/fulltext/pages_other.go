//go:build !unix

package fulltext

// forgetPages does nothing where it is not known how.
func forgetPages([]byte) {}
