//go:build !unix || darwin || ios || android

package trash

import "errors"

func systemDir() (string, error) {
	return "", errors.New("this system's trash is open to its own libraries only")
}
