package graph

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// SameContents returns the sets of notes and canvases that hold the same bytes,
// by their first path. Empty files are the same as none.
func (l Lens) SameContents() [][]vaultpath.Path {
	var files []*File
	for n := range l.all() {
		if f := n.file; n.isSource() && f.Hash != [32]byte{} && f.Size > 0 {
			files = append(files, f)
		}
	}
	slices.SortFunc(files, func(a, b *File) int {
		return cmp.Or(bytes.Compare(a.Hash[:], b.Hash[:]), cmp.Compare(a.Path, b.Path))
	})
	var out [][]vaultpath.Path
	for i := 0; i < len(files); {
		same := []vaultpath.Path{files[i].Path}
		for i++; i < len(files) && files[i].Hash == files[i-1].Hash; i++ {
			same = append(same, files[i].Path)
		}
		if len(same) > 1 {
			out = append(out, same)
		}
	}
	slices.SortFunc(out, func(a, b []vaultpath.Path) int { return cmp.Compare(a[0], b[0]) })
	return out
}
