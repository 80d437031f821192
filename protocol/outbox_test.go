package protocol

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// stalled starts a Conn whose peer has read nothing yet, with one frame stuck in the
// write, so that what follows waits in the queue.
func stalled(t *testing.T, mux *Mux) (*Conn, io.ReadWriteCloser) {
	t.Helper()
	near, far := Pipe()
	c := NewConn(context.Background(), far, mux, Options{})
	if err := c.Notify("first", nil); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	return c, near
}

// readLines reads until nothing comes any more and returns the params.
func readLines(t *testing.T, r io.Reader) []json.RawMessage {
	t.Helper()
	lines := make(chan json.RawMessage, 1<<17)
	go func() {
		defer close(lines)
		scan := bufio.NewReader(r)
		for {
			line, err := scan.ReadBytes('\n')
			if err != nil {
				return
			}
			var m struct{ Params json.RawMessage }
			if json.Unmarshal(line, &m) != nil {
				t.Errorf("not JSON: %.100s", line)
			}
			lines <- m.Params
		}
	}()
	synctest.Wait()
	var all []json.RawMessage
	for len(lines) > 0 {
		all = append(all, <-lines)
	}
	return all
}

func chunkOf(session, message, text string) SessionNotification {
	return SessionNotification{SessionID: session, Update: AgentMessageChunk{Content: TextBlock(text), MessageID: message}}
}

// story writes updates as one line each: text chunks as kind:text, others by kind.
func story(t *testing.T, params []json.RawMessage, session string) []string {
	t.Helper()
	var out []string
	for _, raw := range params {
		var n SessionNotification
		if len(raw) == 0 || json.Unmarshal(raw, &n) != nil || n.SessionID != session {
			continue
		}
		switch u := n.Update.(type) {
		case AgentMessageChunk:
			out = append(out, u.MessageID+":"+u.Content.Text)
		case AgentThoughtChunk:
			out = append(out, "thought:"+u.Content.Text)
		default:
			out = append(out, string(u.Kind()))
		}
	}
	return out
}

// TestDeltasAreMerged: while the reader is slow, text of one message becomes one
// frame; no text is lost and nothing changes place within its session.
func TestDeltasAreMerged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, near := stalled(t, nil)
		say := func(n SessionNotification) {
			if err := c.Notify(NotifySessionUpdate, n); err != nil {
				t.Fatal(err)
			}
		}
		for i := range 100 {
			say(chunkOf("s", "m1", "a"))
			say(chunkOf("other", "m1", fmt.Sprint(i%10)))
		}
		say(SessionNotification{SessionID: "s", Update: ToolCall{ToolCallID: "t", Title: "T"}})
		say(chunkOf("s", "m1", "b"))
		say(chunkOf("s", "m2", "c"))
		say(SessionNotification{SessionID: "s", Update: AgentThoughtChunk{Content: TextBlock("d")}})
		say(SessionNotification{SessionID: "s", Update: AgentThoughtChunk{Content: TextBlock("e")}})
		withMeta := chunkOf("s", "m3", "f")
		withMeta.Meta = IbidMeta(ChunkMeta{Discard: true})
		say(withMeta)
		say(chunkOf("s", "m3", "g"))
		got := readLines(t, near)
		want := []string{"m1:" + strings.Repeat("a", 100), "tool_call", "m1:b", "m2:c", "thought:de", "m3:f", "m3:g"}
		if s := story(t, got, "s"); strings.Join(s, "|") != strings.Join(want, "|") {
			t.Errorf("got %q", s)
		}
		if s := story(t, got, "other"); len(s) != 1 || s[0] != "m1:"+strings.Repeat("0123456789", 10) {
			t.Errorf("other: got %q", s)
		}
		c.Close()
		near.Close()
	})
}

// TestMergedTextIsBounded: a merged delta ends at 64 KiB; no text is lost.
func TestMergedTextIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, near := stalled(t, nil)
		for range 1000 {
			if err := c.Notify(NotifySessionUpdate, chunkOf("s", "m", strings.Repeat("x", 1000))); err != nil {
				t.Fatal(err)
			}
		}
		got := story(t, readLines(t, near), "s")
		total := 0
		for _, text := range got {
			total += len(text) - len("m:")
			if len(text) > mergeBytes+len("m:") {
				t.Errorf("a frame of %d bytes", len(text))
			}
		}
		if total != 1_000_000 || len(got) < 16 || len(got) > 20 {
			t.Errorf("%d bytes in %d frames", total, len(got))
		}
		c.Close()
		near.Close()
	})
}

