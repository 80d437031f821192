package vaultindex

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
	"github.com/ibid-notes/ibid/vaultindex/watch"
)

// askKind says what is asked of the owner.
type askKind uint8

const (
	askReady askKind = iota
	askRefresh
	askTouch
	askRebuild
	askPrivate
	askPause
	askResume
)

// ask is a request to the owner and where its answer goes.
type ask struct {
	kind  askKind
	paths []vaultpath.Path // of askTouch
	rules PrivateRules     // of askPrivate
	reply chan answer      // capacity 1, so that the owner never waits
}

type answer struct {
	seq uint64
	err error
}

// ask hands a request to the owner and waits for the answer.
func (ix *Index) ask(ctx context.Context, a ask) (uint64, error) {
	a.reply = make(chan answer, 1)
	select {
	case ix.asks <- a:
	case <-ix.stopped:
		return 0, ErrClosed
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	select {
	case r := <-a.reply:
		return r.seq, r.err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// owner is the one goroutine that changes things. Every cause of change comes
// in through run's select; nothing else touches these fields.
type owner struct {
	ix       *Index
	log      *slog.Logger
	vault    *vaultDir
	cacheDir string
	now      func() time.Time
	privacy  privacy
	watcher  *watch.Watcher // nil when not watching
	received uint64         // batches of the watcher
	opened   time.Time
	pace     pace

	openLedger openLedgerFile

	state
	text       textKeeper
	generation uint64 // of the newest ledger
	stale      int    // changes since the manifest was saved
	saved      bool   // this run saved a manifest

	seq       uint64
	unseen    bool                        // the graph is newer than the newest snapshot
	folderSet []vaultpath.Path            // what snapshots share; nil when folders changed
	untold    map[vaultpath.Path]struct{} // changed since the last snapshot
	scanned   bool                        // the whole vault was looked at
	settled   bool                        // the index was ready once
	waiting   []ask

	retry     time.Time     // when to try the full text again
	retryWait time.Duration // how long the last wait for that was; 0 when the last try went well

	absence
	paused               bool // by Pause
	readSoFar, readTotal int  // of the reading that a pause stopped
}

// run is the owner's loop. It ends when ctx does, after what is under way.
func (o *owner) run(ctx context.Context) {
	defer close(o.ix.stopped)
	o.rescan(ctx)
	o.text.store.Wake()
	for ctx.Err() == nil {
		if o.scanErr == nil && !o.paused && o.mendText() {
			o.text.launch(o.graph)
		}
		o.settle()
		o.step(ctx)
	}
	o.shutdown()
}

// step waits for one thing and deals with it.
func (o *owner) step(ctx context.Context) {
	var batches <-chan watch.Batch
	if o.watcher != nil {
		batches = o.watcher.Batches()
	}
	timer, stop := o.timer()
	defer stop()
	select {
	case a := <-o.ix.asks:
		o.take(ctx, a)
	case b := <-batches:
		o.batch(ctx, b)
	case l := <-o.text.landed:
		o.land(ctx, l)
	case <-timer:
		o.tick(ctx)
	case <-ctx.Done():
	}
}

// timer sends when the next thing is due that nobody tells of.
func (o *owner) timer() (<-chan time.Time, func()) {
	due := o.nextLook()
	if o.text.err != nil && (due.IsZero() || o.retry.Before(due)) {
		due = o.retry
	}
	if due.IsZero() {
		return nil, func() {}
	}
	t := time.NewTimer(due.Sub(o.now()))
	return t.C, func() { t.Stop() }
}

// tick does what is due.
func (o *owner) tick(ctx context.Context) {
	now := o.now()
	if !now.Before(o.retry) {
		o.text.err = nil
	}
	if look := o.nextLook(); !look.IsZero() && !now.Before(look) {
		o.lookAfter(ctx)
	}
}

// textFailed has the full text tried again, a little later every time. What is
// wrong is often over in a moment (a disk that was full, a program that held a
// file), and at the latest something new in the vault brings the next try.
func (o *owner) textFailed(err error) {
	o.text.err = err
	o.retryWait = min(max(2*o.retryWait, o.pace.retryFirst), o.pace.retryMost)
	o.retry = o.now().Add(o.retryWait)
	o.log.Error("Full text could not be written", "err", err, "again", o.retryWait)
}

// take begins what was asked; the answer is given by settle.
func (o *owner) take(ctx context.Context, a ask) {
	switch a.kind {
	case askRefresh, askRebuild:
		o.whole(ctx, a.kind == askRebuild)
	case askTouch:
		rels := make([]string, 0, len(a.paths))
		for _, p := range a.paths {
			rels = append(rels, o.vault.locate(p))
		}
		queued := len(o.text.bulk.order)
		o.look(ctx, rels)
		if len(o.text.bulk.order) > queued {
			a.kind = askRefresh // too much to go before the rest
		} else {
			o.text.enqueue(textual(pathSet(a.paths), o.graph), true)
		}
	case askPrivate:
		o.reclassify(ctx, compilePrivacy(a.rules))
	case askPause, askResume:
		o.setPaused(ctx, a.kind == askPause)
	case askReady:
	}
	o.waiting = append(o.waiting, a)
}

// whole looks at the whole vault, or indexes it anew; neither while indexing is
// paused.
func (o *owner) whole(ctx context.Context, anew bool) {
	switch {
	case o.paused:
	case anew:
		o.rebuild(ctx)
	default:
		o.text.err = nil
		o.rescan(ctx)
	}
}

func pathSet(paths []vaultpath.Path) map[vaultpath.Path]struct{} {
	set := make(map[vaultpath.Path]struct{}, len(paths))
	for _, p := range paths {
		set[p] = struct{}{}
	}
	return set
}

// batch deals with what the watcher saw.
func (o *owner) batch(ctx context.Context, b watch.Batch) {
	o.received++
	if o.paused {
		return // Resume looks at everything
	}
	if b.Rescan {
		o.log.Debug("Looking at the whole vault", "reason", b.Reason)
		o.rescan(ctx)
		return
	}
	o.look(ctx, b.Paths)
}

// land takes in a flight and shows what it brought.
func (o *owner) land(ctx context.Context, l landing) {
	if l.visible {
		o.text.refreshReader()
		o.publish()
		return
	}
	o.text.land(l)
	switch {
	case l.err != nil:
		o.textFailed(l.err)
	case len(l.held) > len(l.moved):
		o.retryWait = 0
	}
	o.text.refreshReader()
	if l.lane == laneBulk && o.settled {
		for p := range l.held {
			o.untold[p] = struct{}{} // told before as known, now as searchable
		}
	}
	if len(l.moved) > 0 {
		o.lookAgain(ctx, l.moved)
	}
	o.publish()
}

// lookAgain reads files whose content is not what it was though nothing said so.
func (o *owner) lookAgain(ctx context.Context, paths []vaultpath.Path) {
	rels := make([]string, 0, len(paths))
	for _, p := range paths {
		if e := o.entries[p]; e != nil {
			again := *e
			again.racy = true
			o.entries[p] = &again
		}
		rels = append(rels, o.vault.disk(p))
	}
	o.look(ctx, rels)
	o.text.enqueue(paths, true)
}

// settle answers those whose wish is fulfilled and saves when all is quiet.
func (o *owner) settle() {
	o.describe()
	if o.watcher != nil && o.scanned && o.scanErr == nil && !o.unseen {
		o.watcher.Handled(o.received)
	}
	o.waiting = slices.DeleteFunc(o.waiting, func(a ask) bool {
		err := o.fault(a)
		if err == nil && !o.fulfilled(a) {
			return false
		}
		a.reply <- answer{o.seq, err}
		return true
	})
	changes := o.stale + o.text.ledger.written()
	if !o.text.busy() && o.scanned && (changes > saveAfter || changes > 0 && !o.saved) {
		o.save()
	}
}

func (o *owner) fulfilled(a ask) bool {
	switch a.kind {
	case askTouch:
		return o.scanned && (!o.text.urgentBusy() || o.paused)
	case askPrivate, askPause, askResume:
		return true
	case askReady:
		if o.known() && (o.paused || o.scanErr != nil || o.text.err != nil) {
			return true // what there is, labelled, is all there will be for now
		}
	}
	return o.scanned && !o.text.busy()
}

// known tells whether there is anything to answer from.
func (o *owner) known() bool { return o.settled || len(o.entries) > 0 }

// fault is why a wish will not be fulfilled.
func (o *owner) fault(a ask) error {
	switch a.kind {
	case askPrivate, askPause, askResume:
		return nil
	case askReady:
		if o.known() {
			return nil
		}
	}
	if o.paused && a.kind != askReady && (a.kind != askTouch || !o.scanned) {
		return ErrPaused
	}
	if o.scanErr != nil {
		return o.scanErr
	}
	return o.text.err
}

// describe brings the status up to date.
func (o *owner) describe() {
	problem, watching := o.problem(), o.watching()
	skipped, changed := o.skipped()
	ready := o.scanned && !o.text.bulkBusy()
	news := false
	o.ix.report(func(s *Status) {
		s.Problem, s.Watching = problem, watching
		if changed {
			s.Skipped = skipped
		}
		switch {
		case o.scanErr != nil:
			s.Phase, s.Done, s.Total = VaultMissing, 0, 0
		case o.paused:
			s.Phase = Paused
			s.Done, s.Total = o.pausedAt()
		case ready:
			news = s.Phase != Ready
			s.Phase, s.Done, s.Total = Ready, 0, 0
		case o.scanned:
			s.Phase = Indexing
			s.Done, s.Total = o.text.progress()
		}
		if ready && s.TookMs == 0 {
			s.TookMs = max(o.now().Sub(o.opened).Milliseconds(), 1)
		}
	})
	if news {
		o.settled = true
		o.ix.hub.progress(Progress{Phase: Ready})
	} else if !ready && o.scanned && !o.paused && o.scanErr == nil {
		done, total := o.text.progress()
		o.ix.hub.progress(Progress{Phase: Indexing, Done: done, Total: total})
	}
}

func (o *owner) problem() string {
	switch {
	case o.scanErr != nil:
		return "The vault's folder " + o.scanErr.Rule + ". What was indexed before is still answered; " + o.scanErr.Hint + "."
	case o.text.err != nil:
		return "The full text cannot be written: " + o.text.err.Error() + ". It is tried again all the time, and when a note changes."
	case o.watcher != nil && o.watcher.Limited():
		return "The system has no file watches left, so changes are looked for every 30 seconds. " +
			"On Linux, raise fs.inotify.max_user_watches."
	case o.watcher != nil && o.watcher.Refused() > 0:
		return fmt.Sprintf("The path of some folders (%d) is too long for the system to watch, so what changes in them is looked for every 30 seconds. "+
			"Move them up or shorten their names.", o.watcher.Refused())
	}
	return ""
}

func (o *owner) watching() string {
	switch {
	case o.watcher == nil:
		return "off"
	case o.watcher.Limited():
		return "polling"
	}
	return "events"
}

// publish shows graph and full text as they are now.
func (o *owner) publish() {
	o.seq++
	if o.folderSet == nil {
		o.folderSet = sortedPaths(o.folders)
	}
	s := &Snapshot{
		Seq: o.seq, Graph: o.graph, Indexing: !o.scanned || o.text.busy(),
		folders: o.folderSet, settings: o.settings, text: o.text.reader.retain(),
		VaultMissing: o.scanErr != nil, vault: o.vault, privacy: o.privacy,
	}
	s.denied = o.deniedPaths()
	s.tree = lazyTree(s.Graph, s.folders)
	s.secret = sync.OnceValue(func() map[vaultpath.Path]bool {
		return secretFolders(s.tree(), s.folders, s.privacy.covers, s.denied)
	})
	s.refs.Store(1)
	o.ix.publish(s)
	o.vault.seq.Store(o.seq)
	o.unseen = false
	if len(o.untold) > 0 {
		paths := sortedPaths(o.untold)
		clear(o.untold)
		o.ix.hub.changed(o.seq, paths)
	}
}

// phase tells status and subscribers what is going on.
func (o *owner) phase(p Phase, done, total int, path vaultpath.Path) {
	o.ix.report(func(s *Status) { s.Phase, s.Done, s.Total = p, done, total })
	o.ix.hub.progress(Progress{Phase: p, Done: done, Total: total, Path: path})
}

// shutdown waits for flights, saves, and lets everything go.
func (o *owner) shutdown() {
	for o.text.flying[laneUrgent] || o.text.flying[laneBulk] {
		o.text.land(<-o.text.landed)
	}
	if o.stale > 0 || o.text.ledger.written() > 0 {
		o.save()
	}
	for _, a := range o.waiting {
		a.reply <- answer{o.seq, ErrClosed}
	}
	if o.watcher != nil {
		o.closeWatcher()
	}
	o.text.reader.release()
	if err := o.text.store.Close(); err != nil {
		o.log.Warn("The full text did not close", "err", err)
	}
	if err := o.text.ledger.close(); err != nil {
		o.log.Warn("The ledger did not close", "err", err)
	}
}

func (o *owner) closeWatcher() {
	if err := o.watcher.Close(); err != nil {
		o.log.Warn("The watcher did not close", "err", err)
	}
}

// lazyTree builds the tree of a snapshot when it is first asked for.
func lazyTree(g *graph.Graph, folders []vaultpath.Path) func() *tree {
	return sync.OnceValue(func() *tree { return buildTree(g, folders) })
}
