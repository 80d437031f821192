package protocol

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"testing"

	"github.com/ibid-notes/ibid/protocol/schematest"
)

// TestOfficialSDK: a client on the official npm package goes through a whole turn with
// a Conn, and every frame of both sides is valid (contracts 3.3, tests 1 and 2).
func TestOfficialSDK(t *testing.T) {
	talk := schematest.Open(t).NewTalk()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	cmd := exec.CommandContext(t.Context(), node, "client.mjs")
	cmd.Dir = "testdata"
	cmd.Stderr = os.Stderr
	stdin, stdout := must(cmd.StdinPipe()), must(cmd.StdoutPipe())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	wire := &tap{t: t, talk: talk, r: stdout, w: stdin}
	c := NewConn(context.Background(), wire, testAgent(), Options{})
	waitFor(t, "the client", c.Done())
	c.Close()
	if err := cmd.Wait(); err != nil {
		t.Errorf("the client says: %v", err)
	}
	if wire.sent < 15 || wire.read < 10 || talk.Open() != 0 {
		t.Errorf("%d frames sent, %d read, %d requests open", wire.sent, wire.read, talk.Open())
	}
}

// tap checks the frames that pass in each direction.
type tap struct {
	t          *testing.T
	talk       *schematest.Talk
	r          io.ReadCloser
	w          io.WriteCloser
	in, out    []byte // the line under way
	read, sent int    // frames
}

func (p *tap) Read(buf []byte) (int, error) {
	n, err := p.r.Read(buf)
	p.in = p.check(schematest.Client, append(p.in, buf[:n]...), &p.read)
	return n, err
}

// Write checks before it writes, so that a request is known when its answer comes.
func (p *tap) Write(buf []byte) (int, error) {
	p.out = p.check(schematest.Agent, append(p.out, buf...), &p.sent)
	return p.w.Write(buf)
}

func (p *tap) Close() error { p.w.Close(); return p.r.Close() }

func (p *tap) check(from schematest.Side, text []byte, count *int) []byte {
	for {
		line, rest, whole := bytes.Cut(text, []byte("\n"))
		if !whole {
			return text
		}
		if err := p.talk.Check(from, line); err != nil {
			p.t.Error(err)
		}
		*count++
		text = rest
	}
}

// testAgent answers as an agent would.
func testAgent() *Mux {
	m := NewMux()
	Handle(m, MethodInitialize, LaneBarrier, func(context.Context, *Conn, InitializeRequest) (InitializeResponse, error) {
		return InitializeResponse{ProtocolVersion: ACPVersion, AgentCapabilities: AgentCapabilities{Meta: IbidMeta(Announcement{Version: 1})}}, nil
	})
	Handle(m, MethodSessionNew, LaneSession, func(context.Context, *Conn, NewSessionRequest) (NewSessionResponse, error) {
		return NewSessionResponse{SessionID: "s", ConfigOptions: []ConfigOption{sampleMode}}, nil
	})
	Handle(m, MethodSessionList, LaneConcurrent, func(context.Context, *Conn, ListSessionsRequest) (ListSessionsResponse, error) {
		return ListSessionsResponse{Sessions: []SessionInfo{{SessionID: "s", CWD: "/v"}}}, nil
	})
	Handle(m, MethodSearchQuery, LaneConcurrent, func(ctx context.Context, _ *Conn, p SearchQueryParams) (SearchQueryResult, error) {
		if p.Query == "wait" {
			<-ctx.Done()
		}
		return SearchQueryResult{}, ctx.Err()
	})
	stop := make(chan struct{}, 1)
	Handle(m, MethodSessionPrompt, LaneSession, func(ctx context.Context, c *Conn, p PromptRequest) (PromptResponse, error) {
		if p.Prompt[0].Text != "wait" {
			return testTurn(ctx, c, p)
		}
		ReleaseLane(ctx)
		<-stop
		return PromptResponse{StopReason: StopCancelled}, nil
	})
	HandleNotification(m, NotifySessionCancel, LaneSession, func(context.Context, *Conn, CancelNotification) error {
		stop <- struct{}{}
		return nil
	})
	return m
}

// testTurn sends one update of several kinds, asks for permission, and answers.
func testTurn(ctx context.Context, c *Conn, p PromptRequest) (PromptResponse, error) {
	edit := ToolCallUpdate{ToolCallID: "t", Status: ToolInProgress, Content: []ToolCallContent{ToolDiff("/v/a.md", nil, "new")}}
	for _, u := range []SessionUpdate{
		UserMessageChunk{Content: p.Prompt[0]}, ToolCall{ToolCallID: "t", Title: "Edit", ToolKind: ToolEdit}, edit,
		Plan{}, AgentMessageChunk{Content: TextBlock("答"), MessageID: "m"}, UsageUpdate{Used: 1, Size: 2},
	} {
		if err := c.Notify(NotifySessionUpdate, SessionNotification{SessionID: p.SessionID, Update: u}); err != nil {
			return PromptResponse{}, err
		}
	}
	if err := c.Notify(NotifyIndexChanged, IndexChangedEvent{Seq: 7}); err != nil {
		return PromptResponse{}, err
	}
	var granted RequestPermissionResponse
	ask := RequestPermissionRequest{SessionID: p.SessionID, ToolCall: edit, Options: []PermissionOption{{"yes", "Allow", AllowOnce}}}
	if err := c.Call(ctx, MethodRequestPermission, ask, &granted); err != nil {
		return PromptResponse{}, err
	}
	return PromptResponse{StopReason: StopEndTurn, Meta: granted.Meta}, nil
}
