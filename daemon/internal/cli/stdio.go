package cli

import (
	"io"
	"sync"
)

// stdio is standard input and output as one connection that can be closed at
// any time. The system lets nobody interrupt a read of a terminal or a write
// to a pipe that is full, so two goroutines do both; one that hangs when the
// connection is closed ends with the process.
type stdio struct {
	in     *io.PipeReader
	out    chan []byte // sent by Write, received by the writer
	wrote  chan written
	closed chan struct{}
	once   sync.Once
}

type written struct {
	n   int
	err error
}

func newStdio(in io.Reader, out io.Writer) *stdio {
	reader, feed := io.Pipe()
	s := &stdio{in: reader, out: make(chan []byte), wrote: make(chan written), closed: make(chan struct{})}
	go func() {
		_, err := io.Copy(feed, in)
		feed.CloseWithError(err) // nil becomes EOF
	}()
	go s.write(out)
	return s
}

func (s *stdio) write(out io.Writer) {
	for {
		select {
		case p := <-s.out:
			n, err := out.Write(p)
			select {
			case s.wrote <- written{n, err}:
			case <-s.closed:
				return
			}
		case <-s.closed:
			return
		}
	}
}

// Read implements io.Reader.
func (s *stdio) Read(p []byte) (int, error) { return s.in.Read(p) }

// Write implements io.Writer. When the connection is closed meanwhile, p must
// not be changed any more: it may still be on its way.
func (s *stdio) Write(p []byte) (int, error) {
	select {
	case s.out <- p:
	case <-s.closed:
		return 0, io.ErrClosedPipe
	}
	select {
	case w := <-s.wrote:
		return w.n, w.err
	case <-s.closed:
		return 0, io.ErrClosedPipe
	}
}

// Close implements io.Closer.
func (s *stdio) Close() error {
	s.once.Do(func() { close(s.closed) })
	return s.in.Close()
}
