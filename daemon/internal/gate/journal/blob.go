package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/gate/disk"
)

const blobDir = "blobs"

// maxBlob bounds the bytes of one file that is changed.
const maxBlob = 64 << 20

func (j *Journal) makeBlobs() error {
	err := j.dir.Mkdir(blobDir, 0o700)
	if err == nil {
		err = j.dir.SyncDir(".")
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("make the journal's folder: %w", err)
	}
	return nil
}

// putBlobs stores the bytes of all hashes in the steps.
func (j *Journal) putBlobs(steps []Step, data map[string][]byte) error {
	var wrote bool
	for _, sum := range sums(steps, nil) {
		bytes, given := data[sum]
		if !given {
			if _, err := j.dir.Lstat(blobName(sum)); err != nil {
				return fmt.Errorf("the bytes %s are missing: %w", sum, err)
			}
			continue
		}
		fresh, err := j.putBlob(sum, bytes)
		if err != nil {
			return fmt.Errorf("keep the bytes before a change: %w", err)
		}
		wrote = wrote || fresh
	}
	if !wrote {
		return nil
	}
	return j.dir.SyncDir(blobDir)
}

// putBlob tells whether the blob is new. It has its name only once it is whole.
func (j *Journal) putBlob(sum string, data []byte) (bool, error) {
	if info, err := j.dir.Lstat(blobName(sum)); err == nil && info.Size() == int64(len(data)) {
		return false, nil
	}
	part := blobName(sum) + ".part"
	if err := j.dir.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if err := disk.WriteNew(j.dir, part, data, 0o600, ""); err != nil {
		return false, err
	}
	return true, j.dir.Rename(part, blobName(sum))
}

// Keep stores bytes that stand nowhere in the vault any more, and returns their
// hash for a FileState. They are on disk when it returns.
func (j *Journal) Keep(data []byte) (string, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	sum := Sum(data)
	fresh, err := j.putBlob(sum, data)
	if err == nil && fresh {
		err = j.dir.SyncDir(blobDir)
	}
	return sum, err
}

// Blob returns the bytes with this hash; fs.ErrNotExist when they were dropped.
func (j *Journal) Blob(sum string) ([]byte, error) {
	content, err := j.dir.Read(blobName(sum), maxBlob)
	if err != nil {
		return nil, err
	}
	if Sum(content.Data) != sum {
		return nil, fmt.Errorf("the journal's bytes %s are damaged", sum)
	}
	return content.Data, nil
}

func blobName(sum string) string { return blobDir + "/" + sum }

// sums are the hashes that steps and file states name, each once.
func sums(steps []Step, files []FileState) []string {
	var out []string
	for _, s := range steps {
		out = append(out, s.Before, s.After)
	}
	for _, f := range files {
		out = append(out, f.Kept)
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// dropOld forgets entries past the age, then the oldest until the bytes fit. It
// tells whether it forgot any.
func (j *Journal) dropOld() (bool, error) {
	sizes, err := j.blobSizes()
	if err != nil {
		return false, err
	}
	uses, total := map[string]int{}, int64(0)
	for _, e := range j.entries {
		for _, sum := range sums(e.Steps, e.Files) {
			if uses[sum]++; uses[sum] == 1 {
				total += sizes[sum]
			}
		}
	}
	oldest := j.now().Add(-j.limits.Age)
	keep := j.entries[:0:0]
	for _, e := range j.entries {
		settled := e.State != Begun && e.Clean
		if !settled || !e.At.Before(oldest) && total <= j.limits.Bytes {
			keep = append(keep, e)
			continue
		}
		delete(j.byID, e.ID)
		for _, sum := range sums(e.Steps, e.Files) {
			if uses[sum]--; uses[sum] == 0 {
				total -= sizes[sum]
			}
		}
	}
	dropped := len(keep) < len(j.entries)
	j.entries = keep
	return dropped, nil
}

func (j *Journal) blobSizes() (map[string]int64, error) {
	list, err := j.dir.List(blobDir)
	if err != nil {
		return nil, err
	}
	sizes := map[string]int64{}
	for _, e := range list {
		if info, err := e.Info(); err == nil {
			sizes[e.Name()] = info.Size()
		}
	}
	return sizes, nil
}

// sweepAfter is how old bytes must be before they are removed because nothing
// names them: a crash may have come between keeping them and saying so.
const sweepAfter = 7 * 24 * time.Hour

// sweepBlobs removes the old blobs that no entry and no question names.
func (j *Journal) sweepBlobs() error {
	used := map[string]bool{}
	for _, e := range j.entries {
		for _, sum := range sums(e.Steps, e.Files) {
			used[sum] = true
		}
	}
	for _, q := range j.questions {
		for _, sum := range sums(q.Entry.Steps, nil) {
			used[sum] = true
		}
	}
	list, err := j.dir.List(blobDir)
	if err != nil {
		return err
	}
	oldest := j.now().Add(-sweepAfter)
	for _, e := range list {
		info, err := e.Info()
		if err != nil || used[e.Name()] || info.ModTime().After(oldest) {
			continue
		}
		if err := j.dir.Remove(blobName(e.Name())); err != nil {
			return err
		}
	}
	return nil
}
