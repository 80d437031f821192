package server

import (
	"errors"

	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/vaultindex"
)

// indexFault words what keeps the index from doing as it was asked.
func indexFault(err error) error {
	var vault *vaultindex.VaultError
	switch {
	case errors.As(err, &vault):
		return protocol.NewError("VAULT_MISSING", "The vault's folder "+vault.Rule+".", vault.Hint+".", true)
	case errors.Is(err, vaultindex.ErrPaused):
		return protocol.NewError("INDEX_PAUSED", "Indexing is paused.", "Resume it first, as with the command Resume indexing in Obsidian.", true)
	}
	return err
}
