package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"golang.org/x/term"

	"github.com/ibid-notes/ibid/daemon/internal/app"
	"github.com/ibid-notes/ibid/daemon/internal/plainlinks"
	"github.com/ibid-notes/ibid/protocol"
)

type askCmd struct {
	Question       []string `arg:"" sep:"none" help:"The question, or a command such as /summarize Note. Quotes are needed only around what the shell would take for itself."`
	IncludePrivate bool     `help:"Let the answer draw on private notes too."`
	modelFlags
}

// askJSON is what --json prints.
type askJSON struct {
	Answer     string         `json:"answer"`
	Citations  []citationJSON `json:"citations"`
	ToolCalls  []toolCallJSON `json:"tool_calls"`
	Outcome    string         `json:"outcome"`
	StopReason string         `json:"stop_reason"`
	Usage      usageJSON      `json:"usage"`
	Detail     detailJSON     `json:"detail"`
	Failed     []string       `json:"failed"`
	SessionID  string         `json:"session_id"`
}

type citationJSON struct {
	Path      string `json:"path"`
	Heading   string `json:"heading"`
	LineStart int    `json:"line_start"`
	LineEnd   int    `json:"line_end"`
	Quote     string `json:"quote"`
}

type toolCallJSON struct {
	Tool   string `json:"tool"`
	Status string `json:"status"`
}

type usageJSON struct {
	InputTokens  int `json:"input_tokens"`
	OutputTokens int `json:"output_tokens"`
}

type detailJSON struct {
	Budget string `json:"budget,omitempty"`
	Used   int    `json:"used,omitempty"`
	Limit  int    `json:"limit,omitempty"`
	Error  string `json:"error,omitempty"`
}

// Run asks one question in a session of its own.
func (c askCmd) Run(e env) error {
	question := strings.Join(c.Question, " ")
	if strings.TrimSpace(question) == "" {
		return usageError{errors.New(`ask a question, as in: ibid ask "What did I write about sleep?"`)}
	}
	o, err := e.options(c.modelFlags)
	if err != nil {
		return err
	}
	show := &transcript{e: e, lang: e.lang.ofText(question), live: !e.json && isTerminal(e.stdout)}
	mux := protocol.NewMux()
	protocol.HandleNotification(mux, protocol.NotifySessionUpdate, protocol.LaneSession, show.update)
	protocol.Handle(mux, protocol.MethodRequestPermission, protocol.LaneConcurrent, (&approver{e: e, lang: show.lang}).ask)
	cl, err := connect(e.ctx, o, mux)
	if err != nil {
		return err
	}
	r, session, err := c.answer(e, cl, o, question, show)
	if settle := cl.conn.Settle(e.ctx); err == nil {
		err = settle
	}
	if err = errors.Join(err, cl.close()); err != nil {
		return err
	}
	return show.finish(r, session)
}

// answer asks, and once more when the process that was asked has ended and nothing can
// have been changed for the question. What was told of it before is heard first; what
// was done and could not be told any more is in the journal.
func (c askCmd) answer(e env, cl *client, o app.Options, question string, show *transcript) (protocol.PromptResponse, string, error) {
	r, session, err := c.ask(e, cl, o, question)
	if ownerChanged(err) && cl.conn.Settle(e.ctx) == nil && !madeChanges(e, cl, session) && show.startAgain() {
		r, session, err = c.ask(e, cl, o, question)
	}
	return r, session, err
}

// madeChanges tells whether the journal has changes of a session. A journal that cannot
// be read may have.
func madeChanges(e env, cl *client, session string) bool {
	if session == "" {
		return false // nothing was asked yet
	}
	r, err := undoCmd{}.allEntries(e, cl)
	return err != nil || slices.ContainsFunc(r.Entries, func(j protocol.JournalEntry) bool { return j.SessionID == session })
}

func (c askCmd) ask(e env, cl *client, o app.Options, question string) (r protocol.PromptResponse, session string, err error) {
	set := protocol.ConfigSetParams{Provider: o.Settings.Provider, Model: o.Settings.Model, BaseURL: o.Settings.BaseURL, Key: o.Settings.Key}
	if err = cl.call(e.ctx, protocol.MethodConfigSet, set, nil); err != nil {
		return r, "", err
	}
	if err = cl.refresh(e.ctx); err != nil {
		return r, "", err
	}
	var opened protocol.NewSessionResponse
	err = cl.call(e.ctx, protocol.MethodSessionNew, protocol.NewSessionRequest{CWD: o.Vault.Root,
		Meta: protocol.IbidMeta(protocol.SessionMeta{IncludePrivate: c.IncludePrivate})}, &opened)
	if err != nil {
		return r, "", err
	}
	err = cl.call(e.ctx, protocol.MethodSessionPrompt, protocol.PromptRequest{SessionID: opened.SessionID,
		Prompt: []protocol.ContentBlock{protocol.TextBlock(question)}}, &r)
	return r, opened.SessionID, err
}

