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
	return v, v.checkOutside(dir)
}

func realFolder(dir string) (string, error) {
	bad := func(reason, hint string) error { return &VaultError{Path: dir, Reason: reason, Hint: hint} }
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", bad("cannot be made absolute", "name an existing folder")
	}
	info, err := os.Stat(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", bad("does not exist", "name the folder that holds your notes, as in --vault ~/Notes")
	case errors.Is(err, fs.ErrPermission):
		return "", bad("may not be read", "allow this user to read the folder")
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
	return root, nil
}

// checkOutside refuses a home inside the vault: Obsidian and every sync tool
// would pick up the index.
func (v Vault) checkOutside(given string) error {
	for _, dir := range []string{v.State, v.Cache} {
		rel, err := filepath.Rel(v.Root, resolveExisting(dir))
		if err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
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
		abs, err := filepath.Abs(home)
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

// MakeDirs creates the state and cache folders, readable by the user alone.
func (v Vault) MakeDirs() error {
	for _, dir := range []string{v.State, v.Cache} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("create Ibid's folder: %w; set %s to a folder that can be written", err, HomeVariable)
		}
	}
	return nil
}

// Erase removes everything Ibid keeps about the vault; the vault itself is
// not touched.
func (v Vault) Erase() error {
	return errors.Join(os.RemoveAll(v.State), os.RemoveAll(v.Cache))
}
