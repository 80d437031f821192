package vaultindex

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// sickDisk fails what is written to ledgers with a fault while it has one. A
// write that fails leaves half of it, as a full disk does.
type sickDisk struct {
	fault  atomic.Pointer[syscall.Errno]
	deaf   atomic.Bool // cutting off fails, too
	failed atomic.Int64
}

func (d *sickDisk) open(name string) (ledgerFile, error) {
	f, err := openLedgerOnDisk(name)
	if err != nil {
		return nil, err
	}
	return sickFile{f, d}, nil
}

func (d *sickDisk) fall(e syscall.Errno) { d.fault.Store(&e) }
func (d *sickDisk) heal()                { d.fault.Store(nil); d.deaf.Store(false) }

type sickFile struct {
	ledgerFile
	disk *sickDisk
}

func (f sickFile) Write(b []byte) (int, error) {
	if e := f.disk.fault.Load(); e != nil {
		f.disk.failed.Add(1)
		n, _ := f.ledgerFile.Write(b[:len(b)/2])
		return n, *e
	}
	return f.ledgerFile.Write(b)
}

func (f sickFile) Truncate(size int64) error {
	if f.disk.deaf.Load() {
		f.disk.failed.Add(1)
		return syscall.EIO
	}
	return f.ledgerFile.Truncate(size)
}

// A disk that was full, or failed, or took its permission back: what changed
// meanwhile is searchable soon after it is well again, without anybody asking.
func TestFullDiskIsTriedAgain(t *testing.T) {
	for _, e := range []syscall.Errno{syscall.ENOSPC, syscall.EIO, syscall.EACCES} {
		t.Run(e.Error(), func(t *testing.T) {
			disk, cache := &sickDisk{}, t.TempDir()
			vault := vaultOf(t, map[string]string{"a.md": "zebra"})
			ix := opened(t, vault, quick, func(o *Options) { o.CacheDir, o.open = cache, disk.open })
			disk.fall(e)
			disk.deaf.Store(e == syscall.EIO)
			writeFile(t, vault, "b.md", "yak")
			if _, err := ix.Refresh(t.Context()); err == nil {
				t.Fatal("a full text that cannot be written is no error")
			}
			if p := ix.Status().Problem; !strings.Contains(p, "full text cannot be written") {
				t.Errorf("the problem is %q", p)
			}
			if err := ix.WaitReady(t.Context()); err != nil {
				t.Errorf("what is known can be asked, but: %v", err)
			}
			until(t, ix, "tried again", func() bool { return disk.failed.Load() > 3 })
			disk.heal()
			until(t, ix, "well again", func() bool { return len(search(t, ix, "yak", false)) == 1 && ix.Status().Problem == "" })
			ix.Close()
			if got := reopenedAfterCrash(t, vault, cache).differs(freshPicture(t, vault)); got != "" {
				t.Error(got)
			}
		})
	}
}

func reopenedAfterCrash(t *testing.T, vault, cache string) picture {
	t.Helper()
	ix := opened(t, vault, func(o *Options) { o.CacheDir = cache })
	defer ix.Close()
	return pictureOf(t, ix)
}

// However long the wait has grown, something new is tried at once.
func TestSomethingNewIsTriedAtOnce(t *testing.T) {
	disk := &sickDisk{}
	vault := vaultOf(t, map[string]string{"a.md": "zebra"})
	ix := opened(t, vault, func(o *Options) {
		o.open, o.Watch, o.pace = disk.open, true, pace{retryFirst: time.Hour, retryMost: time.Hour}
	})
	disk.fall(syscall.ENOSPC)
	writeFile(t, vault, "b.md", "yak")
	until(t, ix, "noticed", func() bool { return disk.failed.Load() > 0 && ix.Status().Problem != "" })
	disk.heal()
	writeFile(t, vault, "c.md", "yak")
	until(t, ix, "both", func() bool { return len(search(t, ix, "yak", false)) == 2 })
}

func TestRetriesGrow(t *testing.T) {
	o := &owner{log: slog.New(slog.DiscardHandler), now: time.Now, pace: pace{}.withDefaults()}
	var waits []time.Duration
	for range 7 {
		o.textFailed(syscall.ENOSPC)
		waits = append(waits, o.retryWait)
	}
	if got := fmt.Sprint(waits); got != "[250ms 500ms 1s 2s 4s 5s 5s]" {
		t.Errorf("the waits are %s", got)
	}
}

