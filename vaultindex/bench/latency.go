package main

import (
	"context"
	"fmt"
	"slices"
	"time"
)

const (
	queriesEach = 100 // of each kind
	rounds      = 3   // each query is asked so often; its median counts
	askedFor    = 10  // hits
)

// queryKind is one kind of query and what it must keep to at 100,000 notes.
type queryKind struct {
	name      string
	make      func(*sampler) string
	prefix    bool
	forgiving bool  // MiniSearch alone: FTS5 forgives nothing
	fts, mini bound // of the 95th percentile
}

var (
	quarter = atMost(0.25)
	tenth   = atMost(0.1)
)

var queryKinds = []queryKind{
	{name: "1 term", make: func(s *sampler) string { return s.words(1) }},
	{name: "2 terms, OR", make: func(s *sampler) string { return s.words(2) }, fts: quarter, mini: tenth},
	{name: "3 terms, OR", make: func(s *sampler) string { return s.words(3) }, fts: quarter, mini: tenth},
	{name: "prefix of 3 letters", make: func(s *sampler) string { return s.prefix(3) }, prefix: true, fts: quarter, mini: tenth},
	{name: "misspelt word", make: (*sampler).misspelt, forgiving: true},
	{name: "Chinese, 2 characters", make: func(s *sampler) string { return s.han(2) }},
	{name: "Chinese, 4 characters", make: func(s *sampler) string { return s.han(4) }},
}

// latencies are the times of all queries of a kind, by engine.
type latencies struct {
	ibid, fts, mini                []time.Duration
	ibidHits, ftsHits, miniHits, n int
}

func (s *size) measureQueries(ctx context.Context) error {
	sample := newSampler(s.options())
	for _, kind := range queryKinds {
		progress("%d notes: queries, %s", s.notes, kind.name)
		queries := make([]string, queriesEach)
		for i := range queries {
			queries[i] = kind.make(sample)
		}
		l, err := s.askAll(ctx, kind, queries)
		if err != nil {
			return err
		}
		s.reportQueries(kind, l)
	}
	return nil
}

// askAll asks every query of all three, one after the other, so that whatever
// else the machine does meets all alike.
func (s *size) askAll(ctx context.Context, kind queryKind, queries []string) (*latencies, error) {
	l := &latencies{n: len(queries)}
	for _, q := range queries {
		var ibid, fts, mini [rounds]time.Duration
		for i := range rounds {
			start := time.Now()
			hits, err := search(ctx, s.ix, q, askedFor)
			ibid[i] = time.Since(start)
			if err != nil {
				return nil, err
			}
			start = time.Now()
			rows, err := s.fts.find(ctx, q, kind.prefix, askedFor)
			fts[i] = time.Since(start)
			if err != nil {
				return nil, err
			}
			answer, err := s.mini.ask(miniRequest{Op: "search", Query: q, Prefix: kind.prefix, Forgiving: kind.forgiving, Limit: askedFor})
			mini[i] = answer.took()
			if err != nil {
				return nil, err
			}
			if i == 0 {
				l.ibidHits, l.ftsHits, l.miniHits = l.ibidHits+len(hits), l.ftsHits+len(rows), l.miniHits+len(answer.Paths)
			}
		}
		l.ibid, l.fts, l.mini = append(l.ibid, middle(ibid[:])), append(l.fts, middle(fts[:])), append(l.mini, middle(mini[:]))
	}
	return l, nil
}

func (s *size) reportQueries(kind queryKind, l *latencies) {
	name := "Query, " + kind.name
	if !kind.forgiving {
		s.report.line(name+", p50", against("FTS5", percentile(l.ibid, 50), percentile(l.fts, 50)), none)
		s.report.line(name+", p95", against("FTS5", percentile(l.ibid, 95), percentile(l.fts, 95)), s.bound100k(kind.fts))
	}
	s.report.line(name+", p50", against("MiniSearch", percentile(l.ibid, 50), percentile(l.mini, 50)), none)
	m := against("MiniSearch", percentile(l.ibid, 95), percentile(l.mini, 95))
	if l.miniHits < l.ibidHits*3/4 {
		m.absolute += fmt.Sprintf("; it lists %.0f %% of the hits", 100*float64(l.miniHits)/float64(l.ibidHits))
	}
	s.report.line(name+", p95", m, s.bound100k(kind.mini))
}

// middle is the median of a few times.
func middle(times []time.Duration) time.Duration { return percentile(times, 50) }

// percentile is the time that p in 100 do not exceed.
func percentile(times []time.Duration, p int) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[max(0, (len(sorted)*p+99)/100-1)]
}
