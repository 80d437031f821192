package cli

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/ibid-notes/ibid/daemon/internal/app"
	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/protocol"
)

type doctorCmd struct {
	Erase bool `help:"Remove everything Ibid keeps about this vault: index, conversations, journal. The vault is not touched."`
	Yes   bool `help:"Do not ask before erasing."`
	modelFlags
}

// checkJSON is a check as --json prints it.
type checkJSON struct {
	Name   string `json:"name"`
	Status string `json:"status"`
	Detail string `json:"detail"`
	Hint   string `json:"hint,omitempty"`
}

// Run checks, or erases.
func (c doctorCmd) Run(e env) error {
	o, err := e.options(c.modelFlags)
	if err != nil {
		return err
	}
	if c.Erase {
		return c.erase(e, o.Vault)
	}
	checks := []protocol.DoctorCheck{
		{Name: "version", Status: protocol.CheckOK, Detail: config.Version},
		{Name: "vault", Status: protocol.CheckOK, Detail: o.Vault.Root},
		{Name: "state", Status: protocol.CheckOK, Detail: o.Vault.State},
		{Name: "journal", Status: protocol.CheckOK, Detail: filepath.Join(o.Vault.State, "journal")},
		{Name: "cache", Status: protocol.CheckOK, Detail: o.Vault.Cache},
	}
	cl, err := connect(e.ctx, o, nil)
	if err != nil {
		return err
	}
	set := protocol.ConfigSetParams{Provider: o.Settings.Provider, Model: o.Settings.Model, BaseURL: o.Settings.BaseURL, Key: o.Settings.Key}
	var r protocol.DoctorResult
	err = cl.call(e.ctx, protocol.MethodConfigSet, set, nil)
	if err == nil {
		err = cl.refresh(e.ctx)
	}
	if err == nil {
		err = cl.call(e.ctx, protocol.MethodDoctor, protocol.DoctorParams{}, &r)
	}
	if err = errors.Join(err, cl.close()); err != nil {
		return err
	}
	return printChecks(e, append(checks, r.Checks...))
}

func printChecks(e env, checks []protocol.DoctorCheck) error {
	failed := false
	out := []checkJSON{}
	for _, c := range checks {
		out = append(out, checkJSON{c.Name, string(c.Status), c.Detail, c.Hint})
		failed = failed || c.Status == protocol.CheckFail
	}
	if e.json {
		if err := printJSON(e.stdout, map[string]any{"ok": !failed, "checks": out}); err != nil {
			return err
		}
	} else {
		for _, c := range out {
			fmt.Fprintf(e.stdout, "%-4s  %-13s  %s\n", e.lang.said(c.Status), e.lang.said(c.Name), oneLine(e.lang.said(c.Detail)))
			if c.Hint != "" {
				fmt.Fprintf(e.stdout, "                     %s\n", e.lang.said(c.Hint))
			}
		}
	}
	if failed {
		return silent{}
	}
	return nil
}

// erase removes the vault's state after asking. A running daemon keeps it: the
// files are its own.
func (c doctorCmd) erase(e env, v config.Vault) error {
	if !c.Yes {
		if !isTerminal(e.stdin) {
			return usageError{errors.New("erasing asks first; give --yes where nobody can answer")}
		}
		if agreed, err := e.confirms(e.lang.say("erase?", v.Root)); err != nil || !agreed {
			return errors.New(e.lang.say("nothing erased"))
		}
	}
	if err := app.Erase(v); err != nil {
		return err
	}
	if e.json {
		return printJSON(e.stdout, map[string]bool{"erased": true})
	}
	_, err := fmt.Fprintln(e.stdout, e.lang.say("erased"))
	return err
}
