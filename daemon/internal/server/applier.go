package server

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/gate/commit"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/tools"
)

// vaultCalls are what a client must take for changes to be made through it.
var vaultCalls = []string{protocol.CallVaultApply, protocol.CallVaultCreate, protocol.CallVaultRename, protocol.CallVaultTrash}

// takesChanges tells whether a client has declared them all.
func takesChanges(r protocol.InitializeRequest) bool {
	var said protocol.ClientAnnouncement
	if !r.ClientCapabilities.Meta.Ibid(&said) {
		return false
	}
	return !slices.ContainsFunc(trimmed(vaultCalls), func(name string) bool { return !slices.Contains(said.Features, name) })
}

// Applier is the plugin that came last, nil when none is attached: changes are then
// made in the files.
func (s *Server) Applier() gate.Applier {
	s.mu.Lock()
	defer s.mu.Unlock()
	var last *protocol.Conn
	for conn, c := range s.clients {
		if c.applies > 0 && (last == nil || c.applies > s.clients[last].applies) {
			last = conn
		}
	}
	if last == nil {
		return nil
	}
	return through{last}
}

// through makes changes by way of the plugin at a connection.
type through struct{ conn *protocol.Conn }

// stepPatience is how long the plugin may take for one file: Obsidian may be busy with
// a large vault, and a person does not wait for longer.
const stepPatience = 20 * time.Second

// Do implements gate.Applier.
func (t through) Do(ctx context.Context, c commit.AppliedStep) error {
	ctx, cancel := context.WithTimeout(ctx, stepPatience)
	defer cancel()
	method, params := requestOf(c)
	err := t.conn.Call(ctx, method, params, &struct{}{})
	var refused *protocol.Error
	if !errors.As(err, &refused) {
		return err
	}
	return refusal(c, refused)
}

func requestOf(c commit.AppliedStep) (string, any) {
	text, coded := string(c.Data), ""
	if !utf8.Valid(c.Data) {
		text, coded = "", base64.StdEncoding.EncodeToString(c.Data)
	}
	path := c.Path.String()
	switch {
	case c.Op == journal.Put && c.Expected == "":
		return protocol.CallVaultCreate, protocol.VaultCreateParams{Path: path, Text: text, Base64: coded}
	case c.Op == journal.Put:
		return protocol.CallVaultApply, protocol.VaultApplyParams{Path: path, ExpectedSha256: c.Expected, Text: text, Base64: coded}
	case c.Op == journal.Move:
		return protocol.CallVaultRename, protocol.VaultRenameParams{Path: path, To: c.To.String(), ExpectedSha256: c.Expected}
	case c.Op == journal.Mkdir:
		return protocol.CallVaultCreate, protocol.VaultCreateParams{Path: path, Folder: true}
	}
	return protocol.CallVaultTrash, protocol.VaultTrashParams{Path: path, ExpectedSha256: c.Expected, Folder: c.Op == journal.Rmdir, Discard: c.Discard}
}

// refusal is what the plugin answered, as the gate takes it: with a code of the tools,
// nothing was changed; with any other, nobody knows.
func refusal(c commit.AppliedStep, e *protocol.Error) error {
	if e.Data != nil {
		if _, known := tools.Code(e.Data.Code).Info(); known {
			refused := tools.Errorf(tools.Code(e.Data.Code), "Obsidian did not change %q: %s", c.Path, e.Message)
			refused.Data.Path = c.Path.String()
			return refused
		}
	}
	return fmt.Errorf("the plugin did not %s %s: %w", c.Op, c.Path, e)
}
