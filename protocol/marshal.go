package protocol

import (
	"bytes"
	"encoding/json"
)

// Encoded is a result that was encoded before, so that many replies can share it.
// Nobody changes it any more.
type Encoded struct {
	JSON []byte // by Marshal
}

// Marshal encodes a message as it goes on the wire: nil slices and maps that are
// not omitempty become [] and {}, and <, > and & stay as they are.
func Marshal(v any) ([]byte, error) {
	var buf bytes.Buffer
	if err := marshalTo(&buf, v); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// marshalTo appends the encoding of v to buf.
func marshalTo(buf *bytes.Buffer, v any) error {
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(filled(v)); err != nil {
		return err
	}
	buf.Truncate(buf.Len() - 1) // the encoder's newline
	return nil
}

// quoted returns text as a JSON string.
func quoted(text string) []byte {
	raw, _ := json.Marshal(text) // a string always has an encoding
	return raw
}
