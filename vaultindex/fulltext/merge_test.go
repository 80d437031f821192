package fulltext

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	segment "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// A merge gives back the pages it read as it goes on. The segments say the same
// afterwards, and meanwhile too.
func TestMergeGivesPagesBack(t *testing.T) {
	dir := t.TempDir()
	plug := plugin{&zap.ZapPlugin{}}
	var docs []*document
	for i := range 200 {
		doc := body(fmt.Sprintf("%03d.md", i), strings.Repeat(fmt.Sprintf("word%d tea ", i), 9))
		docs = append(docs, newDocument(&doc))
	}
	made, _, err := new(segmentBuilder).build(docs, nil)
	if err != nil {
		t.Fatal(err)
	}
	before := segmentSays(t, made)
	whole := mergeInto(t, plug, filepath.Join(dir, "1"), made)

	r := &releaser{segments: []segment.Segment{whole}}
	reading := make(chan string)
	go func() { reading <- segmentSays(t, whole) }()
	for range 50 {
		r.ReportBytesWritten(keptPages)
	}
	if got := <-reading; got != before {
		t.Errorf("while pages are given back it says %.300s, want %.300s", got, before)
	}
	if r.ReportBytesWritten(keptPages - 1); r.written != keptPages-1 {
		t.Errorf("%d bytes were written since pages were given back, want %d", r.written, keptPages-1)
	}
	if again := mergeInto(t, plug, filepath.Join(dir, "2"), whole); segmentSays(t, again) != before || segmentSays(t, whole) != before {
		t.Error("merging a segment that lost its pages changed what it says")
	}
}

// mergeInto merges segments into a file and opens it.
func mergeInto(t *testing.T, plug plugin, name string, parts ...segment.Segment) segment.Segment {
	t.Helper()
	if _, _, err := plug.Merge(parts, make([]*roaring.Bitmap, len(parts)), name, nil, nil); err != nil {
		t.Fatal(err)
	}
	s, err := plug.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
