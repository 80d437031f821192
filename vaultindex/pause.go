package vaultindex

import (
	"context"
	"errors"
)

// ErrPaused says that indexing is paused, so that what was asked for would only
// be done after Resume.
var ErrPaused = errors.New("indexing is paused; resume it first")

// Pause stops reading and indexing until Resume, also in the middle of a first
// indexing. What is known is answered, labelled as incomplete; what was read is
// kept, also over a restart. A note named to Touch is still looked at, and is
// searchable by its words after Resume.
func (ix *Index) Pause(ctx context.Context) error {
	ix.paused.Store(true) // at once, also while the owner reads
	_, err := ix.ask(ctx, ask{kind: askPause})
	return err
}

// Resume goes on where Pause stopped, after a look at the whole vault.
func (ix *Index) Resume(ctx context.Context) error {
	ix.paused.Store(false)
	_, err := ix.ask(ctx, ask{kind: askResume})
	return err
}

// setPaused follows Pause and Resume.
func (o *owner) setPaused(ctx context.Context, paused bool) {
	o.ix.paused.Store(paused) // the wish that came last counts, for reading too
	if paused == o.paused {
		return
	}
	o.paused = paused
	if !paused {
		o.readSoFar, o.readTotal = 0, 0
		o.rescan(ctx)
		return
	}
	o.publish() // labelled as incomplete
	done, total := o.pausedAt()
	o.ix.hub.progress(Progress{Phase: Paused, Done: done, Total: total})
}

// pausedAt is how far reading, or else indexing, has come.
func (o *owner) pausedAt() (done, total int) {
	if !o.scanned {
		return o.readSoFar, o.readTotal
	}
	return o.text.progress()
}
