// Command cmd serves one scenario of a scripted model on a loopback port, for
// tests that drive Ibid from other processes. It prints its address on the
// first line, ends when its standard input does, and exits 1 when the scenario
// failed. GET /_scenario tells how it stands.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"

	"github.com/ibid-notes/ibid/daemon/internal/model/modeltest"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	flags := flag.NewFlagSet("modeltest", flag.ContinueOnError)
	addr := flags.String("addr", "127.0.0.1:0", "address to listen on")
	chunking := flags.String("chunking", "token", "whole, token, byte or random")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return fmt.Errorf("usage: modeltest [-addr HOST:PORT] [-chunking HOW] SCENARIO.yaml")
	}
	sc, err := modeltest.Load(flags.Arg(0))
	if err != nil {
		return err
	}
	lis, err := net.Listen("tcp", *addr)
	if err != nil {
		return err
	}
	return serve(modeltest.NewServer(sc, *chunking), lis, in, out)
}

// serve runs until in ends.
func serve(s *modeltest.Server, lis net.Listener, in io.Reader, out io.Writer) error {
	srv := &http.Server{Handler: s}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(lis) }()
	if _, err := fmt.Fprintf(out, "http://%s\n", lis.Addr()); err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, in)
	s.Release()
	_ = srv.Close()
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return s.Err()
}
