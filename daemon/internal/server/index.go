package server

import (
	"context"

	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// forwardEvents tells every initialised client what the index tells.
func (s *Server) forwardEvents(events <-chan vaultindex.Event) {
	for e := range events {
		method, params := toEvent(e)
		s.mu.Lock()
		var to []*protocol.Conn
		for conn, client := range s.clients {
			if client.initialized {
				to = append(to, conn)
			}
		}
		s.mu.Unlock()
		for _, conn := range to {
			s.notify(conn, method, params)
		}
	}
}

func toEvent(e vaultindex.Event) (method string, params any) {
	if e.Changed != nil {
		return protocol.NotifyIndexChanged, protocol.IndexChangedEvent{Seq: int(e.Changed.Seq), Paths: toStrings(e.Changed.Paths)}
	}
	p := e.Progress
	return protocol.NotifyIndexProgress, protocol.IndexProgressEvent{
		Phase: protocol.IndexPhase(p.Phase), Done: p.Done, Total: p.Total, Path: p.Path.String()}
}

func toStrings(paths []vaultpath.Path) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = p.String()
	}
	return out
}

func (s *Server) indexStatus(context.Context, *protocol.Conn, protocol.IndexStatusParams) (protocol.IndexStatusResult, error) {
	return toStatus(s.Index.Status()), nil
}

// indexUpdate answers when the index holds everything that is on disk now.
func (s *Server) indexUpdate(ctx context.Context, _ *protocol.Conn, p protocol.IndexUpdateParams) (protocol.IndexStatusResult, error) {
	started := s.Agent.Now()
	if err := s.bringUpToDate(ctx, p.Rebuild); err != nil {
		return protocol.IndexStatusResult{}, indexFault(err)
	}
	result := toStatus(s.Index.Status())
	result.TookMs = milliseconds(s.Agent.Now().Sub(started))
	return result, nil
}

func (s *Server) bringUpToDate(ctx context.Context, rebuild bool) error {
	if rebuild {
		if err := s.Index.Rebuild(ctx); err != nil {
			return err
		}
	} else if _, err := s.Index.Refresh(ctx); err != nil {
		return err
	}
	return s.Index.WaitReady(ctx)
}

func (s *Server) indexPause(ctx context.Context, _ *protocol.Conn, _ protocol.IndexPauseParams) (protocol.IndexStatusResult, error) {
	if err := s.Index.Pause(ctx); err != nil {
		return protocol.IndexStatusResult{}, indexFault(err)
	}
	return toStatus(s.Index.Status()), nil
}

func (s *Server) indexResume(ctx context.Context, _ *protocol.Conn, _ protocol.IndexResumeParams) (protocol.IndexStatusResult, error) {
	if err := s.Index.Resume(ctx); err != nil {
		return protocol.IndexStatusResult{}, indexFault(err)
	}
	return toStatus(s.Index.Status()), nil
}

// fewSkipped is how many skipped files fit into a frame with the longest paths there are.
const fewSkipped = 4000

func toStatus(st vaultindex.Status) protocol.IndexStatusResult {
	out := protocol.IndexStatusResult{
		Phase: protocol.IndexPhase(st.Phase), Done: st.Done, Total: st.Total, Seq: int(st.Seq),
		Notes: st.Stats.Notes, Files: st.Stats.Files, Links: st.Stats.Links, Unresolved: st.Stats.Unresolved,
		Tags: st.Stats.Tags, Bytes: int(st.Stats.Bytes), TookMs: float64(st.TookMs), Problem: st.Problem,
	}
	for _, k := range st.Skipped {
		out.Skipped = append(out.Skipped, protocol.Skipped(k))
	}
	if len(out.Skipped) > fewSkipped {
		out.Truncated = shorten(maxResult, partOf("skipped", &out.Skipped, maxResult))
	}
	return out
}
