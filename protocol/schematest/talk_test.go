package schematest

import (
	"strings"
	"testing"
)

// TestTalk: the checker takes what ACP allows and names what it does not.
func TestTalk(t *testing.T) {
	schema := Open(t)
	for _, tc := range []struct {
		from Side
		line string
		want string // a part of the error, "" for none
	}{
		{Client, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}`, ""},
		{Agent, `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}`, ""},
		{Agent, `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}`, "nobody asked"},
		{Client, `{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s","prompt":null}}`, "params of session/prompt"},
		{Agent, `{"jsonrpc":"2.0","id":2,"result":{"stopReason":"bored"}}`, "result of session/prompt"},
		{Agent, `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"plan","entries":null}}}`, "params of session/update"},
		{Agent, `{"jsonrpc":"2.0","method":"session/unheard","params":{}}`, "not in the schema"},
		{Client, `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":"a"}}`, ""},
		{Client, `{"jsonrpc":"2.0","id":"a","method":"_ibid/x"}`, ""},
		{Agent, `{"jsonrpc":"2.0","id":"a","result":7}`, ""},
		{Agent, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}`, ""},
		{Agent, `{"jsonrpc":"2.0","id":null,"error":{"code":"x","message":"m"}}`, "error"},
		{Agent, `{"jsonrpc":"2.0","id":null,"result":{}}`, "without an id"},
		{Agent, `{"jsonrpc":"2.0","id":1,"result":{},"error":{}}`, "either"},
		{Agent, `{"id":1,"result":{}}`, "jsonrpc"},
		{Agent, `junk`, "not a message"},
		{Agent, "{\n}", "more than one line"},
	} {
		talk := schema.NewTalk()
		// The requests that the answers of the table are to.
		for id, method := range map[string]string{"1": "initialize", "2": "session/prompt", `"a"`: "_ibid/x"} {
			if !strings.Contains(tc.want, "nobody") {
				talk.open[key(Client, []byte(id))] = method
			}
		}
		err := talk.Check(tc.from, []byte(tc.line))
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("%s: got %v, want %q", tc.line, err, tc.want)
		}
	}
}

// TestOpenRequests are counted until they are answered.
func TestOpenRequests(t *testing.T) {
	talk := Open(t).NewTalk()
	for _, line := range []string{`{"jsonrpc":"2.0","id":1,"method":"_x"}`, `{"jsonrpc":"2.0","id":2,"method":"_x"}`} {
		if err := talk.Check(Client, []byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	if err := talk.Check(Agent, []byte(`{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":""}}`)); err != nil {
		t.Fatal(err)
	}
	if talk.Open() != 1 {
		t.Errorf("%d are open", talk.Open())
	}
}
