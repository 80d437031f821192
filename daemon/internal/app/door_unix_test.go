//go:build !windows

package app

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/protocol"
)

// shortDir is a folder with a short path, which those of a test do not have.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "ibid")
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// inHome moves a vault's state to another home.
func inHome(t *testing.T, o Options, home string) Options {
	t.Helper()
	t.Setenv(config.HomeVariable, home)
	v, err := config.OpenVault(o.Vault.Root)
	must(t, err)
	o.Vault = v
	return o
}

// own1 makes this process the owner, and gives the vault up at the end.
func own1(t *testing.T, o Options) *App {
	t.Helper()
	p, err := Join(t.Context(), o)
	must(t, err)
	if p.App == nil {
		t.Fatal("another owns the vault")
	}
	t.Cleanup(func() { must(t, p.Close()) })
	return p.App
}

func sessionsSeen(v *visitor) int {
	var r protocol.ListSessionsResponse
	v.call(protocol.MethodSessionList, protocol.ListSessionsRequest{}, &r)
	return len(r.Sessions)
}

// Two homes that serve one vault never meet, also where both sockets have to stand in
// the temporary folder: neither takes the other's away, and nobody reaches the other's
// conversations (decisions 4 and 11).
func TestTwoHomesDoNotMeet(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", "")
	t.Setenv("TMPDIR", shortDir(t))
	a := options(t)
	a = inHome(t, a, filepath.Join(t.TempDir(), strings.Repeat("a", 100)))
	b := inHome(t, a, filepath.Join(t.TempDir(), strings.Repeat("b", 100)))
	first := visit(t, a)
	first.call(protocol.MethodSessionNew, protocol.NewSessionRequest{CWD: a.Vault.Root}, nil)
	want := sessionsSeen(first)
	other := visit(t, b)
	again, otherAgain := visit(t, a), visit(t, b)
	if got := sessionsSeen(again); got != want || sessionsSeen(otherAgain) != 0 {
		t.Errorf("the first home has %d conversations and shows %d, the other shows %d", want, got, sessionsSeen(otherAgain))
	}
	otherAgain.leave()
	other.leave()
	late := visit(t, a)
	late.leave()
	again.leave()
	first.leave()
}

// The socket stands beside the state folders where the path is short enough.
func TestSocketStandsInTheHome(t *testing.T) {
	o := options(t)
	o = inHome(t, o, shortDir(t))
	a := own1(t, o)
	if !strings.HasPrefix(a.owner.address, os.Getenv(config.HomeVariable)) {
		t.Errorf("the socket is %s", a.owner.address)
	}
}

// A socket on which somebody listens is left alone, and the next place is taken.
func TestSocketOfAnotherIsLeft(t *testing.T) {
	o := options(t)
	o = inHome(t, o, shortDir(t))
	t.Setenv("XDG_RUNTIME_DIR", shortDir(t))
	taken := addresses(o.Vault)[0]
	must(t, os.MkdirAll(filepath.Dir(taken), 0o700))
	other, err := net.Listen("unix", taken)
	must(t, err)
	defer other.Close()
	a := own1(t, o)
	if a.owner.address != addresses(o.Vault)[1] {
		t.Errorf("the socket is %s", a.owner.address)
	}
	if _, err := os.Lstat(taken); err != nil {
		t.Errorf("the other's socket: %v", err)
	}
}

// What clears away the socket's file, replaces it, or removes owner.json, keeps nobody
// out for longer than a beat.
func TestTheDoorIsMended(t *testing.T) {
	for name, harm := range map[string]func(d *door) error{
		"removed":         func(d *door) error { return os.Remove(d.address) },
		"a file":          func(d *door) error { return errors.Join(os.Remove(d.address), os.WriteFile(d.address, nil, 0o600)) },
		"folder removed":  func(d *door) error { return os.RemoveAll(filepath.Dir(d.address)) },
		"no owner.json":   func(d *door) error { return os.Remove(infoPath(d.vault)) },
		"foreign":         func(d *door) error { return os.WriteFile(infoPath(d.vault), []byte(`{"pid":1,"socket":"/x"}`), 0o600) },
		"both are gone":   func(d *door) error { return errors.Join(os.Remove(d.address), os.Remove(infoPath(d.vault))) },
		"nothing at all ": func(*door) error { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			o = inHome(t, o, shortDir(t))
			a := own1(t, o)
			must(t, harm(&a.owner.door))
			v := visit(t, o)
			v.call(protocol.MethodIndexStatus, protocol.IndexStatusParams{}, nil)
			v.leave()
			if l, err := a.owner.mend(); l != nil || err != nil {
				t.Errorf("what is whole was mended: %v", err)
			}
		})
	}
}

// Where no place for a socket is to be had, the vault is served to this process, it
// can be seen why, and the next process is told at once.
func TestServingWithoutASocket(t *testing.T) {
	open := shortDir(t)
	must(t, os.MkdirAll(filepath.Join(open, "ibid-"+uid()), 0o777))
	must(t, os.Chmod(filepath.Join(open, "ibid-"+uid()), 0o777))
	for name, tmp := range map[string]string{"missing": "/nonexistent", "open to others": open, "long": "/tmp/" + strings.Repeat("t", 120)} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("XDG_RUNTIME_DIR", "")
			o := options(t)
			o = inHome(t, o, filepath.Join(t.TempDir(), strings.Repeat("h", 100)))
			t.Setenv("TMPDIR", tmp)
			v := visit(t, o)
			var r protocol.DoctorResult
			v.call(protocol.MethodDoctor, protocol.DoctorParams{}, &r)
			if !strings.Contains(sharing(r), "no place") {
				t.Errorf("the doctor says %q", sharing(r))
			}
			var unshared *UnsharedError
			if _, err := Join(t.Context(), o); !errors.As(err, &unshared) || unshared.PID != os.Getpid() {
				t.Errorf("joining gives %v", err)
			}
			v.leave()
		})
	}
}

func uid() string { return strconv.Itoa(os.Getuid()) }

func sharing(r protocol.DoctorResult) string {
	for _, c := range r.Checks {
		if c.Name == "sharing" {
			return c.Detail
		}
	}
	return ""
}
