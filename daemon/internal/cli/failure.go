package cli

import (
	"errors"

	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/vaultindex"
)

// failure is an error as --json prints it.
type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

func (f failure) text() string {
	if f.Hint == "" {
		return f.Message
	}
	return f.Message + "\n      " + f.Hint
}

// toFailure words an error for a person.
func toFailure(err error) failure {
	var wire *protocol.Error
	var vault *config.VaultError
	var index *vaultindex.VaultError
	switch {
	case errors.As(err, &wire) && wire.Data != nil:
		return failure{Code: wire.Data.Code, Message: wire.Data.Message, Hint: wire.Data.Hint}
	case errors.As(err, &wire):
		return failure{Code: "FAILED", Message: wire.Message}
	case errors.As(err, &vault):
		return failure{Code: "VAULT", Message: "vault " + quoted(vault.Path) + " " + vault.Reason, Hint: vault.Hint}
	case errors.As(err, &index):
		return failure{Code: "VAULT", Message: "vault " + quoted(index.Dir) + " " + index.Rule, Hint: index.Hint}
	}
	return failure{Code: "FAILED", Message: err.Error()}
}

func quoted(s string) string { return "“" + s + "”" }
