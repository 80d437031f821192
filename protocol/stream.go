package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strconv"

	"github.com/sourcegraph/jsonrpc2"
)

// lineStream is the jsonrpc2.ObjectStream of a Conn.
//
// jsonrpc2 decodes a message twice and encodes one up to four times. So it is
// given the envelope only, and its two hooks carry the rest past it: onRecv, which
// jsonrpc2 calls between reading a message and handing it on, puts the body back;
// onSend, which it calls before writing, says what is to be written.
//
// In the envelope the id of an incoming request is the id's JSON text as a string,
// so that every id, also null or a negative one, comes back exactly as it came.
type lineStream struct {
	frames *FrameReader
	rwc    io.Closer
	log    *slog.Logger
	out    *outbox
	ready  chan struct{} // closed when the Conn is complete; reading waits for it
	calls  *callTable
	ended  func(error)   // called once when reading ends, before jsonrpc2 knows
	pause  func()        // waits while too many refusals are not read
	read   chan struct{} // closed when reading has ended

	end     error             // why reading ended; the reading goroutine's
	orphans []uint64          // calls to fail before jsonrpc2 learns of the end; likewise
	body    json.RawMessage   // of the message last read; the reading goroutine's
	sending *jsonrpc2.Request // the call being sent; guarded by jsonrpc2's send lock
}

var _ jsonrpc2.ObjectStream = (*lineStream)(nil)

// ReadObject reads the next message into a jsonrpc2 message. Lines that are none
// are answered here. At the end it first fails the calls that will get no answer:
// handlers may be waiting for one, and the end waits for the handlers.
func (s *lineStream) ReadObject(v any) error {
	<-s.ready
	for s.end == nil {
		frame, err := s.frames.ReadFrame()
		if bad, ok := errors.AsType[*Error](err); ok {
			s.refuse(frame.ID, bad)
			continue
		}
		if err != nil {
			s.end = err
			s.orphans = s.calls.end(err)
			break
		}
		if envelope := s.envelope(&frame); envelope != nil {
			return json.Unmarshal(envelope, v)
		}
		s.log.Debug("Ignored a response that answers nothing")
	}
	return s.readEnd(v)
}

// readEnd returns a refusal for each open call, then the end.
func (s *lineStream) readEnd(v any) error {
	if len(s.orphans) == 0 {
		s.ended(s.end)
		close(s.read)
		return s.end
	}
	id := s.orphans[0]
	s.orphans = s.orphans[1:]
	return json.Unmarshal(fmt.Appendf(nil, `{"id":%d,"error":{"code":%d,"message":""}}`, id, codeOrphaned), v)
}

// refuse answers a line that is no message.
func (s *lineStream) refuse(id json.RawMessage, bad *Error) {
	s.log.Warn("Refused a frame", "code", bad.Code, "reason", bad.Message)
	_ = s.out.addSmall(append(ErrorFrame(id, bad), '\n')) // fails only when nobody listens
	s.pause()
}

// envelope keeps the frame's body for onRecv and returns the rest for jsonrpc2;
// nil for a response that cannot be one of ours.
func (s *lineStream) envelope(frame *Frame) []byte {
	s.body = bytes.Clone(frame.env.params)
	switch frame.Kind {
	case FrameRequest:
		return fmt.Appendf(nil, `{"id":%s,"method":%s}`, quoted(string(frame.ID)), quoted(frame.Method))
	case FrameNotification:
		return fmt.Appendf(nil, `{"method":%s}`, quoted(frame.Method))
	}
	if _, err := strconv.ParseUint(string(frame.ID), 10, 64); err != nil {
		return nil
	}
	if failed := frame.env.err; failed != nil && !bytes.Equal(failed, nullID) {
		return fmt.Appendf(nil, `{"id":%s,"error":%s}`, frame.ID, plainError(failed))
	}
	s.body = bytes.Clone(frame.env.result)
	return fmt.Appendf(nil, `{"id":%s,"result":0}`, frame.ID)
}

// plainError returns any peer's error in a form jsonrpc2 can decode.
func plainError(raw json.RawMessage) []byte {
	var e Error
	if json.Unmarshal(raw, &e) != nil {
		e = Error{Code: CodeInternalError, Message: string(raw)}
	}
	body, err := Marshal(e)
	if err != nil { // cannot be: an Error holds strings and numbers
		return []byte(`{"code":-32603,"message":"internal error"}`)
	}
	return body
}

// onRecv is jsonrpc2's hook: it puts the body into the message just read.
func (s *lineStream) onRecv(req *jsonrpc2.Request, resp *jsonrpc2.Response) {
	body := s.body
	s.body = nil
	switch {
	case resp != nil && resp.Error == nil:
		if body == nil { // "error": null and no result
			body = nullID
		}
		resp.Result = &body
	case resp == nil && body != nil:
		req.Params = &body
	}
}

// onSend is jsonrpc2's hook: it says which call WriteObject is to write.
func (s *lineStream) onSend(req *jsonrpc2.Request, _ *jsonrpc2.Response) {
	s.sending = req
}

// WriteObject queues a call. Replies and notifications do not come this way.
func (s *lineStream) WriteObject(any) error {
	var buf bytes.Buffer
	fmt.Fprintf(&buf, `{"jsonrpc":"2.0","id":%d,"method":%s`, s.sending.ID.Num, quoted(s.sending.Method))
	if s.sending.Params != nil {
		buf.WriteString(`,"params":`)
		buf.Write(*s.sending.Params)
	}
	line, err := closeLine(&buf)
	if err != nil {
		return err
	}
	return s.out.add(line)
}

// Close closes what is read from and written to.
func (s *lineStream) Close() error { return s.rwc.Close() }