// A record that was torn by a full disk is cut off before the next is written:
// nothing behind it would ever be read.
func TestTornRecordIsCutOff(t *testing.T) {
	for _, deaf := range []bool{false, true} {
		dir, disk := t.TempDir(), &sickDisk{}
		l, err := openLedger(dir, 1, 0, disk.open)
		if err != nil {
			t.Fatal(err)
		}
		must(t, l.done(map[vaultpath.Path]stamp{"a.md": 7}))
		disk.fall(syscall.ENOSPC)
		disk.deaf.Store(deaf)
		if l.intend([]vaultpath.Path{"b.md"}) == nil {
			t.Fatal("a full disk is no error")
		}
		disk.heal()
		must(t, l.intend([]vaultpath.Path{"c.md"}))
		must(t, l.close())
		again, last, _, err := replay(dir, 1, openLedgerOnDisk)
		must(t, err)
		must(t, again.close())
		if len(last) != 2 || last["a.md"] != 7 || last["c.md"] != stampUnsure {
			t.Errorf("the ledger says %v", last)
		}
	}
}

// A manifest that cannot be saved must not leave a gap between the ledgers: what
// is written behind it would not be read.
func TestLedgersHaveNoGap(t *testing.T) {
	vault, cache := vaultOf(t, map[string]string{"a.md": "zebra"}), t.TempDir()
	var refuse atomic.Bool
	ix := opened(t, vault, func(o *Options) {
		o.CacheDir = cache
		o.open = func(name string) (ledgerFile, error) {
			if refuse.Load() {
				return nil, syscall.ENOSPC
			}
			return openLedgerOnDisk(name)
		}
	})
	refuse.Store(true)
	for i := range saveAfter + 10 {
		writeFile(t, vault, fmt.Sprintf("n%d.md", i), "zebu")
	}
	if _, err := ix.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	refuse.Store(false)
	writeFile(t, vault, "last.md", "yak")
	if _, err := ix.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	crashed := filepath.Join(t.TempDir(), "crashed") // as a crash would leave it
	if err := os.CopyFS(crashed, os.DirFS(cache)); err != nil {
		t.Fatal(err)
	}
	var numbers []uint64
	for n := range numbered(crashed, ledgerPrefix) {
		numbers = append(numbers, n)
	}
	m, err := loadManifest(crashed, ix.Status().Vault)
	must(t, err)
	for n := m.generation; n <= newest(crashed, ledgerPrefix); n++ {
		if _, err := os.Lstat(ledgerName(crashed, n)); err != nil {
			t.Errorf("ledger %d is missing among %v", n, numbers)
		}
	}
}

// A full text that failed in the middle of a write is opened again before it is
// used: what the library holds in memory then would make it panic. Its folder is
// away for a while, or for good.
func TestBrokenFullTextIsOpenedAgain(t *testing.T) {
	for name, mend := range map[string]func(t *testing.T, store string){
		"back again": func(t *testing.T, store string) { rename(t, store+"-away", store) },
		"gone":       func(*testing.T, string) {},
	} {
		t.Run(name, func(t *testing.T) {
			cache := t.TempDir()
			vault := vaultOf(t, map[string]string{"a.md": "zebra"})
			ix := opened(t, vault, quick, func(o *Options) { o.CacheDir = cache })
			store := glob(t, cache, textPrefix+"*/store")[0]
			if err := os.Rename(store, store+"-away"); err != nil {
				t.Skipf("an open folder cannot be renamed here: %v", err)
			}
			writeFile(t, vault, "b.md", "zebra")
			if _, err := ix.Refresh(t.Context()); err == nil {
				t.Fatal("a full text without its folder is no error")
			}
			if got := search(t, ix, "zebra", false); len(got) == 0 {
				t.Error("what was there before the failure is not answered")
			}
			mend(t, store)
			until(t, ix, "well again", func() bool { return len(search(t, ix, "zebra", false)) == 2 && ix.Status().Problem == "" })
			if diff := settledPicture(t, ix).differs(freshPicture(t, vault)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
