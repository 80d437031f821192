package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

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
	beat := time.NewTicker(silenceBeat)
	defer beat.Stop()
	return newRelay(o, first, client, beat.C).run(ctx)
}

// call is a request of the client's that has no answer yet.
type call struct {
	method string
	frame  []byte
	turn   int // counts requests
	since  int // the beat it came after
}

type relay struct {
	options  Options
	client   io.ReadWriteCloser
	clientMu sync.Mutex       // serialises whole frames to the client
	beat     <-chan time.Time // when to look whether the owner lives
	telling  sync.WaitGroup   // goroutines that tell of its silence

	mu         sync.Mutex // guards all below; never held across I/O
	peer       *line
	initialize []byte            // the client's initialize frame
	config     []byte            // its last _ibid/config/set frame that was taken
	private    []byte            // the last of them that had private rules
	paused     bool              // indexing is, as far as the owner said
	sessions   map[string]string // its sessions: id → cwd
	inFlight   map[string]call   // by request id as written
	asked      map[string]bool   // requests of the owner's that wait for the client
	turn       int               // how many requests the client made
	delivering bool              // a frame of the owner's is on its way to the client
	beats      int               // how often it was looked whether the owner lives
	missed     int               // signs of life asked for since the owner said anything
	signs      int               // signs of life asked for at all
}

// newRelay takes over the peer. At each beat it looks whether an owner that is
// waited for lives.
func newRelay(o Options, first *Peer, client io.ReadWriteCloser, beat <-chan time.Time) *relay {
	return &relay{options: o, client: client, beat: beat, peer: newLine(first),
		inFlight: map[string]call{}, asked: map[string]bool{}, sessions: map[string]string{}}
}

func (r *relay) run(ctx context.Context) error {
	defer r.telling.Wait()
	gone := make(chan error, 1) // sent once, by the goroutine below
	go func() { gone <- r.fromClient() }()
	for {
		lost := make(chan struct{})
		go func() {
			defer close(lost)
			r.fromOwner(r.current())
		}()
		if over, err := r.attend(ctx, gone, lost); over {
			return err
		}
		if err := r.rejoin(ctx, r.options); err != nil {
			return errors.Join(err, r.client.Close())
		}
	}
}

// attend watches over the connections until the owner is lost, or, which is the end,
// the client has left or ctx ends.
func (r *relay) attend(ctx context.Context, gone <-chan error, lost <-chan struct{}) (over bool, err error) {
	for {
		select {
		case err := <-gone:
			err = errors.Join(err, r.current().Close())
			<-lost
			return true, err
		case <-lost:
			return false, nil
		case <-ctx.Done():
			err := errors.Join(r.client.Close(), r.current().Close())
			<-lost
			return true, err
		case <-r.beat:
			r.tellSilent(r.checkOwner())
		}
	}
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
	f.Raw = slices.Clone(f.Raw) // which is read into again
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
	switch f.Method {
	case protocol.MethodInitialize:
		r.initialize = f.Raw
	case protocol.MethodSessionLoad, protocol.MethodSessionResume:
		r.sessions[f.SessionID()] = cwdOf(f)
	case protocol.MethodSessionClose, protocol.MethodSessionDelete:
		delete(r.sessions, f.SessionID())
	}
	if f.Kind == protocol.FrameRequest {
		r.turn++
		r.inFlight[string(f.ID)] = call{method: f.Method, frame: f.Raw, turn: r.turn, since: r.beats}
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
		if r.settle(f) && r.deliver(f) != nil {
			return
		}
	}
}

// deliver passes an owner's frame on. However long the client takes to read it, the
// owner is not silent.
func (r *relay) deliver(f protocol.Frame) error {
	r.setDelivering(true)
	defer r.setDelivering(false)
	return r.toClient(f.Raw)
}

func (r *relay) setDelivering(now bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.delivering = now
}

