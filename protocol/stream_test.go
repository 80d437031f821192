package protocol

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

const echoOK = `{"jsonrpc":"2.0","id":1,"result":{"text":"ok","list":[]}}`

// TestStreamSurvives: contracts 3.2, measured item 2 and 3. After each bad line the
// next request is served.
func TestStreamSurvives(t *testing.T) {
	const request = `{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":"ok"}}`
	for name, tc := range map[string]struct {
		line string
		code int    // 0: no answer
		id   string // of the answer, "" for null: where the line has one that can be read, it is that
	}{
		"junk":                    {"hello", CodeParseError, ""},
		"cut off":                 {`{"jsonrpc":"2.0","id":1,"meth`, CodeParseError, ""},
		"two objects":             {request + request, CodeParseError, ""},
		"invalid UTF-8":           {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", CodeParseError, ""},
		"NUL bytes":               {"\x00\x00", CodeParseError, ""},
		"too deep":                {strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000), CodeParseError, ""},
		"batch":                   {"[" + request + "]", CodeInvalidRequest, ""},
		"empty batch":             {"[]", CodeInvalidRequest, ""},
		"number":                  {"42", CodeInvalidRequest, ""},
		"null":                    {"null", CodeInvalidRequest, ""},
		"empty object":            {"{}", CodeInvalidRequest, ""},
		"fractional id":           {`{"jsonrpc":"2.0","id":1.5,"method":"echo"}`, CodeInvalidRequest, ""},
		"exponent id":             {`{"jsonrpc":"2.0","id":1e3,"method":"echo"}`, CodeInvalidRequest, ""},
		"huge id":                 {`{"jsonrpc":"2.0","id":99999999999999999999,"method":"echo"}`, CodeInvalidRequest, ""},
		"object id":               {`{"jsonrpc":"2.0","id":{},"method":"echo"}`, CodeInvalidRequest, ""},
		"method no string":        {`{"jsonrpc":"2.0","id":1,"method":7}`, CodeInvalidRequest, "1"},
		"empty method":            {`{"jsonrpc":"2.0","id":"e","method":""}`, CodeInvalidRequest, `"e"`},
		"method null":             {`{"jsonrpc":"2.0","id":1,"method":null}`, CodeInvalidRequest, "1"},
		"no version":              {`{"id":1,"method":"echo"}`, CodeInvalidRequest, "1"},
		"version 1":               {`{"jsonrpc":"1.0","id":1,"method":"echo"}`, CodeInvalidRequest, "1"},
		"empty line":              {"", 0, ""},
		"spaces":                  {" \t\r", 0, ""},
		"unknown notification":    {`{"jsonrpc":"2.0","method":"_x/y","params":{}}`, 0, ""},
		"stray response":          {`{"jsonrpc":"2.0","id":7,"result":{}}`, 0, ""},
		"response, negative id":   {`{"jsonrpc":"2.0","id":-7,"result":{}}`, 0, ""},
		"response, null id":       {`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}`, 0, ""},
		"response, string id":     {`{"jsonrpc":"2.0","id":"a","result":1}`, 0, ""},
		"response, fractional id": {`{"jsonrpc":"2.0","id":1.5,"result":1}`, 0, ""},
		"response without result": {`{"jsonrpc":"2.0","id":1}`, 0, ""},
		"response, both":          {`{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":""}}`, 0, ""},
		"error of no shape":       {`{"jsonrpc":"2.0","id":1,"error":"no"}`, 0, ""},
		"error, fractional code":  {`{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":7}}`, 0, ""},
		"cancel of nothing":       {`{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":9}}`, 0, ""},
		"cancel without params":   {`{"jsonrpc":"2.0","method":"$/cancel_request"}`, 0, ""},
		"cancel, list":            {`{"jsonrpc":"2.0","method":"$/cancel_request","params":[1]}`, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, peer := serve(t, echoMux(), Options{})
			peer.send(tc.line)
			if tc.code != 0 {
				peer.wantError(cmp.Or(tc.id, "null"), tc.code)
			}
			peer.send(request)
			peer.want(echoOK)
		})
	}
}

// TestIDs: an id comes back exactly as it came.
func TestIDs(t *testing.T) {
	_, peer := serve(t, echoMux(), Options{})
	for _, id := range []string{
		`0`, `1`, `-9`, `-9223372036854775808`, `9223372036854775807`, `""`, `"a"`, `"1"`, `"null"`,
		`"\u0061\n\"\\"`, `"知識"`, `null`,
	} {
		peer.send(`{"jsonrpc":"2.0","id":` + id + `,"method":"echo","params":{"text":"ok"}}`)
		peer.want(strings.Replace(echoOK, `"id":1`, `"id":`+id, 1))
	}
}

