package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
)

// A question ends at Ctrl-C: what is typed after it is no answer, and a yes is one in
// either language.
func TestQuestions(t *testing.T) {
	for answer, want := range map[string]bool{"y\n": true, "YES\r\n": true, "是\n": true, "好": true, "n\n": false, "\n": false, "": false, "yellow\n": false} {
		e := env{ctx: t.Context(), stdin: input{t.Context(), bytes.NewBufferString(answer)}, stderr: io.Discard}
		if got, err := e.confirms("?"); got != want || err != nil {
			t.Errorf("%q: %v, %v", answer, got, err)
		}
	}
	ctx, interrupt := context.WithCancel(t.Context())
	typed, keyboard := io.Pipe()
	asked := make(chan struct{})
	e := env{ctx: ctx, stdin: input{ctx, typed}, stderr: told{asked}}
	go func() {
		<-asked
		interrupt()
		_, _ = keyboard.Write([]byte("y\n"))
	}()
	if got, err := e.confirms("?"); got || !errors.Is(err, context.Canceled) {
		t.Errorf("after Ctrl-C: %v, %v", got, err)
	}
}

// A command that waits for its input ends at Ctrl-C.
func TestInterruptedInput(t *testing.T) {
	s := newTerminal(t, map[string]string{"a.md": "zebra"})
	for _, args := range [][]string{{"search", "--batch"}, {"tool", "grep", "-"}} {
		ctx, interrupt := context.WithCancel(t.Context())
		waits, _ := io.Pipe()
		e := env{ctx: ctx, stdin: interrupting{waits, interrupt}, stdout: io.Discard, stderr: io.Discard}
		if code := run(e, append([]string{"--vault", s.vault}, args...)); code != exitFailed {
			t.Errorf("%v: exit %d", args, code)
		}
	}
}

// interrupting is an input at which Ctrl-C is typed as soon as it is read.
type interrupting struct {
	io.Reader
	interrupt func()
}

func (i interrupting) Read(p []byte) (int, error) {
	i.interrupt()
	return i.Reader.Read(p)
}

// told says once that something was written.
type told struct{ asked chan struct{} }

func (c told) Write(p []byte) (int, error) {
	select {
	case <-c.asked:
	default:
		close(c.asked)
	}
	return len(p), nil
}
