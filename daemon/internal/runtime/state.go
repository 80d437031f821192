package runtime

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
	Outcome *Outcome // nil while it runs, or when a crash ended it
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
	case EventOutcome:
		return into(e, func(o Outcome) { s.turn(e.Run, func(t *Turn) { t.Outcome = &o }) })
	}
	return nil // transitions and repairs are history, not state
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
