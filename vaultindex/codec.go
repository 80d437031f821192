package vaultindex

import (
	"bufio"
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"math"
	"slices"
)

// errCorrupt says that saved bytes are not what was written.
var errCorrupt = errors.New("not what was saved")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// codecBuffer is how much is written or read at a time. Nothing else of what is
// saved or loaded is in memory twice.
const codecBuffer = 64 << 10

// checksumSize is what follows the encoded values, in bytes.
const checksumSize = 4

// encoder writes numbers as varints, strings with their length, and of a path
// only what it does not share with the path before: sorted paths share most. A
// fault is told by finish.
type encoder struct {
	out  *bufio.Writer
	sum  hash.Hash32
	num  [binary.MaxVarintLen64]byte
	last string // path
}

// newEncoder begins with magic, which names the format.
func newEncoder(w io.Writer, magic string) *encoder {
	sum := crc32.New(castagnoli)
	e := &encoder{out: bufio.NewWriterSize(io.MultiWriter(w, sum), codecBuffer), sum: sum}
	e.text(magic)
	return e
}

func (e *encoder) uint(v uint64) { e.bytes(e.num[:binary.PutUvarint(e.num[:], v)]) }
func (e *encoder) int(v int64)   { e.bytes(e.num[:binary.PutVarint(e.num[:], v)]) }
func (e *encoder) len(n int)     { e.uint(uint64(n)) }

// What is written keeps its first error for finish.
func (e *encoder) bytes(b []byte) { _, _ = e.out.Write(b) }
func (e *encoder) text(s string)  { _, _ = e.out.WriteString(s) }

func (e *encoder) bool(v bool) {
	var b uint64
	if v {
		b = 1
	}
	e.uint(b)
}

func (e *encoder) string(s string) {
	e.len(len(s))
	e.text(s)
}

func (e *encoder) path(p string) {
	same := 0
	for same < min(len(p), len(e.last)) && p[same] == e.last[same] {
		same++
	}
	e.len(same)
	e.string(p[same:])
	e.last = p
}

// finish writes the checksum of all before it.
func (e *encoder) finish() error {
	if err := e.out.Flush(); err != nil {
		return err
	}
	e.bytes(binary.LittleEndian.AppendUint32(nil, e.sum.Sum32()))
	return e.out.Flush()
}

// decoder reads what encoder wrote. After a fault it returns zero values; who
// uses it asks for finish at the end, and believes nothing before. No length is
// trusted further than the bytes that are left.
type decoder struct {
	in   *bufio.Reader
	raw  io.Reader // behind in: what follows the values
	sum  hash.Hash32
	left int64 // bytes of values
	buf  []byte
	last string // path
	err  error
}

// newDecoder reads size bytes of r and checks that they begin with magic.
func newDecoder(r io.Reader, size int64, magic string) (*decoder, error) {
	d := &decoder{raw: r, sum: crc32.New(castagnoli), left: size - checksumSize}
	d.in = bufio.NewReaderSize(io.TeeReader(io.LimitReader(r, max(d.left, 0)), d.sum), codecBuffer)
	if string(d.take(len(magic))) != magic {
		d.fail()
	}
	return d, d.err
}

func (d *decoder) fail() {
	if d.err == nil {
		d.err = errCorrupt
	}
	d.left = 0
}

// finish checks that all was read and that it is what was saved.
func (d *decoder) finish() error {
	var sum [checksumSize]byte
	if d.left != 0 {
		d.fail()
	}
	if d.err != nil {
		return d.err
	}
	if _, err := io.ReadFull(d.raw, sum[:]); err != nil || binary.LittleEndian.Uint32(sum[:]) != d.sum.Sum32() {
		d.fail()
	}
	return d.err
}

// varint is the bytes of the next number, and more; they are read when d.skip
// is told how many of them it has.
func (d *decoder) varint() []byte {
	b, _ := d.in.Peek(int(min(d.left, binary.MaxVarintLen64))) // too few are no number
	return b
}

func (d *decoder) skip(n int) {
	if n <= 0 {
		d.fail()
		return
	}
	_, _ = d.in.Discard(n) // they were peeked at
	d.left -= int64(n)
}

func (d *decoder) uint() uint64 {
	v, n := binary.Uvarint(d.varint())
	if d.skip(n); n <= 0 {
		return 0
	}
	return v
}

func (d *decoder) int() int64 {
	v, n := binary.Varint(d.varint())
	if d.skip(n); n <= 0 {
		return 0
	}
	return v
}

// len is the number of items that follow, each at least one byte.
func (d *decoder) len() int {
	n := d.uint()
	if n > uint64(d.left) || n > math.MaxInt32 {
		d.fail()
		return 0
	}
	return int(n)
}

// room is for how many of n items, which may be too many to be true, memory is
// set aside at once.
func room(n int) int { return min(n, 1<<16) }

// take is the next n bytes, until the next call.
func (d *decoder) take(n int) []byte {
	if int64(n) > d.left {
		d.fail()
		return nil
	}
	d.buf = slices.Grow(d.buf[:0], n)[:n]
	if _, err := io.ReadFull(d.in, d.buf); err != nil {
		d.fail()
		return nil
	}
	d.left -= int64(n)
	return d.buf
}

func (d *decoder) bool() bool { return d.uint() != 0 }

func (d *decoder) string() string { return string(d.take(d.len())) }

func (d *decoder) path() string {
	same := d.uint()
	if same > uint64(len(d.last)) {
		d.fail()
		return ""
	}
	d.last = d.last[:same] + d.string()
	return d.last
}
