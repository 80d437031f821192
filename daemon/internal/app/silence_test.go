package app

import (
	"context"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/protocol"
)

// stage is a relay between a client and an owner, both played by the test, and a
// clock that beats when the test says so.
type stage struct {
	t             *testing.T
	client, owner *actor
	beat          chan time.Time
	ended         chan error
}

// actor is one end of a connection.
type actor struct {
	t      *testing.T
	conn   net.Conn
	frames *protocol.FrameReader
}

func newStage(t *testing.T) *stage {
	t.Helper()
	o := options(t)
	must(t, o.Vault.MakeDirs())
	clientEnd, client := net.Pipe()
	ownerEnd, owner := net.Pipe()
	s := &stage{t: t, beat: make(chan time.Time), ended: make(chan error, 1)}
	s.client = &actor{t, client, protocol.NewFrameReader(client)}
	s.owner = &actor{t, owner, protocol.NewFrameReader(owner)}
	r := newRelay(o, &Peer{ReadWriteCloser: ownerEnd}, clientEnd, s.beat)
	go func() { s.ended <- r.run(t.Context()) }()
	return s
}

// tick returns when the relay has taken the beat; what it does at it is done before
// the next.
func (s *stage) tick() { s.beat <- time.Time{} }

// end lets the client leave.
func (s *stage) end() {
	s.t.Helper()
	must(s.t, s.client.conn.Close())
	must(s.t, <-s.ended)
	must(s.t, s.owner.conn.Close())
}

func (a *actor) says(raw string) {
	a.t.Helper()
	must(a.t, protocol.WriteFrame(a.conn, []byte(raw)))
}

// hears returns the next frame that comes.
func (a *actor) hears() protocol.Frame {
	a.t.Helper()
	must(a.t, a.conn.SetReadDeadline(time.Now().Add(patience)))
	f, err := a.frames.ReadFrame()
	must(a.t, err)
	return f
}

func (a *actor) hearsRequest(method, id string) protocol.Frame {
	a.t.Helper()
	f := a.hears()
	if f.Method != method || id != "" && string(f.ID) != id {
		a.t.Fatalf("heard %s, want %s %s", f.Raw, method, id)
	}
	return f
}

func (a *actor) hearsAnswer(id, part string) {
	a.t.Helper()
	if f := a.hears(); f.Kind != protocol.FrameResponse || string(f.ID) != id || !strings.Contains(string(f.Raw), part) {
		a.t.Fatalf("heard %s, want the answer to %s with %s", f.Raw, id, part)
	}
}

// prompts lets the client ask, and the owner hear it.
func (s *stage) prompts(id string) {
	s.t.Helper()
	s.client.says(`{"jsonrpc":"2.0","id":` + id + `,"method":"session/prompt","params":{"sessionId":"agent:a","prompt":[]}}`)
	s.owner.hearsRequest(protocol.MethodSessionPrompt, id)
}

// delivered returns when the relay is done with what the owner said: only then it
// reads on. Nobody waits for the answer that it reads.
func (s *stage) delivered() {
	s.t.Helper()
	s.owner.says(`{"jsonrpc":"2.0","id":"nobody's","result":{}}`)
}

// However long a run takes, an owner that answers is not silent.
func TestSlowOwnerIsWaitedFor(t *testing.T) {
	s := newStage(t)
	s.prompts("7")
	for range 10 {
		s.tick()
		sign := s.owner.hearsRequest(protocol.MethodIndexStatus, "")
		s.owner.says(`{"jsonrpc":"2.0","id":` + string(sign.ID) + `,"result":{"phase":"ready"}}`)
		s.owner.says(`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"agent:a"}}`)
		if f := s.client.hears(); f.Method != protocol.NotifySessionUpdate {
			t.Fatalf("while the run goes on the client hears %s", f.Raw)
		}
		s.delivered()
	}
	s.owner.says(`{"jsonrpc":"2.0","id":7,"result":{}}`)
	s.client.hearsAnswer("7", `"result"`)
	s.tick() // nothing waits: nothing is asked
	s.prompts("8")
	s.end()
}

