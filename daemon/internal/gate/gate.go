package gate

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/gate/commit"
	"github.com/ibid-notes/ibid/daemon/internal/gate/disk"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/daemon/internal/gate/trash"
)

// Options are what a Gate is made of. Root, Journal, Policy, Now and Logger are
// required.
type Options struct {
	Root    string                 // the vault's folder, absolute
	Journal string                 // the journal's folder, outside the vault
	Policy  func() (Policy, error) // read anew for every change
	Applier func() Applier         // the attached plugin, nil for none; may be nil itself
	Limits  journal.Limits
	Now     func() time.Time
	Logger  *slog.Logger
	// Disk, where set, stands between the gate and its folders, for tests.
	Disk func(disk.FS) disk.FS
}

// Applier carries changes out by way of Obsidian itself.
type Applier = commit.Applier

// Gate is the road into one vault. It is safe for concurrent use; changes are
// carried out one at a time.
type Gate struct {
	vault   *commit.Vault
	journal *journal.Journal
	options Options
	close   []func() error

	mu     sync.Mutex // guards all below
	live   map[string]*waiting
	grants map[string][]*grant // by run
}

// Open opens the gate of a vault and settles what a crash left open.
func Open(o Options) (*Gate, error) {
	g := &Gate{options: o, live: map[string]*waiting{}, grants: map[string][]*grant{}}
	if err := g.open(); err != nil {
		return nil, errors.Join(fmt.Errorf("open the gate: %w", err), g.Close())
	}
	settled, err := g.vault.Recover()
	if err != nil { // the vault may be away; it is settled before the first change
		o.Logger.Warn("Open changes could not be settled yet", "err", err)
	}
	for _, e := range settled {
		o.Logger.Info("Settled a change that was cut short", "entry", e.ID, "state", string(e.State))
	}
	return g, g.expire()
}

func (g *Gate) open() error {
	wrap := g.options.Disk
	if wrap == nil {
		wrap = func(d disk.FS) disk.FS { return d }
	}
	state, err := disk.OpenState(g.options.Journal)
	if err != nil {
		return err
	}
	g.close = append(g.close, state.Close)
	g.journal, err = journal.Open(wrap(state), g.options.Now, g.options.Limits)
	if err != nil {
		return err
	}
	g.close = append(g.close, g.journal.Close)
	if n := g.journal.Repaired(); n > 0 {
		g.options.Logger.Warn("The journal was mended", "lines", n)
	}
	root, err := disk.Open(g.options.Root)
	if err != nil {
		return err
	}
	g.close = append(g.close, root.Close)
	vault := wrap(root)
	g.vault = commit.New(vault, g.journal, trash.New(g.options.Root, vault, g.options.Now), g.options.Logger)
	return nil
}

// Close closes the gate. A change under way is to be waited for by whoever
// submitted it; an approval that waits stays pending.
func (g *Gate) Close() error {
	var errs []error
	for i := len(g.close) - 1; i >= 0; i-- {
		errs = append(errs, g.close[i]())
	}
	return errors.Join(errs...)
}

// Entries lists what was done in the vault, the oldest first.
func (g *Gate) Entries() []journal.Entry { return g.journal.Entries() }

// Entry is one of them, by its id.
func (g *Gate) Entry(id string) (journal.Entry, error) { return g.journal.Entry(id) }

// EndRun ends the grants of a run (contracts 2.5.3).
func (g *Gate) EndRun(run string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.grants, run)
}

func (g *Gate) applier() Applier {
	if g.options.Applier == nil {
		return nil
	}
	return g.options.Applier()
}
