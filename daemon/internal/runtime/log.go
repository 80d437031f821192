package runtime

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"github.com/ibid-notes/ibid/daemon/internal/config"
)

// record is one line of a log. N and Sum are the length in bytes and the
// CRC-32 (Castagnoli) of Event as it stands on the line.
type record struct {
	N     int             `json:"n"`
	Sum   uint32          `json:"crc"`
	Event json.RawMessage `json:"e"`
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// eventLog is an append-only file of records. It is not safe for concurrent
// use; the Session that owns it serialises.
type eventLog struct {
	file *os.File
}

// maxLog bounds a log that is read, in bytes: a year of long talks is a tenth of it.
const maxLog = 256 << 20

// openLog reads a log and returns its events. A torn or damaged tail, which a
// crash can leave, is cut off; dropped tells how many bytes that were.
func openLog(path string, flag int) (log *eventLog, events []Event, dropped int, err error) {
	f, err := config.OpenState(path, os.O_RDWR|flag)
	if err != nil {
		return nil, nil, 0, err
	}
	raw, err := io.ReadAll(io.LimitReader(f, maxLog+1))
	if err == nil && len(raw) > maxLog {
		err = errors.New("its log is larger than 256 MiB, which Ibid does not read")
	}
	if err == nil {
		var whole int
		events, whole = readRecords(raw)
		dropped = len(raw) - whole
		err = seekEnd(f, whole, dropped)
	}
	if err != nil {
		return nil, nil, 0, errors.Join(err, f.Close())
	}
	return &eventLog{file: f}, events, dropped, nil
}

func seekEnd(f *os.File, whole, dropped int) error {
	if dropped > 0 {
		if err := f.Truncate(int64(whole)); err != nil {
			return err
		}
	}
	_, err := f.Seek(int64(whole), io.SeekStart)
	return err
}

// readRecords returns the events of the longest undamaged prefix and its
// length in bytes.
func readRecords(raw []byte) (events []Event, whole int) {
	for {
		line, _, complete := bytes.Cut(raw[whole:], []byte{'\n'})
		if !complete {
			return events, whole
		}
		e, err := readRecord(line)
		if err != nil || e.Seq != len(events)+1 {
			return events, whole
		}
		events = append(events, e)
		whole += len(line) + 1
	}
}

func readRecord(line []byte) (Event, error) {
	var r record
	var e Event
	if err := json.Unmarshal(line, &r); err != nil {
		return e, err
	}
	if len(r.Event) != r.N || crc32.Checksum(r.Event, castagnoli) != r.Sum {
		return e, errors.New("length or checksum differs")
	}
	return e, json.Unmarshal(r.Event, &e)
}

// append writes one event; sync makes it durable before it returns. On
// failure nothing of the event is left in the file.
func (l *eventLog) append(e Event, sync bool) error {
	line, err := encodeRecord(e)
	if err != nil {
		return err
	}
	at, err := l.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	if _, err = l.file.Write(line); err == nil && sync {
		err = l.file.Sync()
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write event %d: %w", e.Seq, err), seekEnd(l.file, int(at), len(line)))
	}
	return nil
}

// encodeRecord is Marshal of a record without a second pass over the
// event, whose bytes must stay those the checksum is of.
func encodeRecord(e Event) ([]byte, error) {
	body, err := Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("encode event %d: %w", e.Seq, err)
	}
	head := fmt.Sprintf(`{"n":%d,"crc":%d,"e":`, len(body), crc32.Checksum(body, castagnoli))
	return append(append([]byte(head), body...), '}', '\n'), nil
}

func (l *eventLog) close() error { return l.file.Close() }
