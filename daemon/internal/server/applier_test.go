package server

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/tools"
)

// plugin makes changes as Obsidian does, in the folder of a vault.
type plugin struct {
	root   string
	made   []string // methods, in order
	before func(ctx context.Context, n int) error
}

// do carries out one request.
func (p *plugin) do(ctx context.Context, method string, raw json.RawMessage) (any, error) {
	p.made = append(p.made, method)
	if p.before != nil {
		if err := p.before(ctx, len(p.made)); err != nil {
			return nil, err
		}
	}
	var r struct {
		Path, To, ExpectedSha256, Text, Base64 string
		Folder                                 bool
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, err
	}
	at := filepath.Join(p.root, filepath.FromSlash(r.Path))
	if raw, err := os.ReadFile(at); r.ExpectedSha256 != "" && (err != nil || sum(string(raw)) != r.ExpectedSha256) {
		return nil, protocol.NewError("STALE_READ", "the file has changed", "", true)
	}
	data := []byte(r.Text)
	if r.Base64 != "" {
		data, _ = base64.StdEncoding.DecodeString(r.Base64)
	}
	switch {
	case method == protocol.CallVaultRename:
		return struct{}{}, os.Rename(at, filepath.Join(p.root, filepath.FromSlash(r.To)))
	case method == protocol.CallVaultTrash:
		return struct{}{}, os.Remove(at)
	case r.Folder:
		return struct{}{}, os.Mkdir(at, 0o755)
	}
	return struct{}{}, os.WriteFile(at, data, 0o644)
}

// attach opens a connection that takes changes of the vault.
func (h *house) attach(p *plugin) *guest {
	h.t.Helper()
	g := h.connect()
	g.vault = p.do
	g.call(protocol.MethodInitialize, protocol.InitializeRequest{ProtocolVersion: 1, ClientInfo: &protocol.Implementation{Name: "plugin"},
		ClientCapabilities: protocol.ClientCapabilities{Meta: protocol.IbidMeta(protocol.ClientAnnouncement{Version: 1, Features: trimmed(vaultCalls)})}}, nil)
	return g
}

// byTool makes a change with a tool that a person has agreed to.
func (g *guest) byTool(name, args string) tools.Result {
	g.t.Helper()
	var r tools.Result
	g.call(protocol.MethodToolCall, protocol.ToolCallParams{Name: name, Arguments: json.RawMessage(args), Approved: true}, &r)
	return r
}

var linked = map[string]string{"a.md": "A\n", "b.md": "[[a]]\n", "c.md": "[[a]] too\n"}

const renames = `{"slug":"a","name":"z","folder":"New"}`

func (h *house) wantTree(what string, want map[string]string) {
	h.t.Helper()
	for path, text := range want {
		if got := h.read(path); got != text {
			h.t.Errorf("%s: %s is %q, want %q", what, path, got, text)
		}
	}
}

// With the plugin attached every change goes through Obsidian; without it, into the
// files.
func TestChangesGoThroughThePlugin(t *testing.T) { // contracts 2.1.3
	h := newHouse(t, linked)
	p := &plugin{root: h.vault.Root}
	g := h.attach(p)
	r := g.byTool("move_note", renames)
	h.wantTree("moved", map[string]string{"New/z.md": "A\n", "a.md": "", "b.md": "[[z]]\n", "c.md": "[[z]] too\n"})
	if r.Status != tools.StatusOK || len(p.made) != 4 || p.made[0] != protocol.CallVaultCreate {
		t.Errorf("%+v by way of %v", r, p.made)
	}
	var undone protocol.UndoApplyResult
	g.call(protocol.MethodUndoApply, protocol.UndoApplyParams{ID: r.UndoID}, &undone)
	h.wantTree("undone", linked)
	if _, err := os.Stat(filepath.Join(h.vault.Root, "New")); err == nil || len(p.made) < 8 {
		t.Errorf("the folder is there still, or the undo went another way: %v", p.made)
	}
	must(t, g.conn.Close())
	h.gone()
	n := len(p.made)
	if r := h.guest().byTool("move_note", renames); r.Status != tools.StatusOK || len(p.made) != n {
		t.Errorf("without the plugin: %+v", r)
	}
}

// gone waits until the server knows of no plugin.
func (h *house) gone() {
	h.t.Helper()
	g := h.guest()
	g.until("the plugin is gone", func() bool {
		select {
		case g.news <- struct{}{}:
		default:
		}
		return h.server.Applier() == nil
	})
}

// Whatever the plugin answers, half a change never stays.
func TestAPluginThatFailsHalfway(t *testing.T) { // issue 4: all or nothing
	boom := errors.New("boom")
	for name, tc := range map[string]struct {
		before func(g **guest) func(context.Context, int) error
		code   tools.Code
	}{
		"says no": {func(**guest) func(context.Context, int) error {
			return func(_ context.Context, n int) error {
				if n == 3 {
					return protocol.NewError("STALE_READ", "the note has unsaved text", "", true)
				}
				return nil
			}
		}, tools.StaleRead},
		"answers nonsense": {func(**guest) func(context.Context, int) error {
			return func(_ context.Context, n int) error {
				if n == 3 {
					return boom
				}
				return nil
			}
		}, ""},
		"can do nothing": {func(**guest) func(context.Context, int) error {
			return func(_ context.Context, n int) error {
				if n >= 3 {
					return boom
				}
				return nil
			}
		}, ""},
		"goes away": {func(g **guest) func(context.Context, int) error {
			return func(ctx context.Context, n int) error {
				if n == 3 {
					go func() { _ = (*g).conn.Close() }()
					<-ctx.Done()
				}
				return nil
			}
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, linked)
			p := &plugin{root: h.vault.Root}
			var g *guest
			p.before = tc.before(&g)
			g = h.attach(p)
			var r tools.Result
			err := h.guest().try(protocol.MethodToolCall, protocol.ToolCallParams{Name: "move_note", Arguments: json.RawMessage(renames), Approved: true}, &r)
			if err != nil || r.Status.Success() || tc.code != "" && r.Code != tc.code || !strings.Contains(strings.ToLower(r.Summary), "nothing was") && !strings.Contains(r.Summary, "not made") {
				t.Errorf("%v, %+v", err, r)
			}
			h.wantTree(name, linked)
		})
	}
}

// A client that takes only some of the requests takes none.
func TestHalfAPlugin(t *testing.T) {
	h := newHouse(t, nil)
	g := h.connect()
	g.call(protocol.MethodInitialize, protocol.InitializeRequest{ProtocolVersion: 1,
		ClientCapabilities: protocol.ClientCapabilities{Meta: protocol.IbidMeta(protocol.ClientAnnouncement{Version: 1, Features: trimmed(vaultCalls[:3])})}}, nil)
	if h.server.Applier() != nil {
		t.Error("changes would go through it")
	}
}
