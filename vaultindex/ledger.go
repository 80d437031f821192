package vaultindex

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
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
	mu   sync.Mutex // guards file and its content
	file *os.File
	size int // paths written down
}

// maxRecord keeps a damaged length from asking for all memory.
const maxRecord = 64 << 20

func ledgerName(dir string, generation uint64) string {
	return filepath.Join(dir, "ledger-"+strconv.FormatUint(generation, 10))
}

// openLedger opens the ledger of a generation to write at its end. end is where
// its last whole record ends; what follows was being written in a crash.
func openLedger(dir string, generation uint64, end int64) (*ledger, error) {
	f, err := os.OpenFile(ledgerName(dir, generation), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the index's ledger: %w", err)
	}
	err = f.Truncate(end)
	if err == nil {
		_, err = f.Seek(end, 0)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("open the index's ledger: %w", err)
	}
	return &ledger{file: f}, nil
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
	_, err := l.file.Write(payload)
	if err == nil && sync {
		err = l.file.Sync()
	}
	if err != nil {
		return fmt.Errorf("write the index's ledger: %w", err)
	}
	l.size += len(changes)
	return nil
}

// turn goes on in the ledger of another generation; the old one is removed by
// whoever saved the manifest that makes it needless.
func (l *ledger) turn(dir string, generation uint64) error {
	next, err := openLedger(dir, generation, 0)
	if err != nil {
		return err
	}
	l.mu.Lock()
	old := l.file
	l.file, l.size = next.file, 0
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
// It returns the last word on each path and the newest generation.
func replay(dir string, generation uint64) (*ledger, map[vaultpath.Path]stamp, uint64, error) {
	last := make(map[vaultpath.Path]stamp)
	for {
		end, err := replayOne(ledgerName(dir, generation), last)
		if err != nil {
			return nil, nil, 0, err
		}
		if _, err := os.Stat(ledgerName(dir, generation+1)); err != nil {
			l, err := openLedger(dir, generation, end)
			return l, last, generation, err
		}
		generation++
	}
}

// replayOne reads one ledger and returns where its last whole record ends. A
// missing one is empty.
func replayOne(name string, last map[vaultpath.Path]stamp) (int64, error) {
	raw, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, fmt.Errorf("read the index's ledger: %w", err)
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
