package protocol

import (
	"context"
	"slices"
	"time"
)

// messageKey is the context key of the message a handler serves.
type messageKey struct{}

// messageOf is a message with its dispatcher.
type messageOf struct {
	d *dispatcher
	m *message
}

// ReleaseLane lets the messages behind this one in its lane go on while its
// handler still runs. It takes the context that the handler was given; elsewhere,
// or a second time, it does nothing.
func ReleaseLane(ctx context.Context) {
	if of, ok := ctx.Value(messageKey{}).(messageOf); ok {
		of.d.mu.Lock()
		defer of.d.mu.Unlock()
		of.d.release(of.m)
	}
}

// dispatch starts the message or puts it where it waits.
func (d *dispatcher) dispatch(m *message) {
	if m.route.lane == LaneImmediate {
		d.mu.Lock()
		m.started = true
		d.mu.Unlock()
		d.run(m)
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.place(m)
}

// place puts the message behind a running barrier, into its lane, or on its way.
// Called under the lock.
func (d *dispatcher) place(m *message) {
	if d.barrier != nil {
		d.held = append(d.held, m)
		return
	}
	switch m.route.lane {
	case LaneBarrier:
		d.barrier = m
	case LaneSession:
		m.lane = "session " + sessionOf(m.params)
		if waiting, busy := d.lanes[m.lane]; busy {
			d.lanes[m.lane] = append(waiting, m)
			return
		}
		d.lanes[m.lane] = nil
	case LaneConcurrent:
		if m.id == nil {
			break
		}
		if len(d.waiting) > 0 || !d.mayStart() {
			d.waiting = append(d.waiting, m)
			return
		}
		d.startCounted(m)
		return
	}
	d.start(m)
}

// start runs the message on a goroutine, which Close waits for by waiting until no
// message is open. One that was cancelled while it waited is passed over. Called
// under the lock.
func (d *dispatcher) start(m *message) {
	if m.finished {
		d.release(m)
		return
	}
	m.started = true
	go d.run(m)
}

// release lets go on what waits for the message, once. Called under the lock.
func (d *dispatcher) release(m *message) {
	if m.released {
		return
	}
	m.released = true
	switch {
	case m == d.barrier:
		d.barrier = nil
		held := d.held
		d.held = nil
		for _, next := range held {
			d.place(next)
		}
	case m.lane != "":
		d.advance(m.lane)
	}
}

// advance starts the next message of a lane, or ends the lane. Called under the
// lock.
func (d *dispatcher) advance(lane string) {
	waiting := d.lanes[lane]
	if len(waiting) == 0 {
		delete(d.lanes, lane)
		return
	}
	d.lanes[lane] = waiting[1:]
	d.start(waiting[0])
}

// await waits until ready, which is called under the lock, holds. It reports false
// when the timer or one of the channels came first; nil ones never do.
func (d *dispatcher) await(ready func() bool, timer <-chan time.Time, stop, ended <-chan struct{}) bool {
	for {
		d.mu.Lock()
		if ready() {
			d.mu.Unlock()
			return true
		}
		if d.changed == nil {
			d.changed = make(chan struct{})
		}
		changed := d.changed
		d.mu.Unlock()
		select {
		case <-changed:
		case <-timer:
			return false
		case <-stop:
			return false
		case <-ended:
			return false
		}
	}
}

// idle reports that no message is open. Called under the lock.
func (d *dispatcher) idle() bool { return len(d.open) == 0 }

// settled returns a condition for await: that the notifications open now are done.
func (d *dispatcher) settled() func() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	var waiting []*message
	for m := range d.open {
		if m.id == nil {
			waiting = append(waiting, m)
		}
	}
	return func() bool {
		return !slices.ContainsFunc(waiting, func(m *message) bool { return !m.finished })
	}
}
