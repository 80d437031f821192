package commit

import (
	"context"
	"errors"

	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/tools"
)

// timedOut tells whether an Applier gave no answer in time: it may still do what it
// was asked for. After any other error it does nothing more.
func timedOut(err error) bool { return errors.Is(err, context.DeadlineExceeded) }

// unanswered is the step that an Applier may still make after it was given up, nil
// where none is: one that stands by now is behind us, and taken back as the others.
func (v *Vault) unanswered(steps []*step, cause error) *step {
	if !timedOut(cause) {
		return nil
	}
	var last *step
	for _, s := range inOrder(steps) {
		if s.stood {
			last = s
		}
	}
	if last == nil {
		return nil
	}
	if stands, err := v.stands(last); err == nil && stands {
		return nil
	}
	return last
}

// leaveOpen takes back what stands of a change with a late step, and leaves its
// entry open: when the step comes after all, it is found and taken back before the
// next change or at the next start, as after a crash. If all of the change stands
// then, it is kept.
func (v *Vault) leaveOpen(e journal.Entry, steps []*step, late *step) (journal.Entry, error) {
	v.unclear = true
	if err := v.backAll(steps); err != nil {
		v.log.Error("A change of the plugin's could not be taken back", "entry", e.ID, "err", err)
		return e, outcomeUnknown(e, context.DeadlineExceeded)
	}
	e.Files = v.lookBack(steps)
	v.log.Warn("The plugin did not answer in time and may still make a step", "op", string(late.Op), "entry", e.ID)
	err := tools.Errorf(tools.OutcomeUnknown,
		"Obsidian did not answer in time about %q and may still change it; everything else is as it was. Read that file before anything else. What comes late is taken back when Ibid writes or starts again (%s)",
		late.Path, e.ID)
	if left := unlike(e.Files); left != "" {
		err.Message += ". Changed meanwhile, and left so: " + left
	}
	err.Data.Path = late.Path.String()
	return e, err
}
