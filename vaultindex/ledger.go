package vaultindex

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// ledger says, between two manifests, what the full text holds. Before a batch
// is applied its paths are written down as unsure, afterwards with what is held
// now. After a crash the last word on each path is true: held, or unsure and so
// indexed again. It may be used by several goroutines.
type ledger struct {
	mu   sync.Mutex // guards what follows and the file's content
	file ledgerFile
	open openLedgerFile
	size int   // paths written down
	end  int64 // where the last whole record ends
	torn bool  // what lies behind end could not be cut off yet
}

// ledgerFile is what a ledger needs of its file; tests let it fail.
type ledgerFile interface {
	io.WriteSeeker
	io.Closer
	Sync() error
	Truncate(size int64) error
}

// openLedgerFile opens a ledger's file to write, made when there is none.
type openLedgerFile func(name string) (ledgerFile, error)

func openLedgerOnDisk(name string) (ledgerFile, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|openNonblock, 0o600)
	if err != nil {
		return nil, err // a nil *os.File in an interface would not be nil
	}
	return f, nil
}

// maxRecord keeps a damaged length from asking for all memory.
const maxRecord = 64 << 20

func ledgerName(dir string, generation uint64) string {
	return filepath.Join(dir, "ledger-"+strconv.FormatUint(generation, 10))
}

// openLedger opens the ledger of a generation to write at its end. end is where
// its last whole record ends; what follows was being written in a crash. What
// is no ledger is moved out of the way.
func openLedger(dir string, generation uint64, end int64, open openLedgerFile) (*ledger, error) {
	name := ledgerName(dir, generation)
	if err := makeWay(name); err != nil {
		return nil, fmt.Errorf("open the index's ledger: %w", err)
	}
	f, err := open(name)
	if err != nil {
		return nil, fmt.Errorf("open the index's ledger: %w", err)
	}
	l := &ledger{file: f, open: open, end: end}
	if err := l.cut(); err != nil {
		return nil, errors.Join(fmt.Errorf("open the index's ledger: %w", err), f.Close())
	}
	return l, nil
}

// cut removes what lies behind the last whole record: nothing that is written
// after a torn record would ever be read. mu is held, or l is not shared yet.
func (l *ledger) cut() error {
	err := l.file.Truncate(l.end)
	if err == nil {
		_, err = l.file.Seek(l.end, io.SeekStart)
	}
	l.torn = err != nil
	return err
}

// intend notes, before it is done, that the paths' documents will change.
func (l *ledger) intend(paths []vaultpath.Path) error {
	changes := make(map[vaultpath.Path]stamp, len(paths))
	for _, p := range paths {
		changes[p] = stampUnsure
	}
	return l.write(changes, true)
}

// done notes what the full text holds of the paths now. It need not be on disk
// at once: without it the paths are indexed once more, that is all.
func (l *ledger) done(held map[vaultpath.Path]stamp) error { return l.write(held, false) }

func (l *ledger) write(changes map[vaultpath.Path]stamp, sync bool) error {
	payload := make([]byte, 8, 8+len(changes)*64)
	for p, s := range changes {
		payload = binary.LittleEndian.AppendUint64(payload, uint64(s))
		payload = binary.AppendUvarint(payload, uint64(len(p)))
		payload = append(payload, p...)
	}
	binary.LittleEndian.PutUint32(payload, uint32(len(payload)-8))
	binary.LittleEndian.PutUint32(payload[4:], crc32.Checksum(payload[8:], castagnoli))
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.append(payload, sync); err != nil {
		return fmt.Errorf("write the index's ledger: %w", err)
	}
	l.size += len(changes)
	return nil
}

// append writes a record whole or, on an error, not at all. mu is held.
func (l *ledger) append(record []byte, sync bool) error {
	if l.torn {
		if err := l.cut(); err != nil {
			return err
		}
	}
	_, err := l.file.Write(record)
	if err == nil && sync {
		err = l.file.Sync()
	}
	if err != nil {
		_ = l.cut() // if it fails, the next record tries again
		return err
	}
	l.end += int64(len(record))
	return nil
}

// turn goes on in the ledger of another generation; the old one is removed by
// whoever saved the manifest that makes it needless.
func (l *ledger) turn(dir string, generation uint64) error {
	next, err := openLedger(dir, generation, 0, l.open)
	if err != nil {
		return err
	}
	l.mu.Lock()
	old := l.file
	l.file, l.size, l.end, l.torn = next.file, 0, 0, false
	l.mu.Unlock()
	return old.Close()
}

// written is how many paths were written down.
func (l *ledger) written() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.size
}

func (l *ledger) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.file.Close()
}

// replay reads the ledgers from a generation on, and opens the newest to go on
// writing. There may be two: saving a manifest begins the next ledger first.
// It returns the last word on each path and the newest generation, and
// errUnusable when a ledger is missing or no ledger.
func replay(dir string, generation uint64, open openLedgerFile) (*ledger, map[vaultpath.Path]stamp, uint64, error) {
	last := make(map[vaultpath.Path]stamp)
	for {
		end, err := replayOne(ledgerName(dir, generation), last)
		if err != nil {
			return nil, nil, 0, err
		}
		if _, err := os.Lstat(ledgerName(dir, generation+1)); err != nil {
			l, err := openLedger(dir, generation, end, open)
			return l, last, generation, err
		}
		generation++
	}
}

// replayOne reads one ledger and returns where its last whole record ends.
func replayOne(name string, last map[vaultpath.Path]stamp) (int64, error) {
	raw, err := readState(name, maxLedger)
	if err != nil {
		return 0, fmt.Errorf("read the index's ledger: %w: %w", errUnusable, err)
	}
	rest := raw
	for {
		record, ok := nextRecord(rest)
		if !ok {
			return int64(len(raw) - len(rest)), nil
		}
		rest = rest[8+len(record):]
		readRecord(record, last)
	}
}

func nextRecord(b []byte) ([]byte, bool) {
	if len(b) < 8 {
		return nil, false
	}
	n := binary.LittleEndian.Uint32(b)
	if n > maxRecord || int(n) > len(b)-8 {
		return nil, false
	}
	record := b[8 : 8+n]
	return record, crc32.Checksum(record, castagnoli) == binary.LittleEndian.Uint32(b[4:])
}

func readRecord(record []byte, into map[vaultpath.Path]stamp) {
	for len(record) > 8 {
		s := stamp(binary.LittleEndian.Uint64(record))
		n, size := binary.Uvarint(record[8:])
		if size <= 0 || n > uint64(len(record)-8-size) {
			return
		}
		name := record[8+size : 8+size+int(n)]
		into[vaultpath.Path(bytes.Clone(name))] = s
		record = record[8+size+int(n):]
	}
}