// TestTolerated: forms of a line that mean the same request.
func TestTolerated(t *testing.T) {
	_, peer := serve(t, echoMux(), Options{})
	for _, line := range []string{
		"\xef\xbb\xbf" + `{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":"ok"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":"ok"}}` + "\r",
		` { "params" : { "text" : "ok" , "extra" : [ { } ] } , "method" : "echo" , "id" : 1 , "x" : null , "jsonrpc" : "2.0" } `,
		`{"jsonrpc":"2.0","id":1,"\u006dethod":"echo","params":{"te\u0078t":"\u006fk"}}`,
		`{"jsonrpc":"2.0","id":5,"id":1,"method":"fail","method":"echo","params":{"text":"no"},"params":{"text":"ok"}}`,
	} {
		peer.send(line)
		peer.want(echoOK)
	}
}

// TestTextIsUntouched: no character of a text is lost or breaks the line, U+2028
// and U+2029 included (contracts 3.3, test 5).
func TestTextIsUntouched(t *testing.T) {
	_, peer := serve(t, echoMux(), Options{})
	for _, text := range []string{"\u2028\u2029", "<b>&amp;</b>", "line\r\nline\ttab", "\U0001F600 家族", "\ufeffBOM", "\u0000\u001f\u007f"} {
		raw, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range []string{string(raw), literal(text)} {
			peer.send(`{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":` + form + `}}`)
			var got struct{ Result echoResult }
			line := peer.line()
			if err := json.Unmarshal([]byte(line), &got); err != nil || got.Result.Text != text {
				t.Errorf("sent %q, got %s (%v)", text, line, err)
			}
		}
	}
}

// literal quotes a text with as few escapes as JSON allows.
func literal(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < 0x20:
			b.WriteString(strings.ReplaceAll(`\u00XX`, "XX", string("0123456789abcdef"[r>>4])+string("0123456789abcdef"[r&15])))
		default:
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}

// TestParamsAsWritten: jsonrpc2 alone would reorder keys and escape texts.
func TestParamsAsWritten(t *testing.T) {
	_, peer := serve(t, echoMux(), Options{})
	peer.send(`{"jsonrpc":"2.0","id":1,"method":"raw","params":{"v":{"z":1,"a":[1.50,1e2,12345678901234567890],"z":2}}}`)
	peer.want(`{"jsonrpc":"2.0","id":1,"result":{"v":{"z":1,"a":[1.50,1e2,12345678901234567890],"z":2}}}`)
}

// TestLongLines: 10 MiB pass, more than 32 MiB is refused when it is, and the stream
// goes on (design: Frames).
func TestLongLines(t *testing.T) {
	_, peer := serve(t, echoMux(), Options{})
	big := strings.Repeat("é", 5<<20)
	peer.send(`{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":"` + big + `"}}`)
	peer.want(strings.Replace(echoOK, `"ok"`, `"`+big+`"`, 1))

	peer.send(`{"jsonrpc":"2.0","id":2,"method":"echo","params":{"text":"` + strings.Repeat("x", MaxFrame) + `"}}`)
	peer.wantError("null", CodeInvalidRequest)
	peer.send(`{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":"ok"}}`)
	peer.want(echoOK)
}

// TestFrameLimit: exactly as many bytes as allowed are a frame, one more are not.
func TestFrameLimit(t *testing.T) {
	const limit = 3 * readBuffer
	fill := func(n int) string {
		const frame = `{"jsonrpc":"2.0","method":"m","params":[""]}`
		return strings.Replace(frame, `""`, `"`+strings.Repeat("x", n-len(frame))+`"`, 1)
	}
	for _, end := range []string{"\n", "\r\n", ""} {
		fr := NewFrameReader(strings.NewReader(fill(limit) + end))
		fr.max = limit
		if f, err := fr.ReadFrame(); err != nil || len(f.Raw) != limit || f.Kind != FrameNotification {
			t.Errorf("the limit and %q: %d bytes, %v", end, len(f.Raw), err)
		}
		fr = NewFrameReader(strings.NewReader(fill(limit+1) + end))
		fr.max = limit
		var bad *Error
		if _, err := fr.ReadFrame(); !errors.As(err, &bad) || bad.Code != CodeInvalidRequest {
			t.Errorf("one more and %q: %v", end, err)
		}
	}
}

// TestOversizedIsNotHeld: of a line without an end no more than the cap is buffered,
// and it is refused at once, not when it ends.
func TestOversizedIsNotHeld(t *testing.T) {
	endless := &counter{r: xs{}}
	fr := NewFrameReader(endless)
	var bad *Error
	if _, err := fr.ReadFrame(); !errors.As(err, &bad) || bad.Code != CodeInvalidRequest {
		t.Fatalf("got %v", err)
	}
	if endless.n > MaxFrame+2*readBuffer {
		t.Errorf("read %d bytes before refusing", endless.n)
	}
	if fr.line != nil {
		t.Errorf("%d bytes are kept", cap(fr.line))
	}
}

