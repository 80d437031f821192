package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/gate/disk"
)

func open(t *testing.T, dir string) *Journal {
	t.Helper()
	d, err := disk.OpenState(dir)
	if err != nil {
		t.Fatal(err)
	}
	j, err := Open(d, time.Now, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close(); d.Close() })
	return j
}

func begin(t *testing.T, j *Journal, text string) Entry {
	t.Helper()
	sum := Sum([]byte(text))
	e, err := j.Begin(Entry{Title: text, Steps: []Step{{Op: Put, Path: "a.md", After: sum}}}, map[string][]byte{sum: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// A log cut anywhere says all that was whole in it, and goes on (contracts 2.14.1).
func TestTornTail(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	for _, text := range []string{"one", "two", "three"} {
		e := begin(t, j, text)
		if err := j.End(e.ID, Applied, nil); err != nil {
			t.Fatal(err)
		}
	}
	whole, err := os.ReadFile(filepath.Join(dir, logName))
	if err != nil {
		t.Fatal(err)
	}
	for cut := 1; cut < len(whole); cut += 17 {
		torn := t.TempDir()
		if err := errors.Join(os.CopyFS(torn, os.DirFS(dir)), os.WriteFile(filepath.Join(torn, logName), whole[:cut], 0o600)); err != nil {
			t.Fatal(err)
		}
		j := open(t, torn)
		lines := bytes.Count(whole[:cut], []byte{'\n'})
		if got := len(j.Entries()); got != (lines+1)/2 {
			t.Fatalf("cut at %d: %d entries of %d lines", cut, got, lines)
		}
		begin(t, j, "next")
		j.Close()
		if again := open(t, torn); again.Repaired() != 0 || len(again.Entries()) != (lines+1)/2+1 {
			t.Fatalf("cut at %d: %d lines were bad after the repair", cut, again.Repaired())
		}
	}
}

// A line that was damaged in the middle costs that line alone, and the damaged log
// is kept.
func TestDamagedLine(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	begin(t, j, "one")
	begin(t, j, "two")
	begin(t, j, "three")
	j.Close()
	name := filepath.Join(dir, logName)
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	bad := bytes.Replace(raw, []byte(`"two"`), []byte(`"tow"`), 1)
	if err := os.WriteFile(name, bad, 0o600); err != nil {
		t.Fatal(err)
	}
	j = open(t, dir)
	if got := j.Entries(); len(got) != 2 || got[0].Title != "one" || got[1].Title != "three" || j.Repaired() != 1 {
		t.Errorf("%+v", got)
	}
	if kept, err := os.ReadFile(filepath.Join(dir, damagedName)); err != nil || !bytes.Equal(kept, bad) {
		t.Errorf("the damaged log was not kept: %v", err)
	}
}

// The journal is the user's alone, and its bytes are checked when they are read.
func TestBlobs(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	begin(t, j, "text")
	sum := Sum([]byte("text"))
	if raw, err := j.Blob(sum); err != nil || string(raw) != "text" {
		t.Fatal(string(raw), err)
	}
	for _, name := range []string{logName, blobName(sum)} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, blobName(sum)), []byte("tex!"), 0o600); err != nil {
		t.Fatal(err)
	}
	if raw, err := j.Blob(sum); err == nil {
		t.Errorf("damaged bytes were returned: %q", raw)
	}
}

// A question is answered once.
func TestQuestions(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	sum := Sum([]byte("x"))
	q := Question{ID: NewID(), Entry: Entry{Steps: []Step{{Op: Put, Path: "a.md", After: sum}}}, Approval: json.RawMessage(`{"a":1}`)}
	if err := j.Ask(q, map[string][]byte{sum: []byte("x")}); err != nil {
		t.Fatal(err)
	}
	j.Close()
	j = open(t, dir)
	if got := j.Questions(); len(got) != 1 || got[0].ID != q.ID || string(got[0].Approval) != `{"a":1}` {
		t.Fatalf("%+v", got)
	}
	if err := j.Answer(q.ID, nil); err != nil {
		t.Fatal(err)
	}
	if err := j.Answer(q.ID, nil); !errors.Is(err, ErrNoEntry) {
		t.Error(err)
	}
	j.Close()
	if got := open(t, dir).Questions(); len(got) != 0 {
		t.Error(got)
	}
}
