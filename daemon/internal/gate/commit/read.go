package commit

import (
	"errors"
	"io/fs"

	"github.com/ibid-notes/ibid/daemon/internal/gate/disk"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Read returns the bytes of a file as they are now; fs.ErrNotExist when none is
// there.
func (v *Vault) Read(p vaultpath.Path) ([]byte, error) {
	at, err := v.locate(p)
	if err != nil {
		return nil, err
	}
	if at.info == nil {
		return nil, &fs.PathError{Op: "read", Path: p.String(), Err: fs.ErrNotExist}
	}
	content, err := v.dir.Read(at.name, maxFile)
	if errors.Is(err, disk.ErrNotRegular) {
		return nil, plainFile(p, content.Info, 1)
	}
	return content.Data, err
}

// Folder tells whether the path is a folder.
func (v *Vault) Folder(p vaultpath.Path) bool {
	if p == vaultpath.Root {
		return true
	}
	at, err := v.locate(p)
	return err == nil && at.info != nil && at.info.IsDir()
}

// Check tells, without changing anything, whether the steps could be made now:
// the floor, the hashes, the names that must be free. Its error is a *tools.Error.
func (v *Vault) Check(steps []journal.Step) error {
	_, err := v.check(steps)
	return err
}

// Blob returns the bytes in the journal with this hash.
func (v *Vault) Blob(sum string) ([]byte, error) { return v.journal.Blob(sum) }
