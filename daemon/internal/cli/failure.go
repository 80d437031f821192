package cli

import (
	"context"
	"errors"

	"github.com/ibid-notes/ibid/daemon/internal/app"
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

// text is the failure as a person reads it.
func (f failure) text(l language) string {
	if f.Hint == "" {
		return l.said(f.Message)
	}
	return l.said(f.Message) + "\n      " + l.said(f.Hint)
}

// toFailure words an error for a person.
func toFailure(err error) failure {
	var wire *protocol.Error
	var vault *config.VaultError
	var index *vaultindex.VaultError
	var place *config.PlaceError
	var owner *app.SilentOwnerError
	var unshared *app.UnsharedError
	var setting *config.SettingError
	var usage usageError
	switch {
	case errors.As(err, &wire) && wire.Data != nil:
		return failure{Code: wire.Data.Code, Message: wire.Data.Message, Hint: wire.Data.Hint}
	case errors.As(err, &wire):
		return failure{Code: "FAILED", Message: wire.Message}
	case errors.As(err, &vault):
		return failure{Code: "VAULT", Message: "vault " + quoted(vault.Path) + " " + vault.Reason, Hint: vault.Hint}
	case errors.As(err, &index):
		return failure{Code: "VAULT", Message: "vault " + quoted(index.Dir) + " " + index.Rule, Hint: index.Hint}
	case errors.As(err, &place):
		return failure{Code: "STATE", Message: quoted(place.Path) + " " + place.Reason, Hint: place.Hint}
	case errors.As(err, &unshared):
		return failure{Code: "OWNER_UNSHARED", Message: unshared.Message(), Hint: unshared.Hint()}
	case errors.As(err, &owner):
		return failure{Code: "OWNER_SILENT", Message: owner.Message(), Hint: owner.Hint()}
	case errors.As(err, &usage):
		return failure{Code: "USAGE", Message: err.Error(), Hint: "ibid --help shows how."}
	case errors.As(err, &setting):
		return failure{Code: "CONFIG", Message: setting.Message}
	case errors.Is(err, context.Canceled):
		return failure{Code: "CANCELLED", Message: "ended before it was done"}
	}
	return failure{Code: "FAILED", Message: err.Error()}
}

// ownerChanged tells that the process which served the vault ended before it answered.
func ownerChanged(err error) bool {
	var wire *protocol.Error
	return errors.As(err, &wire) && wire.Data != nil && wire.Data.Code == "OWNER_CHANGED"
}

func quoted(s string) string { return "“" + s + "”" }
