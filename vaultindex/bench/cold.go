package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"time"
)

// coldResult is what indexing one vault from nothing took: the medians of its
// runs.
type coldResult struct {
	notes int
	bytes int64

	ibid ibidTimes
	fts  ftsTimes
	mini miniAnswer

	ibidCPU, ftsCPU time.Duration
}

// seldomFrom is the number of notes from which a vault is indexed once only.
const seldomFrom = 20_000

// measureCold indexes the vault with each engine, one after the other, and
// leaves the last index of each for the other parts.
func (s *size) measureCold(ctx context.Context) error {
	runs := s.runs
	if s.notes > seldomFrom || !s.wants("cold") {
		runs = 1
	}
	all := make([]coldResult, runs)
	for i := range all {
		progress("%d notes: cold index, run %d of %d", s.notes, i+1, runs)
		if err := s.coldRun(ctx, &all[i]); err != nil {
			return err
		}
	}
	s.cold.notes = s.notes
	s.cold.ibid = medianBy(all, func(c coldResult) time.Duration { return c.ibid.Ready }).ibid
	s.cold.ibid.Peak = medianBy(all, func(c coldResult) int64 { return c.ibid.Peak }).ibid.Peak
	s.cold.ibidCPU = medianBy(all, func(c coldResult) time.Duration { return c.ibidCPU }).ibidCPU
	s.cold.fts = medianBy(all, func(c coldResult) time.Duration { return c.fts.Took }).fts
	s.cold.ftsCPU = medianBy(all, func(c coldResult) time.Duration { return c.ftsCPU }).ftsCPU
	s.cold.mini = medianBy(all, func(c coldResult) float64 { return c.mini.Ms }).mini
	return nil
}

// medianBy is the element in the middle of an order.
func medianBy[T any, K cmp.Ordered](all []T, key func(T) K) T {
	sorted := slices.SortedFunc(slices.Values(all), func(a, b T) int { return cmp.Compare(key(a), key(b)) })
	return sorted[len(sorted)/2]
}

func (s *size) coldRun(ctx context.Context, c *coldResult) (err error) {
	if err := os.RemoveAll(s.ibidCache()); err != nil {
		return err
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.RemoveAll(s.ftsFile() + suffix); err != nil {
			return err
		}
	}
	if c.ibidCPU, err = inChild(ctx, &c.ibid, "ibid-cold", s.vault, s.ibidCache(), s.profileName("cold")); err != nil {
		return err
	}
	if c.ftsCPU, err = inChild(ctx, &c.fts, "fts-cold", s.vault, s.ftsFile()); err != nil {
		return err
	}
	return s.miniCold(ctx, c)
}

// miniCold lets a new node process index the vault, and keeps it.
func (s *size) miniCold(ctx context.Context, c *coldResult) (err error) {
	if s.mini != nil {
		if err := s.mini.close(); err != nil {
			return err
		}
	}
	if s.mini, err = startMiniSearch(ctx); err != nil {
		return err
	}
	if c.mini, err = s.mini.ask(miniRequest{Op: "build", Vault: s.vault}); err != nil {
		return err
	}
	if c.mini.Notes != c.ibid.Notes {
		return fmt.Errorf("MiniSearch indexed %d notes, Ibid %d", c.mini.Notes, c.ibid.Notes)
	}
	return nil
}

// bound100k is a bound that the design states for 100,000 notes only.
func (s *size) bound100k(b bound) bound {
	if s.notes < 100_000 {
		return none
	}
	return b
}

func (s *size) reportCold(before *coldResult) {
	c, r := &s.cold, s.report
	r.line("Cold index with graph, time", against("MiniSearch", c.ibid.Ready, c.mini.took()), s.bound100k(atMost(0.45)))
	r.line("Cold index with graph, time", against("FTS5", c.ibid.Ready, c.fts.Took), s.bound100k(atMost(1.4)))
	r.line("Cold index with graph, processor time", against("MiniSearch", c.ibidCPU, milliseconds(c.mini.CPU)), none)
	r.line("Cold index with graph, processor time", against("FTS5", c.ibidCPU, c.ftsCPU), none)
	r.line("Cold index with graph, peak memory", againstBytes("MiniSearch", c.ibid.Peak, c.mini.Peak), s.bound100k(atMost(0.4)))
	r.line("Cold index with graph, peak memory", againstBytes("FTS5", c.ibid.Peak, c.fts.Peak), none)
	r.line("Memory after a garbage collection", againstBytes("MiniSearch", c.ibid.Steady, c.mini.Steady), none)
	r.line("Memory after a garbage collection", absoluteBytes(c.ibid.Steady,
		fmt.Sprintf("of it %s not mapped from files, %s heap", bytesText(c.ibid.Anonymous), bytesText(c.ibid.Heap))),
		s.bound100k(atMost(350e6)))
	r.line("Names answerable", against("its cold time", c.ibid.Names, c.ibid.Ready), none)
	r.line("Links and tags answerable", against("its cold time", c.ibid.Graph, c.ibid.Ready), s.bound100k(atMost(1.0/6)))
	if before != nil && before.notes > 0 {
		times := float64(c.notes) / float64(before.notes)
		r.line(fmt.Sprintf("Cold index with graph, growth with %.0f times the notes", times),
			against(thousands(before.notes)+" notes", c.ibid.Ready, before.ibid.Ready), s.bound100k(atMost(1.1*times)))
	}
}

// measureWarm starts on what the cold run saved.
func (s *size) measureWarm(ctx context.Context) error {
	progress("%d notes: warm start", s.notes)
	query, want, err := s.knownAnswer(ctx)
	if err != nil {
		return err
	}
	all := make([]warmTimes, 3)
	for i := range all {
		if _, err := inChild(ctx, &all[i], "ibid-warm", s.vault, s.ibidCache(), query, want); err != nil {
			return err
		}
	}
	right := medianBy(all, func(w warmTimes) time.Duration { return w.Right }).Right
	ready := medianBy(all, func(w warmTimes) time.Duration { return w.Ready }).Ready
	s.report.line("Warm start to the first right answer", against("its cold time", right, s.cold.ibid.Ready), s.bound100k(atMost(1.0/40)))
	s.report.line("Warm start until all is known to be unchanged", against("its cold time", ready, s.cold.ibid.Ready), none)
	return nil
}

// knownAnswer is a query and what the index answers to it when it is whole.
func (s *size) knownAnswer(ctx context.Context) (query, want string, err error) {
	ix, err := openIndex(ctx, s.vault, s.ibidCache(), false)
	if err != nil {
		return "", "", err
	}
	defer ix.Close()
	if err := ix.WaitReady(ctx); err != nil {
		return "", "", err
	}
	query = newSampler(s.options()).words(2)
	hits, err := search(ctx, ix, query, 1)
	if err == nil && len(hits) == 0 {
		err = fmt.Errorf("nothing is found for %q", query)
	}
	if err != nil {
		return "", "", err
	}
	return query, hits[0], nil
}
