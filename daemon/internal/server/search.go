package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Bounds of how many hits a search may ask for.
const (
	defaultHits = 10
	maxHits     = 100
)

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (s *Server) searchQuery(ctx context.Context, _ *protocol.Conn, p protocol.SearchQueryParams) (protocol.SearchQueryResult, error) {
	started := s.Agent.Now()
	req, err := toSearch(p)
	if err != nil {
		return protocol.SearchQueryResult{}, err
	}
	if err := s.awaitSeq(ctx, p.MinSeq); err != nil {
		return protocol.SearchQueryResult{}, err
	}
	snap := s.Index.Acquire()
	defer snap.Release()
	found, err := snap.View(p.IncludePrivate).Search(ctx, req)
	if err != nil {
		return protocol.SearchQueryResult{}, queryError(err)
	}
	notices := found.Notices
	if p.Limit != nil && *p.Limit > maxHits {
		notices = append(notices, fmt.Sprintf("limit was %d; the most is %d, which was used.", *p.Limit, maxHits))
	}
	if s.Index.Status().Phase == vaultindex.Paused {
		notices = append(notices, "Indexing is paused: what changed since is not found.")
	}
	out := protocol.SearchQueryResult{Total: found.Total, Notices: notices, Near: toStrings(found.Near), Indexing: found.Indexing, Seq: int(snap.Seq)}
	for _, h := range found.Hits {
		out.Hits = append(out.Hits, protocol.SearchHit{Path: h.Path.String(), Title: h.Title, Score: h.Score,
			Excerpt: h.Excerpt, Heading: h.Heading, Line: h.Line, Why: h.Why, Tags: fewTags(h.Tags)})
	}
	out.TookMs = milliseconds(s.Agent.Now().Sub(started))
	return out, nil
}

// maxHitTags is how much of a hit's tags is told, in bytes: a note may have any number
// of them, and a hundred hits are one frame.
const maxHitTags = 64 << 10

// fewTags are the first tags of a note, as far as they fit into a hit.
func fewTags(tags []string) []string {
	size := 0
	for i, t := range tags {
		if size += len(t); size > maxHitTags {
			return tags[:i]
		}
	}
	return tags
}

func toSearch(p protocol.SearchQueryParams) (vaultindex.SearchRequest, error) {
	req := vaultindex.SearchRequest{Query: p.Query, Limit: defaultHits}
	if p.Limit != nil {
		req.Limit = min(*p.Limit, maxHits)
	}
	if req.Limit < 1 {
		return req, protocol.InvalidParams("limit", fmt.Sprintf("must be at least 1, not %d", req.Limit))
	}
	if p.MinSeq < 0 {
		return req, protocol.InvalidParams("minSeq", "must be a seq that index/changed told, or 0")
	}
	from, err := vaultpath.Parse(p.From)
	if err != nil {
		return req, protocol.InvalidParams("from", err.Error())
	}
	req.From = from
	return req, nil
}

// queryError turns a query that cannot be understood into the client's fault.
func queryError(err error) error {
	var bad *vaultindex.QueryError
	if errors.As(err, &bad) {
		return protocol.InvalidParams("query", bad.Error())
	}
	return err
}

// seqPatience is how long a search waits for the snapshot it names. A seq of
// an owner that has died may never come: the next one counts anew.
const seqPatience = 10 * time.Second

func (s *Server) awaitSeq(ctx context.Context, seq int) error {
	waiting, cancel := context.WithTimeout(ctx, seqPatience)
	defer cancel()
	err := s.Index.WaitFor(waiting, uint64(max(seq, 0)))
	if err != nil && waiting.Err() != nil && ctx.Err() == nil {
		return protocol.NewError("SEQ_NOT_REACHED", "The index has not reached that snapshot.",
			"Search without minSeq; after the daemon changed, seq counts anew.", true)
	}
	return err
}
