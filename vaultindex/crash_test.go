package vaultindex

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// crashEnv makes the test binary the child of TestKillAtAnyMoment.
const crashEnv = "IBID_TEST_CRASH"

// crashChild changes notes of a vault and indexes them, over and over, until
// it is killed. It says on stdout how far it is.
func crashChild() {
	vault, cache := os.Getenv(crashEnv), os.Getenv(crashEnv+"_CACHE")
	seed, _ := strconv.ParseUint(os.Getenv(crashEnv+"_SEED"), 10, 64)
	r := rand.New(rand.NewPCG(seed, 1))
	ctx := context.Background()
	fmt.Println("open")
	ix, err := Open(ctx, Options{Vault: vault, CacheDir: cache, Private: DefaultPrivateRules()})
	if err != nil {
		fmt.Println("failed:", err)
		os.Exit(3)
	}
	fmt.Println("opened")
	for i := 0; ; i++ {
		scribble(vault, r)
		if _, err := ix.Refresh(ctx); err != nil {
			fmt.Println("failed:", err)
			os.Exit(3)
		}
		if i%7 == 6 {
			if err := ix.Rebuild(ctx); err != nil {
				fmt.Println("failed:", err)
				os.Exit(3)
			}
		}
		fmt.Println("step", i)
	}
}

// scribble changes some notes: new, changed, put back as they were, removed.
// Contents come from a small set, so that a note often is again what it was
// two changes ago, with the time it had then.
func scribble(vault string, r *rand.Rand) {
	for range 1 + r.IntN(12) {
		i := r.IntN(40)
		name := filepath.Join(vault, fmt.Sprintf("n%d.md", i))
		if r.IntN(4) == 0 {
			os.Remove(name)
			continue
		}
		k := r.IntN(3)
		if os.WriteFile(name, []byte(crashText(i, k)), 0o644) == nil {
			at := time.Unix(1_700_000_000+int64(k), 0)
			_ = os.Chtimes(name, at, at)
		}
	}
}

// crashText is version k of note i. The versions have one length.
func crashText(i, k int) string {
	return fmt.Sprintf("# Note %d\n\nversion%c of it, see [[n%d|name%c]].\n", i, 'a'+k, (i+1)%40, 'p'+k)
}

// R: "kill -9 at any moment, then start: the index is right." The child is
// killed at a random moment again and again over the same cache; after each
// kill notes change once more, and then the index must equal a fresh one.
func TestKillAtAnyMoment(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 10
	}
	vault, cache := t.TempDir(), filepath.Join(t.TempDir(), "cache")
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 2))
	for round := range rounds {
		runAndKill(t, vault, cache, seed+uint64(round), r)
		if r.IntN(2) == 0 {
			scribble(vault, r)
		}
		if round%3 == 2 { // now and then several kills in a row
			checkAfterCrash(t, vault, cache, round)
		}
	}
}

// runAndKill starts the child and kills it a random number of lines after the
// first, plus a moment that no line marks.
func runAndKill(t *testing.T, vault, cache string, seed uint64, r *rand.Rand) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), crashEnv+"="+vault, crashEnv+"_CACHE="+cache, crashEnv+"_SEED="+fmt.Sprint(seed))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for n := r.IntN(8); n >= 0 && lines.Scan(); n-- {
		if len(lines.Text()) > 6 && lines.Text()[:6] == "failed" {
			t.Fatalf("child: %s", lines.Text())
		}
	}
	<-time.After(time.Duration(r.IntN(20_000)) * time.Microsecond)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
	}
	_ = cmd.Wait() // it was killed
}

func checkAfterCrash(t *testing.T, vault, cache string, round int) {
	t.Helper()
	ix, err := Open(t.Context(), Options{Vault: vault, CacheDir: cache, Private: DefaultPrivateRules()})
	if err != nil {
		t.Fatalf("round %d: %v", round, err)
	}
	if err := ix.WaitReady(t.Context()); err != nil {
		t.Fatalf("round %d: %v", round, err)
	}
	got := pictureOf(t, ix)
	if err := ix.Close(); err != nil {
		t.Fatalf("round %d: close: %v", round, err)
	}
	want := freshPicture(t, vault)
	if diff := got.differs(want); diff != "" {
		t.Fatalf("round %d: after a crash the index is not what a fresh one is:\n%s", round, diff)
	}
}
