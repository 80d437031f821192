package builtin

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
)

// testVault is a real vault on disk with a real index over it.
type testVault struct {
	t    *testing.T
	dir  string
	ix   *vaultindex.Index
	env  *tools.Env
	held []*vaultindex.Snapshot
}

// newVault writes the files, by path, and indexes them. A path that ends in a
// slash is an empty folder.
func newVault(t *testing.T, files map[string]string) *testVault {
	t.Helper()
	v := &testVault{t: t, dir: t.TempDir()}
	for name, content := range files {
		v.write(name, content)
	}
	return v.open()
}

func (v *testVault) write(name, content string) {
	v.t.Helper()
	full := filepath.Join(v.dir, filepath.FromSlash(name))
	dir := filepath.Dir(full)
	if strings.HasSuffix(name, "/") {
		dir = full
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		v.t.Fatal(err)
	}
	if strings.HasSuffix(name, "/") {
		return
	}
	if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
		v.t.Fatal(err)
	}
}

// open indexes what is on disk and makes the environment of a session.
func (v *testVault) open() *testVault {
	v.t.Helper()
	ix, err := vaultindex.Open(v.t.Context(), vaultindex.Options{Vault: v.dir, CacheDir: v.t.TempDir(), Private: vaultindex.DefaultPrivateRules()})
	if err != nil {
		v.t.Fatal(err)
	}
	v.t.Cleanup(func() {
		if err := ix.Close(); err != nil {
			v.t.Error(err)
		}
	})
	if err := ix.WaitReady(v.t.Context()); err != nil {
		v.t.Fatal(err)
	}
	v.t.Cleanup(v.release)
	var n atomic.Int64
	v.ix = ix
	v.env = &tools.Env{Root: v.dir, Reads: tools.NewReads(), NewEvidenceID: func() string { return fmt.Sprintf("E%d", n.Add(1)) }}
	v.acquire()
	return v
}

// snapshot is the newest one, held until release.
func (v *testVault) snapshot() *vaultindex.Snapshot {
	snap := v.ix.Acquire()
	v.held = append(v.held, snap)
	return snap
}

// release gives up all snapshots; the environment needs another then.
func (v *testVault) release() {
	for _, snap := range v.held {
		snap.Release()
	}
	v.held = nil
}

// acquire gives the environment the newest snapshot.
func (v *testVault) acquire() {
	snap := v.snapshot()
	v.env.View = snap.View(false)
	if v.env.Private != nil {
		v.env.Private = snap.View(true)
	}
}

// allowPrivate makes the session one that may see private notes.
func (v *testVault) allowPrivate() {
	v.env.Private = v.snapshot().View(true)
}

// refresh brings the index up to date with the disk.
func (v *testVault) refresh() {
	v.t.Helper()
	seq, err := v.ix.Refresh(v.t.Context())
	if err != nil {
		v.t.Fatal(err)
	}
	if err := v.ix.WaitFor(v.t.Context(), seq); err != nil {
		v.t.Fatal(err)
	}
	v.acquire()
}

var registry = tools.New(slices.Concat(Reading(), Extra(), Writing(), WritingExtra())...)

// call runs a tool.
func (v *testVault) call(name, args string) tools.Result {
	v.t.Helper()
	return registry.Call(v.t.Context(), v.env, name, json.RawMessage(args))
}

// good runs a tool that must succeed and returns its data.
func good[T any](v *testVault, name, args string) (*T, tools.Result) {
	v.t.Helper()
	res := v.call(name, args)
	if res.Status != tools.StatusOK {
		v.t.Fatalf("%s %s: %s %s: %s", name, args, res.Status, res.Code, res.Summary)
	}
	data, ok := res.Data.(*T)
	if !ok {
		v.t.Fatalf("%s %s: data is %T", name, args, res.Data)
	}
	return data, res
}

// bad runs a tool that must fail with the code, and checks that the text holds
// the parts and a correct call (R257).
func (v *testVault) bad(name, args string, code tools.Code, parts ...string) tools.Failure {
	v.t.Helper()
	res := v.call(name, args)
	if res.Code != code || res.Status.Success() {
		v.t.Fatalf("%s %s: got %s %s, want %s: %s", name, args, res.Status, res.Code, code, res.Summary)
	}
	for _, part := range append(parts, "Smallest correct call: ") {
		if !strings.Contains(res.Summary, part) {
			v.t.Errorf("%s %s: %q does not say %q", name, args, res.Summary, part)
		}
	}
	data := res.Data.(*tools.Failure)
	v.checkCall(data.Call)
	return *data
}

// checkCall checks that a call named in an error text is one the tool takes.
func (v *testVault) checkCall(call string) {
	v.t.Helper()
	name, args, ok := strings.Cut(call, " ")
	tool, known := registry.Lookup(name)
	if !ok || !known {
		v.t.Fatalf("%q is no call", call)
	}
	if _, err := tool.Canonical(json.RawMessage(args)); err != nil {
		v.t.Errorf("the call %q is not correct: %v", call, err)
	}
}

// numbered is a text of n lines.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}