// settle takes note of an owner's frame; false keeps it from the client, who
// did not ask for it.
func (r *relay) settle(f protocol.Frame) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.missed = 0
	switch f.Kind {
	case protocol.FrameNotification:
		if f.Method == protocol.NotifyIndexProgress {
			r.notePhase(f.Params())
		}
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
	case protocol.MethodIndexPause, protocol.MethodIndexResume:
		r.paused = c.method == protocol.MethodIndexPause
	case protocol.MethodIndexStatus:
		r.notePhase(answer.Result())
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

// notePhase hears whether indexing is paused, whoever paused it. The caller holds mu.
func (r *relay) notePhase(said json.RawMessage) {
	var now struct {
		Phase protocol.IndexPhase `json:"phase"`
	}
	if json.Unmarshal(said, &now) != nil || now.Phase == protocol.IndexVaultMissing {
		return // which says nothing about it
	}
	r.paused = now.Phase == protocol.IndexPaused
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
	return r.answer(r.replay(newLine(peer)), protocol.NewError("OWNER_CHANGED",
		"The process that served this vault ended before it answered.", "Ask again.", true))
}

// giveUp answers all that is under way: there is no owner to be had.
func (r *relay) giveUp(reason *protocol.Error) error {
	r.mu.Lock()
	ids := r.waiting()
	clear(r.inFlight)
	r.mu.Unlock()
	return r.answer(ids, reason)
}

// waiting lists the requests without an answer, in the order they were made. The
// caller holds mu.
func (r *relay) waiting() []string {
	return slices.SortedFunc(maps.Keys(r.inFlight), func(a, b string) int {
		return cmp.Compare(r.inFlight[a].turn, r.inFlight[b].turn)
	})
}

// answer answers requests with an error.
func (r *relay) answer(ids []string, reason *protocol.Error) error {
	for _, id := range ids {
		if err := r.toClient(protocol.ErrorFrame(json.RawMessage(id), reason)); err != nil {
			return err
		}
	}
	return nil
}

// replay makes peer the owner, tells it about the client and returns the ids
// of the requests that are lost. Frames of the client's queue up behind.
func (r *relay) replay(peer *line) (lost []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	frames, lost := r.memory()
	clear(r.asked)
	r.missed = 0
	r.peer = peer
	peer.fill(frames) // should it be dead already, fromOwner sees it and all of this comes again
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
		frames = append(frames, requestFrame("ibid-relay-resume "+id, protocol.MethodSessionResume,
			protocol.ResumeSessionRequest{SessionID: id, CWD: r.sessions[id]}))
	}
	if r.paused && !r.deciding() {
		frames = append(frames, requestFrame("ibid-relay-pause", protocol.MethodIndexPause, protocol.IndexPauseParams{}))
	}
	for _, id := range r.waiting() {
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

// deciding tells whether a wish to pause or resume is under way, which is asked again
// and says more than what was. The caller holds mu.
func (r *relay) deciding() bool {
	for _, c := range r.inFlight {
		if c.method == protocol.MethodIndexPause || c.method == protocol.MethodIndexResume {
			return true
		}
	}
	return false
}

// repeatable lists the requests of which asking twice is as asking once.
var repeatable = map[string]bool{
	protocol.MethodInitialize: true, protocol.MethodSessionList: true, protocol.MethodSessionResume: true,
	protocol.MethodSearchQuery: true, protocol.MethodNoteBacklinks: true, protocol.MethodNoteGet: true,
	protocol.MethodIndexStatus: true, protocol.MethodIndexUpdate: true, protocol.MethodGraphGet: true,
	protocol.MethodIndexPause: true, protocol.MethodIndexResume: true,
	protocol.MethodDoctor: true, protocol.MethodConfigSet: true,
	protocol.MethodApprovalsList: true, protocol.MethodUndoList: true,
	protocol.MethodTagsSuggest: true, protocol.MethodTagsHealth: true, protocol.MethodTagsEvaluate: true,
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

func requestFrame(id, method string, params any) []byte {
	frame, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
	if err != nil {
		panic(err) // our own parameters marshal
	}
	return frame
}
