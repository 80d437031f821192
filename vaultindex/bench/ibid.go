package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/ibid-notes/ibid/vaultindex"
)

// ibidTimes is what a child measured of Ibid. Times count from the call of
// Open, memory is in bytes.
type ibidTimes struct {
	Names, Graph, Ready time.Duration
	Peak                int64
	Steady, Anonymous   int64 // after a garbage collection; Anonymous leaves out mapped files
	Heap                int64
	Notes, Links        int
}

// moment is what a snapshot knew.
type moment struct {
	at           time.Duration
	files, links int
}

// lookEvery is how often the cold start is looked at: often enough for times
// of tens of milliseconds, seldom enough to cost nothing.
const lookEvery = 2 * time.Millisecond

// ibidCold indexes a vault from nothing.
func ibidCold(ctx context.Context, args []string) (any, error) {
	stop, err := startProfile(args[2])
	if err != nil {
		return nil, err
	}
	start := time.Now()
	ix, err := openIndex(ctx, args[0], args[1], false)
	if err != nil {
		return nil, err
	}
	ready := make(chan error, 1)
	go func() { ready <- ix.WaitReady(ctx) }()
	moments, err := watchStart(ix, start, ready)
	if err != nil {
		return nil, err
	}
	if err := stop(); err != nil {
		return nil, err
	}
	t := timesOf(moments)
	t.Peak = memory("VmHWM")
	runtime.GC()
	debug.FreeOSMemory()
	t.Steady, t.Anonymous = memory("VmRSS"), memory("RssAnon")
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	t.Heap = int64(stats.HeapAlloc)
	return t, ix.Close()
}

// watchStart notes what each new snapshot knows until the index is ready.
func watchStart(ix *vaultindex.Index, start time.Time, ready <-chan error) ([]moment, error) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var moments []moment
	look := func() {
		snap := ix.Acquire()
		stats := snap.Graph.Stats()
		snap.Release()
		moments = append(moments, moment{time.Since(start), stats.Files, stats.Links})
	}
	for {
		select {
		case err := <-ready:
			look()
			return moments, err
		case <-tick.C:
			look()
		}
	}
}

// timesOf finds when all names, and when all links, were there.
func timesOf(moments []moment) ibidTimes {
	last := moments[len(moments)-1]
	t := ibidTimes{Ready: last.at, Notes: last.files, Links: last.links}
	for _, m := range moments {
		if t.Names == 0 && m.files == last.files {
			t.Names = m.at
		}
		if t.Graph == 0 && m.files == last.files && m.links == last.links {
			t.Graph = m.at
		}
	}
	return t
}

// warmTimes is what a child measured of a warm start.
type warmTimes struct {
	Opened, Right, Ready time.Duration
}

// ibidWarm opens an index that was saved and asks until the answer is right.
func ibidWarm(ctx context.Context, args []string) (any, error) {
	query, want := args[2], args[3]
	start := time.Now()
	ix, err := openIndex(ctx, args[0], args[1], false)
	if err != nil {
		return nil, err
	}
	t := warmTimes{Opened: time.Since(start)}
	for t.Right == 0 {
		last := ix.Status().Phase == vaultindex.Ready
		hits, err := search(ctx, ix, query, 1)
		if err != nil {
			return nil, err
		}
		if len(hits) == 1 && hits[0] == want {
			t.Right = time.Since(start)
		} else if last {
			return nil, fmt.Errorf("a warm start answers %q with %v, not %s", query, hits, want)
		}
	}
	if err := ix.WaitReady(ctx); err != nil {
		return nil, err
	}
	t.Ready = time.Since(start)
	return t, ix.Close()
}

// search asks as a caller without access to private notes does.
func search(ctx context.Context, ix *vaultindex.Index, query string, limit int) ([]string, error) {
	snap := ix.Acquire()
	defer snap.Release()
	result, err := snap.View(false).Search(ctx, vaultindex.SearchRequest{Query: query, Limit: limit})
	if err != nil {
		return nil, err
	}
	paths := make([]string, len(result.Hits))
	for i, hit := range result.Hits {
		paths[i] = hit.Path.String()
	}
	return paths, nil
}
