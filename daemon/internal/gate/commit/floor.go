package commit

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"strings"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// lexical refuses, without a look at the disk, what may never be written
// (contracts 2.1.2). Names of ours must be possible on every system a vault is
// synced to; one that a person gave has only to be possible here.
func lexical(p vaultpath.Path, ours bool) error {
	clean, err := vaultpath.Parse(p.String())
	switch {
	case err != nil:
		return denied(p, "%v", err)
	case clean != p || p == vaultpath.Root:
		return denied(p, "%q is no clean path of a file in the vault; write it relative to the vault's root", p)
	case p.Hidden():
		return denied(p, "%q has a part that starts with a dot, and such files are never written; choose a visible name", p)
	}
	if err := p.WindowsSafe(); err != nil && (ours || runtime.GOOS == "windows") {
		return denied(p, "%v", err)
	}
	return nil
}

func denied(p vaultpath.Path, format string, args ...any) error {
	e := tools.Errorf(tools.WorkspacePathDenied, format, args...)
	e.Data.Path = p.String()
	return e
}

// place is where a vault path stands on disk, or would.
type place struct {
	name    string      // as the disk spells it, relative to the vault's folder
	info    fs.FileInfo // nil when nothing is there
	missing []string    // folders above it that are not there, outermost first
}

// locate finds how the disk spells a path: a name may be stored decomposed, or
// with no-break spaces (4.13). Every folder above it must be one, and no link: a
// link could lead into a folder that is never written.
func (v *Vault) locate(p vaultpath.Path) (place, error) { return v.locateAs(p, "") }

// locateAs is locate with the spelling that what is not there gets: that of disk,
// if it is one of p.
func (v *Vault) locateAs(p vaultpath.Path, disk string) (place, error) {
	at := place{name: "."}
	segments := strings.Split(p.String(), "/")
	spelled := spelling(segments, disk)
	for i, segment := range segments {
		last := i == len(segments)-1
		if len(at.missing) > 0 {
			if at.name = path.Join(at.name, spelled[i]); !last {
				at.missing = append(at.missing, at.name)
			}
			continue
		}
		name, info, err := v.find(at.name, segment)
		if err != nil {
			return at, err
		}
		if at.name = name; info == nil {
			at.name = path.Join(path.Dir(name), spelled[i])
		}
		switch {
		case info == nil && !last:
			at.missing = append(at.missing, at.name)
		case info != nil && !last && info.Mode()&fs.ModeSymlink != 0:
			return at, denied(p, "%q leads over a link, and nothing is written through links; name the folder it leads to", p)
		case info != nil && !last && !info.IsDir():
			e := tools.Errorf(tools.NotADirectory, "%q is a file, so nothing can be in it", name)
			e.Data.Path = p.String()
			return at, e
		case last:
			at.info = info
		}
	}
	return at, nil
}

// spelling is how the segments of a path are spelled in a name on disk; theirs,
// where that is no spelling of them.
func spelling(segments []string, disk string) []string {
	parts := strings.Split(disk, "/")
	if len(parts) != len(segments) {
		return segments
	}
	for i, part := range parts {
		if p, err := vaultpath.FromDisk(part); err != nil || p.String() != segments[i] {
			return segments
		}
	}
	return parts
}

// find looks one segment up in a folder, first as it is written, then in any
// spelling that is the same vault path.
func (v *Vault) find(dir, segment string) (string, fs.FileInfo, error) {
	name := path.Join(dir, segment)
	info, err := v.dir.Lstat(name)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return name, info, v.readFault(err)
	}
	if !respelled(segment) {
		return name, nil, nil
	}
	list, err := v.dir.List(dir)
	if err != nil {
		return name, nil, v.readFault(err)
	}
	for _, e := range list {
		if p, err := vaultpath.FromDisk(e.Name()); err == nil && p.String() == segment {
			name = path.Join(dir, e.Name())
			info, err := v.dir.Lstat(name)
			return name, info, v.readFault(err)
		}
	}
	return name, nil, nil
}

// respelled tells whether a segment could stand on disk in another form.
func respelled(segment string) bool {
	return strings.ContainsFunc(segment, func(r rune) bool { return r >= 0x80 || r == ' ' })
}

// twin refuses a new name that differs from what is there by case or Unicode form
// alone: on macOS and Windows the two are one file.
func (v *Vault) twin(p vaultpath.Path, at place, but vaultpath.Path) error {
	first := at.name // the outermost name that is not there yet
	if len(at.missing) > 0 {
		first = at.missing[0]
	}
	list, err := v.dir.List(path.Dir(first))
	if err != nil {
		return v.readFault(err)
	}
	want := vaultpath.Fold(path.Base(first))
	for _, e := range list {
		there, err := vaultpath.FromDisk(path.Join(path.Dir(first), e.Name()))
		if err != nil || there == but || vaultpath.Fold(there.Base()) != want {
			continue
		}
		e := tools.Errorf(tools.TargetExists, "%q differs from the existing %q by case or Unicode form alone, and on some systems the two are one; use the existing spelling or another name", p, there)
		e.Data.Path, e.Data.Candidates = p.String(), []string{there.String()}
		return e
	}
	return nil
}

func exists(p vaultpath.Path) error {
	e := tools.Errorf(tools.TargetExists, "something is already at %q; choose another name, or edit what is there", p)
	e.Data.Path = p.String()
	return e
}

// plainFile refuses to write anything but a regular file with one name.
func plainFile(p vaultpath.Path, info fs.FileInfo, links uint64) error {
	switch {
	case info.IsDir():
		e := tools.Errorf(tools.IsDirectory, "%q is a folder where a file is needed", p)
		e.Data.Path = p.String()
		return e
	case info.Mode()&fs.ModeSymlink != 0:
		return denied(p, "%q is a link, and nothing is written through links; name the file it leads to", p)
	case !info.Mode().IsRegular():
		return denied(p, "%q is a pipe or a device, and never written", p)
	case links > 1:
		return denied(p, "%q has %d names on this disk (hard links); writing would part them, so change it yourself or remove the other names", p, links)
	}
	return nil
}

// writable refuses to give a file other text that its owner made read-only, as an
// editor would. Exchanging names asks the folder's permissions alone, and those of
// root allow everything: so the file's own are asked too.
func (v *Vault) writable(p vaultpath.Path, at place) error {
	if at.info.Mode().Perm()&0o222 == 0 {
		return denied(p, "%q is read-only (%s), and nothing was written; allow writing it first, or leave it as it is", p, at.info.Mode().Perm())
	}
	if err := v.dir.Writable(at.name); errors.Is(err, fs.ErrPermission) {
		return denied(p, "%q may not be written by this user (%s), and nothing was written; allow it first, or leave it as it is", p, at.info.Mode().Perm())
	}
	return nil // any other error comes again, with the step itself
}

// readFault words what the system says to reading the vault.
func (v *Vault) readFault(err error) error {
	if err == nil {
		return nil
	}
	if gone := v.dir.Check(); gone != nil {
		return vaultMissing()
	}
	if errors.Is(err, fs.ErrPermission) {
		return tools.Errorf(tools.WorkspacePathDenied, "The vault's folder may not be read there; allow this user to read it")
	}
	return fmt.Errorf("look into the vault: %w", err)
}
