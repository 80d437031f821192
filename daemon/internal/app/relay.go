package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"

	"github.com/ibid-notes/ibid/protocol"
)

// Relay serves a client of a vault that another process owns, by passing
// frames on. When the owner ends, whatever way, it joins again, as the next
// owner if need be, and tells the new one what the old one knew of the client:
// its initialize, its settings, its sessions. What was under way is asked
// again when it only reads, and answered with OWNER_CHANGED otherwise.
//
// It returns when the client leaves, or with an error when there is no owner
// to be had any more.
func Relay(ctx context.Context, o Options, first *Peer, client io.ReadWriteCloser) error {
	r := &relay{client: client, peer: &line{Peer: first}, inFlight: map[string]call{}, asked: map[string]bool{}, sessions: map[string]string{}}
	gone := make(chan error, 1) // sent once, by the goroutine below
	go func() { gone <- r.fromClient() }()
	for {
		lost := make(chan struct{})
		go func() {
			defer close(lost)
			r.fromOwner(r.current())
		}()
		select {
		case err := <-gone:
			err = errors.Join(err, r.current().Close())
			<-lost
			return err
		case <-lost:
		case <-ctx.Done():
			err := errors.Join(client.Close(), r.current().Close())
			<-lost
			return err
		}
		if err := r.rejoin(ctx, o); err != nil {
			return errors.Join(err, client.Close())
		}
	}
}

// call is a request of the client's that has no answer yet.
type call struct {
	method string
	frame  []byte
}

// line is a connection to an owner with a turn for each frame written.
type line struct {
	*Peer
	turn sync.Mutex
}

func (l *line) write(frame []byte) {
	l.turn.Lock()
	defer l.turn.Unlock()
	_ = protocol.WriteFrame(l, frame) // a dead peer shows in fromOwner, and what was asked is kept
}

type relay struct {
	client   io.ReadWriteCloser
	clientMu sync.Mutex // serialises whole frames to the client

	mu         sync.Mutex // guards all below; never held across I/O
	peer       *line
	initialize []byte            // the client's initialize frame
	config     []byte            // its last _ibid/config/set frame that was taken
	private    []byte            // the last of them that had private rules
	sessions   map[string]string // its sessions: id → cwd
	inFlight   map[string]call   // by request id as written
	asked      map[string]bool   // requests of the owner's that wait for the client
}

func (r *relay) current() *line {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.peer
}

// fromClient passes the client's frames on until it leaves.
func (r *relay) fromClient() error {
	frames := protocol.NewFrameReader(r.client)
	for {
		f, err := frames.ReadFrame()
		var bad *protocol.Error
		if errors.As(err, &bad) {
			if err := r.toClient(protocol.ErrorFrame(f.ID, bad)); err != nil {
				return err
			}
			continue
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read from the client: %w", err)
		}
		r.forward(f)
	}
}

// forward notes what a new owner would have to know, and passes the frame on.
func (r *relay) forward(f protocol.Frame) {
	r.mu.Lock()
	wanted := f.Kind != protocol.FrameResponse || r.answers(f)
	if wanted {
		r.note(f)
	}
	peer := r.peer
	r.mu.Unlock()
	if wanted {
		peer.write(f.Raw)
	}
}

// answers tells whether a response is to a request of the present owner's. The
// caller holds mu.
func (r *relay) answers(f protocol.Frame) bool {
	id := string(f.ID)
	waited := r.asked[id]
	delete(r.asked, id)
	return waited
}

// note keeps what a new owner must be told. The caller holds mu.
func (r *relay) note(f protocol.Frame) {
	raw := slices.Clone(f.Raw)
	switch f.Method {
	case protocol.MethodInitialize:
		r.initialize = raw
	case protocol.MethodSessionLoad, protocol.MethodSessionResume:
		r.sessions[f.SessionID()] = cwdOf(f)
	case protocol.MethodSessionClose, protocol.MethodSessionDelete:
		delete(r.sessions, f.SessionID())
	}
	if f.Kind == protocol.FrameRequest {
		r.inFlight[string(f.ID)] = call{method: f.Method, frame: raw}
	}
}

func cwdOf(f protocol.Frame) string {
	var p struct {
		CWD string `json:"cwd"`
	}
	if json.Unmarshal(f.Params(), &p) != nil {
		return ""
	}
	return p.CWD
}

// fromOwner passes the owner's frames on until its connection ends.
func (r *relay) fromOwner(peer *line) {
	frames := protocol.NewFrameReader(peer)
	for {
		f, err := frames.ReadFrame()
		if err != nil {
			return // an owner of ours sends no junk: this is its end
		}
		if r.settle(f) && r.toClient(f.Raw) != nil {
			return
		}
	}
}

// settle takes note of an owner's frame; false keeps it from the client, who
// did not ask for it.
func (r *relay) settle(f protocol.Frame) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch f.Kind {
	case protocol.FrameRequest:
		r.asked[string(f.ID)] = true
	case protocol.FrameResponse:
		c, known := r.inFlight[string(f.ID)]
		delete(r.inFlight, string(f.ID))
		if known && f.Result() != nil {
			r.noteTaken(f, c)
		}
		return known
	}
	return true
}

