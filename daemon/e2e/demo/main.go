// Command demo starts a daemon the way the plugin does, asks it one question
// over standard input and output, and prints what comes back.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/ibid-notes/ibid/protocol"
)

func main() {
	daemon := flag.String("daemon", "bin/ibid", "the daemon's program")
	vault := flag.String("vault", "", "the vault's folder")
	question := flag.String("question", "", "what to ask")
	flag.Parse()
	if err := run(*daemon, *vault, *question); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

// pipes are the child's standard output and input as one connection.
type pipes struct {
	io.ReadCloser
	in io.WriteCloser
}

func (p pipes) Write(b []byte) (int, error) { return p.in.Write(b) }
func (p pipes) Close() error                { return errors.Join(p.in.Close(), p.ReadCloser.Close()) }

func run(daemon, vault, question string) error {
	root, err := filepath.Abs(vault)
	if err != nil {
		return err
	}
	cmd := exec.Command(daemon, "serve", "--vault", root)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start the daemon: %w", err)
	}
	err = ask(pipes{out, in}, root, question)
	return errors.Join(err, cmd.Wait()) // it ends because its standard input did
}

func ask(daemon io.ReadWriteCloser, root, question string) error {
	ctx := context.Background()
	mux := protocol.NewMux()
	protocol.HandleNotification(mux, protocol.NotifySessionUpdate, protocol.LaneSession, show)
	conn := protocol.NewConn(ctx, daemon, mux, protocol.Options{})
	var hello protocol.InitializeResponse
	var index protocol.IndexStatusResult
	var session protocol.NewSessionResponse
	var answer protocol.PromptResponse
	for _, c := range []struct {
		method         string
		params, result any
	}{
		{protocol.MethodInitialize, protocol.InitializeRequest{ProtocolVersion: protocol.ACPVersion}, &hello},
		{protocol.MethodIndexUpdate, protocol.IndexUpdateParams{}, &index},
		{protocol.MethodSessionNew, protocol.NewSessionRequest{CWD: root}, &session},
	} {
		if err := conn.Call(ctx, c.method, c.params, c.result); err != nil {
			return errors.Join(err, conn.Close())
		}
	}
	fmt.Printf("ibid %s serves %d notes, %d links.\n\n> %s\n\n", hello.AgentInfo.Version, index.Notes, index.Links, question)
	err := conn.Call(ctx, protocol.MethodSessionPrompt, protocol.PromptRequest{SessionID: session.SessionID,
		Prompt: []protocol.ContentBlock{protocol.TextBlock(question)}}, &answer)
	err = errors.Join(err, conn.Settle(ctx), conn.Close())
	if err != nil {
		return err
	}
	return printSources(answer)
}

// show prints the run as it goes on.
func show(_ context.Context, _ *protocol.Conn, n protocol.SessionNotification) error {
	switch u := n.Update.(type) {
	case protocol.ToolCall:
		fmt.Printf("· %s\n", u.Title)
	case protocol.AgentMessageChunk:
		fmt.Print(u.Content.Text)
	}
	return nil
}

func printSources(r protocol.PromptResponse) error {
	var meta protocol.PromptMeta
	if !r.Meta.Ibid(&meta) {
		return errors.New("the answer came without an outcome")
	}
	fmt.Printf("\n\nOutcome: %s. Sources, checked against the notes as they are now:\n", meta.Outcome)
	for _, c := range meta.Citations {
		fmt.Printf("  %s, lines %d–%d\n", c.Path, c.LineStart, c.LineEnd)
	}
	if len(meta.Citations) == 0 {
		fmt.Println("  none")
	}
	return nil
}
