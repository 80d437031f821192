package agent

import (
	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
)

// history is a conversation in pieces that are cut one by one. A turn that is
// over is one piece, and so is each step of the run's own turn: a call never
// goes without its result (contracts 2.8.4).
type history struct {
	earlier []piece
	prompt  []model.Message // of the run's own turn; never cut
	steps   []piece
	total   int // estimated tokens
}

// piece is some of the history at one level of detail.
type piece struct {
	render   func(detail) ([]model.Message, error)
	messages []model.Message
	tokens   int
	gone     bool
}

// newHistory renders turns in the detail they have where there is room: the
// results of earlier turns are stubs from the start, this run's are whole.
func newHistory(turns []runtime.Turn) (*history, error) {
	h := &history{}
	for i, t := range turns {
		if i == len(turns)-1 {
			return h, h.begin(t)
		}
		p := piece{render: func(d detail) ([]model.Message, error) { return turnMessages(t, d) }}
		if err := h.show(&p, stubbed); err != nil {
			return nil, err
		}
		h.earlier = append(h.earlier, p)
	}
	return h, nil
}

// begin adds the turn that is being worked on.
func (h *history) begin(t runtime.Turn) error {
	h.prompt = []model.Message{promptMessage(t.Prompt, whole)}
	h.total += tokens(h.prompt)
	for _, s := range t.Steps {
		p := piece{render: func(d detail) ([]model.Message, error) { return stepMessages(s, d) }}
		if err := h.show(&p, whole); err != nil {
			return err
		}
		h.steps = append(h.steps, p)
	}
	return nil
}

// show renders a piece anew.
func (h *history) show(p *piece, d detail) error {
	messages, err := p.render(d)
	if err != nil {
		return err
	}
	h.replace(p, messages)
	return nil
}

func (h *history) replace(p *piece, messages []model.Message) {
	h.total -= p.tokens
	p.messages, p.tokens = messages, tokens(messages)
	h.total += p.tokens
}

// stage is one way to make pieces smaller.
type stage struct {
	pieces []piece
	to     detail
}

// fit cuts until the conversation takes no more than room tokens, and reports
// whether it does. Each stage begins with what is oldest and ends as soon as
// there is room: earlier turns lose the middle of what is long, results of this
// run but the last become stubs, earlier turns go, and only then the newest
// results and this run's own steps. The question itself is never cut.
func (h *history) fit(room int) bool {
	for _, c := range []stage{
		{h.earlier, brief}, {h.steps[:max(len(h.steps)-1, 0)], stubbed}, {h.earlier, gone},
		{h.steps, stubbed}, {h.steps, brief}, {h.steps, gone},
	} {
		for i := 0; i < len(c.pieces) && h.total > room; i++ {
			h.cut(&c.pieces[i], c.to)
		}
	}
	if h.total > room {
		return false
	}
	h.mark(room)
	return true
}

// cut makes a piece smaller. One that was rendered once can be again.
func (h *history) cut(p *piece, d detail) {
	if d != gone && h.show(p, d) == nil {
		return
	}
	p.gone = true
	h.replace(p, nil)
}

// What a controller is told of what it does not see.
const (
	turnsGone = model.ObservedHead + "The beginning of this conversation was left out: it did not fit."
	stepsGone = model.ObservedHead + "Your first steps for this were left out: they did not fit. What you still need of them has to be read again."
)

// mark says in the conversation what is missing, where there is room to say it.
func (h *history) mark(room int) {
	if len(h.steps) > 0 && h.steps[0].gone {
		blocks := &h.prompt[0].Blocks
		*blocks = append(*blocks, h.notice(stepsGone, room)...)
	}
	if len(h.earlier) > 0 && h.earlier[0].gone {
		blocks := &h.first().Blocks
		*blocks = append(h.notice(turnsGone, room), *blocks...)
	}
}

// notice is a block that is said when it fits.
func (h *history) notice(text string, room int) []model.Block {
	cost := perBlock + estimate(text)
	if h.total+cost > room {
		return nil
	}
	h.total += cost
	return []model.Block{model.Text(text)}
}

// first is the oldest message there is, always the person's.
func (h *history) first() *model.Message {
	for _, p := range h.earlier {
		if !p.gone {
			return &p.messages[0]
		}
	}
	return &h.prompt[0]
}

// messages is the conversation as it goes out.
func (h *history) messages() []model.Message {
	var all []model.Message
	for _, p := range h.earlier {
		all = append(all, p.messages...)
	}
	all = append(all, h.prompt...)
	for _, p := range h.steps {
		all = append(all, p.messages...)
	}
	return all
}
