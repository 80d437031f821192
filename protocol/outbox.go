package protocol

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

const (
	// roomBytes is how much may wait for the reader before replies are held
	// back, and with them requests. A reply may be larger than the room that is left.
	roomBytes = 1 << 20
	// floodBytes ends the connection: what is never held back (state events,
	// calls) piled up to this behind a reader that does not read.
	floodBytes = 4 * MaxFrame
	// floodFrames is the same as a number of waiting frames, after merging.
	floodFrames = 1 << 16
	// writeChunk is how much is written under one deadline: a slow reader that
	// takes 256 KiB a minute is slow, not gone.
	writeChunk = 256 << 10
)

// outbox is the bounded queue before the one goroutine that writes. Adding never
// blocks; only [outbox.reserve] waits, and only replies use it.
type outbox struct {
	w       io.Writer
	timeout time.Duration // of writeChunk bytes
	broken  func()        // asks for the connection to be closed; does not block
	eased   func()        // hears, outside the lock, that something was written

	mu     sync.Mutex // guards all below
	queue  []*outgoing
	bytes  int // waiting and being written
	held   int // reserved by replies that are about to be added
	stuck  int // replies that wait for room
	small  int // bytes waiting of what is answered at once: refusals, LaneImmediate
	tails  map[string]*outgoing
	latest map[string]*outgoing // waiting replaceable frames by method
	err    error                // why nothing is taken any more
	ending bool                 // take nothing more, write what is there
	wake   chan struct{}        // buffer 1: something changed for the writer
	room   chan struct{}        // closed and renewed when bytes went down
	idle   chan struct{}        // closed when run has returned
}

// outgoing is one waiting frame: encoded, or a text delta that may still grow.
type outgoing struct {
	line    []byte // with its line break
	delta   *textDelta
	replace string // method of a replaceable frame, else empty
	small   bool   // counted in small
}

func newOutbox(w io.Writer, timeout time.Duration, broken, eased func()) *outbox {
	return &outbox{
		w: w, timeout: timeout, broken: broken, eased: eased,
		tails: map[string]*outgoing{}, latest: map[string]*outgoing{},
		wake: make(chan struct{}, 1), room: make(chan struct{}), idle: make(chan struct{}),
	}
}

// add queues an encoded line whose place among all frames counts: a reply or a call.
func (o *outbox) add(line []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	clear(o.tails)
	return o.push(&outgoing{line: line})
}

// addSmall queues an answer that is given at once, by the goroutine that reads, and
// waits for no room.
func (o *outbox) addSmall(line []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	clear(o.tails)
	if o.err == nil && !o.ending {
		o.small += len(line)
	}
	return o.push(&outgoing{line: line, small: true})
}

// keepsUp reports that few answers given at once wait for the reader: more of them may
// be asked for. A queue that was stopped takes none, and none waits.
func (o *outbox) keepsUp() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err != nil || o.small < roomBytes
}

// addEvent queues a notification; later deltas of its session are not merged with
// earlier ones.
func (o *outbox) addEvent(session string, line []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.tails, session)
	return o.push(&outgoing{line: line})
}

// addLatest queues a notification of which only the latest matters: it takes the
// place of one that still waits.
func (o *outbox) addLatest(method string, line []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if waiting := o.latest[method]; waiting != nil && o.err == nil {
		o.bytes += len(line) - len(waiting.line)
		waiting.line = line
		return nil
	}
	item := &outgoing{line: line, replace: method}
	if err := o.push(item); err != nil {
		return err
	}
	o.latest[method] = item
	return nil
}

// addDelta queues text, or appends it to the session's last waiting frame when
// that is text of the same message.
func (o *outbox) addDelta(delta textDelta) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if tail := o.tails[delta.session]; tail != nil && o.err == nil && tail.delta.merge(delta) {
		o.bytes += len(delta.text)
		return o.checkFlood()
	}
	item := &outgoing{delta: &delta}
	if err := o.push(item); err != nil {
		return err
	}
	o.tails[delta.session] = item
	return nil
}

// push appends under the lock.
func (o *outbox) push(item *outgoing) error {
	if o.err != nil || o.ending {
		return o.refusal()
	}
	o.queue = append(o.queue, item)
	o.bytes += item.size()
	signal(o.wake)
	return o.checkFlood()
}

// checkFlood ends the connection when too much waits. Called under the lock.
func (o *outbox) checkFlood() error {
	if o.bytes <= floodBytes && len(o.queue) <= floodFrames {
		return nil
	}
	o.fail(ErrSlowPeer)
	return o.refusal()
}

// reserve waits until a reply may be encoded and queued. It returns how many bytes
// are held for it, which is all the room there is and which addReply gives back: of
// the replies that wait for a slow reader, one is encoded and the others are not.
func (o *outbox) reserve(ctx context.Context) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.stuck++
	defer func() { o.stuck-- }()
	for o.bytes+o.held >= roomBytes && o.err == nil {
		if !o.awaitRoom(ctx) {
			return 0
		}
	}
	o.held += roomBytes
	return roomBytes
}

