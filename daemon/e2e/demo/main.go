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
	"strings"
	"unicode"

	"github.com/ibid-notes/ibid/daemon/internal/plainlinks"
	"github.com/ibid-notes/ibid/protocol"
)

func main() {
	daemon := flag.String("daemon", "bin/ibid", "the daemon's program")
	vault := flag.String("vault", "", "the vault's folder")
	question := flag.String("question", "", "what to ask")
	flag.Parse()
	if err := run(*daemon, *vault, *question); errors.Is(err, errTold) {
		os.Exit(1)
	} else if err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

// errTold is a failure that the daemon itself has told.
var errTold = errors.New("the daemon ended")

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
	ended := cmd.Wait() // it ends because its standard input did
	if ended != nil && errors.Is(err, protocol.ErrClosed) {
		return errTold
	}
	return errors.Join(err, ended)
}

func ask(daemon io.ReadWriteCloser, root, question string) error {
	ctx := context.Background()
	mux := protocol.NewMux()
	var links plainlinks.Text
	protocol.HandleNotification(mux, protocol.NotifySessionUpdate, protocol.LaneSession, shower(links.Add))
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
	fmt.Printf("ibid %s serves %d notes, %d links.\n\n", hello.AgentInfo.Version, index.Notes, index.Links)
	if question == "" {
		fmt.Println(`Ask it something, as in: make demo VAULT=~/Notes Q="What did I decide about the roof?"`)
		return conn.Close()
	}
	fmt.Printf("> %s\n\n", question)
	err := conn.Call(ctx, protocol.MethodSessionPrompt, protocol.PromptRequest{SessionID: session.SessionID,
		Prompt: []protocol.ContentBlock{protocol.TextBlock(question)}}, &answer)
	err = errors.Join(err, conn.Settle(ctx), conn.Close())
	if err != nil {
		return err
	}
	fmt.Print(links.Rest())
	return printSources(answer, wordsFor(question))
}

// shower prints the run as it goes on.
func shower(plain func(string) string) func(context.Context, *protocol.Conn, protocol.SessionNotification) error {
	return func(_ context.Context, _ *protocol.Conn, n protocol.SessionNotification) error {
		switch u := n.Update.(type) {
		case protocol.ToolCall:
			fmt.Printf("· %s\n", u.Title)
		case protocol.AgentMessageChunk:
			fmt.Print(plain(u.Content.Text))
		}
		return nil
	}
}

// words are what the demo itself says.
type words struct{ outcome, sources, none, line, lines string }

// wordsFor speaks the language of the question.
func wordsFor(question string) words {
	if strings.ContainsFunc(question, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return words{"结果：%s。\n", "出处，已与笔记现在的内容核对：", "  没有", "  %s，第 %d 行\n", "  %s，第 %d–%d 行\n"}
	}
	return words{"Outcome: %s.\n", "Sources, checked against the notes as they are now:", "  none", "  %s, line %d\n", "  %s, lines %d–%d\n"}
}

func printSources(r protocol.PromptResponse, say words) error {
	var meta protocol.PromptMeta
	if !r.Meta.Ibid(&meta) {
		return errors.New("the answer came without an outcome")
	}
	fmt.Print("\n\n")
	if meta.Outcome != "final" {
		fmt.Printf(say.outcome, meta.Outcome)
	}
	fmt.Println(say.sources)
	for _, c := range meta.Citations {
		if c.LineStart == c.LineEnd {
			fmt.Printf(say.line, c.Path, c.LineStart)
		} else {
			fmt.Printf(say.lines, c.Path, c.LineStart, c.LineEnd)
		}
	}
	if len(meta.Citations) == 0 {
		fmt.Println(say.none)
	}
	return nil
}
