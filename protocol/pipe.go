package protocol

import (
	"io"
	"net"
	"os"
	"sync"
)

// Pipe returns the two ends of a connection in memory, for a client in the same
// process.
func Pipe() (client, server io.ReadWriteCloser) {
	return net.Pipe()
}

// Stdio joins a reader and a writer, usually os.Stdin and os.Stdout, whose Close
// does not interrupt what is blocked on them. Its own Close does: a Read or Write
// that is under way returns os.ErrClosed, and the one goroutine on each side that
// may stay blocked in the system ends with the process, or when the file does.
func Stdio(r io.Reader, w io.Writer) io.ReadWriteCloser {
	s := &stdio{
		closed: make(chan struct{}),
		reads:  make(chan chunk),
		writes: make(chan []byte), wrote: make(chan chunk, 1),
	}
	go s.pumpIn(r)
	go s.pumpOut(w)
	return s
}

// stdio hands each Read and Write to a goroutine that may block for good.
type stdio struct {
	once   sync.Once
	closed chan struct{}

	rest  []byte     // of the last chunk; the reader's
	err   error      // that ended reading; the reader's
	reads chan chunk // from pumpIn

	writeMu sync.Mutex // one Write at a time
	writes  chan []byte
	wrote   chan chunk // buffer 1, so that pumpOut never waits for a Write that was given up
}

// chunk is what a read brought, or how much a write took.
type chunk struct {
	data []byte
	n    int
	err  error
}

func (s *stdio) pumpIn(r io.Reader) {
	for {
		buf := make([]byte, readBuffer)
		n, err := r.Read(buf)
		select {
		case s.reads <- chunk{data: buf[:n], err: err}:
		case <-s.closed:
			return
		}
		if err != nil {
			return
		}
	}
}

func (s *stdio) pumpOut(w io.Writer) {
	for {
		select {
		case data := <-s.writes:
			n, err := w.Write(data)
			s.wrote <- chunk{n: n, err: err}
		case <-s.closed:
			return
		}
	}
}

// Read is for one goroutine at a time.
func (s *stdio) Read(p []byte) (int, error) {
	for len(s.rest) == 0 {
		if s.err != nil {
			return 0, s.err
		}
		select {
		case got := <-s.reads:
			s.rest, s.err = got.data, got.err
		case <-s.closed:
			return 0, os.ErrClosed
		}
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// Write must not be given a buffer that changes after it returned os.ErrClosed.
func (s *stdio) Write(p []byte) (int, error) {
	s.writeMu.Lock()
	defer s.writeMu.Unlock()
	select {
	case s.writes <- p:
	case <-s.closed:
		return 0, os.ErrClosed
	}
	select {
	case done := <-s.wrote:
		return done.n, done.err
	case <-s.closed:
		return 0, os.ErrClosed
	}
}

// Close interrupts Read and Write. It does not close the files.
func (s *stdio) Close() error {
	s.once.Do(func() { close(s.closed) })
	return nil
}
