package server

import (
	"os"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/protocol"
)

// While the vault is gone status and search say so, what is known is answered,
// and what is not possible is a typed error; back again, everything works.
func TestWhileTheVaultIsGone(t *testing.T) {
	h := newHouse(t, orchard)
	g := h.guest()
	away := h.vault.Root + "-away"
	must(t, os.Rename(h.vault.Root, away))
	if _, err := h.index.Refresh(t.Context()); err == nil {
		t.Fatal("a vault that is gone is refreshed")
	}
	for _, method := range []string{protocol.MethodIndexUpdate, protocol.MethodNoteGet} {
		var params any = protocol.IndexUpdateParams{}
		if method == protocol.MethodNoteGet {
			params = protocol.NoteGetParams{Path: "Apple.md"}
		}
		e := g.refused(protocol.CodeApplication, method, params)
		if e.Data == nil || e.Data.Code != "VAULT_MISSING" || e.Data.Hint == "" {
			t.Errorf("%s: %v %+v", method, e, e.Data)
		}
	}
	var st protocol.IndexStatusResult
	g.call(protocol.MethodIndexStatus, protocol.IndexStatusParams{}, &st)
	if st.Phase != protocol.IndexVaultMissing || !strings.Contains(st.Problem, "vault's folder") || st.Notes == 0 {
		t.Errorf("status: %+v", st)
	}
	g.call(protocol.MethodGraphGet, protocol.GraphGetParams{}, &protocol.GraphGetResult{})
	must(t, os.Rename(away, h.vault.Root))
	_, err := h.index.Refresh(t.Context())
	must(t, err)
	if n := getNote(g, "Apple.md"); n.Path != "Apple.md" {
		t.Errorf("back again, the note is %+v", n)
	}
}
