package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
)

// WriteNew makes a file that must not exist, with its bytes on disk when it
// returns; its name is durable after SyncDir. On failure nothing is left, as far
// as that can be had. With like set, extended attributes are taken from that file.
func WriteNew(d FS, name string, data []byte, perm fs.FileMode, like string) error {
	f, err := d.Create(name, perm)
	if err != nil {
		return err
	}
	if like != "" {
		f.CopyAttributes(like)
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", name, err), d.Remove(name))
	}
	return nil
}

// MoveNew moves a file of ours to a name that must be free: fs.ErrExist. Nobody else
// may know its old name, for that is removed unseen. Where the
// system cannot do that in one step, it goes over a second name, or reserves the
// new name with an empty file. A stop in between leaves the file under one of
// the names, or both; never under none.
//
// With an empty file a gap remains: what somebody writes into it between the last
// look and the rename is lost. That is so on FAT without the system's own rename
// to a free name, and nowhere else that is known.
func MoveNew(d FS, from, to string) error {
	err := d.RenameNew(from, to)
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	err = d.Link(from, to)
	if err == nil {
		if err = d.Remove(from); errors.Is(err, fs.ErrNotExist) { // somebody removed that name, not the file
			err = nil
		}
		return err
	}
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	f, err := d.Create(to, 0o600)
	if err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return errors.Join(err, d.Remove(to))
	}
	if now, err := d.Lstat(to); err == nil && now.Size() > 0 {
		return fs.ErrExist // somebody filled it, or put theirs there
	}
	if err = d.Rename(from, to); err != nil {
		return errors.Join(err, d.Remove(to))
	}
	return nil
}

// SyncDirs syncs the folders of the names, each once.
func SyncDirs(d FS, names ...string) error {
	done := map[string]bool{}
	for _, name := range names {
		dir := path.Dir(name)
		if name == "" || done[dir] {
			continue
		}
		done[dir] = true
		if err := d.SyncDir(dir); err != nil {
			return fmt.Errorf("sync the folder %s: %w", dir, err)
		}
	}
	return nil
}
