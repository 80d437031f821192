package builtin

import (
	"iter"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// skippedNames are the folders that hold dependencies and build results, not
// anybody's notes (R114, R130). Those that begin with a dot (.git, .venv) are
// hidden anyway.
var skippedNames = map[string]bool{
	"node_modules": true, "bower_components": true, "jspm_packages": true, "__pycache__": true,
	"venv": true, "site-packages": true, "dist": true, "build": true,
}

// selection picks files of a view: those below a folder that match what was
// asked for.
type selection struct {
	dir       vaultpath.Path
	fragments []string // folded; all must occur in the path
	glob      *glob
	exts      []string // nil for any
	skipped   skips
}

// skips remembers which folders are skipped.
type skips struct {
	dir   vaultpath.Path          // what lies above it is not looked at
	known map[vaultpath.Path]bool // by folder
	found []string                // the topmost skipped folders
}

func newSkips(dir vaultpath.Path) skips {
	return skips{dir: dir, known: map[vaultpath.Path]bool{dir: false}}
}

// covers tells whether folder is, or lies in, a skipped folder below dir.
func (s *skips) covers(folder vaultpath.Path) bool {
	if known, ok := s.known[folder]; ok {
		return known
	}
	skip := folder != vaultpath.Root && s.covers(folder.Dir())
	if !skip && skippedNames[folder.Base()] {
		skip = true
		s.found = append(s.found, folder.String())
	}
	s.known[folder] = skip
	return skip
}

// files yields the files picked, by path.
func (s *selection) files(view *vaultindex.View) iter.Seq[*graph.File] {
	return func(yield func(*graph.File) bool) {
		for f := range view.Files() {
			if !f.Path.HasPrefix(s.dir) || s.skipped.covers(f.Path.Dir()) {
				continue
			}
			if s.matches(f.Path) && s.hasType(f.Path) && !yield(f) {
				return
			}
		}
	}
}

// folders yields the folders picked, by path. A type is a file's, so with one
// there are none.
func (s *selection) folders(view *vaultindex.View) iter.Seq[vaultpath.Path] {
	return func(yield func(vaultpath.Path) bool) {
		if s.exts != nil {
			return
		}
		for _, p := range view.Folders() {
			if p == s.dir || !p.HasPrefix(s.dir) || s.skipped.covers(p) {
				continue
			}
			if s.matches(p) && !yield(p) {
				return
			}
		}
	}
}

// denied are the folders that should have been looked into and cannot be listed.
func (s *selection) denied(view *vaultindex.View) []string {
	var names []string
	for _, p := range view.DeniedFolders(s.dir) {
		if !s.skipped.covers(p) {
			names = append(names, p.String())
		}
	}
	return names
}

func (s *selection) matches(p vaultpath.Path) bool {
	if !s.glob.match(p, s.dir) {
		return false
	}
	if len(s.fragments) == 0 {
		return true
	}
	fold := p.Fold()
	for _, fragment := range s.fragments {
		if !strings.Contains(fold, fragment) {
			return false
		}
	}
	return true
}

func (s *selection) hasType(p vaultpath.Path) bool {
	return s.exts == nil || slices.Contains(s.exts, p.Ext())
}

// fragmentsOf splits a query (R106).
func fragmentsOf(query string) []string {
	return strings.Fields(vaultpath.Fold(query))
}
