package runtime

import (
	"bufio"
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

// maxLog bounds a log that is read, in bytes: what it folds to stays in memory. A year
// of long talks is a fortieth of it.
const maxLog = 1 << 30

// openLog reads a log and hands its events to fold, one after the other: a long log is
// never in memory beside what it folds to. A torn or damaged tail, which a crash can
// leave, is cut off; dropped tells how many bytes that were. A log that is too large is
// a *config.PlaceError.
func openLog(path string, flag int, fold func(Event) error) (log *eventLog, dropped int, err error) {
	f, err := config.OpenState(path, os.O_RDWR|flag)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && info.Size() > maxLog {
		err = &config.PlaceError{Path: path, Reason: fmt.Sprintf("is a conversation of more than %d MiB, which Ibid does not read", maxLog>>20),
			Hint: "start a new conversation; to be rid of this one, delete the file"}
	}
	if err == nil {
		var whole int64
		if whole, err = readRecords(f, fold); err == nil {
			dropped = int(info.Size() - whole)
			err = seekEnd(f, int(whole), dropped)
		}
	}
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return &eventLog{file: f}, dropped, nil
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

// readRecords folds the events of the longest undamaged prefix and returns its length
// in bytes.
func readRecords(r io.Reader, fold func(Event) error) (whole int64, err error) {
	lines := bufio.NewReaderSize(r, 64<<10)
	for seq := 1; ; seq++ {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) { // what stands behind the last line break is torn
			return whole, nil
		}
		if err != nil {
			return whole, err
		}
		e, err := readRecord(line[:len(line)-1])
		if err != nil || e.Seq != seq {
			return whole, nil
		}
		if err := fold(e); err != nil {
			return whole, err
		}
		whole += int64(len(line))
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
