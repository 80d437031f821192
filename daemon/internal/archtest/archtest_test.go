package archtest

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

const module = "github.com/ibid-notes/ibid"

// load type-checks every package of the module, once for all tests.
var load = sync.OnceValues(func() ([]*packages.Package, error) {
	_, file, _, _ := runtime.Caller(0)
	return packages.Load(&packages.Config{
		Dir:  filepath.Join(filepath.Dir(file), "..", "..", ".."),
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo,
	}, "./...")
})

// each calls check with every package and its path below the module.
func each(t *testing.T, check func(t *testing.T, path string, p *packages.Package)) {
	t.Helper()
	all, err := load()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 15 {
		t.Fatalf("only %d packages were found: the test looks in the wrong place", len(all))
	}
	for _, p := range all {
		if len(p.Errors) > 0 {
			t.Fatalf("%s: %v", p.PkgPath, p.Errors[0])
		}
		check(t, strings.TrimPrefix(strings.TrimPrefix(p.PkgPath, module), "/"), p)
	}
}

// arrows lists what of ours each package may import, the most particular
// prefix first (design section 2). A prefix stands for all packages below it.
var arrows = []struct{ from, to string }{
	{"protocol", "protocol"},
	{"vaultindex/vaultpath", ""},
	{"vaultindex/note", "vaultindex/vaultpath"},
	{"vaultindex/graph", "vaultindex/note vaultindex/vaultpath"},
	{"vaultindex/fulltext", "vaultindex/vaultpath"},
	{"vaultindex/watch", "vaultindex/vaultpath"},
	{"vaultindex", "vaultindex"},
	{"tools", "tools vaultindex"},
	{"daemon/internal/config", "vaultindex"},
	{"daemon/internal/runtime", "daemon/internal/config vaultindex tools"},
	{"daemon/internal/model", "daemon/internal/model daemon/internal/runtime daemon/internal/config vaultindex tools"},
	{"daemon/internal/gate", "daemon/internal/gate daemon/internal/runtime daemon/internal/config vaultindex tools"},
	{"daemon/internal/agent", "daemon/internal/gate daemon/internal/model daemon/internal/runtime daemon/internal/config vaultindex tools"},
	{"daemon/internal/autotag", "daemon/internal/gate daemon/internal/runtime daemon/internal/config vaultindex tools"},
	{"daemon/internal/server", "daemon/internal/agent daemon/internal/autotag daemon/internal/gate daemon/internal/model daemon/internal/runtime daemon/internal/config vaultindex tools protocol"},
	{"daemon/internal/app", "daemon/internal/server daemon/internal/agent daemon/internal/autotag daemon/internal/gate daemon/internal/model daemon/internal/runtime daemon/internal/config vaultindex tools protocol"},
	{"daemon/internal/plainlinks", ""},
	{"daemon/internal/cli", "daemon/internal/plainlinks daemon/internal/app daemon/internal/config vaultindex tools protocol"},
	{"daemon/internal/archtest", ""},
	{"daemon/e2e/demo", "daemon/internal/plainlinks protocol"},
	{"daemon/e2e", "protocol daemon/internal/model/modeltest vaultindex"},
	{"daemon", "daemon/internal/cli"},
}

func TestArrowsPointDown(t *testing.T) {
	each(t, func(t *testing.T, path string, p *packages.Package) {
		at := slices.IndexFunc(arrows, func(a struct{ from, to string }) bool { return below(path, a.from) })
		if at < 0 {
			t.Errorf("package %s is in no layer: give it a place in arrows", path)
			return
		}
		for imported := range p.Imports {
			rel, ours := strings.CutPrefix(imported, module+"/")
			if ours && !slices.ContainsFunc(strings.Fields(arrows[at].to), func(to string) bool { return below(rel, to) }) {
				t.Errorf("%s imports %s, which is no arrow down; move what is needed, not the fence", path, rel)
			}
		}
	})
}

func below(path, prefix string) bool { return path == prefix || strings.HasPrefix(path, prefix+"/") }

func TestNothingImportsTheCommandLineOrTestSupport(t *testing.T) {
	each(t, func(t *testing.T, path string, p *packages.Package) {
		for imported := range p.Imports {
			if strings.HasSuffix(imported, "/modeltest") && !below(path, "daemon/e2e") && !below(path, "daemon/internal/model/modeltest") {
				t.Errorf("%s imports the scripted provider outside a test", path)
			}
		}
	})
}

