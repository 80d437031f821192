package runtime

import "slices"

// State is what a session's log folds to.
type State struct {
	Header Header
	Title  string // first words of the first prompt; no model is asked (design section 5)
	Turns  []Turn
}

// Turn is one prompt and all that came of it.
type Turn struct {
	Run     string
	Prompt  Prompt
	Steps   []Step
	Changes []Change // of the vault, that were set out on
	Outcome *Outcome // nil while it runs, or when a crash ended it
}

// Change is a change of the vault as the log knows it: its intent, and what became
// of it (contracts 2.14.2).
type Change struct {
	Call   string // the tool call it is of, "" for none
	Effect string // the hash of the effect
	Title  string
	UndoID string // set once it was made
	Failed string // the code with which it was not
}

// intent and effect are what the state keeps of gate.Intent, and of gate.Result or
// gate.Failure.
type intent struct {
	Effect string `json:"effect"`
	Title  string `json:"title"`
	Call   string `json:"call"`
}

type effect struct {
	Effect string `json:"effect"`
	UndoID string `json:"undo_id"`
	Code   string `json:"code"`
}

// Step is one decision, the results of its calls in call order, and what the
// runtime observed about it, if anything.
type Step struct {
	Decision Decision
	Results  []ToolResult
	Observed *Observation
}

// apply folds one more event into the state.
func (s *State) apply(e Event) error {
	switch e.Type {
	case EventSession:
		return into(e, func(h Header) { s.Header = h })
	case EventPrompt:
		return into(e, func(p Prompt) { s.addPrompt(e.Run, p) })
	case EventDecision:
		return into(e, func(d Decision) { s.turn(e.Run, func(t *Turn) { t.Steps = append(t.Steps, Step{Decision: d}) }) })
	case EventToolResult:
		return into(e, func(r ToolResult) { s.turn(e.Run, func(t *Turn) { t.addResult(r) }) })
	case EventObserved:
		return into(e, func(o Observation) { s.turn(e.Run, func(t *Turn) { t.observe(o) }) })
	case EventIntent:
		return into(e, func(i intent) {
			s.turn(e.Run, func(t *Turn) { t.Changes = append(t.Changes, Change{Call: i.Call, Effect: i.Effect, Title: i.Title}) })
		})
	case EventEffect:
		return into(e, func(done effect) { s.turn(e.Run, func(t *Turn) { t.settle(done) }) })
	case EventOutcome:
		return into(e, func(o Outcome) { s.turn(e.Run, func(t *Turn) { t.Outcome = &o }) })
	}
	return nil // transitions, approvals and repairs are history, not state
}

func into[T any](e Event, use func(T)) error {
	v, err := decode[T](e)
	if err == nil {
		use(v)
	}
	return err
}

func (s *State) addPrompt(run string, p Prompt) {
	if s.Title == "" {
		s.Title = titleOf(p.Text)
	}
	s.Turns = append(s.Turns, Turn{Run: run, Prompt: p})
}

// turn changes the turn of a run: the last one, in every log we write.
func (s *State) turn(run string, change func(*Turn)) {
	for i := len(s.Turns) - 1; i >= 0; i-- {
		if s.Turns[i].Run == run {
			change(&s.Turns[i])
			return
		}
	}
}

func (t *Turn) addResult(r ToolResult) {
	if n := len(t.Steps); n > 0 {
		t.Steps[n-1].Results = append(t.Steps[n-1].Results, r)
	}
}

func (t *Turn) observe(o Observation) {
	if n := len(t.Steps); n > 0 {
		t.Steps[n-1].Observed = &o
	}
}

// settle says what became of the latest change of that effect that is open. One that
// failed before it was begun has no intent.
func (t *Turn) settle(done effect) {
	for i := len(t.Changes) - 1; i >= 0; i-- {
		if c := &t.Changes[i]; c.Effect == done.Effect && c.UndoID == "" && c.Failed == "" {
			c.UndoID, c.Failed = done.UndoID, done.Code
			return
		}
	}
}

// Made tells whether the change with this undo id was made by the turn.
func (t *Turn) Made(undoID string) bool {
	return undoID != "" && slices.ContainsFunc(t.Changes, func(c Change) bool { return c.UndoID == undoID })
}

// Dangling lists the calls of the last step that have no result: those a
// crash cut off. Every request needs one for each (R041).
func (t *Turn) Dangling() []CallRef {
	if len(t.Steps) == 0 {
		return nil
	}
	last := t.Steps[len(t.Steps)-1]
	done := map[string]bool{}
	for _, r := range last.Results {
		done[r.CallID] = true
	}
	var open []CallRef
	for _, c := range last.Decision.Calls {
		if !done[c.ID] {
			open = append(open, c)
		}
	}
	return open
}

// maxTitle is how many characters a list of sessions has room for.
const maxTitle = 60

func titleOf(text string) string {
	var title []rune
	for _, r := range text {
		if r == '\n' && len(title) > 0 {
			break
		}
		if len(title) == maxTitle {
			return string(title) + "…"
		}
		if r >= ' ' {
			title = append(title, r)
		}
	}
	return string(title)
}
