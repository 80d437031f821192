package gate

import "github.com/ibid-notes/ibid/daemon/internal/gate/commit"

// VaultOf is the file layer of a gate.
func VaultOf(g *Gate) *commit.Vault { return g.vault }