// xs reads as x without end.
type xs struct{}

func (xs) Read(p []byte) (int, error) {
	copy(p, bytes.Repeat([]byte("x"), len(p)))
	return len(p), nil
}

type counter struct {
	r io.Reader
	n int
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += n
	return n, err
}

// TestSplitAnywhere: a stream read byte by byte gives the same frames.
func TestSplitAnywhere(t *testing.T) {
	input := "\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":\"é\",\"method\":\"a\",\"params\":{\"sessionId\":\"s1\"}}\r\njunk\n\n" +
		"{\"jsonrpc\":\"2.0\",\"method\":\"b\"}\n{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":null}"
	want := []string{`a "é" s1`, `bad -32700`, `b  `, ` 3 `, `EOF`}
	for name, r := range map[string]io.Reader{
		"whole":      strings.NewReader(input),
		"bytes":      iotest.OneByteReader(strings.NewReader(input)),
		"data + EOF": iotest.DataErrReader(strings.NewReader(input)),
	} {
		got := frameList(NewFrameReader(r))
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func frameList(fr *FrameReader) []string {
	var list []string
	for {
		f, err := fr.ReadFrame()
		var bad *Error
		switch {
		case errors.As(err, &bad):
			list = append(list, "bad "+string(must(json.Marshal(bad.Code))))
		case err != nil:
			return append(list, err.Error())
		default:
			list = append(list, f.Method+" "+string(f.ID)+" "+f.SessionID())
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestWriteFrame: frames are passed on as they are, and never two lines.
func TestWriteFrame(t *testing.T) {
	var out bytes.Buffer
	if err := WriteFrame(&out, []byte(`{"a":1}`)); err != nil || out.String() != "{\"a\":1}\n" {
		t.Errorf("got %q, %v", out.String(), err)
	}
	if err := WriteFrame(&out, []byte("{\n}")); err == nil {
		t.Error("a frame of two lines was written")
	}
	if err := WriteFrame(&out, make([]byte, MaxFrame+1)); err == nil {
		t.Error("an oversized frame was written")
	}
}

// FuzzFrames: no input panics or stops the reader, and what it calls a frame is one
// for encoding/json too.
func FuzzFrames(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":[{"b":"\"}"}]}}`, `{"jsonrpc":"2.0","id":-1,"result":null}`,
		"[]\n{}\r\n", `{"":{"":""},"id":"\\\"","method":"\u006d","jsonrpc":"2.0"}`, "\xef\xbb\xbf{ }", `{"id":1e5,"error":{}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		fr := NewFrameReader(bytes.NewReader(input))
		for range bytes.Count(input, []byte("\n")) + 2 {
			frame, err := fr.ReadFrame()
			if errors.Is(err, io.EOF) {
				return
			}
			if err == nil {
				checkFrame(t, frame)
			}
		}
		t.Fatal("more frames than lines")
	})
}

func checkFrame(t *testing.T, frame Frame) {
	t.Helper()
	var all map[string]json.RawMessage
	if err := json.Unmarshal(frame.Raw, &all); err != nil {
		t.Fatalf("not an object: %q: %v", frame.Raw, err)
	}
	for name, part := range map[string]json.RawMessage{"params": frame.Params(), "result": frame.Result()} {
		if !bytes.Equal(all[name], part) {
			t.Fatalf("%s of %q: %q, encoding/json says %q", name, frame.Raw, part, all[name])
		}
	}
	if frame.Method != "" {
		var name string
		if json.Unmarshal(all["method"], &name); name != frame.Method {
			t.Fatalf("method of %q: %q, encoding/json says %q", frame.Raw, frame.Method, name)
		}
	}
}

// FuzzServe: whatever came before, a connection answers the next request.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":0,"error":{"code":[],"message":{},"data":7}}`,
		`{"jsonrpc":"2.0","id":"x","method":"echo","params":{"text":"a"}}`, `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":null}}`,
		`{"jsonrpc":"2.0","id":null,"method":"panic"}`, "[\n]\n", `{"jsonrpc":"2.0","id":-1,"method":"raw","params":{"a":"\ud800"}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		_, peer := serve(t, echoMux(), Options{})
		peer.send(string(input), `{"jsonrpc":"2.0","id":"last","method":"echo","params":{"text":"ok"}}`)
		for {
			var m struct{ ID any }
			line := peer.line()
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				t.Fatalf("sent %q: %v", line, err)
			}
			if m.ID == "last" {
				return
			}
		}
	})
}
