package note

import (
	"sort"
	"strings"
)

// seg is a half-open byte range of the source.
type seg struct{ start, stop int }

// runText is the text of one paragraph, heading or cell without the markers of
// the blocks around it, and the way back to offsets of the source. Lines that
// follow each other in the source are not copied.
type runText struct {
	buf  []byte
	maps []lineMap // never empty; sorted
}

// lineMap says that buf[buf:] stands in the source at src.
type lineMap struct{ buf, src int }

// newText joins the segments; scratch is reused when they are not contiguous.
func newText(src []byte, segs []seg, scratch *[]byte) runText {
	if len(segs) == 0 {
		return runText{maps: []lineMap{{}}}
	}
	if contiguous(segs) {
		first, last := segs[0], segs[len(segs)-1]
		return runText{buf: src[first.start:last.stop], maps: []lineMap{{0, first.start}}}
	}
	t := runText{buf: (*scratch)[:0]}
	for _, s := range segs {
		t.maps = append(t.maps, lineMap{len(t.buf), s.start})
		t.buf = append(t.buf, src[s.start:s.stop]...)
	}
	*scratch = t.buf
	return t
}

func contiguous(segs []seg) bool {
	for i := 1; i < len(segs); i++ {
		if segs[i].start != segs[i-1].stop {
			return false
		}
	}
	return true
}

// at returns the source offset of buf[p].
func (t *runText) at(p int) int {
	i := len(t.maps) - 1
	if i > 0 {
		i = sort.Search(len(t.maps), func(i int) bool { return t.maps[i].buf > p }) - 1
	}
	return t.maps[i].src + p - t.maps[i].buf
}

// end returns the source offset behind buf[p-1]; p is above 0.
func (t *runText) end(p int) int { return t.at(p-1) + 1 }

// clone copies bytes of the source into a valid string of its own (a Note must
// not keep the file alive).
func clone(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	return strings.ToValidUTF8(string(b), "\uFFFD")
}
