package vaultindex

import (
	"context"
	"errors"
	"time"
)

// absence is what the owner knows of a vault whose folder is not there: deleted,
// moved away, its drive unmounted, or not to be read. Nothing that is known is
// forgotten meanwhile; the folder is looked for until it is back.
type absence struct {
	scanErr *VaultError // why the vault could not be listed; nil when it could
	looked  time.Time   // when it was last looked for, or after
	root    uint64      // the folder that was listed last; see vaultDir.identity
	// strange: the folder is another one than the notes were read from. If it
	// is empty, it is not believed at once.
	strange bool
	emptied time.Time // since when a strange folder is empty; zero when it is not
}

// lose notes that the vault cannot be read and says so to everybody.
func (o *owner) lose(cause error) {
	first := o.scanErr == nil
	o.scanErr = o.vault.fault(cause)
	o.vault.lost.Store(o.scanErr)
	o.looked = o.now()
	if !first {
		return
	}
	o.log.Error("The vault's folder cannot be read", "err", plain(cause))
	o.publish() // labelled
	o.ix.hub.progress(Progress{Phase: VaultMissing})
}

// regain notes that the vault was listed.
func (o *owner) regain() {
	o.root, o.strange, o.emptied = o.vault.identity(), false, time.Time{}
	o.looked = o.now()
	if o.scanErr == nil {
		return
	}
	o.log.Info("The vault's folder is back")
	o.scanErr = nil
	o.vault.lost.Store(nil)
	o.unseen = true // the label goes
	if o.watcher != nil {
		o.watcher.Renew() // watches went with the folder
	}
}

// reach makes sure that the open folder is the one at the vault's path.
func (o *owner) reach() error {
	err := o.vault.check()
	if err == nil && o.scanErr == nil {
		return nil
	}
	if err := o.vault.reopen(); err != nil {
		return err
	}
	if err != nil {
		now := o.vault.identity()
		o.strange = now == 0 || now != o.root
		if o.watcher != nil && o.scanErr == nil {
			o.watcher.Renew() // else regain does
		}
	}
	return nil
}

// doubt refuses a listing without a single file when the folder is another one
// than held the notes: most likely the drive behind it is not mounted. It is
// believed when it stays so for long, or when the user has the index rebuilt.
func (o *owner) doubt(l *listing) error {
	if !o.strange || len(l.files) > 0 || len(o.entries) == 0 {
		return nil
	}
	if o.emptied.IsZero() {
		o.emptied = o.now()
	}
	if o.now().Sub(o.emptied) >= o.pace.emptied {
		o.log.Warn("The vault is empty and has been so for long: its notes are forgotten")
		return nil
	}
	return errEmptied
}

// nextLook is when to look whether the vault is where it was; the zero time is
// never. Not every system tells when a folder above the vault is moved.
func (o *owner) nextLook() time.Time {
	switch {
	case o.scanErr != nil:
		return o.looked.Add(o.pace.gone)
	case o.watcher != nil:
		return o.looked.Add(o.pace.here)
	}
	return time.Time{}
}

// lookAfter looks whether the vault is where it was, or back.
func (o *owner) lookAfter(ctx context.Context) {
	o.looked = o.now()
	if o.scanErr != nil || o.vault.check() != nil || !o.vault.listable() {
		o.rescan(ctx)
	}
}

// VaultMissing tells whether the vault's folder is gone: everything the view
// knows is as it was last seen, and nothing can be read.
func (v *View) VaultMissing() bool { return v.snap.vault.gone() != nil }

// gone is why the vault cannot be read now, nil when it can.
func (v *vaultDir) gone() *VaultError {
	if fault := v.lost.Load(); fault != nil {
		return fault
	}
	if err := v.check(); err != nil && !errors.Is(err, errReplaced) { // the owner takes in another folder at once
		return v.fault(err)
	}
	return nil
}
