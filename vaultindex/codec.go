package vaultindex

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
)

// errCorrupt says that saved bytes are not what was written.
var errCorrupt = errors.New("not what was saved")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// encoder writes numbers as varints and every distinct string once, into a
// table: names, tags and headings repeat all over a vault.
type encoder struct {
	body  []byte
	table []byte // length and bytes of each string, in order of their numbers
	ids   map[string]uint64
}

func newEncoder() *encoder { return &encoder{ids: map[string]uint64{"": 0}} }

func (e *encoder) uint(v uint64)  { e.body = binary.AppendUvarint(e.body, v) }
func (e *encoder) int(v int64)    { e.body = binary.AppendVarint(e.body, v) }
func (e *encoder) len(n int)      { e.uint(uint64(n)) }
func (e *encoder) bytes(b []byte) { e.body = append(e.body, b...) }

func (e *encoder) bool(v bool) {
	var b byte
	if v {
		b = 1
	}
	e.body = append(e.body, b)
}

func (e *encoder) string(s string) {
	id, ok := e.ids[s]
	if !ok {
		id = uint64(len(e.ids))
		e.ids[s] = id
		e.table = binary.AppendUvarint(e.table, uint64(len(s)))
		e.table = append(e.table, s...)
	}
	e.uint(id)
}

// finish puts magic, table, body and checksum together.
func (e *encoder) finish(magic string) []byte {
	out := make([]byte, 0, len(magic)+len(e.table)+len(e.body)+32)
	out = append(out, magic...)
	out = binary.AppendUvarint(out, uint64(len(e.ids)-1))
	out = binary.AppendUvarint(out, uint64(len(e.table)))
	out = append(out, e.table...)
	out = append(out, e.body...)
	return binary.LittleEndian.AppendUint32(out, crc32.Checksum(out, castagnoli))
}

// decoder reads what encoder wrote. After a fault it returns zero values; who
// uses it asks for err at the end. No length is trusted further than the bytes
// that are left.
type decoder struct {
	data  []byte
	names []string
	err   error
}

// newDecoder checks magic and checksum and reads the table.
func newDecoder(raw []byte, magic string) (*decoder, error) {
	end := len(raw) - 4
	if end < len(magic) || string(raw[:len(magic)]) != magic ||
		crc32.Checksum(raw[:end], castagnoli) != binary.LittleEndian.Uint32(raw[end:]) {
		return nil, errCorrupt
	}
	d := &decoder{data: raw[len(magic):end]}
	count := min(d.number(), len(raw))
	table := string(d.take(d.len())) // one copy; all names are parts of it
	d.names = append(make([]string, 0, count+1), "")
	for at := 0; at < len(table) && d.err == nil; {
		n, size := uvarintString(table[at:])
		if size <= 0 || n > uint64(len(table)-at-size) {
			d.fail()
			break
		}
		at += size
		d.names = append(d.names, table[at:at+int(n)])
		at += int(n)
	}
	return d, d.err
}

// uvarintString is binary.Uvarint on a string.
func uvarintString(s string) (v uint64, size int) {
	var shift uint
	for i := 0; i < len(s) && i < binary.MaxVarintLen64; i++ {
		b := s[i]
		if b < 0x80 {
			return v | uint64(b)<<shift, i + 1
		}
		v |= uint64(b&0x7f) << shift
		shift += 7
	}
	return 0, 0
}

func (d *decoder) fail() {
	d.err = errCorrupt
	d.data = nil
}

func (d *decoder) uint() uint64 {
	v, n := binary.Uvarint(d.data)
	if n <= 0 {
		d.fail()
		return 0
	}
	d.data = d.data[n:]
	return v
}

func (d *decoder) int() int64 {
	v, n := binary.Varint(d.data)
	if n <= 0 {
		d.fail()
		return 0
	}
	d.data = d.data[n:]
	return v
}

// number is a count, offset or line that fits an int.
func (d *decoder) number() int {
	v := d.uint()
	if v > math.MaxInt32 {
		d.fail()
		return 0
	}
	return int(v)
}

// len is the number of items that follow, each at least one byte.
func (d *decoder) len() int {
	n := d.uint()
	if n > uint64(len(d.data)) {
		d.fail()
		return 0
	}
	return int(n)
}

func (d *decoder) take(n int) []byte {
	if n > len(d.data) {
		d.fail()
		return nil
	}
	b := d.data[:n]
	d.data = d.data[n:]
	return b
}

func (d *decoder) bool() bool {
	b := d.take(1)
	return len(b) == 1 && b[0] != 0
}

func (d *decoder) string() string {
	id := d.uint()
	if id >= uint64(len(d.names)) {
		d.fail()
		return ""
	}
	return d.names[id]
}