// noteTaken keeps what an owner agreed to. The caller holds mu.
func (r *relay) noteTaken(answer protocol.Frame, c call) {
	switch c.method {
	case protocol.MethodSessionNew:
		r.noteNewSession(answer, c)
	case protocol.MethodConfigSet:
		var request struct {
			Params protocol.ConfigSetParams `json:"params"`
		}
		r.config = c.frame
		if json.Unmarshal(c.frame, &request) == nil && request.Params.Private != nil {
			r.private = c.frame
		}
	}
}

func (r *relay) noteNewSession(answer protocol.Frame, c call) {
	var result struct {
		SessionID string `json:"sessionId"`
	}
	var request struct {
		Params struct {
			CWD string `json:"cwd"`
		} `json:"params"`
	}
	if json.Unmarshal(answer.Result(), &result) == nil && result.SessionID != "" && json.Unmarshal(c.frame, &request) == nil {
		r.sessions[result.SessionID] = request.Params.CWD
	}
}

func (r *relay) toClient(frame []byte) error {
	r.clientMu.Lock()
	defer r.clientMu.Unlock()
	return protocol.WriteFrame(r.client, frame)
}

// rejoin finds or becomes the new owner and brings it to where the old was.
func (r *relay) rejoin(ctx context.Context, o Options) error {
	old := r.current()
	_ = old.Close() // it is dead; what it says about it is of no use
	peer, err := Join(ctx, o)
	if err != nil {
		return errors.Join(err, r.giveUp(wireError(err)))
	}
	for _, id := range r.replay(&line{Peer: peer}) {
		frame := protocol.ErrorFrame(json.RawMessage(id), protocol.NewError("OWNER_CHANGED",
			"The process that served this vault ended before it answered.", "Ask again.", true))
		if err := r.toClient(frame); err != nil {
			return err
		}
	}
	return nil
}

// giveUp answers all that is under way: there is no owner to be had.
func (r *relay) giveUp(reason *protocol.Error) error {
	r.mu.Lock()
	ids := slices.Sorted(maps.Keys(r.inFlight))
	clear(r.inFlight)
	r.mu.Unlock()
	for _, id := range ids {
		if err := r.toClient(protocol.ErrorFrame(json.RawMessage(id), reason)); err != nil {
			return err
		}
	}
	return nil
}

// replay makes peer the owner, tells it about the client and returns the ids
// of the requests that are lost. Frames of the client's wait their turn behind.
func (r *relay) replay(peer *line) (lost []string) {
	r.mu.Lock()
	frames, lost := r.memory()
	clear(r.asked)
	r.peer = peer
	peer.turn.Lock()
	r.mu.Unlock()
	defer peer.turn.Unlock()
	for _, frame := range frames {
		if protocol.WriteFrame(peer, frame) != nil {
			break // dead already: fromOwner will see it, and all of this comes again
		}
	}
	return lost
}

// memory lists the frames that bring a new owner to where the old one was, and
// forgets the requests that cannot be asked twice. The caller holds mu.
func (r *relay) memory() (frames [][]byte, lost []string) {
	if r.initialize != nil {
		frames = append(frames, withID(r.initialize, "ibid-relay-initialize"))
	}
	if r.private != nil {
		frames = append(frames, withID(r.private, "ibid-relay-private"))
	}
	if r.config != nil {
		frames = append(frames, withID(r.config, "ibid-relay-config"))
	}
	for _, id := range slices.Sorted(maps.Keys(r.sessions)) {
		frames = append(frames, resumeFrame(id, r.sessions[id]))
	}
	for _, id := range slices.Sorted(maps.Keys(r.inFlight)) {
		c := r.inFlight[id]
		if repeatable[c.method] {
			frames = append(frames, c.frame)
			continue
		}
		delete(r.inFlight, id)
		lost = append(lost, id)
	}
	return frames, lost
}

// repeatable lists the requests that only read: asking twice is as asking once.
var repeatable = map[string]bool{
	protocol.MethodInitialize: true, protocol.MethodSessionList: true, protocol.MethodSessionResume: true,
	protocol.MethodSearchQuery: true, protocol.MethodNoteBacklinks: true, protocol.MethodNoteGet: true,
	protocol.MethodIndexStatus: true, protocol.MethodIndexUpdate: true, protocol.MethodGraphGet: true,
	protocol.MethodDoctor: true, protocol.MethodConfigSet: true,
}

// withID returns the frame with another id, under which the client waits for
// nothing.
func withID(frame []byte, id string) []byte {
	var m map[string]json.RawMessage
	if json.Unmarshal(frame, &m) != nil {
		return frame
	}
	m["id"], _ = json.Marshal(id)
	out, err := json.Marshal(m)
	if err != nil {
		return frame
	}
	return out
}

func resumeFrame(session, cwd string) []byte {
	frame, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": "ibid-relay-resume " + session, "method": protocol.MethodSessionResume,
		"params": protocol.ResumeSessionRequest{SessionID: session, CWD: cwd},
	})
	if err != nil {
		panic(err) // strings marshal
	}
	return frame
}
