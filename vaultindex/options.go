package vaultindex

import (
	"fmt"
	"log/slog"
	"time"
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

	pace pace           // of tests; zero is the usual one
	open openLedgerFile // of tests; nil opens on disk
}

// pace says how often things are tried. The zero value is made usual by
// withDefaults.
type pace struct {
	retryFirst, retryMost time.Duration // between tries to write the full text
	here                  time.Duration // between looks whether the vault is still where it was
	gone                  time.Duration // between looks whether it is back
	emptied               time.Duration // how long another, empty folder must stand in its place to be believed
}

func (p pace) withDefaults() pace {
	or := func(d *time.Duration, usual time.Duration) {
		if *d == 0 {
			*d = usual
		}
	}
	or(&p.retryFirst, 250*time.Millisecond)
	or(&p.retryMost, 5*time.Second)
	or(&p.here, 5*time.Second)
	or(&p.gone, time.Second)
	or(&p.emptied, 10*time.Minute)
	return p
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
