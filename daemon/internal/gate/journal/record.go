package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
)

// record is what one line of the log says. Exactly one part is set.
type record struct {
	Begin  *Entry    `json:"begin,omitempty"`
	End    *end      `json:"end,omitempty"`
	Clean  *end      `json:"clean,omitempty"`
	Ask    *Question `json:"ask,omitempty"`
	Answer *answer   `json:"answer,omitempty"`
}

type end struct {
	ID    string      `json:"id"`
	State State       `json:"state,omitempty"`
	Files []FileState `json:"files,omitempty"`
}

type answer struct {
	ID       string          `json:"id"`
	Approval json.RawMessage `json:"approval"`
}

// line is a record as it stands in the log: N and Sum are the length in bytes and
// the CRC-32 (Castagnoli) of Record.
type line struct {
	N      int             `json:"n"`
	Sum    uint32          `json:"crc"`
	Record json.RawMessage `json:"r"`
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func encode(r record) ([]byte, error) {
	body, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("encode a record of the journal: %w", err)
	}
	head := fmt.Sprintf(`{"n":%d,"crc":%d,"r":`, len(body), crc32.Checksum(body, castagnoli))
	return append(append([]byte(head), body...), '}', '\n'), nil
}

func decode(text []byte) (record, error) {
	var l line
	var r record
	if err := json.Unmarshal(text, &l); err != nil {
		return r, err
	}
	if len(l.Record) != l.N || crc32.Checksum(l.Record, castagnoli) != l.Sum {
		return r, errors.New("length or checksum differs")
	}
	return r, json.Unmarshal(l.Record, &r)
}

// decodeAll returns the records of a log. A damaged line says nothing about those
// behind it, so it alone is left out; torn tells of a last line without an end,
// which a crash leaves.
func decodeAll(raw []byte) (records []record, damaged int, torn bool) {
	for len(raw) > 0 {
		text, rest, whole := bytes.Cut(raw, []byte{'\n'})
		raw = rest
		if !whole {
			return records, damaged, true
		}
		r, err := decode(text)
		if err != nil {
			damaged++
			continue
		}
		records = append(records, r)
	}
	return records, damaged, false
}
