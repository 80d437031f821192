package app

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/ibid-notes/ibid/protocol"
)

// An owner may be stopped, or get stuck, while clients are attached to it. Nothing
// ends then, so that what they asked would wait for ever. While something waits, the
// relay asks the owner now and then for what every owner answers at once, however
// long what it was asked takes.
const (
	// silenceBeat is how often.
	silenceBeat = 10 * time.Second
	// missedSigns is how many of these may go unanswered before nobody waits any more.
	missedSigns = 2
)

// checkOwner asks for a sign of life when something waits. When those asked for
// before have brought none, it returns the requests that are to be told so, which are
// those that have waited from one beat to the next at least. For the relay they are
// answered, and the owner, should it go on, is told that nobody waits for them.
func (r *relay) checkOwner() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.beats++
	if len(r.inFlight) == 0 || r.delivering {
		return nil
	}
	if r.missed < missedSigns {
		r.missed++
		r.signs++
		r.peer.offer(requestFrame("ibid-relay-sign "+strconv.Itoa(r.signs), protocol.MethodIndexStatus, protocol.IndexStatusParams{}))
		return nil
	}
	ids := slices.DeleteFunc(r.waiting(), func(id string) bool { return r.beats-r.inFlight[id].since < 2 })
	for _, id := range ids {
		delete(r.inFlight, id)
		r.peer.offer(protocol.CancelFrame(json.RawMessage(id)))
	}
	return ids
}

// tellSilent answers requests that the owner does not. It blocks as long as the
// client does not read, so that it has a goroutine of its own.
func (r *relay) tellSilent(ids []string) {
	if len(ids) > 0 {
		reason := wireError(silent(r.options.Vault))
		r.telling.Go(func() { _ = r.answer(ids, reason) }) // a client that has left shows in fromClient
	}
}
