package cli

import (
	"errors"

	"golang.org/x/sys/windows"
)

// leftReader tells the error of writing to a pipe whose reader has gone.
func leftReader(err error) bool {
	return errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_NO_DATA)
}
