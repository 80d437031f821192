package protocol

import "slices"

const (
	// maxRequests is how many of the peer's requests may be open at a time.
	maxRequests = 256
	// maxRunning is how many of them that only read are served at a time; the
	// others wait. It bounds what a peer that reads nothing holds in memory.
	maxRunning = 32
)

// mayStart reports whether one more request that only reads may start: while answers
// wait for the peer to read, none does. Called under the lock.
func (d *dispatcher) mayStart() bool { return d.running < maxRunning && d.conn.out.roomy() }

// pump starts what waits, as far as it may.
func (d *dispatcher) pump() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pumpLocked()
	d.notice()
}

// pumpLocked is pump, called under the lock.
func (d *dispatcher) pumpLocked() {
	for len(d.waiting) > 0 && d.mayStart() {
		m := d.waiting[0]
		d.waiting = d.waiting[1:]
		d.startCounted(m)
	}
}

// startCounted starts a request that takes one of the maxRunning places. Called
// under the lock.
func (d *dispatcher) startCounted(m *message) {
	m.counted = true
	d.running++
	d.start(m)
}

// unqueue takes a message that was cancelled before it started out of the queue it
// waits in. Called under the lock.
func (d *dispatcher) unqueue(m *message) {
	gone := func(o *message) bool { return o == m }
	d.waiting = slices.DeleteFunc(d.waiting, gone)
	d.held = slices.DeleteFunc(d.held, gone)
	if waiting, busy := d.lanes[m.lane]; busy {
		d.lanes[m.lane] = slices.DeleteFunc(waiting, gone)
	}
}

// waitForRequests waits, and with it reading, while as many requests are open as may
// be and the peer does not read the answers. One that reads is told BUSY instead. It
// reports false when the connection ends.
func (d *dispatcher) waitForRequests() bool {
	return d.await(func() bool { return d.requests < maxRequests || d.conn.out.roomy() },
		nil, d.conn.closing, d.conn.done)
}

// waitForReader waits, and with it reading, while answers that are given at once pile
// up before a peer that does not read them: nothing else holds those back. It reports
// false when the connection ends.
func (d *dispatcher) waitForReader() bool {
	return d.await(d.conn.out.keepsUp, nil, d.conn.closing, d.conn.done)
}
