package server

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/agent"
	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/protocol"
)

var orchard = map[string]string{
	"Apple.md":       "# Apple\n\nApples ripen in October. See [[Pear]].\n",
	"Pear.md":        "# Pear\n\nPears ripen in September.\n",
	"sub/Plum.md":    "# Plum\n\nPlums ripen in August. [[Apple]]\n",
	"Diary.md":       "---\nprivate: true\n---\nApples make me sad.\n",
	"水果/苹果 树.md":     "# 苹果\n\n苹果在十月成熟。\n",
	".obsidian/x.md": "hidden\n",
}

func TestQuestionOverTheWire(t *testing.T) {
	g := newHouse(t, orchard).guest()
	s := g.newSession()
	r := g.prompt(s, "When do apples ripen?")
	g.wantOutcome(r, agent.OutcomeFinal, protocol.StopEndTurn)
	must(t, g.conn.Settle(t.Context()))
	told := g.story(s).texts("agent")
	if len(told) != 1 || !strings.Contains(told[0], "> Apples ripen in October.") || strings.Contains(told[0], "sad") {
		t.Errorf("the client was told %q", told)
	}
	if len(r.meta.Citations) == 0 || r.meta.Citations[0].Path != "Apple.md" || r.meta.Citations[0].LineStart != 3 {
		t.Errorf("citations %+v", r.meta.Citations)
	}
	if len(r.meta.ToolCalls) == 0 || r.meta.ToolCalls[0] != (protocol.ToolReport{Tool: "knowledge_search", Status: "ok"}) {
		t.Errorf("calls %+v", r.meta.ToolCalls)
	}
	for _, l := range g.story(s) {
		if l.kind == "call" && l.status != string(protocol.ToolCompleted) {
			t.Errorf("call %+v did not end", l)
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if n := len(g.states); n == 0 || g.states[n-1].State != string(agent.End) || g.states[n-1].SessionID != s {
		t.Errorf("states %+v", g.states)
	}
}

func TestPromptsOfASessionGoInOrder(t *testing.T) {
	g := newHouse(t, orchard).guest()
	p := g.use("puppet")
	s := g.newSession()
	first := g.begin(s, "prompt 0")
	p.waitAsked(t)
	rest := g.beginAll(s, []string{"prompt 1", "prompt 2", "prompt 3", "prompt 4", "prompt 5"})
	for i := range 6 {
		select {
		case req := <-p.asked:
			t.Fatalf("two prompts run at once: %v", req.Messages)
		default:
		}
		p.says("Done.")
		if i == 0 {
			g.wantOutcome(g.wait(first), agent.OutcomeFinal, protocol.StopEndTurn)
		}
		if i < 5 {
			if asked, want := p.waitAsked(t), []string{"prompt 1", "prompt 2", "prompt 3", "prompt 4", "prompt 5"}[i]; asked != want {
				t.Errorf("prompt %d is %q, want %q", i+1, asked, want)
			}
		}
	}
	for _, r := range rest {
		g.wantOutcome(g.wait(r), agent.OutcomeFinal, protocol.StopEndTurn)
	}
}

func TestSessionsRunBesideEachOther(t *testing.T) {
	g := newHouse(t, orchard).guest()
	p := g.use("puppet")
	a, b := g.begin(g.newSession(), "a"), g.begin(g.newSession(), "b")
	asked := []string{p.waitAsked(t), p.waitAsked(t)} // both wait for the model
	slices.Sort(asked)
	if !slices.Equal(asked, []string{"a", "b"}) {
		t.Errorf("asked %q", asked)
	}
	p.says("One.")
	p.says("Two.")
	g.wantOutcome(g.wait(a), agent.OutcomeFinal, protocol.StopEndTurn)
	g.wantOutcome(g.wait(b), agent.OutcomeFinal, protocol.StopEndTurn)
}

func TestCancel(t *testing.T) {
	g := newHouse(t, orchard).guest()
	p := g.use("puppet")
	s := g.newSession()

	g.cancel(s) // before: there is nothing to cancel
	g.cancel("agent:11111111-1111-4111-8111-111111111111")
	first := g.begin(s, "first")
	p.waitAsked(t)
	p.says("Done.")
	g.wantOutcome(g.wait(first), agent.OutcomeFinal, protocol.StopEndTurn)

	running := g.begin(s, "running")
	p.waitAsked(t)
	queued := g.beginAll(s, []string{"queued"})[0]
	g.cancel(s)
	g.wantOutcome(g.wait(running), agent.StopCancelled, protocol.StopCancelled)
	g.wantOutcome(g.wait(queued), agent.StopCancelled, protocol.StopCancelled)

	g.cancel(s) // after
	last := g.begin(s, "last")
	if asked := p.waitAsked(t); asked != "last" {
		t.Errorf("after the cancellation the model was asked %q", asked)
	}
	p.says("Done.")
	g.wantOutcome(g.wait(last), agent.OutcomeFinal, protocol.StopEndTurn)
}

func TestCancelledQueuedPromptLetsTheNextRun(t *testing.T) {
	g := newHouse(t, orchard).guest()
	p := g.use("puppet")
	s := g.newSession()
	running := g.begin(s, "running")
	p.waitAsked(t)
	ctx, cancel := context.WithCancel(t.Context())
	given := make(chan error, 1)
	go func() {
		given <- g.conn.Call(ctx, protocol.MethodSessionPrompt, protocol.PromptRequest{SessionID: s, Prompt: []protocol.ContentBlock{protocol.TextBlock("given up")}}, nil)
	}()
	g.queued(s, 2)
	third := g.begin(s, "third")
	g.queued(s, 3)
	cancel() // sends $/cancel_request
	if err := <-given; !errors.Is(err, context.Canceled) {
		t.Errorf("the call that was given up: %v", err)
	}
	g.queued(s, 2)
	p.says("Done.")
	g.wantOutcome(g.wait(running), agent.OutcomeFinal, protocol.StopEndTurn)
	if asked := p.waitAsked(t); asked != "third" {
		t.Errorf("the model was asked %q, want the third prompt", asked)
	}
	p.says("Done.")
	g.wantOutcome(g.wait(third), agent.OutcomeFinal, protocol.StopEndTurn)
}

func TestCancelRequest(t *testing.T) {
	g := newHouse(t, orchard).guest()
	p := g.use("puppet")
	s := g.newSession()
	ctx, cancel := context.WithCancel(t.Context())
	given := make(chan error, 1)
	go func() {
		given <- g.conn.Call(ctx, protocol.MethodSessionPrompt, protocol.PromptRequest{SessionID: s, Prompt: []protocol.ContentBlock{protocol.TextBlock("x")}}, nil)
	}()
	p.waitAsked(t)
	cancel()
	if err := <-given; !errors.Is(err, context.Canceled) {
		t.Errorf("the call that was given up: %v", err)
	}
	next := g.begin(s, "next")
	if asked := p.waitAsked(t); asked != "next" {
		t.Errorf("the model was asked %q", asked)
	}
	p.says("Done.")
	g.wantOutcome(g.wait(next), agent.OutcomeFinal, protocol.StopEndTurn)
	ss, err := g.h.server.session(s)
	must(t, err)
	if turns := ss.log.State().Turns; len(turns) != 2 || turns[0].Outcome.Outcome != agent.StopCancelled {
		t.Errorf("the log has %+v", turns)
	}
}

func TestClientThatLeavesEndsItsRuns(t *testing.T) {
	h := newHouse(t, orchard)
	g := h.guest()
	p := g.use("puppet")
	s := g.newSession()
	answered := g.begin(s, "x")
	p.waitAsked(t)
	must(t, g.conn.Close())
	if r := g.wait(answered); !errors.Is(r.err, protocol.ErrClosed) {
		t.Errorf("the prompt's answer: %v", r.err)
	}
	other := h.guest()
	r := other.prompt(s, "When do apples ripen?") // waits its turn
	other.wantOutcome(r, agent.OutcomeFinal, protocol.StopEndTurn)
	ss, err := h.server.session(s)
	must(t, err)
	if turns := ss.log.State().Turns; len(turns) != 2 || turns[0].Outcome.Outcome != agent.StopCancelled {
		t.Errorf("the log has %+v", turns)
	}
}

func TestLoadTellsWhatWasTold(t *testing.T) { // live and replayed, a client shows the same
	h := newHouse(t, orchard)
	g := h.guest()
	p := g.use("puppet")
	s := g.newSession()
	talk := func(text string, moves ...func()) {
		answered := g.begin(s, text)
		for _, m := range moves {
			p.waitAsked(t)
			m()
		}
		if r := g.wait(answered); r.err != nil {
			t.Fatal(r.err)
		}
	}
	says := func(text string, calls ...model.Call) func() { return func() { p.says(text, calls...) } }
	fails := func() {
		p.moves <- func(_ context.Context, emit func(model.Event)) (model.Response, error) {
			emit(model.Event{Kind: model.EventText, Text: "Half"})
			return model.Response{}, &model.Error{Kind: model.ErrServer, Message: "It broke."}
		}
	}
	talk("plain", says("An answer."))
	talk("with calls", says("I look.", modelCall("c1", "read_note", `{"slug":"Apple"}`), modelCall("c2", "read_note", `{"slug":"Nope"}`)), says("“Apples ripen in October.” [[Apple]]"))
	talk("rejected", says("“Apples ripen in May.” [[Apple]]"), says("I do not know."))
	talk("never right", says("“May” [[Pear]]"), says("“May” [[Pear]]"), says("“May” [[Pear]]"))
	talk("empty", says(""), says("Here."))
	talk("a question", says("Hm.", modelCall("q1", agent.AskTool, `{"question":"Which?"}`)))
	talk("fails at once", fails)
	talk("fails later", says("I look again.", modelCall("c3", "list_tags", `{}`)), fails)
	talk("asks too much", says("1", modelCall("d1", "list_tags", `{}`)), says("2", modelCall("d2", "list_tags", `{}`)), says("3", modelCall("d3", "list_tags", `{}`)),
		says("4", modelCall("d4", "list_tags", `{}`)), says("5", modelCall("d5", "list_tags", `{}`)), says("6", modelCall("d6", "list_tags", `{}`)),
		says("7", modelCall("d7", "list_tags", `{}`)), says("8", modelCall("d8", "list_tags", `{}`)))
	talk("中文", says("", modelCall("z1", "read_note", `{"slug":"苹果 树"}`)), says("「苹果在十月成熟。」[[苹果 树]]"))
	must(t, g.conn.Settle(t.Context()))
	live := g.story(s)

	other := h.guest()
	other.call(protocol.MethodSessionLoad, protocol.LoadSessionRequest{SessionID: s, CWD: h.vault.Root}, nil)
	must(t, other.conn.Settle(t.Context()))
	var replayed story
	for _, l := range other.story(s) {
		if l.kind != "user" {
			replayed = append(replayed, l)
		}
	}
	live = slices.DeleteFunc(live, func(l line) bool { return l.kind == "agent" && l.text == "" })
	slices.SortStableFunc(live, byID)
	slices.SortStableFunc(replayed, byID)
	if !reflect.DeepEqual(live, replayed) {
		for i := range max(len(live), len(replayed)) {
			var a, b line
			if i < len(live) {
				a = live[i]
			}
			if i < len(replayed) {
				b = replayed[i]
			}
			if a != b {
				t.Errorf("line %d: live %+v, replayed %+v", i, a, b)
			}
		}
	}
	if users := other.story(s).texts("user"); len(users) != 10 || users[9] != "中文" {
		t.Errorf("the prompts are %q", users)
	}
}

// byID sorts the lines of a story: which of a call and the text before it is
// shown first is told by neither.
func byID(a, b line) int { return strings.Compare(a.kind+a.id, b.kind+b.id) }

func TestContentBlocks(t *testing.T) {
	h := newHouse(t, orchard)
	g := h.guest()
	p := g.use("puppet")
	link := func(path string) protocol.ContentBlock {
		return protocol.ResourceLinkBlock("n", h.server.fileURI(path))
	}
	text := protocol.TextBlock("See this:")
	outside := filepath.Join(filepath.Dir(h.vault.Root), "elsewhere.md")
	for name, tc := range map[string]struct {
		blocks   []protocol.ContentBlock
		says     []string
		silent   string
		attached []string
	}{
		"a note":           {[]protocol.ContentBlock{text, link("Apple.md")}, []string{"See this:", "[[Apple.md]]"}, "outside", []string{"Apple.md"}},
		"a Chinese name":   {[]protocol.ContentBlock{text, link("水果/苹果 树.md")}, []string{"[[水果/苹果 树.md]]"}, "%", []string{"水果/苹果 树.md"}},
		"twice":            {[]protocol.ContentBlock{text, link("Apple.md"), link("Apple.md")}, nil, "", []string{"Apple.md"}},
		"outside":          {[]protocol.ContentBlock{text, {Type: protocol.ContentResourceLink, Name: "e", URI: "file://" + filepath.ToSlash(outside)}}, []string{"outside the vault"}, "[[", nil},
		"above":            {[]protocol.ContentBlock{text, {Type: protocol.ContentResourceLink, Name: "e", URI: h.server.fileURI("../x.md")}}, []string{"outside the vault"}, "[[", nil},
		"a web page":       {[]protocol.ContentBlock{text, {Type: protocol.ContentResourceLink, Name: "e", URI: "https://example.com/a"}}, []string{"https://example.com/a"}, "[[", nil},
		"hidden":           {[]protocol.ContentBlock{text, link(".obsidian/x.md")}, nil, "[[", nil},
		"an embedded file": {[]protocol.ContentBlock{text, {Type: protocol.ContentResource, Resource: &protocol.ResourceContents{URI: "file:///x.txt", Text: "the words"}}}, []string{"file:///x.txt", "the words"}, "[[", nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := g.newSession()
			done := make(chan reply, 1)
			go func() { done <- g.send(s, tc.blocks...) }()
			asked := p.waitAsked(t)
			p.says("Seen.")
			g.wantOutcome(g.wait(done), agent.OutcomeFinal, protocol.StopEndTurn)
			for _, part := range tc.says {
				if !strings.Contains(asked, part) {
					t.Errorf("the model reads %q, want %q in it", asked, part)
				}
			}
			if tc.silent != "" && strings.Contains(asked, tc.silent) {
				t.Errorf("the model reads %q, want no %q in it", asked, tc.silent)
			}
			ss, err := h.server.session(s)
			must(t, err)
			if got := ss.log.State().Turns[0].Prompt.Attached; !slices.Equal(got, tc.attached) {
				t.Errorf("attached %q, want %q", got, tc.attached)
			}
		})
	}
}

func TestRefusedPrompts(t *testing.T) {
	g := newHouse(t, orchard).guest()
	s := g.newSession()
	image := protocol.ContentBlock{Type: protocol.ContentImage, Data: "aGk=", MIMEType: "image/png"}
	for name, blocks := range map[string][]protocol.ContentBlock{
		"an image": {protocol.TextBlock("See:"), image},
		"no text":  {protocol.TextBlock(" \n")},
		"nothing":  {},
		"a blob":   {{Type: protocol.ContentResource, Resource: &protocol.ResourceContents{URI: "file:///x", Blob: "aGk="}}},
	} {
		e := g.refused(protocol.CodeInvalidParams, protocol.MethodSessionPrompt, protocol.PromptRequest{SessionID: s, Prompt: blocks})
		if !strings.Contains(e.Message, "prompt") || !strings.Contains(e.Message, "text") {
			t.Errorf("%s: %q names neither the field nor its right form", name, e.Message)
		}
	}
	g.refused(protocol.CodeResourceNotFound, protocol.MethodSessionPrompt,
		protocol.PromptRequest{SessionID: "agent:11111111-1111-4111-8111-111111111111", Prompt: []protocol.ContentBlock{protocol.TextBlock("x")}})
	g.wantOutcome(g.prompt(s, "When do apples ripen?"), agent.OutcomeFinal, protocol.StopEndTurn)
}

func TestAttachedPrivateNote(t *testing.T) { // design section 5, "Private"
	h := newHouse(t, orchard)
	g := h.guest()
	s := g.newSession()
	if r := g.prompt(s, "What makes me sad?"); len(r.meta.Citations) > 0 {
		t.Errorf("a private note answers: %+v", r.meta.Citations)
	}
	r := g.send(s, protocol.TextBlock("What makes me sad?"), protocol.ResourceLinkBlock("Diary", h.server.fileURI("Diary.md")))
	g.wantOutcome(r, agent.OutcomeFinal, protocol.StopEndTurn)
	if len(r.meta.Citations) == 0 || r.meta.Citations[0].Path != "Diary.md" {
		t.Errorf("the attached note does not answer: %+v", r.meta)
	}
	if r = g.prompt(g.newSession(), "What makes me sad?"); len(r.meta.Citations) > 0 {
		t.Errorf("in another session it answers still: %+v", r.meta.Citations)
	}
}

func TestSessionThatAllowsPrivateNotes(t *testing.T) {
	g := newHouse(t, orchard).guest()
	var n protocol.NewSessionResponse
	g.call(protocol.MethodSessionNew, protocol.NewSessionRequest{CWD: g.h.vault.Root, Meta: protocol.IbidMeta(protocol.SessionMeta{IncludePrivate: true})}, &n)
	r := g.prompt(n.SessionID, "What makes me sad?")
	if len(r.meta.Citations) == 0 || r.meta.Citations[0].Path != "Diary.md" {
		t.Errorf("the private note does not answer: %+v", r.meta)
	}
}

func TestCommandsNeedNoModel(t *testing.T) { // R401
	g := newHouse(t, orchard).guest()
	p := g.use("puppet")
	s := g.newSession()
	r := g.prompt(s, "/backlinks Apple")
	g.wantOutcome(r, agent.OutcomeFinal, protocol.StopEndTurn)
	if len(p.asked) != 0 {
		t.Error("the model was asked")
	}
	must(t, g.conn.Settle(t.Context()))
	g.mu.Lock()
	defer g.mu.Unlock()
	told := slices.ContainsFunc(g.updates[s], func(u protocol.SessionUpdate) bool {
		c, ok := u.(protocol.AvailableCommandsUpdate)
		return ok && len(c.AvailableCommands) == 6 && c.AvailableCommands[0].Name == "search"
	})
	if !told {
		t.Error("the client was not told the commands")
	}
}