func TestOnePackageCommentAPackage(t *testing.T) {
	each(t, func(t *testing.T, path string, p *packages.Package) {
		var with []string
		for _, f := range p.Syntax {
			if f.Doc != nil {
				with = append(with, filepath.Base(p.Fset.Position(f.Pos()).Filename))
			}
		}
		if len(with) != 1 {
			t.Errorf("%s has %d package comments, in %v; it needs exactly one", path, len(with), with)
		}
	})
}

// roads lists the packages that may call what changes files, reaches the
// network or starts processes. Only gate/disk leads into a vault: the state and
// caches of the others lie outside it.
var roads = map[string][]string{
	"files":     {"daemon/internal/app", "daemon/internal/config", "daemon/internal/gate/disk", "daemon/internal/runtime", "vaultindex", "vaultindex/fulltext", "vaultindex/vaultgen", "protocol/gen"},
	"network":   {"daemon/internal/app", "daemon/internal/model/openai", "daemon/internal/model/anthropic", "daemon/internal/model/wire", "daemon/internal/model/modeltest", "daemon/internal/model/modeltest/cmd", "tools/fetch"},
	"processes": {"daemon/e2e/demo", "protocol/gen"},
}

// sensitive names the calls, by package and name; a trailing * is any ending.
var sensitive = map[string]map[string]string{
	"files": {"os": "Create* WriteFile OpenFile Mkdir* Remove* Rename* Chmod Chtimes Chown Link Symlink Truncate CopyFS",
		"os.Root":                       "Create OpenFile WriteFile Mkdir* Remove* Rename Chmod Chtimes Chown Link Symlink",
		"os.File":                       "Chmod Truncate Write* ReadFrom",
		"syscall":                       "Creat Open Rename* Unlink* Link* Symlink* Mkdir* Rmdir Truncate Ftruncate Chmod Write Pwrite",
		"io/ioutil":                     "WriteFile Temp*",
		"github.com/google/renameio/v2": "*",
		"golang.org/x/sys/unix":         "Creat Open* Rename* Unlink* Link* Symlink* Mkdir* Rmdir Truncate Ftruncate Write Pwrite*",
	},
	"network": {
		"net": "Dial* Listen* Lookup* Resolve* FileConn FileListener", "net.Dialer": "Dial*", "net.ListenConfig": "Listen*", "net.Resolver": "Lookup*",
		"crypto/tls": "Dial* Listen", "crypto/tls.Dialer": "Dial*",
		"net/http": "Get Post* Head NewRequest* ListenAndServe* Serve* DefaultClient DefaultTransport", "net/http.Client": "Do Get Head Post*",
		"net/http.Transport": "RoundTrip", "net/http.RoundTripper": "RoundTrip", "net/http.Server": "Serve* ListenAndServe*",
		"net/smtp": "*", "net/rpc": "Dial*", "github.com/Microsoft/go-winio": "DialPipe* ListenPipe",
		"codeberg.org/readeck/go-readability/v2": "FromURL",
	},
	"processes": {"os/exec": "Command*", "os": "StartProcess", "syscall": "Exec ForkExec StartProcess"},
}

func TestRoadsToDiskNetworkAndProcesses(t *testing.T) {
	found := map[string]bool{}
	each(t, func(t *testing.T, path string, p *packages.Package) {
		for _, f := range p.Syntax {
			ast.Inspect(f, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				road := roadOf(p.TypesInfo.Uses[id])
				if road == "" {
					return true
				}
				found[road] = true
				if !slices.Contains(roads[road], path) {
					t.Errorf("%s: %s is a road to %s, and %s is not listed for it", p.Fset.Position(id.Pos()), id.Name, road, path)
				}
				return true
			})
		}
	})
	for road := range roads {
		if !found[road] {
			t.Errorf("no call to %s was seen anywhere: the test does not see", road)
		}
	}
}

