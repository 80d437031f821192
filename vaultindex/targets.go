package vaultindex

import (
	"encoding/binary"
	"iter"
	"math"

	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// linkTargets is where the links of every file of a manifest lead, as it was
// saved: varints, one behind the other.
type linkTargets struct {
	data []byte
	ends []int // by file, in data
}

// add notes the targets of the next file; none when they are not known.
func (t *linkTargets) add(data []byte) {
	t.data = append(t.data, data...)
	t.ends = append(t.ends, len(t.data))
}

// of is a graph.Targets.
func (t *linkTargets) of(i int, into []int32) bool {
	from := 0
	if i > 0 {
		from = t.ends[i-1]
	}
	data := t.data[from:t.ends[i]]
	for k := range into {
		v, n := binary.Uvarint(data)
		if n <= 0 || v > math.MaxInt32 {
			return false
		}
		into[k], data = int32(v)+graph.NoTarget, data[n:]
	}
	return len(data) == 0
}

// targetsFor returns what yields the targets of the links of each of the paths,
// which are sorted, in turn, and what ends it. It yields none unless the graph
// has exactly these files.
func targetsFor(g *graph.Graph, paths []vaultpath.Path) (next func() (*graph.File, []int32, bool), stop func()) {
	none := func() (*graph.File, []int32, bool) { return nil, nil, false }
	if g == nil || g.Len() != len(paths) {
		return none, func() {}
	}
	i := 0
	for f := range g.Files() {
		if f.Path != paths[i] {
			return none, func() {}
		}
		i++
	}
	return iter.Pull2(g.Targets())
}

// packTargets appends what linkTargets.of reads.
func packTargets(to []byte, places []int32) []byte {
	for _, at := range places {
		to = binary.AppendUvarint(to, uint64(at-graph.NoTarget))
	}
	return to
}
