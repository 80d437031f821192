package wire

import (
	"context"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// Bounds of one answer. An answer is a decision of a run: the longest that any
// model gives today is a third of this.
const (
	// MaxSaid is how much text, reasoning and arguments one answer may hold, in
	// bytes. More is given up, without another attempt.
	MaxSaid = 4 << 20
	// MaxBlocks is how many calls, or blocks other than of text, one answer may have.
	MaxBlocks = 1024
	// MaxPieces is how many pieces one answer may come in, and how many blocks of
	// text: some servers make one of every word.
	MaxPieces = 1 << 18
)

// TooLarge is the error of an answer beyond the bounds.
func TooLarge() error {
	return &model.Error{Kind: model.ErrMalformed, Final: true,
		Message: "The model's answer is larger than a sensible one can be (4 MiB of text, 1,024 calls); it was given up."}
}

// show passes on what one attempt says: with its number, without the key, and
// within the bounds. It is used by the attempt's own goroutine.
type show struct {
	emit    func(model.Event) // may be nil
	attempt int
	secret  secret
	stop    context.CancelFunc // ends the attempt; set by once

	said, pieces int
	tooLarge     bool
	kind         model.EventKind // of what is held in speech: text or reasoning
	speech       veil
	args         map[string]*veil // by call
	order        []string         // the calls of args
}

func newShow(emit func(model.Event), attempt int, s secret) *show {
	return &show{emit: emit, attempt: attempt, secret: s, speech: veil{secret: s}, args: map[string]*veil{}}
}

// event takes the next event of the attempt.
func (s *show) event(e model.Event) {
	s.said += len(e.Text)
	s.pieces++
	if s.said > MaxSaid || s.pieces > MaxPieces {
		s.tooLarge = true
		s.stop()
		return
	}
	e.CallID, e.Name = s.secret.redact(e.CallID), s.secret.redact(e.Name)
	switch e.Kind {
	case model.EventText, model.EventReasoning:
		if e.Kind != s.kind {
			s.endSpeech()
		}
		s.kind = e.Kind
		e.Text = s.speech.write(e.Text)
	case model.EventCallArgs:
		e.Text = s.argsOf(e.CallID).write(e.Text)
	default:
		s.endSpeech()
		s.pass(e)
		return
	}
	if e.Text != "" {
		s.pass(e)
	}
}

func (s *show) argsOf(call string) *veil {
	if s.args[call] == nil {
		s.args[call] = &veil{secret: s.secret}
		s.order = append(s.order, call)
	}
	return s.args[call]
}

// endSpeech tells the rest of a text that something else follows.
func (s *show) endSpeech() {
	if rest := s.speech.flush(); rest != "" {
		s.pass(model.Event{Kind: s.kind, Text: rest})
	}
}

// end tells all that is held back. It is called when the answer is whole.
func (s *show) end() {
	s.endSpeech()
	for _, call := range s.order {
		if rest := s.args[call].flush(); rest != "" {
			s.pass(model.Event{Kind: model.EventCallArgs, CallID: call, Text: rest})
		}
	}
}

func (s *show) pass(e model.Event) {
	if s.emit != nil {
		e.Attempt = s.attempt
		s.emit(e)
	}
}
