package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// input is standard input for a command that waits for a person or a program: a read
// ends when ctx does, as it does at Ctrl-C. What is typed after that is nobody's answer.
type input struct {
	ctx context.Context
	r   io.Reader
}

// Read reads into a buffer of its own, for a read that was left may still end.
func (in input) Read(p []byte) (int, error) {
	type reading struct {
		n   int
		err error
	}
	if err := in.ctx.Err(); err != nil {
		return 0, err
	}
	got := make(chan reading, 1)
	buf := make([]byte, len(p))
	go func() {
		n, err := in.r.Read(buf)
		got <- reading{n, err}
	}()
	select {
	case <-in.ctx.Done():
		return 0, in.ctx.Err()
	case r := <-got:
		if err := in.ctx.Err(); err != nil {
			return 0, err
		}
		return copy(p, buf[:r.n]), r.err
	}
}

// interruptGrace is how much later than an answer an interrupt typed before it may come.
const interruptGrace = 50 * time.Millisecond

// yes are the answers that agree, in either language.
var yes = []string{"y", "yes", "是", "是的", "好"}

// confirms asks a person, who sees standard error, whether to go on. Only a plain yes
// is one. Ctrl-C is an error, and so is an end of the input.
func (e env) confirms(question string) (bool, error) {
	fmt.Fprint(e.stderr, question)
	answer, err := bufio.NewReader(e.stdin).ReadString('\n')
	select { // a Ctrl-C that was typed before the answer may be heard a moment after it
	case <-e.ctx.Done():
	case <-time.After(interruptGrace):
	}
	if e.ctx.Err() != nil {
		fmt.Fprintln(e.stderr) // behind the terminal's ^C
		return false, e.ctx.Err()
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return false, fmt.Errorf("read the answer: %w", err)
	}
	return slices.Contains(yes, strings.ToLower(strings.TrimSpace(answer))), nil
}
