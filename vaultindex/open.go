package vaultindex

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
	"github.com/ibid-notes/ibid/vaultindex/watch"
)

// saveAfter is how many changes the ledger may carry before a manifest is
// saved: reading so many notes again costs a fraction of a second.
const saveAfter = 1000

func open(ctx context.Context, opts Options) (*Index, error) {
	log := opts.Logger
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	vault, err := openVault(opts.Vault)
	if err != nil {
		return nil, err
	}
	o := &owner{
		log: log, vault: vault, cacheDir: opts.CacheDir, now: time.Now, opened: time.Now(),
		privacy: compilePrivacy(opts.Private), state: newState(), pace: opts.pace.withDefaults(),
		untold: make(map[vaultpath.Path]struct{}), openLedger: opts.open,
	}
	if o.openLedger == nil {
		o.openLedger = openLedgerOnDisk
	}
	err = o.makeCache()
	if err == nil {
		err = o.load(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, vault.close())
	}
	return o.start(opts.Watch), nil
}

// makeCache makes the cache folder. In the vault's own sight it would be
// indexed, and every save would be a change.
func (o *owner) makeCache() error {
	if info, err := os.Stat(o.cacheDir); err == nil && !info.IsDir() {
		if err := os.Rename(o.cacheDir, o.cacheDir+"-unusable"); err != nil {
			return fmt.Errorf("make the cache folder: something else stands in its place: %w", err)
		}
	}
	if err := os.MkdirAll(o.cacheDir, 0o700); err != nil {
		return fmt.Errorf("make the cache folder: %w", err)
	}
	real, err := filepath.EvalSymlinks(o.cacheDir)
	if err != nil {
		return fmt.Errorf("open the cache folder: %w", err)
	}
	if real, err = filepath.Abs(real); err != nil {
		return fmt.Errorf("open the cache folder: %w", err)
	}
	rel, err := filepath.Rel(o.vault.dir, real)
	rel = filepath.ToSlash(rel)
	if err == nil && rel != ".." && !strings.HasPrefix(rel, "../") && !hiddenRel(rel) || rel == "." {
		return fmt.Errorf("the cache folder %q lies in the vault; choose one outside it", o.cacheDir)
	}
	o.cacheDir = real
	return nil
}

