package vaultindex

import (
	"encoding/binary"
	"hash/fnv"
	"math"

	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// stamp stands for everything a document in the full text is made of: the
// file's content, its flags, and the words other notes link to it with. Two
// equal stamps mean that there is nothing to do.
type stamp uint64

const (
	stampNone   stamp = 0 // no document
	stampUnsure stamp = 1 // whatever a crash left
	stampFirst  stamp = 2 // the least that stands for a document
)

// wantedText is what the full text should hold of a path.
type wantedText struct {
	path    vaultpath.Path
	stamp   stamp
	file    *graph.File // nil when there is nothing to hold
	anchors []string    // see anchors
}

// wantOf is what the full text should hold of a path by a graph.
func wantOf(g *graph.Graph, p vaultpath.Path) wantedText {
	f, ok := g.File(p)
	if !ok || f.Kind == graph.KindAttachment {
		return wantedText{path: p}
	}
	names := anchors(g.Lens, p, math.MaxInt)
	return wantedText{p, stampOf(f, names), f, names}
}

// stampOf stands for a file to which other notes link with these words.
func stampOf(f *graph.File, anchors []string) stamp {
	h := fnv.New64a()
	h.Write(f.Hash[:])
	var flags [9]byte
	for i, set := range []bool{f.Private, f.Excluded, !f.Parsed()} {
		if set {
			flags[0] |= 1 << i
		}
	}
	if !f.Parsed() {
		binary.LittleEndian.PutUint64(flags[1:], uint64(f.Size))
	}
	h.Write(flags[:])
	for _, a := range anchors {
		h.Write([]byte(a))
		h.Write([]byte{0})
	}
	return max(stamp(h.Sum64()), stampFirst)
}

// anchored tells whether a link may carry words of its own (anchors).
func anchored(e graph.Edge) bool { return e.Link.Display != "" }
