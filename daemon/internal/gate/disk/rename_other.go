//go:build !linux && !darwin

package disk

import (
	"errors"
	"os"
)

func renameNew(*os.File, string, *os.File, string) error { return errors.ErrUnsupported }

func swap(*os.File, string, *os.File, string) error { return errors.ErrUnsupported }
