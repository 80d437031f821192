//go:build !unix

package vaultindex

import (
	"fmt"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// folder reads file by file: this system opens nothing relative to a folder.
type folder struct{ buf []byte }

func (*folder) close() {}

// look knows no mark, so no text is held.
func (*folder) look(*vaultDir, vaultpath.Path) (fileMark, bool) { return fileMark{}, false }

func (*folder) read(v *vaultDir, p vaultpath.Path, _ []byte) ([]byte, fileMark, error) {
	raw, links, err := v.readLinked(p)
	if err == nil && links > 1 {
		return nil, fileMark{}, fmt.Errorf("read %s: %w", p, ErrHardLink)
	}
	return raw, fileMark{}, err
}

func (*folder) readAny(v *vaultDir, rel string, _ []byte) ([]byte, fileFacts, error) {
	raw, info, err := v.readDisk(rel)
	if err != nil {
		return nil, fileFacts{}, err
	}
	return raw, factsOf(info), nil
}