// transcript shows a run: the answer on standard output, live on a terminal,
// and what is done for it on standard error.
type transcript struct {
	e    env
	lang language // of the question
	live bool

	mu      sync.Mutex // guards all below
	message string     // id of the message that text belongs to
	text    strings.Builder
	links   plainlinks.Text // of what is shown live

	changes bool // a call was made that may change something
}

func (t *transcript) update(_ context.Context, _ *protocol.Conn, n protocol.SessionNotification) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch u := n.Update.(type) {
	case protocol.AgentMessageChunk:
		t.chunk(u)
	case protocol.ToolCall:
		t.changes = t.changes || !reading[u.ToolKind]
		if !t.e.json {
			fmt.Fprintf(t.e.stderr, "· %s\n", oneLine(u.Title))
		}
	}
	return nil
}

// reading are the kinds of call that leave no trace.
var reading = map[protocol.ToolKind]bool{protocol.ToolRead: true, protocol.ToolSearch: true, protocol.ToolThink: true}

// startAgain forgets what was shown of a run whose process ended, and tells whether the
// question can be asked once more: a call that may have changed something is not made
// twice.
func (t *transcript) startAgain() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.changes || t.live && t.text.Len() > 0 {
		return false
	}
	t.text.Reset()
	t.message = ""
	return true
}

func (t *transcript) chunk(u protocol.AgentMessageChunk) {
	var meta protocol.ChunkMeta
	if u.MessageID != t.message {
		t.message = u.MessageID
		t.text.Reset()
		t.flush()
	}
	if u.Meta.Ibid(&meta) && meta.Discard {
		t.text.Reset()
		if t.flush(); t.live {
			fmt.Fprintf(t.e.stderr, "\n%s\n", t.lang.say("taken back", t.lang.takenBack(meta.Reason)))
		}
		return
	}
	t.text.WriteString(u.Content.Text)
	if t.live {
		fmt.Fprint(t.e.stdout, t.links.Add(u.Content.Text))
	}
}

// flush shows what was held back of a message.
func (t *transcript) flush() {
	if t.live {
		fmt.Fprint(t.e.stdout, t.links.Rest())
	}
}

// finish prints what is still to be said. A stopped run is a failure.
func (t *transcript) finish(r protocol.PromptResponse, session string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	var meta protocol.PromptMeta
	if !r.Meta.Ibid(&meta) {
		return errors.New("the daemon answered without an outcome; are both ends of the same version?")
	}
	if t.e.json {
		if err := printJSON(t.e.stdout, toAskJSON(t.text.String(), r, meta, session)); err != nil {
			return err
		}
	} else {
		t.printAnswer(meta)
	}
	if strings.HasPrefix(meta.Outcome, "stop.") {
		return silent{}
	}
	return nil
}

// printAnswer prints the answer and its sources. What a run that stopped says instead
// is no answer, and goes to standard error.
func (t *transcript) printAnswer(meta protocol.PromptMeta) {
	if strings.HasPrefix(meta.Outcome, "stop.") && !t.live {
		fmt.Fprintln(t.e.stderr, t.links.Add(t.text.String())+t.links.Rest())
		return
	}
	t.printSources(meta)
}

func (t *transcript) printSources(meta protocol.PromptMeta) {
	if !t.live {
		fmt.Fprint(t.e.stdout, t.links.Add(t.text.String())+t.links.Rest())
	}
	t.flush()
	fmt.Fprintln(t.e.stdout)
	if len(meta.Citations) > 0 {
		fmt.Fprintf(t.e.stdout, "\n%s\n", t.lang.say("sources"))
	}
	for _, c := range meta.Citations {
		where := fmt.Sprintf("%s:%d", oneLine(c.Path), c.LineStart)
		if c.LineEnd > c.LineStart {
			where += fmt.Sprintf("-%d", c.LineEnd)
		}
		if c.Heading != "" {
			where += "  # " + oneLine(c.Heading)
		}
		fmt.Fprintln(t.e.stdout, "  "+where)
	}
}

func toAskJSON(answer string, r protocol.PromptResponse, meta protocol.PromptMeta, session string) askJSON {
	out := askJSON{Answer: answer, Citations: []citationJSON{}, ToolCalls: []toolCallJSON{}, Outcome: meta.Outcome,
		StopReason: string(r.StopReason), Usage: usageJSON(meta.Usage), Detail: detailJSON(meta.Detail), Failed: meta.Failed, SessionID: session}
	for _, c := range meta.Citations {
		out.Citations = append(out.Citations, citationJSON(c))
	}
	for _, c := range meta.ToolCalls {
		out.ToolCalls = append(out.ToolCalls, toolCallJSON(c))
	}
	if out.Failed == nil {
		out.Failed = []string{}
	}
	return out
}

func isTerminal(w any) bool {
	switch stream := w.(type) {
	case screen:
		w = stream.w
	case input:
		w = stream.r
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
