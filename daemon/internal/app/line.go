package app

import (
	"sync"
	"time"

	"github.com/ibid-notes/ibid/protocol"
)

// lineRoom is how many bytes wait for an owner that reads nothing before its client
// is kept waiting: two of the longest frames.
const lineRoom = 2 * protocol.MaxFrame

// drainPatience is how long Close lets an owner read what is still queued.
const drainPatience = 2 * time.Second

// line is a connection to an owner with a queue of frames to it, so that an owner
// which has stopped reading keeps nobody from noticing.
type line struct {
	*Peer
	done chan struct{} // closed when the goroutine that writes has ended

	mu      sync.Mutex // guards all below; never held across I/O
	changed *sync.Cond
	queue   [][]byte
	size    int // bytes of queue
	closed  bool
}

// newLine takes over the peer. Close ends it.
func newLine(p *Peer) *line {
	l := &line{Peer: p, done: make(chan struct{})}
	l.changed = sync.NewCond(&l.mu)
	go l.run()
	return l
}

// run writes the queue. What cannot be written is dropped: a dead peer shows in
// fromOwner, and what was asked is kept.
func (l *line) run() {
	defer close(l.done)
	for {
		frame, ok := l.next()
		if !ok {
			return
		}
		_ = protocol.WriteFrame(l, frame)
	}
}

// next takes the first frame, waiting for one; false when there will be none.
func (l *line) next() ([]byte, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.queue) == 0 {
		if l.closed {
			return nil, false
		}
		l.changed.Wait()
	}
	frame := l.queue[0]
	l.queue = l.queue[1:]
	l.size -= len(frame)
	l.changed.Broadcast()
	return frame, true
}

// write queues a frame, once there is room.
func (l *line) write(frame []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.size >= lineRoom && !l.closed {
		l.changed.Wait()
	}
	l.add(frame)
}

// offer queues frames without waiting; where there is no room it leaves them out.
func (l *line) offer(frames ...[]byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, frame := range frames {
		if l.size < lineRoom {
			l.add(frame)
		}
	}
}

// fill queues frames, room or not.
func (l *line) fill(frames [][]byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, frame := range frames {
		l.add(frame)
	}
}

// add queues a frame. The caller holds mu.
func (l *line) add(frame []byte) {
	if l.closed {
		return
	}
	l.queue = append(l.queue, frame)
	l.size += len(frame)
	l.changed.Broadcast()
}

// Close sends what is queued, unless the owner does not read, and hangs up.
func (l *line) Close() error {
	l.mu.Lock()
	l.closed = true
	l.changed.Broadcast()
	l.mu.Unlock()
	timer := time.NewTimer(drainPatience)
	defer timer.Stop()
	select {
	case <-l.done:
	case <-timer.C:
	}
	err := l.Peer.Close()
	<-l.done
	return err
}
