package vaultindex

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
)

// scan decides a query without words to rank by, or without an index, file by
// file: the newest come first. All files are looked at, unless that is more
// than maxLooked.
func (s *shelf) scan(ctx context.Context, r *ranking) error {
	only, err := s.passing(ctx, r)
	if err != nil {
		return err
	}
	needs, known := r.query.needsText() && !r.byName(), r.query.known()
	var reads []*graph.File
	for f := range s.lens.Files() {
		if err := ctx.Err(); err != nil {
			return err
		}
		switch {
		case f.Excluded || r.known[f.Path]:
		case needs && hasText(f):
			if passes := only == nil || only[f.Path] || f.Size > fulltext.MaxBody; passes && allHold(known, f) {
				reads = append(reads, f)
			}
		case s.scanned(r, f):
			r.files = append(r.files, scored{file: f, score: 1, coverage: 1})
		}
	}
	err = s.scanTexts(ctx, r, r.affordable(reads))
	slices.SortStableFunc(r.files, byTime)
	r.total = len(r.files)
	return err
}

// affordable are the files that may be read to decide a query: all, or as many
// of the newest as the bound lets through. They are in the order they came in.
func (r *ranking) affordable(files []*graph.File) []*graph.File {
	order := make([]int, len(files))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(files[b].ModTime, files[a].ModTime) })
	cost := r.query.cost()
	for n, i := range order {
		if r.looked > maxLooked {
			r.cut = true
			order = order[:n]
			break
		}
		r.looked += int(files[i].Size) * cost
	}
	slices.Sort(order)
	kept := make([]*graph.File, len(order))
	for n, i := range order {
		kept[n] = files[i]
	}
	return kept
}

// scanTexts reads files and keeps those that fulfil the query, on several
// processors: neighbours are read by the same.
func (s *shelf) scanTexts(ctx context.Context, r *ranking, files []*graph.File) error {
	found := make([]bool, len(files))
	var workers sync.WaitGroup
	var next atomic.Int64
	for range min(runtime.GOMAXPROCS(0), (len(files)+neighbours-1)/neighbours) {
		workers.Go(func() {
			read, done := s.texts()
			defer done()
			for from := int(next.Add(neighbours)) - neighbours; from < len(files) && ctx.Err() == nil; from = int(next.Add(neighbours)) - neighbours {
				for i := from; i < min(from+neighbours, len(files)); i++ {
					found[i] = r.fulfilled(&subject{file: files[i], read: func() string { return read(files[i]) }})
				}
			}
		})
	}
	workers.Wait()
	for i, f := range files {
		if found[i] {
			r.files = append(r.files, scored{file: f, score: 1, coverage: 1})
		}
	}
	return ctx.Err()
}

// texts is a way to read many files, one after the other, and what ends it.
func (s *shelf) texts() (read func(*graph.File) string, done func()) {
	if s.reader == nil {
		return func(f *graph.File) string { return s.contents(f.Path) }, func() {}
	}
	in := s.reader()
	return func(f *graph.File) string {
		raw, err := in.Read(f, func([]byte, bool) bool { return true })
		switch {
		case err != nil:
			return ""
		case f.Kind == graph.KindCanvas:
			return canvasText(raw)
		}
		return string(raw)
	}, in.Close
}

// byName reports whether a query is nothing but words: without an index they
// have to be names.
func (r *ranking) byName() bool { return len(r.want.terms) > 0 && !r.query.restricts() }

// scanned decides about one file by what is not its text.
func (s *shelf) scanned(r *ranking, f *graph.File) bool {
	if r.byName() {
		return strings.Contains(fulltext.Fold(f.Path.Name()), r.want.subject)
	}
	return s.fulfils(r, f)
}
