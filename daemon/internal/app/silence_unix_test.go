//go:build !windows

package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/protocol"
)

// ownerVariable makes this test's program the owner of the vault it names.
const ownerVariable = "IBID_TEST_OWNER"

func init() {
	if root := os.Getenv(ownerVariable); root != "" {
		os.Exit(ownVault(root))
	}
}

func ownVault(root string) int {
	v, err := config.OpenVault(root)
	if err != nil {
		return 1
	}
	o := Options{Vault: v, Settings: config.Settings{Provider: config.Offline}, Log: slog.New(slog.DiscardHandler)}
	if Serve(context.Background(), o, standard{os.Stdin, os.Stdout}) != nil {
		return 1
	}
	return 0
}

type standard struct {
	io.ReadCloser
	io.Writer
}

// startOwner starts another process that owns the vault, and returns it with its
// standard input.
func startOwner(t *testing.T, o Options) (*exec.Cmd, io.Closer) {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), ownerVariable+"="+o.Vault.Root)
	in, err := cmd.StdinPipe()
	must(t, err)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	must(t, protocol.WriteFrame(in, []byte(greeting)))
	_, err = protocol.NewFrameReader(out).ReadFrame()
	must(t, err)
	return cmd, in
}

// A client whose owner is stopped while it waits is told so, and goes on with the
// same owner when that goes on.
func TestOwnerStoppedWhileAClientWaits(t *testing.T) {
	o := options(t)
	cmd, in := startOwner(t, o)
	peer, err := Join(t.Context(), o)
	must(t, err)
	mine, its := net.Pipe()
	beat, ended := make(chan time.Time), make(chan error, 1)
	go func() { ended <- newRelay(o, peer, its, beat).run(t.Context()) }()
	conn := protocol.NewConn(context.Background(), mine, nil, protocol.Options{})
	var st protocol.IndexStatusResult
	must(t, conn.Call(t.Context(), protocol.MethodIndexUpdate, protocol.IndexUpdateParams{}, &st))

	pid := cmd.Process.Pid
	must(t, cmd.Process.Signal(syscall.SIGSTOP))
	_, err = syscall.Wait4(pid, nil, syscall.WUNTRACED, nil) // until it is stopped
	must(t, err)
	answered := make(chan error, 1)
	go func() {
		answered <- conn.Call(context.Background(), protocol.MethodSearchQuery, protocol.SearchQueryParams{Query: "apples"}, nil)
	}()
	err = beatUntil(beat, answered)
	var wire *protocol.Error
	if !errors.As(err, &wire) || wire.Data == nil || wire.Data.Code != "OWNER_SILENT" || !wire.Data.Retryable ||
		!strings.Contains(wire.Data.Hint, "kill -CONT "+strconv.Itoa(pid)) {
		t.Errorf("what waits is answered %v", err)
	}

	must(t, cmd.Process.Signal(syscall.SIGCONT))
	var r protocol.SearchQueryResult
	must(t, conn.Call(t.Context(), protocol.MethodSearchQuery, protocol.SearchQueryParams{Query: "apples"}, &r))
	if len(r.Hits) != 1 {
		t.Errorf("let go on, the owner finds %+v", r.Hits)
	}
	must(t, conn.Close())
	must(t, <-ended)
	must(t, in.Close())
	must(t, cmd.Wait())
}

// beatUntil lets time pass until there is an answer.
func beatUntil(beat chan<- time.Time, answered <-chan error) error {
	for {
		select {
		case beat <- time.Time{}:
		case err := <-answered:
			return err
		}
	}
}