// awaitRoom waits until there may be room; false when nobody will take a reply any
// more. It is called under the lock, and gives it up meanwhile.
func (o *outbox) awaitRoom(ctx context.Context) bool {
	room := o.room
	o.mu.Unlock()
	defer o.mu.Lock()
	select {
	case <-room:
		return true
	case <-o.idle:
	case <-ctx.Done():
	}
	return false
}

// makeRoom wakes those who wait for room. Called under the lock.
func (o *outbox) makeRoom() {
	close(o.room)
	o.room = make(chan struct{})
}

// roomy reports that the reader keeps up: no reply waits for room. None keeps up with
// a queue that was stopped.
func (o *outbox) roomy() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err == nil && o.stuck == 0 && o.bytes < roomBytes
}

// addReply queues a reply, for which reserve holds some bytes.
func (o *outbox) addReply(line []byte, held int) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.held -= held; held > 0 {
		o.makeRoom()
	}
	clear(o.tails)
	return o.push(&outgoing{line: line})
}

// run writes until the queue is closed. It is the one goroutine that writes.
func (o *outbox) run() {
	defer close(o.idle)
	for {
		batch, ok := o.next()
		if !ok {
			return
		}
		if len(batch) == 0 {
			<-o.wake
			continue
		}
		err := o.write(batch)
		o.written(len(batch), err)
	}
}

// next takes the first frame and, while they are small, those behind it, so that
// a burst of small frames costs one system call.
func (o *outbox) next() ([]byte, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil || o.ending && len(o.queue) == 0 {
		return nil, false
	}
	var batch []byte
	for len(o.queue) > 0 {
		line := o.take(batch)
		if line == nil {
			break
		}
		if batch == nil && len(line) >= readBuffer {
			return line, true // a big frame goes out as it is, not copied
		}
		batch = append(batch, line...)
	}
	return batch, true
}

// take removes the first frame and returns its line, or nil when it does not fit
// behind what the batch holds.
func (o *outbox) take(batch []byte) []byte {
	first := o.queue[0]
	if len(batch) > 0 && len(batch)+first.size() > readBuffer {
		return nil
	}
	o.queue[0] = nil
	o.queue = o.queue[1:]
	before := first.size()
	line := first.encode()
	o.bytes += len(line) - before
	if first.delta != nil && o.tails[first.delta.session] == first {
		delete(o.tails, first.delta.session)
	}
	if first.replace != "" {
		delete(o.latest, first.replace)
	}
	if first.small {
		o.small -= len(line)
	}
	return line
}

// write sends a batch in chunks, each under its own deadline.
func (o *outbox) write(batch []byte) error {
	watchdog := time.AfterFunc(o.timeout, func() { o.abort(ErrSlowPeer) })
	defer watchdog.Stop()
	for len(batch) > 0 {
		chunk := batch[:min(len(batch), writeChunk)]
		watchdog.Reset(o.timeout)
		n, err := o.w.Write(chunk)
		if err != nil {
			return err
		}
		batch = batch[n:]
	}
	return nil
}

// written accounts for a batch and makes room.
func (o *outbox) written(n int, err error) {
	o.mu.Lock()
	o.bytes -= n
	o.makeRoom()
	if err != nil {
		o.fail(err)
	}
	o.mu.Unlock()
	o.eased()
}

// fail stops the queue and the connection; the first reason stays. Called under
// the lock.
func (o *outbox) fail(err error) {
	if o.err == nil {
		o.err = err
	}
	signal(o.wake)
	o.broken()
}

// reason returns why the queue was stopped, nil while it was not.
func (o *outbox) reason() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// refusal is the error of whoever adds too late. Called under the lock.
func (o *outbox) refusal() error {
	if o.err == nil || errors.Is(o.err, ErrClosed) {
		return ErrClosed
	}
	return closedError{o.err}
}

// abort throws away what waits.
func (o *outbox) abort(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.fail(err)
}

// finish takes nothing more and waits, at most grace, until all that waits is
// written.
func (o *outbox) finish(grace time.Duration) {
	o.mu.Lock()
	o.ending = true
	o.mu.Unlock()
	signal(o.wake)
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-o.idle:
	case <-timer.C:
	}
}

func (item *outgoing) size() int {
	if item.delta != nil {
		return item.delta.size()
	}
	return len(item.line)
}

func (item *outgoing) encode() []byte {
	if item.delta != nil {
		return item.delta.encode()
	}
	return item.line
}

// signal puts a token into a channel of buffer 1 unless one is there.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// notificationLine encodes a notification with its line break.
func notificationLine(method string, params any) ([]byte, error) {
	var buf bytes.Buffer
	buf.WriteString(`{"jsonrpc":"2.0","method":`)
	buf.Write(quoted(method))
	if params != nil {
		buf.WriteString(`,"params":`)
		if err := marshalTo(&buf, params); err != nil {
			return nil, err
		}
	}
	return closeLine(&buf)
}

// closeLine ends an object and its line, and holds it to MaxFrame.
func closeLine(buf *bytes.Buffer) ([]byte, error) {
	if buf.Len() >= MaxFrame {
		return nil, errTooLong
	}
	buf.WriteString("}\n")
	return buf.Bytes(), nil
}
