package fulltext

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// crashDir names the folder in which the child process of TestKilledWriter
// writes until it is killed.
const crashDir = "IBID_FULLTEXT_CRASH_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashDir); dir != "" {
		writeForever(dir)
	}
	os.Exit(m.Run())
}

// writeForever tells how many documents are safe, one number a line.
func writeForever(dir string) {
	s, err := Open(dir, quiet)
	if err != nil {
		panic(err)
	}
	for n := 1; ; n++ {
		if err := s.Apply([]Doc{body(fmt.Sprintf("n%d.md", n), "some text of a note")}, nil); err != nil {
			panic(err)
		}
		fmt.Println(n)
	}
}

// A process killed in the middle of writing leaves an index that opens, has
// all that Apply returned for, and takes the next update.
func TestKilledWriter(t *testing.T) {
	dir := t.TempDir()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), crashDir+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	safe := 0
	for lines := bufio.NewScanner(out); safe < 40 && lines.Scan(); {
		if _, err := fmt.Sscan(lines.Text(), &safe); err != nil {
			t.Fatal(err)
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed, as it was meant to be
	s := openStore(t, dir)
	apply(t, s, []Doc{body("after.md", "another")}, nil)
	r := readerOf(t, s)
	indexed := map[vaultpath.Path]bool{}
	if err := r.Paths(func(p vaultpath.Path) bool { indexed[p] = true; return true }); err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= safe; n++ {
		if p := vaultpath.Path(fmt.Sprintf("n%d.md", n)); !indexed[p] {
			t.Errorf("%s was reported safe and is gone", p)
		}
	}
	if safe == 0 || !indexed["after.md"] {
		t.Errorf("%d documents were safe, after.md indexed: %t", safe, indexed["after.md"])
	}
}

// Readers and writers at the same time: for the race detector, and for what a
// reader sees.
func TestReadersBesideWriters(t *testing.T) {
	s := storeOf(t, body("a.md", "apple"))
	r := readerOf(t, s)
	done := make(chan error, 3)
	go func() {
		var err error
		for i := 0; i < 20 && err == nil; i++ {
			err = s.Apply([]Doc{body(fmt.Sprintf("w%d.md", i), "apple")}, nil)
		}
		done <- err
	}()
	for range 2 {
		go func() {
			var err error
			for i := 0; i < 50 && err == nil; i++ {
				var found Found
				found, err = r.Search(context.Background(), Request{Terms: []Term{{Text: "apple"}}, Limit: 5})
				if got := paths(found); err == nil && got != "a.md" {
					err = fmt.Errorf("the reader finds %q", got)
				}
			}
			done <- err
		}()
	}
	for range 3 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
