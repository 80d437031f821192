package runtime

import (
	"bytes"
	"encoding/json"
)

// Marshal encodes as the log holds it: like json.Marshal, but with <, > and &
// as they are. What models read is made of it, and to them escapes are noise.
func Marshal(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), nil
}

func mustJSON(v any) json.RawMessage {
	raw, err := Marshal(v)
	if err != nil {
		panic(err) // every payload of this package marshals
	}
	return raw
}
