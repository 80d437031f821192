package wire

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// Delta is one piece of a tool call. Index is -1 where the server gave none.
type Delta struct {
	ID, Name, Args string
	Index          int
}

// Assembler puts tool calls together from pieces. A piece belongs to the call
// with its id, else with its index, else to the current one; a new id with a
// name opens a new call even where the index is taken (contracts 2.21.2).
type Assembler struct {
	calls   []*building
	byIndex map[int]*building
	used    map[string]bool
	emit    func(model.Event)
}

type building struct {
	sentID string // as the server wrote it; may be empty or used twice
	id     string // as we call it
	name   strings.Builder
	args   strings.Builder
	index  int
	open   bool // announced by an event
}

// NewAssembler starts a message. history is what was said before: an id that
// was used there gets a suffix, for some servers count from 0 in every answer.
func NewAssembler(history []model.Message, emit func(model.Event)) *Assembler {
	a := &Assembler{byIndex: map[int]*building{}, used: map[string]bool{}, emit: emit}
	for _, m := range history {
		for _, c := range m.Calls() {
			a.used[c.ID] = true
		}
	}
	return a
}

// Add takes the next piece.
func (a *Assembler) Add(d Delta) {
	b := a.find(d)
	if b == nil {
		b = a.start(d)
	}
	if d.Name != "" && b.args.Len() == 0 && b.name.String() != d.Name {
		b.name.WriteString(d.Name)
	}
	if d.Args == "" {
		return
	}
	a.announce(b)
	b.args.WriteString(d.Args)
	a.emit(model.Event{Kind: model.EventCallArgs, CallID: b.id, Text: d.Args})
}

// find is the call that a piece belongs to, nil for a new one.
func (a *Assembler) find(d Delta) *building {
	if d.ID != "" {
		if b := a.withID(d); b != nil {
			return b
		}
	}
	b := a.current()
	if d.Index >= 0 {
		b = a.byIndex[d.Index]
	}
	if b == nil || d.opensAfter(b) {
		return nil
	}
	return b
}

// withID looks for the id a piece carries. The same id at another index with a
// name of its own is another call that the server named badly.
func (a *Assembler) withID(d Delta) *building {
	for i := len(a.calls) - 1; i >= 0; i-- {
		b := a.calls[i]
		if b.sentID == d.ID && (d.Index < 0 || d.Index == b.index || d.Name == "") {
			return b
		}
	}
	return nil
}

// opensAfter reports whether a piece begins a call although b is what its
// index points at: it has a name, and either an id that b has not, or b is
// whole.
func (d Delta) opensAfter(b *building) bool {
	if d.Name == "" {
		return false
	}
	if d.ID != "" && b.sentID != "" {
		return d.ID != b.sentID
	}
	return b.args.Len() > 0 && json.Valid([]byte(b.args.String()))
}

func (a *Assembler) current() *building {
	if len(a.calls) == 0 {
		return nil
	}
	return a.calls[len(a.calls)-1]
}

func (a *Assembler) start(d Delta) *building {
	b := &building{sentID: d.ID, id: a.unique(d.ID), index: d.Index}
	a.calls = append(a.calls, b)
	if d.Index >= 0 {
		a.byIndex[d.Index] = b
	}
	return b
}

// unique is id, or id with the lowest suffix that is free. It depends on the
// conversation alone, so that a replay gives the same ids.
func (a *Assembler) unique(id string) string {
	if id == "" {
		id = fmt.Sprintf("call_%d", len(a.used)+1)
	}
	base := id
	for n := 2; a.used[id]; n++ {
		id = fmt.Sprintf("%s_%d", base, n)
	}
	a.used[id] = true
	return id
}

// announce tells of a call once its name is whole: names come in pieces too.
func (a *Assembler) announce(b *building) {
	if !b.open {
		b.open = true
		a.emit(model.Event{Kind: model.EventCallStart, CallID: b.id, Name: b.name.String()})
	}
}

// Len counts the calls so far.
func (a *Assembler) Len() int { return len(a.calls) }

// Finish closes the calls of a message that ended with stop. When the message
// was cut, by its length or in the middle of a call, none of its calls may run
// (contracts 2.21.4).
func (a *Assembler) Finish(stop model.StopReason) []model.Block {
	blocks := make([]model.Block, 0, len(a.calls))
	cut := stop == model.StopLength
	for _, b := range a.calls {
		a.announce(b)
		call, incomplete := b.close()
		cut = cut || incomplete
		blocks = append(blocks, model.Block{Kind: model.BlockCall, Call: call})
	}
	for i := range blocks {
		if cut {
			blocks[i].Call = a.calls[i].void()
		}
	}
	return blocks
}

// close reads the arguments, and reports whether they just stop.
func (b *building) close() (*model.Call, bool) {
	text := b.args.String()
	parsed := ParseArgs(text)
	call := &model.Call{ID: b.id, Name: b.name.String(), Args: parsed.Object, Bad: parsed.Bad, Repaired: parsed.Repaired}
	if call.Name == "" {
		call.Name = "unnamed"
	}
	if call.Bad != "" || call.Repaired != "" {
		call.Sent = clip(text, maxSent)
	}
	return call, parsed.Cut
}

// void is a call of a message that was cut.
func (b *building) void() *model.Call {
	call, _ := b.close()
	call.Args, call.Repaired = json.RawMessage("{}"), ""
	call.Truncated, call.Bad = true, cutAdvice
	call.Sent = clip(b.args.String(), maxSent)
	return call
}
