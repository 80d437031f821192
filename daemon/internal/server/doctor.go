package server

import (
	"context"
	"fmt"

	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/vaultindex"
)

// doctor looks at what runs. It changes nothing. A model's provider is asked for the
// list of its models, at the address that was set; without a model nothing is sent.
func (s *Server) doctor(ctx context.Context, c *protocol.Conn, _ protocol.DoctorParams) (protocol.DoctorResult, error) {
	return protocol.DoctorResult{Checks: append(s.indexChecks(), s.sharingCheck(), s.changesCheck(), s.modelCheck(ctx, s.settingsOf(c)))}, nil
}

func (s *Server) indexChecks() []protocol.DoctorCheck {
	st := s.Index.Status()
	index := protocol.DoctorCheck{Name: "index", Status: protocol.CheckOK,
		Detail: fmt.Sprintf("%s: %d notes, %d files, %d links, %d unresolved", st.Phase, st.Stats.Notes, st.Stats.Files, st.Stats.Links, st.Stats.Unresolved)}
	if st.Phase == vaultindex.Paused {
		index.Status, index.Hint = protocol.CheckWarn, "Resume indexing, as with the command Resume indexing in Obsidian."
	}
	watch := protocol.DoctorCheck{Name: "watching", Status: protocol.CheckOK, Detail: "changes are noticed by " + st.Watching}
	if st.Problem != "" {
		watch.Status, watch.Hint = protocol.CheckWarn, st.Problem
	}
	skipped := protocol.DoctorCheck{Name: "skipped files", Status: protocol.CheckOK, Detail: "none"}
	if n := len(st.Skipped); n > 0 {
		skipped.Status = protocol.CheckWarn
		skipped.Detail = fmt.Sprintf("%d, the first: %s (%s)", n, st.Skipped[0].Path, st.Skipped[0].Reason)
		skipped.Hint = "ibid index --json lists them all."
	}
	return []protocol.DoctorCheck{index, watch, skipped}
}

func (s *Server) sharingCheck() protocol.DoctorCheck {
	check := protocol.DoctorCheck{Name: "sharing", Status: protocol.CheckOK, Detail: "other processes can attach"}
	if s.Unshared == nil {
		return check
	}
	if err := s.Unshared(); err != nil {
		check.Status, check.Detail = protocol.CheckWarn, "no place for a socket: "+err.Error()
		check.Hint = "Set XDG_RUNTIME_DIR or TMPDIR to a folder of yours, or " + config.HomeVariable + " to a shorter path."
	}
	return check
}

func (s *Server) changesCheck() protocol.DoctorCheck {
	check := protocol.DoctorCheck{Name: "changes", Status: protocol.CheckOK}
	g, err := s.writable()
	if err != nil {
		check.Status, check.Detail, check.Hint = protocol.CheckFail, "notes cannot be changed", "Reading works. Mend what is named, and start Ibid again."
		if w := s.Agent.Writer; w != nil && w.Fault != nil {
			check.Detail += ": " + w.Fault.Error()
		}
		return check
	}
	if _, err := gate.PolicyFrom(s.Vault.PolicyFiles())(); err != nil {
		check.Status, check.Detail, check.Hint = protocol.CheckFail, "the policy cannot be read, so every change is refused: "+err.Error(), "Correct the file."
		return check
	}
	undoable := 0
	for _, e := range g.Entries() {
		if e.State == journal.Applied && e.UndoneBy == "" {
			undoable++
		}
	}
	check.Detail = fmt.Sprintf("notes can be changed, each time after asking; %d can be undone, %d wait for an answer", undoable, len(g.Pending()))
	return check
}

func (s *Server) modelCheck(ctx context.Context, settings config.Settings) protocol.DoctorCheck {
	check := protocol.DoctorCheck{Name: "model", Status: protocol.CheckOK}
	controller, err := s.Model(settings)
	keyed, _ := controller.(interface{ NeedKey() error })
	switch {
	case err != nil:
		check.Status, check.Detail, check.Hint = protocol.CheckFail, err.Error(), "Correct the settings."
	case settings.Provider == config.Offline || settings.Provider == "":
		check.Detail = "none configured: answers are quoted from your notes"
	case keyed != nil && keyed.NeedKey() != nil:
		check.Status, check.Detail = protocol.CheckWarn, controller.Name()+" has no key"
		check.Hint = "Set " + config.KeyVariable(settings.Provider) + ", or give the key in the plugin's settings. A model on this machine needs none: give its address with --base-url."
	default:
		probe(ctx, controller, settings.Provider, &check)
	}
	return check
}

// probe asks a provider whether it is there, takes the key and has the model. What
// fails for good fails; what may be better in a minute, or is not sure, is a warning.
func probe(ctx context.Context, controller model.Controller, provider string, check *protocol.DoctorCheck) {
	check.Detail = controller.Name()
	prober, _ := controller.(interface {
		Probe(ctx context.Context) error
	})
	if prober == nil {
		return
	}
	failed, ok := model.AsError(prober.Probe(ctx))
	if !ok {
		check.Detail += " answers"
		return
	}
	check.Status, check.Detail = protocol.CheckFail, check.Detail+": "+failed.Message
	switch failed.Kind {
	case model.ErrAuth, model.ErrForbidden:
		check.Hint = "Set " + config.KeyVariable(provider) + " to a key that the provider takes, or give it in the plugin's settings."
	case model.ErrNotFound, model.ErrRateLimited, model.ErrOverloaded:
		check.Status = protocol.CheckWarn
		check.Hint = "Correct the model's name, or ask again in a while."
	default:
		check.Hint = "Correct the address with --base-url or in the plugin's settings, and see that the provider runs."
	}
}
