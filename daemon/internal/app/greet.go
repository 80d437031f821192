package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/protocol"
)

// SilentOwnerError says that the process which owns a vault does not answer.
type SilentOwnerError struct {
	Vault string
	PID   int // 0 where it has not said
}

func (e *SilentOwnerError) Error() string { return e.Message() + " " + e.Hint() }

// Message is what is wrong, in a sentence.
func (e *SilentOwnerError) Message() string {
	who := "another Ibid"
	if e.PID != 0 {
		who += fmt.Sprintf(", process %d,", e.PID)
	}
	return fmt.Sprintf("The vault %q is held by %s that does not answer.", e.Vault, who)
}

// Hint is what to do about it.
func (e *SilentOwnerError) Hint() string {
	if e.PID == 0 {
		return "End that process, or let it go on if it is stopped, and try again."
	}
	return fmt.Sprintf("It may be stopped or stuck: let it go on (kill -CONT %d) or end it (kill %d), and try again.", e.PID, e.PID)
}

// silent names the owner of a vault that does not answer.
func silent(v config.Vault) error {
	info, err := readInfo(v)
	if err != nil {
		return &SilentOwnerError{Vault: v.Root}
	}
	return &SilentOwnerError{Vault: v.Root, PID: info.PID}
}

// greeting asks for what every owner answers at once, whatever it is doing, and
// what makes it send nothing else.
const greeting = `{"jsonrpc":"2.0","id":"ibid-attach","method":"` + protocol.MethodIndexStatus + `","params":{}}`

// greet makes sure that the owner reads and answers, within answerPatience.
func greet(ctx context.Context, conn net.Conn) error {
	if err := conn.SetDeadline(time.Now().Add(answerPatience)); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	if err := protocol.WriteFrame(conn, []byte(greeting)); err != nil {
		return err
	}
	if _, err := protocol.NewFrameReader(conn).ReadFrame(); err != nil {
		return err
	}
	if !stop() {
		return ctx.Err()
	}
	return conn.SetDeadline(time.Time{})
}

// whyNot tells an owner that is silent from one that is just ending, and from a
// caller that waits no longer.
func whyNot(ctx context.Context, v config.Vault, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return silent(v)
	}
	return errOwned
}

// refusePatience is how long a client that cannot be served has for its first
// request.
const refusePatience = 2 * time.Second

// refuse answers the client's first request with the reason why there is no
// serving, and hangs up.
func refuse(ctx context.Context, client io.ReadWriteCloser, reason error) error {
	var err error                   // of the goroutine below, until answered is closed
	answered := make(chan struct{}) // closed by it
	go func() {
		defer close(answered)
		err = refuseFirst(client, wireError(reason))
	}()
	timer := time.NewTimer(refusePatience)
	defer timer.Stop()
	select {
	case <-answered:
		return errors.Join(err, client.Close())
	case <-timer.C:
	case <-ctx.Done():
	}
	closed := client.Close()
	<-answered // nobody asked, so that nobody misses what it says
	return closed
}

func refuseFirst(client io.ReadWriter, reason *protocol.Error) error {
	frames := protocol.NewFrameReader(client)
	for {
		f, err := frames.ReadFrame()
		var bad *protocol.Error
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && !errors.As(err, &bad):
			return fmt.Errorf("read from the client: %w", err)
		case err == nil && f.Kind == protocol.FrameRequest:
			return protocol.WriteFrame(client, protocol.ErrorFrame(f.ID, reason))
		}
	}
}

// wireError words for a client why its vault is not served.
func wireError(err error) *protocol.Error {
	var owner *SilentOwnerError
	var unshared *UnsharedError
	var place *config.PlaceError
	switch {
	case errors.As(err, &unshared):
		return protocol.NewError("OWNER_UNSHARED", unshared.Message(), unshared.Hint(), true)
	case errors.As(err, &owner):
		return protocol.NewError("OWNER_SILENT", owner.Message(), owner.Hint(), true)
	case errors.As(err, &place):
		return protocol.NewError("STATE", fmt.Sprintf("%q %s.", place.Path, place.Reason), place.Hint, false)
	}
	return protocol.NewError("UNAVAILABLE", err.Error(), "", false)
}
