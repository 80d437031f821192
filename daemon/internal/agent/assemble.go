package agent

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
)

// The general skill's instructions: the same in every request of a daemon, so that
// providers can cache them.
var (
	//go:embed prompt/general.md
	general string
	//go:embed prompt/reads.md
	reads string
	//go:embed prompt/writes.md
	writes string
)

// instructions say what can be done, with or without a way to change notes.
func instructions(canWrite bool) string {
	abilities := reads
	if canWrite {
		abilities = writes
	}
	return strings.Replace(general, "{{abilities}}\n", abilities, 1)
}

// assembly is everything a request is made of. Assembling is a pure function
// of it (R389, contracts 2.19.1).
type assembly struct {
	Turns   []runtime.Turn // the last one is the run's own
	Tools   []model.ToolSpec
	Writes  bool   // notes can be changed
	Context string // the untrusted block
	Window  int    // tokens the model takes, output included
	Reserve int    // tokens kept free for the answer
}

// report says what a request costs, in estimated tokens.
type report struct {
	Fixed, Conversation, Tools int
}

func (r report) total() int { return r.Fixed + r.Conversation + r.Tools }

// assemble builds the request. What does not fit is cut by history.fit; it
// fails with *tooLongError when not even the question fits.
func assemble(a assembly) (model.Request, report, error) {
	req := model.Request{System: instructions(a.Writes), Tools: a.Tools, Context: a.Context, MaxOutputTokens: a.Reserve}
	h, err := newHistory(a.Turns)
	if err != nil {
		return req, report{}, err
	}
	rep := measure(req)
	room := a.Window - a.Reserve - rep.total()
	if !h.fit(room) {
		return req, report{}, &tooLongError{Need: h.total, Room: max(room, 0), Window: a.Window}
	}
	req.Messages, rep.Conversation = h.messages(), h.total
	return req, rep, nil
}

// tooLongError is a question that is itself too large for the model. Sizes are
// estimated tokens: what the question needs, what is left for it beside
// instructions, tools and answer, and all that the model takes.
type tooLongError struct{ Need, Room, Window int }

func (e *tooLongError) Error() string {
	return fmt.Sprintf("the question has about %d tokens, and %d of the model's %d are left for it", e.Need, e.Room, e.Window)
}

// measure estimates the tokens of a request.
func measure(req model.Request) report {
	rep := report{Fixed: estimate(req.System) + estimate(req.Context)}
	rep.Conversation = tokens(req.Messages)
	for _, t := range req.Tools {
		rep.Tools += estimate(t.Name) + estimate(t.Description) + estimate(string(t.Schema))
	}
	return rep
}

// tokens estimates messages: every string of them that can go out. Of reasoning
// either the text goes or what the provider sent.
func tokens(messages []model.Message) int {
	n := 0
	for _, m := range messages {
		for _, b := range m.Blocks {
			n += perBlock + blockTokens(b)
		}
	}
	return n
}

func blockTokens(b model.Block) int {
	n := estimate(b.Text)
	if b.Raw != nil {
		n = max(n, estimate(string(b.Raw.Data)))
	}
	if b.Call != nil {
		n += estimate(b.Call.ID) + estimate(b.Call.Name) + estimate(string(b.Call.Args))
	}
	if b.Result != nil {
		n += estimate(b.Result.CallID) + estimate(b.Result.Name) + estimate(b.Result.Content)
	}
	return n
}

// perBlock is what roles and separators cost, in tokens.
const perBlock = 4

// estimate counts tokens roughly, and rather too many than too few: a Han
// character or a symbol is one, four ASCII characters are one, and 15 % are
// added (contracts 2.19.2).
func estimate(s string) int {
	ascii, other := 0, 0
	for _, r := range s {
		if r < 0x80 {
			ascii++
		} else {
			other++
		}
	}
	return (ascii/4 + other) * 115 / 100
}
