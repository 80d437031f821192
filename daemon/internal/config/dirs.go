package config

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"unicode/utf8"
)

// HomeVariable names the environment variable that moves all of Ibid's state
// and caches into one folder.
const HomeVariable = "IBID_HOME"

// Vault is a vault's folder and the places of what Ibid keeps about it. None
// of them lies in the vault (design decision 4).
type Vault struct {
	Root  string // absolute, symlinks resolved
	ID    string // hex sha256 of Root
	State string // sessions, lock, journal: not to be lost
	Cache string // the index: may be deleted at any time
}

// VaultError says why a folder cannot be served as a vault.
type VaultError struct {
	Path   string // as given
	Reason string // one clause
	Hint   string // the smallest right form
}

func (e *VaultError) Error() string {
	return fmt.Sprintf("vault %q: %s; %s", e.Path, e.Reason, e.Hint)
}

// OpenVault checks the folder and names its places; it creates nothing.
func OpenVault(dir string) (Vault, error) {
	root, err := realFolder(dir)
	if err != nil {
		return Vault{}, err
	}
	state, cache, err := baseDirs()
	if err != nil {
		return Vault{}, err
	}
	sum := sha256.Sum256([]byte(root))
	v := Vault{Root: root, ID: hex.EncodeToString(sum[:])}
	v.State = filepath.Join(state, "vaults", v.ID)
	v.Cache = filepath.Join(cache, "vaults", v.ID)
	return v, errors.Join(v.checkOutside(dir), v.checkNotOurs(dir, state, cache))
}

func realFolder(dir string) (string, error) {
	bad := func(reason, hint string) error { return &VaultError{Path: dir, Reason: reason, Hint: hint} }
	abs, err := filepath.Abs(expandHome(dir))
	if err != nil {
		return "", bad("cannot be made absolute", "name an existing folder")
	}
	info, err := os.Stat(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", bad("does not exist", "name the folder that holds your notes, as in --vault ~/Notes")
	case errors.Is(err, fs.ErrPermission):
		return "", bad("may not be read", "allow this user to read the folder")
	case errors.Is(err, syscall.ENAMETOOLONG):
		return "", bad("is too long a path", "name it from a folder nearer to it, as in --vault Notes")
	case err != nil:
		return "", bad("cannot be opened", "name an existing folder, as in --vault ~/Notes")
	case !info.IsDir():
		return "", bad("is a file, and a vault is a folder", fmt.Sprintf("use --vault %q", filepath.Dir(dir)))
	}
	if _, err := os.ReadDir(abs); errors.Is(err, fs.ErrPermission) {
		return "", bad("may not be read", "allow this user to read the folder")
	}
	root, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return "", bad("has a broken link in its path", "name the folder itself")
	}
	if !utf8.ValidString(root) {
		return "", bad("has a name that is no UTF-8 text, which no client could be told", "rename the folder")
	}
	return root, nil
}

// expandHome replaces a ~ that begins a path by the user's folder, which a shell does
// not do behind a = or in quotes.
func expandHome(path string) string {
	rest, found := strings.CutPrefix(path, "~")
	if !found || rest != "" && !os.IsPathSeparator(rest[0]) {
		return path
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return path
	}
	return filepath.Join(home, rest)
}

// checkNotOurs refuses a vault among Ibid's own files, where erasing the state of
// another vault would take it along.
func (v Vault) checkNotOurs(given string, ours ...string) error {
	for _, dir := range ours {
		if within(v.Root, resolveExisting(dir)) {
			return &VaultError{Path: given, Reason: "lies in Ibid's own state folder", Hint: "move the notes to a folder of your own"}
		}
	}
	return nil
}

// within reports whether path is dir or below it. Both are absolute.
func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// checkOutside refuses a home inside the vault: Obsidian and every sync tool
// would pick up the index.
func (v Vault) checkOutside(given string) error {
	for _, dir := range []string{v.State, v.Cache} {
		if within(resolveExisting(dir), v.Root) {
			return &VaultError{Path: given, Reason: "holds Ibid's own state folder",
				Hint: "set " + HomeVariable + " to a folder outside the vault"}
		}
	}
	return nil
}

// resolveExisting resolves the symlinks of the part of the path that exists.
func resolveExisting(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	parent := filepath.Dir(path)
	if parent == path {
		return path
	}
	return filepath.Join(resolveExisting(parent), filepath.Base(path))
}

// baseDirs returns the user's state and cache folders for Ibid.
func baseDirs() (state, cache string, err error) {
	if home := os.Getenv(HomeVariable); home != "" {
		abs, err := checkHome(home)
		return filepath.Join(abs, "state"), filepath.Join(abs, "cache"), err
	}
	userCache, err := os.UserCacheDir()
	if err != nil {
		return "", "", fmt.Errorf("find the user's cache folder: %w; set %s to a folder", err, HomeVariable)
	}
	userState, err := userStateDir()
	if err != nil {
		return "", "", fmt.Errorf("find the user's state folder: %w; set %s to a folder", err, HomeVariable)
	}
	return filepath.Join(userState, "ibid"), filepath.Join(userCache, "ibid"), nil
}

// checkHome makes the folder that a person named absolute.
func checkHome(home string) (string, error) {
	bad := func(reason string) (string, error) {
		return "", &PlaceError{Path: home, Reason: reason, Hint: "set " + HomeVariable + " to a folder that can be written, or to nothing"}
	}
	abs, err := filepath.Abs(expandHome(home))
	if err != nil {
		return bad("cannot be made absolute")
	}
	if !utf8.ValidString(abs) {
		return bad("is no UTF-8 text")
	}
	info, err := os.Stat(abs)
	if err == nil && !info.IsDir() || errors.Is(err, syscall.ENOTDIR) {
		return bad("is a file, or lies in one, and Ibid's home is a folder")
	}
	if link := danglingLink(abs); link != "" {
		return bad(dangling(link, home))
	}
	return abs, nil
}

// danglingLink is the part of a path that is a link to nothing; "" when there is none.
func danglingLink(path string) string {
	for ; path != filepath.Dir(path); path = filepath.Dir(path) {
		if info, err := os.Lstat(path); err == nil {
			if _, err := os.Stat(path); info.Mode()&fs.ModeSymlink != 0 && errors.Is(err, fs.ErrNotExist) {
				return path
			}
			return ""
		}
	}
	return ""
}

// dangling words what is wrong with a place on whose way such a link stands.
func dangling(link, place string) string {
	target, err := os.Readlink(link)
	if err != nil {
		target = "a place"
	}
	is := "is"
	if filepath.Clean(place) != link && filepath.Base(place) != filepath.Base(link) {
		is = fmt.Sprintf("lies behind %q, which is", link)
	}
	return fmt.Sprintf("%s a link to %q, which does not exist: make that folder, or the link anew", is, target)
}

// userStateDir follows each platform's custom; Go has no call of its own.
func userStateDir() (string, error) {
	switch runtime.GOOS {
	case "windows":
		return os.UserCacheDir() // %LocalAppData%: state must not roam
	case "darwin", "ios":
		return os.UserConfigDir() // ~/Library/Application Support
	}
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "state"), err
}

// MakeDirs creates the state and cache folders, readable by the user alone. Its
// error is a *PlaceError.
func (v Vault) MakeDirs() error {
	for _, dir := range []string{v.State, v.Cache} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return Unusable(dir, err)
		}
	}
	return nil
}

// Erase removes everything Ibid keeps about the vault; the vault itself is
// not touched.
func (v Vault) Erase() error {
	return errors.Join(os.RemoveAll(v.State), os.RemoveAll(v.Cache))
}
