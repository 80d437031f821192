package vaultindex

import (
	"crypto/sha256"
	"errors"
	"log/slog"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

const (
	// flightDocs and flightBytes bound one flight of many documents: enough
	// for the store to build several segments at once, little enough that
	// what is in memory stays small.
	flightDocs  = 2000
	flightBytes = 8 << 20
	// urgentDocs is how many changes still count as somebody waiting for a
	// save; more is a storm and takes its turn.
	urgentDocs = 64
)

// textKeeper keeps the full text in step with the graph. The owner goroutine
// owns it; flights do the slow part, and what they did lands on a channel.
//
// The order that makes a crash harmless: intent into the ledger, batch into
// the store, result into the ledger. held is the ledger's last word.
type textKeeper struct {
	log    *slog.Logger
	vault  *vaultDir
	store  *fulltext.Store
	dir    uint64 // number of the store's folder
	ledger *ledger
	held   map[vaultpath.Path]stamp

	urgent, bulk work
	inFlight     map[vaultpath.Path]struct{}
	flying       [2]bool      // by lane: a flight is under way
	landed       chan landing // capacity 4, two a lane: sent by flights, never closed
	reader       *textReader  // newest; nil before the first
	bulkTotal    int          // paths given to bulk since it was last empty
	broken       bool         // the store has to be opened again
	err          error        // why the store cannot be written; nothing is tried until it is cleared
}

// The lanes of flights.
const (
	laneUrgent = iota
	laneBulk
)

// work is a queue of paths, each at most once.
type work struct {
	order []vaultpath.Path
	in    map[vaultpath.Path]struct{}
}

func (w *work) add(p vaultpath.Path) {
	if w.in == nil {
		w.in = make(map[vaultpath.Path]struct{})
	}
	if _, queued := w.in[p]; !queued {
		w.in[p] = struct{}{}
		w.order = append(w.order, p)
	}
}

func (w *work) empty() bool { return len(w.order) == 0 }

// take removes up to limit paths that pass ok and stay below size bytes.
func (w *work) take(limit int, ok func(vaultpath.Path) bool, size func(vaultpath.Path) int64) []vaultpath.Path {
	var taken, kept []vaultpath.Path
	bytes := int64(0)
	i := 0
	for ; i < len(w.order) && len(taken) < limit && bytes < flightBytes; i++ {
		p := w.order[i]
		if !ok(p) {
			kept = append(kept, p)
			continue
		}
		taken = append(taken, p)
		bytes += size(p)
		delete(w.in, p)
	}
	if len(kept) > 0 {
		w.order = append(kept, w.order[i:]...)
	} else if w.order = w.order[i:]; len(w.order) == 0 {
		w.order = nil // let go of what was taken
	}
	return taken
}

// landing is what a flight did.
type landing struct {
	lane    int
	visible bool             // nothing landed yet, but new readers see it
	paths   []vaultpath.Path // all it was given
	held    map[vaultpath.Path]stamp
	// moved are files that are no longer what the graph says.
	moved []vaultpath.Path
	err   error
}

// enqueue has the paths' documents looked after: soon when somebody waits.
func (t *textKeeper) enqueue(paths []vaultpath.Path, urgent bool) {
	queue := &t.bulk
	if urgent && len(paths) <= urgentDocs {
		queue = &t.urgent
	}
	for _, p := range paths {
		queue.add(p)
	}
	if queue == &t.bulk {
		t.bulkTotal = max(t.bulkTotal, len(t.bulk.order))
	}
}

// progress is how far the bulk has come.
func (t *textKeeper) progress() (done, total int) {
	return t.bulkTotal - len(t.bulk.order), t.bulkTotal
}

// launch starts what flights it can; g says what is to be held.
func (t *textKeeper) launch(g *graph.Graph) {
	t.launchLane(laneUrgent, &t.urgent, g)
	t.launchLane(laneBulk, &t.bulk, g)
}

func (t *textKeeper) launchLane(lane int, queue *work, g *graph.Graph) {
	if t.err != nil || t.flying[lane] || queue.empty() {
		return
	}
	free := func(p vaultpath.Path) bool { _, busy := t.inFlight[p]; return !busy }
	paths := queue.take(flightDocs, free, func(p vaultpath.Path) int64 { return textSize(g, p) })
	if len(paths) == 0 {
		return // all of them are in the other lane's flight
	}
	f := &flight{text: t, graph: g, lane: lane, held: make(map[vaultpath.Path]stamp, len(paths)), paths: paths}
	for _, p := range paths {
		f.held[p] = t.held[p]
		t.inFlight[p] = struct{}{}
		t.held[p] = stampUnsure // until it lands: a manifest saved meanwhile must not trust it
	}
	t.flying[lane] = true
	go func() { t.landed <- f.fly() }()
}

func textSize(g *graph.Graph, p vaultpath.Path) int64 {
	f, ok := g.File(p)
	if !ok || f.Kind == graph.KindAttachment {
		return 0
	}
	return min(f.Size, fulltext.MaxBody)
}

// land takes in what a flight did.
func (t *textKeeper) land(l landing) {
	if l.visible {
		return
	}
	t.flying[l.lane] = false
	for _, p := range l.paths {
		delete(t.inFlight, p)
	}
	for p, s := range l.held {
		if s == stampNone {
			delete(t.held, p)
		} else {
			t.held[p] = s
		}
	}
	if l.err != nil {
		t.err = l.err
		t.broken = t.broken || errors.Is(l.err, fulltext.ErrBroken)
		t.enqueue(l.paths, false)
	}
	if !t.bulkBusy() {
		t.bulkTotal = 0
		t.store.Trim()
	}
}

// busy tells whether there is anything to do or under way; urgentBusy whether
// anything somebody waits for.
func (t *textKeeper) busy() bool { return t.urgentBusy() || t.bulkBusy() }

func (t *textKeeper) bulkBusy() bool { return t.flying[laneBulk] || !t.bulk.empty() }

func (t *textKeeper) urgentBusy() bool { return t.flying[laneUrgent] || !t.urgent.empty() }

// refreshReader makes the newest state of the store the one to search.
func (t *textKeeper) refreshReader() {
	if t.broken {
		return // the reader of before the failure is good
	}
	r, err := t.store.Reader()
	if err != nil {
		t.log.Warn("The full text cannot be read", "err", err)
		return
	}
	t.reader.release()
	t.reader = newTextReader(r)
}

// flight brings some documents in step with a graph. It runs in a goroutine of
// its own that the owner waits for, and shares nothing with it but the store
// and the ledger.
type flight struct {
	text  *textKeeper // store, ledger and vault only
	graph *graph.Graph
	lane  int
	paths []vaultpath.Path
	held  map[vaultpath.Path]stamp // when it took off

	docs    []fulltext.Doc
	deletes []vaultpath.Path
	want    map[vaultpath.Path]stamp
}

func (f *flight) fly() landing {
	l := landing{lane: f.lane, paths: f.paths}
	f.want = make(map[vaultpath.Path]stamp, len(f.paths))
	var upserts []wantedText
	for _, want := range f.wants() {
		switch {
		case want.stamp == f.held[want.path]:
		case want.file == nil:
			f.deletes = append(f.deletes, want.path)
		default:
			upserts = append(upserts, want)
		}
		f.want[want.path] = want.stamp
	}
	l.moved = f.read(upserts)
	for _, p := range l.moved {
		f.want[p] = f.held[p]
	}
	l.held, l.err = f.want, f.apply()
	if l.err != nil {
		l.held = nil // still unsure
	}
	return l
}

// wants is what the graph says of the paths.
func (f *flight) wants() []wantedText {
	wants := make([]wantedText, len(f.paths))
	eachIn(len(wants), func(i int) { wants[i] = wantOf(f.graph, f.paths[i]) })
	return wants
}

// read makes the documents, and returns the files that changed since the graph
// was made.
func (f *flight) read(wants []wantedText) (moved []vaultpath.Path) {
	docs := make([]*fulltext.Doc, len(wants))
	eachReading(len(wants), func(in *folder, i int) bool {
		docs[i] = f.doc(in, wants[i])
		return true
	})
	for i, d := range docs {
		if d == nil {
			moved = append(moved, wants[i].path)
		} else {
			f.docs = append(f.docs, *d)
		}
	}
	return moved
}

// eachIn calls do with every number below n, on several processors.
func eachIn(n int, do func(i int)) {
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range n {
		group.Go(func() error {
			do(i)
			return nil
		})
	}
	_ = group.Wait() // they return no errors
}

func (f *flight) doc(in *folder, want wantedText) *fulltext.Doc {
	var raw []byte
	file, vault := want.file, f.text.vault
	if file.Parsed() && file.Kind != graph.KindBase {
		var err error
		raw, _, err = in.readAny(vault, vault.disk(file.Path), make([]byte, 0, file.Size+1))
		if err != nil || sha256.Sum256(raw) != file.Hash {
			return nil
		}
	}
	d := searchDoc(file, raw, want.anchors)
	return &d
}

// visible tells the owner that what somebody waits for is there to be searched.
// Should it not reach the disk, the ledger knows.
func (f *flight) visible() {
	if f.lane == laneUrgent {
		f.text.landed <- landing{lane: f.lane, visible: true}
	}
}

func (f *flight) apply() error {
	if len(f.docs)+len(f.deletes) == 0 {
		return nil
	}
	changing := make([]vaultpath.Path, 0, len(f.docs)+len(f.deletes))
	changing = append(changing, f.deletes...)
	for i := range f.docs {
		changing = append(changing, f.docs[i].Path)
	}
	if err := f.text.ledger.intend(changing); err != nil {
		return err
	}
	if err := f.text.store.ApplyTelling(f.docs, f.deletes, f.visible); err != nil {
		return err
	}
	done := make(map[vaultpath.Path]stamp, len(changing))
	for _, p := range changing {
		done[p] = f.want[p]
	}
	return f.text.ledger.done(done)
}
