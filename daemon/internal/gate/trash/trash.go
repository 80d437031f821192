// Package trash says where a vault's deleted files go, and brings them to the
// system's trash where a program can do so by itself: on Linux and the BSDs, as
// freedesktop.org's trash specification says. On macOS and Windows only the
// system's own libraries can; there the vault's `.trash` takes them.
package trash

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/gate/commit"
	"github.com/ibid-notes/ibid/daemon/internal/gate/disk"
)

// Trash is the commit.Trasher of one vault.
type Trash struct {
	root  string // the vault's folder, absolute
	vault disk.FS
	now   func() time.Time
}

// New returns the trash of the vault in the folder root, which vault reads.
func New(root string, vault disk.FS, now func() time.Time) *Trash { return &Trash{root, vault, now} }

// maxSettings bounds Obsidian's app.json, in bytes.
const maxSettings = 1 << 20

// Place reads the vault's setting (F8, F10). The system's trash is Obsidian's
// default, and what settings that cannot be read stand for.
func (t *Trash) Place() commit.Place {
	var app struct {
		TrashOption string `json:"trashOption"`
	}
	content, err := t.vault.Read(".obsidian/app.json", maxSettings)
	if err != nil || json.Unmarshal(content.Data, &app) != nil {
		return commit.SystemTrash
	}
	switch place := commit.Place(app.TrashOption); place {
	case commit.LocalTrash, commit.NoTrash:
		return place
	}
	return commit.SystemTrash
}

// maxNames bounds how many files of one name the trash may hold.
const maxNames = 10_000

// System puts a file into the user's trash.
func (t *Trash) System(name string, data []byte) (string, error) {
	dir, err := systemDir()
	if err != nil {
		return "", err
	}
	d, err := disk.OpenState(dir)
	if err != nil {
		return "", err
	}
	defer func() { _ = d.Close() }() // nothing is written by closing
	for _, sub := range []string{"files", "info"} {
		if err := d.Mkdir(sub, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return "", err
		}
	}
	for n := 1; n < maxNames; n++ {
		err := t.put(d, numbered(path.Base(name), n), name, data)
		if !errors.Is(err, fs.ErrExist) {
			return dir, err
		}
	}
	return "", fmt.Errorf("the trash has too many files named %s", path.Base(name))
}

// put writes the note about a file first, which claims the name, and then the
// file.
func (t *Trash) put(d disk.FS, as, name string, data []byte) error {
	info := "info/" + as + ".trashinfo"
	if err := disk.WriteNew(d, info, t.info(name), 0o600, ""); err != nil {
		return err
	}
	if err := disk.WriteNew(d, "files/"+as, data, 0o600, ""); err != nil {
		return errors.Join(err, d.Remove(info))
	}
	return disk.SyncDirs(d, "files/"+as, info)
}

func (t *Trash) info(name string) []byte {
	from := (&url.URL{Path: filepath.Join(t.root, filepath.FromSlash(name))}).EscapedPath()
	return fmt.Appendf(nil, "[Trash Info]\nPath=%s\nDeletionDate=%s\n", from, t.now().Local().Format("2006-01-02T15:04:05"))
}

func numbered(base string, n int) string {
	if n == 1 {
		return base
	}
	ext := path.Ext(base)
	return fmt.Sprintf("%s %d%s", strings.TrimSuffix(base, ext), n, ext)
}

// homeTrash is the user's trash as freedesktop.org names it.
func homeTrash() (string, error) {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "Trash"), nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share", "Trash"), err
}