// What waits for an owner that says nothing is answered, and when it goes on, so does
// the client; what it answers late nobody hears.
func TestSilentOwnerIsNotWaitedForForEver(t *testing.T) {
	s := newStage(t)
	s.prompts("7")
	s.prompts(`"b"`)
	var signs []string
	for range missedSigns {
		s.tick()
		signs = append(signs, string(s.owner.hearsRequest(protocol.MethodIndexStatus, "").ID))
	}
	s.tick()
	s.client.hearsAnswer("7", `"code":"OWNER_SILENT"`)
	s.client.hearsAnswer(`"b"`, `"retryable":true`)
	for _, id := range []string{"7", `"b"`} { // should it go on, it need not work on these
		if f := s.owner.hears(); string(f.Raw) != `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":`+id+`}}` {
			t.Errorf("the owner hears %s", f.Raw)
		}
	}
	s.prompts("8") // it is known to be silent: no need to find out again
	s.tick()       // but it may have been let go on just now
	s.tick()
	s.client.hearsAnswer("8", `"code":"OWNER_SILENT"`)
	s.owner.hears()

	for _, id := range []string{"7", `"b"`, "8", signs[0], signs[1]} {
		s.owner.says(`{"jsonrpc":"2.0","id":` + id + `,"result":{}}`)
	}
	s.prompts("9")
	s.owner.says(`{"jsonrpc":"2.0","id":9,"result":{}}`)
	s.client.hearsAnswer("9", `"result"`)
	s.delivered()
	s.prompts("10")
	s.tick() // it spoke: it is asked for signs from the beginning
	s.owner.hearsRequest(protocol.MethodIndexStatus, "")
	s.end()
}

// An owner that does not even read keeps nobody from leaving.
func TestLeavingAnOwnerThatDoesNotRead(t *testing.T) {
	s := newStage(t)
	s.client.says(`{"jsonrpc":"2.0","id":7,"method":"session/prompt","params":{}}`)
	s.client.says(`{"jsonrpc":"2.0","id":8,"method":"session/list","params":{}}`)
	s.client.says(`{"jsonrpc":"2.0","method":"session/cancel","params":{}}`) // read once 8 is taken in
	for range missedSigns + 1 {
		s.tick()
	}
	s.client.hearsAnswer("7", "OWNER_SILENT")
	s.client.hearsAnswer("8", "OWNER_SILENT")
	s.end()
}

// A client that reads slowly is no sign of the owner's silence.
func TestSlowClientIsNoSilentOwner(t *testing.T) {
	r := quietRelay(t)
	r.asks(t, `{"jsonrpc":"2.0","id":7,"method":"session/prompt","params":{}}`)
	r.setDelivering(true)
	for range 2 * missedSigns {
		if ids := r.checkOwner(); len(ids) != 0 {
			t.Fatalf("while its frame is delivered the owner is called silent: %q", ids)
		}
	}
	r.setDelivering(false)
	for range missedSigns {
		if ids := r.checkOwner(); len(ids) != 0 {
			t.Fatalf("called silent too early: %q", ids)
		}
	}
	if ids := r.checkOwner(); !slices.Equal(ids, []string{"7"}) {
		t.Errorf("told to be silent for: %q", ids)
	}
}

// A vault whose indexing is paused stays so under the next owner.
func TestTheNextOwnerStaysPaused(t *testing.T) {
	o := options(t)
	owner, v := visit(t, o), visit(t, o)
	owner.call(protocol.MethodIndexPause, protocol.IndexPauseParams{}, nil)
	v.awaitPhase(protocol.IndexPaused)
	owner.leave()
	v.awaitPhase(protocol.IndexPaused)
	var st protocol.IndexStatusResult
	v.call(protocol.MethodIndexResume, protocol.IndexResumeParams{}, &st)
	v.call(protocol.MethodIndexUpdate, protocol.IndexUpdateParams{}, &st)
	if st.Phase != protocol.IndexReady || st.Notes != 1 {
		t.Errorf("resumed, the next owner says %+v", st)
	}
	v.leave()
}

// awaitPhase waits until the index is heard to be in a phase.
func (v *visitor) awaitPhase(want protocol.IndexPhase) {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		select {
		case phase := <-v.phases:
			if phase == want {
				return
			}
		case <-ctx.Done():
			v.t.Fatalf("never heard that the index is %s", want)
		}
	}
}
