package agent

import (
	"fmt"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// spoken is what the client has been shown of one message.
type spoken struct {
	message string // id
	text    strings.Builder
}

// openMessage begins the next message. Its id names the run and how many
// answers of it the log holds.
func (r *run) openMessage() {
	r.said = spoken{message: fmt.Sprintf("%s/%d", r.id, r.steps)}
}

// show passes a controller's transient events on to the client.
func (r *run) show(e model.Event) {
	switch e.Kind {
	case model.EventText:
		r.speak(e.Text)
	case model.EventReasoning:
		r.task.Sink.Reasoning(r.said.message, e.Text)
	case model.EventAttempt:
		r.discard(e.Text)
	}
}

func (r *run) speak(delta string) {
	if delta == "" {
		return
	}
	r.said.text.WriteString(delta)
	r.task.Sink.Text(r.said.message, delta)
}

// discard takes back what was shown of the current message.
func (r *run) discard(reason string) {
	if r.said.text.Len() == 0 {
		return
	}
	r.said.text.Reset()
	r.task.Sink.Discard(r.said.message, reason)
}

// sayRest makes the client's text equal to the whole one: a controller may
// stream all of it, some of it, or nothing.
func (r *run) sayRest(whole string) {
	rest, ok := strings.CutPrefix(whole, r.said.text.String())
	if !ok {
		r.discard("The answer changed.")
		rest = whole
	}
	r.speak(rest)
}
