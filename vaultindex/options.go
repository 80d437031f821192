package vaultindex

import (
	"fmt"
	"log/slog"
)

// Options say which vault to index and where to keep what is worked out.
type Options struct {
	// Vault is the folder to index. It must exist.
	Vault string
	// CacheDir holds the manifest and the full text. It is created when
	// missing and may be deleted at any time; it must not lie in the vault.
	CacheDir string
	// Logger gets few lines and never note text or, above debug, full paths.
	// Nil means none.
	Logger *slog.Logger
	// Private says which notes are private (R: design 5 "Private").
	Private PrivateRules
	// Watch follows the folder while the index is open. Without it only
	// Refresh, Touch and Rebuild see changes.
	Watch bool
}

// VaultError says why a folder cannot be a vault, in words for a person.
type VaultError struct {
	Dir  string // as it was given
	Rule string // what a vault must be, and this is not
	Hint string // the smallest thing that helps
	Err  error  // the system's own error; may be nil
}

// Error is one sentence and what to do.
func (e *VaultError) Error() string {
	return fmt.Sprintf("vault %q %s; %s", e.Dir, e.Rule, e.Hint)
}

// Unwrap gives the system's error, so errors.Is(err, fs.ErrNotExist) works.
func (e *VaultError) Unwrap() error { return e.Err }