// roadOf names the road that a function, a method or a variable of a package
// leads to, or "".
func roadOf(obj types.Object) string {
	if obj == nil || obj.Pkg() == nil {
		return ""
	}
	owner := obj.Pkg().Path()
	switch obj := obj.(type) {
	case *types.Func:
		if recv := obj.Signature().Recv(); recv != nil {
			owner = strings.TrimPrefix(types.TypeString(recv.Type(), func(p *types.Package) string { return p.Path() }), "*")
		}
	case *types.Var:
		if obj.Parent() != obj.Pkg().Scope() {
			return "" // a field, or local
		}
	default:
		return ""
	}
	for road, calls := range sensitive {
		for _, form := range strings.Fields(calls[owner]) {
			if stem, wild := strings.CutSuffix(form, "*"); obj.Name() == form || wild && strings.HasPrefix(obj.Name(), stem) {
				return road
			}
		}
	}
	return ""
}

// doors lists, for what leads into a vault, who may use it: a road without the gate does
// not exist.
var doors = map[string][]string{
	"daemon/internal/gate/disk":                {"daemon/internal/gate"},
	"daemon/internal/gate/commit":              {"daemon/internal/gate", "daemon/internal/server"}, // which is the other end of its Applier
	"daemon/internal/gate/trash":               {"daemon/internal/gate"},
	"daemon/internal/gate.Open":                {"daemon/internal/app"},
	"daemon/internal/gate.Gate.Submit":         {"daemon/internal/agent"},
	"daemon/internal/gate.Gate.Undo":           {"daemon/internal/agent"},
	"daemon/internal/gate.Gate.Answer":         {"daemon/internal/agent"},
	"daemon/internal/gate/commit.New":          {"daemon/internal/gate"},
	"daemon/internal/gate/disk.Open":           {"daemon/internal/gate"},
	"tools.Complete":                           {"daemon/internal/agent"},
	"daemon/internal/agent.Writer.Submit":      {"daemon/internal/agent", "daemon/internal/server"},
	"daemon/internal/gate/commit.Vault.Apply":  {"daemon/internal/gate"},
	"daemon/internal/gate/journal.Journal.End": {"daemon/internal/gate"},
}

func TestTheGateIsTheOnlyRoadIntoAVault(t *testing.T) { // issue 4
	seen := map[string]bool{}
	each(t, func(t *testing.T, path string, p *packages.Package) {
		use := func(what string, at string) {
			users, isDoor := doors[what]
			if !isDoor || below(path, what) {
				return
			}
			seen[what] = true
			if !slices.ContainsFunc(users, func(u string) bool { return below(path, u) }) {
				t.Errorf("%s: %s uses %s, which leads into a vault past the gate", at, path, what)
			}
		}
		for imported := range p.Imports {
			use(strings.TrimPrefix(imported, module+"/"), path)
		}
		for id, obj := range p.TypesInfo.Uses {
			if f, ok := obj.(*types.Func); ok && f.Pkg() != nil && strings.HasPrefix(f.Pkg().Path(), module) {
				use(strings.TrimPrefix(nameOf(f), module+"/"), p.Fset.Position(id.Pos()).String())
			}
		}
	})
	for _, must := range []string{"daemon/internal/gate.Open", "daemon/internal/gate.Gate.Submit", "tools.Complete", "daemon/internal/gate/disk"} {
		if !seen[must] {
			t.Errorf("nothing was seen to use %s: the test does not see", must)
		}
	}
}

// nameOf is a function's package and name, with its receiver's between.
func nameOf(f *types.Func) string {
	if recv := f.Signature().Recv(); recv != nil {
		return strings.TrimPrefix(types.TypeString(recv.Type(), func(p *types.Package) string { return p.Path() }), "*") + "." + f.Name()
	}
	return f.Pkg().Path() + "." + f.Name()
}

// readBack lists the packages that read vault paths back from stores of their
// own, where only vault paths were ever put.
var readBack = []string{"vaultindex", "vaultindex/fulltext"}

// Only vaultpath turns a string into a vault path: a conversion anywhere else
// goes around its checks.
func TestVaultPathsHaveOneConstructor(t *testing.T) {
	each(t, func(t *testing.T, path string, p *packages.Package) {
		if path == "vaultindex/vaultpath" || slices.Contains(readBack, path) {
			return
		}
		for _, f := range p.Syntax {
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) != 1 {
					return true
				}
				to := p.TypesInfo.Types[call.Fun]
				if to.IsType() && to.Type.String() == module+"/vaultindex/vaultpath.Path" && p.TypesInfo.Types[call.Args[0]].Value == nil {
					t.Errorf("%s: a conversion to vaultpath.Path; use vaultpath.Parse or vaultpath.FromDisk", p.Fset.Position(call.Pos()))
				}
				return true
			})
		}
	})
}
