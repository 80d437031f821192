//go:build !windows

package cli

import (
	"errors"
	"syscall"
)

// leftReader tells the error of writing to a pipe whose reader has gone.
func leftReader(err error) bool { return errors.Is(err, syscall.EPIPE) }
