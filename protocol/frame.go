package protocol

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// MaxFrame is the longest line in bytes, its line break not counted.
const MaxFrame = 32 << 20

// readBuffer holds most frames whole, so that they are read without growing.
const readBuffer = 64 << 10

var (
	byteOrderMark = []byte("\xef\xbb\xbf")
	errTooLong    = invalidRequest(fmt.Sprintf("the line is longer than %d MiB", MaxFrame>>20))
)

// FrameKind tells what a frame is.
type FrameKind uint8

// The kinds of frame.
const (
	FrameRequest FrameKind = iota
	FrameNotification
	FrameResponse
)

// Frame is one message as it came, with what a forwarder must know of it.
type Frame struct {
	Kind   FrameKind
	ID     json.RawMessage // of a request or response, as written; nil for a notification
	Method string          // empty for a response
	Raw    []byte          // the line without its break, the reader's until the next ReadFrame

	env envelope // the parts of Raw
}

// SessionID returns params.sessionId, or "" when there is none.
func (f *Frame) SessionID() string { return sessionOf(f.env.params) }

// Params returns the parameters as written, nil for none. They are a part of Raw.
func (f *Frame) Params() json.RawMessage { return f.env.params }

// Result returns a response's result as written, nil for an error. It is a part
// of Raw.
func (f *Frame) Result() json.RawMessage { return f.env.result }

// FrameReader reads one JSON-RPC object a line. It is for one goroutine.
type FrameReader struct {
	r        *bufio.Reader
	max      int // MaxFrame, less in tests
	line     []byte
	skipping bool // the rest of an oversized line is still to be read
}

// NewFrameReader reads frames from r.
func NewFrameReader(r io.Reader) *FrameReader {
	return &FrameReader{r: bufio.NewReaderSize(r, readBuffer), max: MaxFrame}
}

// ReadFrame returns the next frame. An *Error stands for a line that is none: the
// sender should be told, with the frame's ID, which is nil where the line has none
// that can be read, and reading can go on. Any other error is
// the end; io.EOF when the stream ended between frames.
//
// Empty lines are skipped; a BOM, a carriage return and spaces around the object
// are tolerated. A line over MaxFrame is reported when it is, and never held whole.
func (fr *FrameReader) ReadFrame() (Frame, error) {
	for {
		line, err := fr.readLine()
		if err != nil {
			return Frame{}, err
		}
		line = bytes.TrimSpace(bytes.TrimPrefix(line, byteOrderMark))
		if len(line) == 0 {
			continue
		}
		if len(line) > fr.max {
			return Frame{}, errTooLong
		}
		frame, bad := parseFrame(line)
		if bad != nil {
			return frame, bad
		}
		return frame, nil
	}
}

// readLine returns the next line, in a buffer that the next call may reuse.
func (fr *FrameReader) readLine() ([]byte, error) {
	if err := fr.skipRest(); err != nil {
		return nil, err
	}
	if cap(fr.line) > readBuffer {
		fr.line = nil // a rare giant must not stay in memory
	}
	fr.line = fr.line[:0]
	for {
		part, err := fr.r.ReadSlice('\n')
		switch {
		case err == nil && len(fr.line) == 0:
			return part, nil
		case len(fr.line)+len(part) > fr.max+len("\r\n"):
			fr.line, fr.skipping = nil, err != nil
			return nil, errTooLong
		}
		fr.line = append(fr.line, part...)
		if err == nil || errors.Is(err, io.EOF) && len(fr.line) > 0 {
			return fr.line, nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
}

// skipRest drops what is left of an oversized line.
func (fr *FrameReader) skipRest() error {
	for fr.skipping {
		_, err := fr.r.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
		fr.skipping = err != nil
	}
	return nil
}

// parseFrame tells what a line is. Of a bad one it returns an *Error, with the ID
// where there is one to answer, or for a response, which must never be answered, a
// frame without an ID.
func parseFrame(line []byte) (Frame, *Error) {
	env, bad := scanEnvelope(line)
	if bad != nil {
		return Frame{}, bad
	}
	frame := Frame{Raw: line, env: env}
	if env.method == nil && (env.id != nil || env.result != nil || env.err != nil) {
		frame.Kind = FrameResponse
		if env.id != nil && validID(env.id) && (env.result != nil || env.err != nil) {
			frame.ID = env.id
		}
		return frame, nil
	}
	return callFrame(frame)
}

// callFrame checks a request or a notification.
func callFrame(frame Frame) (Frame, *Error) {
	name, ok := frame.env.methodName()
	if frame.env.id != nil && validID(frame.env.id) {
		frame.ID = frame.env.id
	}
	switch {
	case !bytes.Equal(frame.env.version, []byte(`"2.0"`)):
		return frame, invalidRequest(`jsonrpc: want "2.0"`)
	case !ok || name == "":
		return frame, invalidRequest("method: want a name")
	case frame.env.id != nil && frame.ID == nil:
		return frame, invalidRequest("id: want a string or a whole number")
	}
	frame.Method = name
	if frame.ID == nil {
		frame.Kind = FrameNotification
	}
	return frame, nil
}

// WriteFrame writes one frame and its line break in a single Write. It refuses a
// frame over MaxFrame or with a line break in it.
func WriteFrame(w io.Writer, frame []byte) error {
	if len(frame) > MaxFrame {
		return errTooLong
	}
	if bytes.IndexByte(frame, '\n') >= 0 {
		return fmt.Errorf("writing a frame: it has a line break in it")
	}
	line := slices.Concat(frame, []byte{'\n'})
	if _, err := w.Write(line); err != nil {
		return fmt.Errorf("writing a frame: %w", err)
	}
	return nil
}

// CancelFrame tells the peer that nobody waits for a request any more.
func CancelFrame(id json.RawMessage) []byte {
	frame, err := json.Marshal(struct {
		JSONRPC string              `json:"jsonrpc"`
		Method  string              `json:"method"`
		Params  cancelRequestParams `json:"params"`
	}{"2.0", methodCancelRequest, cancelRequestParams{RequestID: id}})
	if err != nil {
		panic(err) // an id that was read is JSON
	}
	return frame
}

// ErrorFrame returns the response that tells a peer what is wrong, with data whatever
// the error; a nil id is written as null, as for a line that could not be read.
func ErrorFrame(id json.RawMessage, e *Error) []byte {
	if id == nil {
		id = nullID
	}
	body, err := Marshal(e.whole())
	if err != nil { // cannot be: an Error holds strings and numbers
		body = []byte(`{"code":-32603,"message":"internal error"}`)
	}
	frame := append([]byte(`{"jsonrpc":"2.0","id":`), id...)
	frame = append(append(frame, `,"error":`...), body...)
	return append(frame, '}')
}
