package server

import (
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/protocol"
)

// Any client may pause and resume; meanwhile what is known is answered, and an
// update says what is in its way.
func TestPauseAndResume(t *testing.T) {
	h := newHouse(t, orchard)
	g, other := h.guest(), h.guest()
	var st protocol.IndexStatusResult
	g.call(protocol.MethodIndexPause, protocol.IndexPauseParams{}, &st)
	if st.Phase != protocol.IndexPaused || st.Notes == 0 {
		t.Errorf("pause is answered with %+v", st)
	}
	g.call(protocol.MethodIndexPause, protocol.IndexPauseParams{}, &st) // twice is once
	write(t, h.vault.Root, "Quince.md", "Quinces are sour.\n")
	if e := other.refused(protocol.CodeApplication, protocol.MethodIndexUpdate, protocol.IndexUpdateParams{}); e.Data == nil ||
		e.Data.Code != "INDEX_PAUSED" || e.Data.Hint == "" || !e.Data.Retryable {
		t.Errorf("an update while paused: %v, %+v", e, e.Data)
	}
	var r protocol.SearchQueryResult
	other.call(protocol.MethodSearchQuery, protocol.SearchQueryParams{Query: "plums"}, &r)
	if len(r.Hits) != 1 || len(r.Notices) != 1 || !strings.Contains(r.Notices[0], "paused") {
		t.Errorf("paused, a search gives %+v", r)
	}
	other.call(protocol.MethodIndexStatus, protocol.IndexStatusParams{}, &st)
	if st.Phase != protocol.IndexPaused {
		t.Errorf("the other client sees the phase %q", st.Phase)
	}
	var d protocol.DoctorResult
	other.call(protocol.MethodDoctor, protocol.DoctorParams{}, &d)
	if c := d.Checks[0]; c.Name != "index" || c.Status != protocol.CheckWarn || c.Hint == "" {
		t.Errorf("paused, doctor says %+v", c)
	}
	other.call(protocol.MethodIndexResume, protocol.IndexResumeParams{}, &st)
	if st.Phase == protocol.IndexPaused {
		t.Errorf("resume is answered with %+v", st)
	}
	g.call(protocol.MethodIndexUpdate, protocol.IndexUpdateParams{}, &st)
	g.call(protocol.MethodSearchQuery, protocol.SearchQueryParams{Query: "quinces"}, &r)
	if st.Phase != protocol.IndexReady || len(r.Hits) != 1 || len(r.Notices) != 0 {
		t.Errorf("resumed: %+v, %+v", st, r.Hits)
	}
}
