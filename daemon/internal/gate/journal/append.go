package journal

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/ibid-notes/ibid/daemon/internal/gate/disk"
)

// append writes a record and folds it. When it fails, nothing of the record is in
// the log; where that cannot be had, nothing is appended any more before the
// journal is opened anew. It is called with the lock held.
func (j *Journal) append(r record, durable bool) error {
	if j.broken != nil {
		return j.broken
	}
	text, err := encode(r)
	if err != nil {
		return err
	}
	if err := j.openLog(); err != nil {
		return err
	}
	if _, err = j.log.Write(text); err == nil && durable {
		err = j.log.Sync()
	}
	if err != nil {
		return j.takeBack(err)
	}
	j.size += int64(len(text))
	j.fold(r)
	return nil
}

func (j *Journal) openLog() error {
	if j.log != nil {
		return nil
	}
	log, err := j.dir.Append(logName)
	if err != nil {
		return fmt.Errorf("open the journal: %w", err)
	}
	if err := j.dir.SyncDir("."); err != nil {
		return errors.Join(fmt.Errorf("open the journal: %w", err), log.Close())
	}
	j.log = log
	return nil
}

func (j *Journal) takeBack(cause error) error {
	cause = fmt.Errorf("write the journal: %w", cause)
	err := j.log.Truncate(j.size)
	if err == nil {
		err = j.log.Sync()
	}
	if err != nil {
		j.broken = errors.Join(cause, err)
		return j.broken
	}
	return cause
}

// tidy drops old entries, writes the log anew where that or damage asks for it,
// and removes the bytes that nothing needs.
func (j *Journal) tidy(rewrite bool) error {
	dropped, err := j.dropOld()
	if err != nil {
		return err
	}
	if dropped || rewrite {
		if err := j.rewrite(); err != nil {
			return fmt.Errorf("write the journal anew: %w", err)
		}
	}
	return j.sweepBlobs()
}

const newName = "journal.new"

// rewrite replaces the log by one that folds to the same state.
func (j *Journal) rewrite() error {
	var text []byte
	for _, r := range j.records() {
		line, err := encode(r)
		if err != nil {
			return err
		}
		text = append(text, line...)
	}
	if err := j.dir.Remove(newName); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := disk.WriteNew(j.dir, newName, text, 0o600, ""); err != nil {
		return err
	}
	if err := j.dir.Rename(newName, logName); err != nil {
		return err
	}
	j.size = int64(len(text))
	return j.dir.SyncDir(".")
}

// records are the fewest that fold to the journal's state.
func (j *Journal) records() []record {
	var out []record
	for _, e := range j.entries {
		out = append(out, record{Begin: e})
		if e.State != Begun {
			out = append(out, record{End: &end{ID: e.ID, State: e.State, Files: e.Files}})
		}
		if e.Clean {
			out = append(out, record{Clean: &end{ID: e.ID, Files: e.Files}})
		}
	}
	for _, q := range j.questions {
		out = append(out, record{Ask: q})
	}
	return out
}
