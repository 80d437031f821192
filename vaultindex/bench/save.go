package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultgen"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

const (
	savesEach   = 60
	watchedEach = 15 // saves noticed by the watcher, which waits for quiet
)

// saved is one note that is saved with a word nobody else has.
type saved struct {
	path, text, word string
}

func (s *size) saves(n int, mark string) []saved {
	all := make([]saved, n)
	for i := range all {
		made := vaultgen.Make(s.options(), i*(s.notes/n))
		all[i] = saved{made.Path, made.Text, fmt.Sprintf("zq%s%dqz", mark, i)}
	}
	return all
}

func (v saved) write(vault string, more string) error {
	return os.WriteFile(filepath.Join(vault, filepath.FromSlash(v.path)), []byte(v.text+more), 0o644)
}

// measureSaves saves notes, each until its new word is found. It leaves the
// notes as they were.
func (s *size) measureSaves(ctx context.Context) error {
	progress("%d notes: saves", s.notes)
	var ibid, fts, mini []time.Duration
	for _, v := range s.saves(savesEach, "a") {
		times, err := s.save(ctx, v)
		if err = errors.Join(err, v.write(s.vault, "")); err != nil {
			return err
		}
		ibid, fts, mini = append(ibid, times[0]), append(fts, times[1]), append(mini, times[2])
	}
	s.report.line("One saved note searchable, p50", against("FTS5", percentile(ibid, 50), percentile(fts, 50)), none)
	s.report.line("One saved note searchable, p95", against("FTS5", percentile(ibid, 95), percentile(fts, 95)), none)
	s.report.line("One saved note searchable, p50", against("MiniSearch", percentile(ibid, 50), percentile(mini, 50)), none)
	s.report.line("One saved note searchable, p95", against("MiniSearch", percentile(ibid, 95), percentile(mini, 95)), none)
	s.report.line("One saved note searchable, p95", absoluteTime(percentile(ibid, 95), ", after the coalescer"), atMost(float64(50*time.Millisecond)))
	return s.measureWatched(ctx)
}

// save writes a note and times how long each engine needs to find it.
func (s *size) save(ctx context.Context, v saved) (times [3]time.Duration, err error) {
	more := "\nA line with " + v.word + ".\n"
	if err := v.write(s.vault, more); err != nil {
		return times, err
	}
	start := time.Now()
	if _, err := s.ix.Touch(ctx, vaultpath.Path(v.path)); err != nil {
		return times, err
	}
	hits, err := search(ctx, s.ix, v.word, 1)
	times[0] = time.Since(start)
	if err != nil || !slices.Contains(hits, v.path) {
		return times, fmt.Errorf("%s was saved and is not found: %v", v.path, err)
	}
	start = time.Now()
	if err := s.fts.replace(ctx, v.path, []byte(v.text+more)); err != nil {
		return times, err
	}
	rows, err := s.fts.find(ctx, v.word, false, 1)
	times[1] = time.Since(start)
	if err != nil || !slices.Contains(rows, v.path) {
		return times, fmt.Errorf("FTS5 does not find %s: %v", v.path, err)
	}
	replaced, err := s.mini.ask(miniRequest{Op: "save", Path: v.path})
	if err != nil {
		return times, err
	}
	found, err := s.mini.ask(miniRequest{Op: "search", Query: v.word, Limit: 1})
	times[2] = replaced.took() + found.took()
	if err == nil && !slices.Contains(found.Paths, v.path) {
		err = fmt.Errorf("MiniSearch does not find %s", v.path)
	}
	return times, err
}

// measureWatched does the same with the watcher, from the save on.
func (s *size) measureWatched(ctx context.Context) error {
	if err := s.reopen(ctx, true); err != nil {
		return err
	}
	if _, err := s.ix.Refresh(ctx); err != nil {
		return err
	}
	events, cancel := s.ix.Subscribe(1)
	defer cancel()
	var times []time.Duration
	for _, v := range s.saves(watchedEach, "b") {
		took, err := s.watched(ctx, events, v)
		if err = errors.Join(err, v.write(s.vault, "")); err != nil {
			return err
		}
		times = append(times, took)
	}
	s.report.line("One saved note searchable, watcher and its wait for quiet included, p50", absoluteTime(percentile(times, 50), ""), none)
	_, err := s.ix.Refresh(ctx) // takes back what was written last
	return err
}

// watched saves a note and waits for the news that it can be found.
func (s *size) watched(ctx context.Context, events <-chan vaultindex.Event, v saved) (time.Duration, error) {
	start := time.Now()
	if err := v.write(s.vault, "\nA line with "+v.word+".\n"); err != nil {
		return 0, err
	}
	deadline := time.After(10 * time.Second)
	for {
		hits, err := search(ctx, s.ix, v.word, 1)
		if err != nil {
			return 0, err
		}
		if slices.Contains(hits, v.path) {
			return time.Since(start), nil
		}
		select {
		case <-events:
		case <-deadline:
			return 0, fmt.Errorf("%s was saved, and ten seconds later it is not found", v.path)
		}
	}
}
