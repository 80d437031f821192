package cli

import (
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/ibid-notes/ibid/protocol"
)

// approver answers what a run asks before it changes notes: by the person where there
// is one at a terminal, and with no elsewhere.
type approver struct {
	e    env
	lang language // of the question
	mu   sync.Mutex
}

// ask answers one session/request_permission.
func (a *approver) ask(_ context.Context, _ *protocol.Conn, r protocol.RequestPermissionRequest) (protocol.RequestPermissionResponse, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.e.json || !isTerminal(a.e.stdin) || !isTerminal(a.e.stderr) {
		fmt.Fprintln(a.e.stderr, "· "+a.lang.say("cannot ask", oneLine(r.ToolCall.Title)))
		return choice(r, protocol.RejectOnce, "Nobody could be asked: this run of ibid ask has no terminal. Changes can be made in the chat view, on a terminal, or with ibid tool NAME JSON --yes."), nil
	}
	var meta protocol.ApprovalMeta
	r.Meta.Ibid(&meta)
	a.show(a.e.stderr, meta.Approval)
	agreed, err := a.e.confirms(a.lang.say("allow?"))
	if err != nil {
		return protocol.RequestPermissionResponse{}, err
	}
	if !agreed {
		return choice(r, protocol.RejectOnce, ""), nil
	}
	return choice(r, protocol.AllowOnce, ""), nil
}

// choice picks the option of a kind.
func choice(r protocol.RequestPermissionRequest, kind protocol.PermissionKind, note string) protocol.RequestPermissionResponse {
	for _, o := range r.Options {
		if o.Kind == kind {
			out := protocol.RequestPermissionResponse{Outcome: protocol.PermissionOutcome{Outcome: protocol.PermissionSelected, OptionID: o.OptionID}}
			if note != "" {
				out.Meta = protocol.IbidMeta(protocol.ApprovalAnswer{Note: note})
			}
			return out
		}
	}
	return protocol.RequestPermissionResponse{Outcome: protocol.PermissionOutcome{Outcome: protocol.PermissionCancelled}}
}

// show prints what a person is asked about: what would be done, why it is asked, and
// every line of it.
func (a *approver) show(w io.Writer, ap protocol.Approval) {
	fmt.Fprintf(w, "\n%s\n", oneLine(ap.Title))
	if ap.Reason != "" {
		fmt.Fprintln(w, a.lang.say("because", oneLine(ap.Reason)))
	}
	if ap.Rationale != "" {
		fmt.Fprintln(w, a.lang.say("model says", oneLine(ap.Rationale)))
	}
	for _, s := range ap.Sources {
		fmt.Fprintln(w, a.lang.say("has read", oneLine(s)))
	}
	for _, f := range ap.Files {
		switch {
		case f.Diff != "":
			fmt.Fprintf(w, "\n%s", f.Diff)
		case f.To != "":
			fmt.Fprintf(w, "\n%s: %s -> %s\n", f.Op, oneLine(f.Path), oneLine(f.To))
		default:
			fmt.Fprintf(w, "\n%s: %s (+%d −%d)\n", f.Op, oneLine(f.Path), f.Added, f.Removed)
		}
	}
	fmt.Fprintln(w)
}
