package fulltext

import (
	"github.com/RoaringBitmap/roaring/v2"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// keptPages is how much a merge writes, in bytes, before the pages it read are
// given back. It reads about as much as it writes.
const keptPages = 8 << 20

// Merge is MergeUsing without a configuration.
func (p plugin) Merge(segments []segment.Segment, drops []*roaring.Bitmap, path string,
	closed chan struct{}, stats segment.StatsReporter) ([][]uint64, uint64, error) {
	return p.MergeUsing(segments, drops, path, closed, stats, nil)
}

// MergeUsing is zap's. Segments are mapped from files, and merging reads them
// from end to end: without more ado all of them would lie in memory at once,
// and count as this process's until the system wants it for others.
func (p plugin) MergeUsing(segments []segment.Segment, drops []*roaring.Bitmap, path string,
	closed chan struct{}, stats segment.StatsReporter, config map[string]any) ([][]uint64, uint64, error) {
	r := &releaser{stats: stats, segments: segments}
	defer r.release()
	return p.ZapPlugin.MergeUsing(zaps(segments), drops, path, closed, r, config)
}

// releaser gives pages back as a merge goes on. One goroutine uses it.
type releaser struct {
	stats    segment.StatsReporter // nil: nobody wants to know
	segments []segment.Segment
	written  uint64 // since the last time
}

// ReportBytesWritten is called for every write of the merge.
func (r *releaser) ReportBytesWritten(n uint64) {
	if r.stats != nil {
		r.stats.ReportBytesWritten(n)
	}
	if r.written += n; r.written >= keptPages {
		r.release()
	}
}

func (r *releaser) release() {
	r.written = 0
	for _, s := range r.segments {
		releasePages(s)
	}
}

// releasePages gives back the memory that holds what was read of a segment's
// file. Whoever reads on, another goroutine too, finds the same again.
func releasePages(s segment.Segment) {
	if s, ok := s.(*mapped); ok {
		forgetPages(s.Data())
	}
}