// TestAnswerEndsMerging: text said after an answer is not put before it.
func TestAnswerEndsMerging(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, near := stalled(t, nil)
		for range 2 {
			c.Notify(NotifySessionUpdate, chunkOf("s", "m", "x"))
			c.Notify(NotifyRunState, RunStateEvent{SessionID: "s"})
		}
		if got := readLines(t, near); len(got) != 5 {
			t.Errorf("got %d frames: %s", len(got), got)
		}
		c.Close()
		near.Close()
	})
}

// TestProgressIsReplaced: of waiting progress only the latest goes out; every state
// event goes out, in order.
func TestProgressIsReplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, near := stalled(t, nil)
		const events = 10_000
		for i := range events {
			if err := errors.Join(
				c.Notify(NotifyIndexProgress, IndexProgressEvent{Phase: IndexReading, Done: i}),
				c.Notify(NotifyIndexChanged, IndexChangedEvent{Seq: i}),
			); err != nil {
				t.Fatal(err)
			}
		}
		got := readLines(t, near)
		if len(got) != events+2 {
			t.Fatalf("got %d frames", len(got))
		}
		if want := `{"phase":"reading","done":9999,"total":0,"path":""}`; string(got[1]) != want {
			t.Errorf("progress is %s", got[1])
		}
		for i, raw := range got[2:] {
			if want := fmt.Sprintf(`{"seq":%d,"paths":[]}`, i); string(raw) != want {
				t.Fatalf("event %d is %s", i, raw)
			}
		}
		c.Close()
		near.Close()
	})
}

// TestReaderThatStops: it blocks no Notify, and is given up
// after the write timeout, while what a handler does goes on (issue, "a reader that
// stops reading").
func TestReaderThatStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := Pipe()
		ended := make(chan error, 1)
		mux := NewMux()
		Handle(mux, "run", LaneConcurrent, func(ctx context.Context, c *Conn, _ Empty) (Empty, error) {
			for ctx.Err() == nil {
				c.Notify(NotifySessionUpdate, chunkOf("s", "m", "word "))
				select {
				case <-time.After(time.Second):
				case <-ctx.Done():
				}
			}
			ended <- context.Cause(ctx)
			return Empty{}, nil
		})
		c := NewConn(context.Background(), far, mux, Options{WriteTimeout: 10 * time.Second})
		began := time.Now()
		io.WriteString(near, `{"jsonrpc":"2.0","id":1,"method":"run"}`+"\n")
		<-c.Done()
		if took := time.Since(began); took != 10*time.Second {
			t.Errorf("given up after %v", took)
		}
		if err := c.Err(); !errors.Is(err, ErrSlowPeer) || !errors.Is(err, ErrClosed) {
			t.Errorf("Err is %v", err)
		}
		<-ended
		c.Close()
		near.Close()
	})
}

// TestSlowReaderIsKept: one that takes a little at a time is slow, not gone.
func TestSlowReaderIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := Pipe()
		c := NewConn(context.Background(), far, nil, Options{WriteTimeout: 10 * time.Second})
		c.Notify("big", strings.Repeat("x", 4*writeChunk))
		began, buf, total := time.Now(), make([]byte, writeChunk/4), 0
		for total < 4*writeChunk {
			<-time.After(2 * time.Second)
			n, err := near.Read(buf)
			if err != nil {
				t.Fatalf("after %v: %v", time.Since(began), err)
			}
			total += n
		}
		near.Close()
		c.Close()
	})
}

// TestFlood: what cannot be held back ends the connection before memory does.
func TestFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, near := stalled(t, nil)
		var err error
		n := 0
		for text := strings.Repeat("x", 1<<20); err == nil && n < 1000; n++ {
			err = c.Notify("event", text)
		}
		if !errors.Is(err, ErrSlowPeer) || n<<20 < floodBytes || n<<20 > floodBytes+4<<20 {
			t.Errorf("after %d MiB: %v", n, err)
		}
		<-c.Done()
		c.Close()
		near.Close()
	})
}

// TestRepliesWaitForRoom: a reader that stops holds little more than one reply
// in memory; when it goes on, all come.
func TestRepliesWaitForRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		mux := NewMux()
		Handle(mux, "big", LaneConcurrent, func(context.Context, *Conn, Empty) (string, error) {
			return strings.Repeat("x", 1<<20), nil
		})
		c, near := stalled(t, mux)
		for i := range 100 {
			fmt.Fprintf(near, `{"jsonrpc":"2.0","id":%d,"method":"big"}`+"\n", i)
		}
		synctest.Wait()
		if c.out.bytes > roomBytes+2<<20 {
			t.Errorf("%d MiB wait", c.out.bytes>>20)
		}
		if got := readLines(t, near); len(got) != 101 {
			t.Errorf("%d frames came", len(got))
		}
		if c.out.bytes != 0 {
			t.Errorf("%d bytes are still counted", c.out.bytes)
		}
		c.Close()
		near.Close()
	})
}
