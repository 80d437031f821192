package gate

import (
	"slices"

	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// maxUses bounds how many changes one grant lets through (contracts 2.5.3).
const maxUses = 50

// grant lets changes of the class Write through for the rest of a run.
type grant struct {
	files  []vaultpath.Path // these, or
	folder vaultpath.Path   // all below it
	uses   int              // left
}

func (gr *grant) covers(p vaultpath.Path) bool {
	if gr.folder != vaultpath.Root {
		return p.HasPrefix(gr.folder)
	}
	return slices.Contains(gr.files, p)
}

// granted tells whether a grant of the run covers all of the paths, and uses it.
func (g *Gate) granted(run string, paths []vaultpath.Path) bool {
	if run == "" {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, gr := range g.grants[run] {
		if gr.uses > 0 && !slices.ContainsFunc(paths, func(p vaultpath.Path) bool { return !gr.covers(p) }) {
			gr.uses--
			return true
		}
	}
	return false
}

// grantFor remembers what an answer allows beyond the one change.
func (g *Gate) grantFor(a Approval) {
	gr := &grant{uses: maxUses}
	switch a.Answer.Option {
	case AllowFiles:
		gr.files = a.paths()
	case AllowFolder:
		gr.folder = a.folder()
	default:
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.grants[a.Origin.Run] = append(g.grants[a.Origin.Run], gr)
}

func (a Approval) paths() []vaultpath.Path {
	var out []vaultpath.Path
	for _, f := range a.Files {
		out = append(out, f.Path)
		if f.To != "" {
			out = append(out, f.To)
		}
	}
	return out
}

// folder is the deepest one that holds all that the change touches; Root when that
// is the vault.
func (a Approval) folder() vaultpath.Path {
	dir := a.Files[0].folder()
	for _, f := range a.Files {
		for !f.folder().HasPrefix(dir) || f.To != "" && !f.To.Dir().HasPrefix(dir) {
			dir = dir.Dir()
		}
	}
	return dir
}

// folder is where a file stands, or the folder that is made itself.
func (f FileDiff) folder() vaultpath.Path {
	if f.Op == "mkdir" || f.Op == "rmdir" {
		return f.Path
	}
	return f.Path.Dir()
}

// options are what may be answered: no grant outlives a sensitive change, a run
// there is none of, or covers the whole vault.
func (a Approval) options(origin journal.Origin) []Option {
	out := []Option{AllowOnce}
	if a.Class == Write && origin.Run != "" {
		out = append(out, AllowFiles)
		if a.folder() != vaultpath.Root {
			out = append(out, AllowFolder)
		}
	}
	return append(out, Reject)
}