// load takes up what was saved. What cannot be used is forgotten, with one
// line in the log; only a cache that cannot be written is an error.
func (o *owner) load(ctx context.Context) error {
	defer growFreely()()
	o.settings = loadSettings(o.vault)
	m, err := loadManifest(o.cacheDir, o.vault.dir)
	if err != nil {
		if !noManifest(err) {
			o.log.Info("Rebuilding the index: what was saved cannot be used", "err", err)
		}
		m = nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	o.text = textKeeper{
		log: o.log, vault: o.vault, landed: make(chan landing, 4),
		held: make(map[vaultpath.Path]stamp), inFlight: make(map[vaultpath.Path]struct{}),
	}
	if m == nil {
		return o.startAfresh()
	}
	return o.takeUp(m)
}

// startAfresh begins with an empty full text in a folder of its own, so that
// nothing of an older one can come into it.
func (o *owner) startAfresh() error {
	o.text.dir = o.newestTextDir() + 1
	var err error
	o.generation = o.newestLedger() + 1
	if o.text.ledger, err = openLedger(o.cacheDir, o.generation, 0, o.openLedger); err != nil {
		return err
	}
	if o.text.store, err = fulltext.Open(o.textPath(o.text.dir), o.log); err != nil {
		return errors.Join(fmt.Errorf("make the full text: %w", err), o.text.ledger.close())
	}
	o.sweep()
	return nil
}

// takeUp goes on from a manifest and the ledgers after it.
func (o *owner) takeUp(m *manifest) error {
	l, last, generation, err := replay(o.cacheDir, m.generation, o.openLedger)
	if errors.Is(err, errUnusable) {
		return o.takeUpNotes(m, err)
	}
	if err != nil {
		return err
	}
	o.text.ledger, o.generation, o.text.dir = l, generation, m.textDir
	opened := o.openText(m.textDir)
	o.adoptManifest(m, last) // the graph takes longest
	text := <-opened
	o.text.store, err = text.store, text.err
	if errors.Is(err, fulltext.ErrLocked) {
		return errors.Join(fmt.Errorf("another process has this vault's index open: %w", err), l.close())
	}
	if err == nil {
		if err = o.checkText(); err == nil {
			o.sweep()
			return nil
		}
		_ = o.text.store.Close() // it is given up
	}
	o.log.Info("Rebuilding the full text: what was saved cannot be used", "err", err)
	return o.renewOrLeave()
}

// openedText is what opening a full text came to.
type openedText struct {
	store *fulltext.Store
	err   error
}

// openText opens a saved full text while the caller does something else. The
// caller receives the outcome. It rests until the vault was looked at (run).
func (o *owner) openText(dir uint64) <-chan openedText {
	name, log := o.textPath(dir), o.log
	opened := make(chan openedText, 1)
	go func() {
		var t openedText
		if t.err = soundText(name); t.err == nil {
			t.store, t.err = fulltext.OpenResting(name, log)
		}
		opened <- t
	}()
	return opened
}

// takeUpNotes goes on from a manifest alone: without its ledger nobody knows
// what the full text holds.
func (o *owner) takeUpNotes(m *manifest, cause error) error {
	o.log.Info("Rebuilding the full text: what was saved cannot be used", "err", cause)
	o.generation = o.newestLedger() + 1
	var err error
	if o.text.ledger, err = openLedger(o.cacheDir, o.generation, 0, o.openLedger); err != nil {
		return err
	}
	o.adoptManifest(m, nil)
	return o.renewOrLeave()
}

// renewOrLeave is renewText while the index is being opened: on an error nothing
// stays open.
func (o *owner) renewOrLeave() error {
	if err := o.renewText(); err != nil {
		return errors.Join(err, o.text.ledger.close())
	}
	return nil
}

// adoptManifest makes what was saved what is known.
func (o *owner) adoptManifest(m *manifest, last map[vaultpath.Path]stamp) {
	o.entries, o.folders, o.links, o.skips = m.entries, m.folders, m.links, m.skips
	o.strange = m.root == 0 || m.root != o.vault.identity()
	distrust := m.privacy != o.privacy.fingerprint()
	files := make([]*graph.File, 0, len(o.entries))
	again := maps.Clone(last)
	for _, p := range m.order {
		old := o.entries[p]
		e := old.excludedAgain(o.settings.ignored)
		if distrust {
			e = o.distrusted(e)
		}
		if e != old {
			o.entries[p] = e
			again[p] = stampUnsure
		}
		o.vault.remember(p, e.disk)
		o.limp(p, e.skip)
		files = append(files, e.file)
	}
	for p, rel := range o.folders {
		o.vault.remember(p, rel)
	}
	o.graph = graph.Restore(files, m.targets.of)
	o.text.held = m.held
	for p, s := range last {
		if o.text.held[p] = s; s == stampNone {
			delete(o.text.held, p)
		}
	}
	if m.reconciled {
		o.text.enqueue(sortedPaths(again), false)
	} else {
		o.text.enqueue(o.allTexts(nil), false)
	}
}

// distrusted is an entry made under other privacy rules: private until it was
// read again.
func (o *owner) distrusted(e *entry) *entry {
	next, file := *e, *e.file
	file.Private = o.privacy.covers(file.Path) || file.Kind == graph.KindNote && o.privacy.needsContent()
	next.file, next.racy = &file, true
	return &next
}

// checkText compares the number of documents with what should be held: a full
// text that was restored, swapped or lost is noticed.
func (o *owner) checkText() error {
	count, err := o.text.store.Count()
	if err != nil {
		return err
	}
	unsure := 0
	for _, s := range o.text.held {
		if s == stampUnsure {
			unsure++
		}
	}
	if sure := len(o.text.held) - unsure; count < sure || count > sure+unsure {
		return fmt.Errorf("it holds %d notes, not %d", count, sure)
	}
	return nil
}

// renewText begins a new, empty full text and saves that it is empty before
// anything is put in.
func (o *owner) renewText() error {
	o.text.dir = o.newestTextDir() + 1
	store, err := fulltext.Open(o.textPath(o.text.dir), o.log)
	if err != nil {
		return fmt.Errorf("make the full text: %w", err)
	}
	o.text.store = store
	o.text.held = make(map[vaultpath.Path]stamp)
	o.text.urgent, o.text.bulk, o.text.bulkTotal = work{}, work{}, 0
	o.text.enqueue(o.allTexts(nil), false)
	o.save()
	return nil
}

// mendText opens a full text that failed again, when that is due, and tells
// whether it can be written. What the failed flights held is unsure and done
// again; everything before them is on disk.
func (o *owner) mendText() bool {
	if !o.text.broken {
		return true
	}
	if o.text.err != nil || o.text.flying[laneUrgent] || o.text.flying[laneBulk] {
		return false
	}
	if err := o.text.store.Close(); err != nil {
		o.log.Warn("The full text that failed did not close", "err", err)
	}
	store, err := fulltext.Open(o.textPath(o.text.dir), o.log)
	if err == nil {
		o.text.store, o.text.broken = store, false
		if err = o.checkText(); err == nil {
			o.text.refreshReader()
			return true
		}
		o.text.broken = true
	}
	if !errors.Is(err, fulltext.ErrRebuild) && store == nil {
		o.textFailed(err)
		return false
	}
	o.log.Info("Rebuilding the full text: what was saved cannot be used", "err", err)
	if err := o.renewText(); err != nil {
		o.textFailed(err)
		return false
	}
	o.text.broken = false
	o.text.refreshReader()
	return true
}

// rebuild forgets everything and begins anew. While the vault is gone nothing is
// forgotten; an empty folder in its place is believed, as the user asked.
func (o *owner) rebuild(ctx context.Context) {
	if err := o.reach(); err != nil {
		o.lose(err)
		return
	}
	for o.text.flying[laneUrgent] || o.text.flying[laneBulk] {
		o.text.land(<-o.text.landed)
	}
	if err := o.text.store.Close(); err != nil {
		o.log.Warn("The old full text did not close", "err", err)
	}
	o.state = newState()
	o.scanned, o.text.err, o.settled, o.strange = false, nil, false, false
	if err := o.renewText(); err != nil {
		o.text.broken = true
		o.textFailed(err)
		return
	}
	o.text.broken = false
	o.text.refreshReader()
	o.rescan(ctx)
}

// start publishes the first snapshot and sets the owner going.
func (o *owner) start(watching bool) *Index {
	ctx, stop := context.WithCancel(context.Background())
	ix := &Index{
		log: o.log, vault: o.vault, hub: newHub(), opened: o.opened, stop: stop,
		asks: make(chan ask), stopped: make(chan struct{}), next: make(chan struct{}),
		status: Status{Phase: Scanning, Vault: o.vault.dir, Watching: "off"},
	}
	o.ix = ix
	if watching {
		o.watcher = watch.Start(watch.Options{Root: o.vault.dir, Skip: unwatched, Logger: o.log})
		for rel := range o.links {
			o.watcher.Follow(rel)
		}
		o.vault.watcher.Store(o.watcher)
	}
	o.text.refreshReader()
	o.publish()
	go o.run(ctx)
	return ix
}

// unwatched tells whether a path is none of the index's business: hidden, and
// not one of the settings it reads.
func unwatched(rel string) bool {
	if !hiddenRel(rel) {
		return false
	}
	if configPath(rel) {
		return false
	}
	_, stub := evicted(rel)
	return !stub || hiddenRel(filepath.ToSlash(filepath.Dir(filepath.FromSlash(rel))))
}

// save writes the manifest and begins the ledger that goes on from it. The
// ledger comes first: whatever is written to it before the manifest is in
// place continues the old one.
func (o *owner) save() {
	next := o.generation + 1
	m := &manifest{
		generation: next, root: o.root, textDir: o.text.dir, vault: o.vault.dir, privacy: o.privacy.fingerprint(),
		reconciled: o.scanned && !o.text.busy(), entries: o.entries, folders: o.folders,
		links: o.links, skips: o.skips, held: o.text.held, graph: o.graph,
	}
	err := o.text.ledger.turn(o.cacheDir, next)
	if err == nil {
		o.generation = next // not before: the ledgers' numbers must have no gap
		err = m.save(o.cacheDir)
	}
	if err != nil {
		o.log.Error("The index could not be saved", "err", err)
		return
	}
	o.stale, o.saved = 0, true
	o.sweep()
}

// sweep removes what older generations left.
func (o *owner) sweep() {
	for n := range numbered(o.cacheDir, ledgerPrefix) {
		if o.saved && n < o.generation {
			os.Remove(ledgerName(o.cacheDir, n)) // next time, if not now
		}
	}
	for n := range numbered(o.cacheDir, textPrefix) {
		if n != o.text.dir {
			os.RemoveAll(o.textPath(n)) // on Windows readers may hold it; next time, then
		}
	}
}

const (
	ledgerPrefix = "ledger-"
	textPrefix   = "text-"
)

func (o *owner) textPath(n uint64) string {
	return filepath.Join(o.cacheDir, textPrefix+strconv.FormatUint(n, 10))
}

func (o *owner) newestTextDir() uint64 { return newest(o.cacheDir, textPrefix) }
func (o *owner) newestLedger() uint64  { return newest(o.cacheDir, ledgerPrefix) }

func newest(dir, prefix string) uint64 {
	var top uint64
	for n := range numbered(dir, prefix) {
		top = max(top, n)
	}
	return top
}

// numbered yields the numbers of the cache's files and folders of one kind.
func numbered(dir, prefix string) func(yield func(uint64) bool) {
	entries, _ := os.ReadDir(dir) // none is as good as empty
	return func(yield func(uint64) bool) {
		for _, e := range entries {
			rest, ok := strings.CutPrefix(e.Name(), prefix)
			if n, err := strconv.ParseUint(rest, 10, 64); ok && err == nil && !yield(n) {
				return
			}
		}
	}
}
