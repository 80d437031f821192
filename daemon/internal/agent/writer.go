package agent

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Writer carries out what writing tools plan: through the gate, and into the index,
// so that whoever reads next reads what was written. It is safe for concurrent use.
type Writer struct {
	Gate  *gate.Gate // nil where it could not be opened
	Fault error      // why not
	Index *vaultindex.Index
	Log   *slog.Logger
}

// Sight is what the caller of a tool may see of a snapshot.
type Sight func(*vaultindex.Snapshot) *vaultindex.View

// Open tells whether notes can be changed.
func (w *Writer) Open() bool { return w != nil && w.Gate != nil }

// Submit hands the change that a result proposes to the gate, waits until the index
// has it, and makes the result true. Of r the caller sets who asks, and how; env is
// the one of the call, of which the views are not used. A result that proposes
// nothing comes back as it is.
func (w *Writer) Submit(ctx context.Context, env *tools.Env, res tools.Result, r gate.Request, see Sight) tools.Result {
	if res.Set == nil {
		return res
	}
	if !w.Open() {
		return tools.Complete(env, res, tools.Outcome{Err: w.closed()})
	}
	after := newAftermath(w, *res.Set, see)
	defer after.release()
	r.Set, r.Sensitive, r.Check = *res.Set, res.Sensitive, after.check
	r.Facts = func(p vaultpath.Path) gate.Facts { return w.facts(p, see, res.Unseen) }
	if r.Asker != nil {
		r.Asker = refreshing{r.Asker, after}
	}
	done, err := w.Gate.Submit(ctx, r)
	if err != nil {
		return tools.Complete(env, res, tools.Outcome{Err: withoutUnseen(err, res.Unseen)})
	}
	return tools.Complete(env, res, outcomeOf(done))
}

// closed is why nothing can be changed.
func (w *Writer) closed() error {
	why := "this Ibid serves a vault that it may not change"
	if w != nil && w.Fault != nil {
		why = w.Fault.Error()
	}
	return tools.Errorf(tools.PolicyDenied, "Nothing was written: notes cannot be changed now (%s). The person finds out more with `ibid doctor`", why).
		WithCall("none until that is mended; reading works")
}

// facts tell the rules of a person's policy about a path. A note that the caller does
// not see, and in which nothing but links follows a file, is not held against it.
func (w *Writer) facts(p vaultpath.Path, see Sight, unseen []vaultpath.Path) gate.Facts {
	var facts gate.Facts
	snap := w.Index.Acquire()
	defer snap.Release()
	file, ok := snap.Graph.File(p)
	if !ok {
		return facts
	}
	if n := file.Note(); n != nil {
		for _, t := range n.Tags {
			facts.Tags = append(facts.Tags, t.Name)
		}
	}
	_, seen := see(snap).File(p)
	facts.Private = file.Private && !seen && !slices.Contains(unseen, p)
	return facts
}

// withoutUnseen takes the names of notes that the caller may not see out of a refusal.
func withoutUnseen(err error, unseen []vaultpath.Path) error {
	var known *tools.Error
	if !errors.As(err, &known) {
		return err
	}
	for _, p := range unseen {
		if strings.Contains(known.Message, p.String()) || known.Data.Path == p.String() {
			return tools.Errorf(known.Code, "Nothing was changed: links would have to follow in a note that this session does not see, and that note could not be changed")
		}
	}
	return err
}

// outcomeOf puts what the gate answered into the words of the tools.
func outcomeOf(done gate.Result) tools.Outcome {
	o := tools.Outcome{UndoID: done.UndoID, Partial: done.Partial, Note: done.Note}
	for _, f := range done.Files {
		o.Files = append(o.Files, tools.Written{Path: f.Path, To: f.To, SHAAfter: f.SHAAfter, State: string(f.State)})
	}
	for _, f := range done.Findings {
		o.Findings = append(o.Findings, tools.Broken{Kind: f.Kind, Path: f.Path.String(), Message: f.Message})
	}
	return o
}

// indexPatience is how long a write waits for the index at most. Without it a reading
// that follows may miss the write; nothing else depends on it.
const indexPatience = 20 * time.Second

// Seen waits until the index has what stands at the paths now, whatever became of the
// caller meanwhile.
func (w *Writer) Seen(ctx context.Context, paths ...vaultpath.Path) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), indexPatience)
	defer cancel()
	seq, err := w.Index.Touch(ctx, paths...)
	if err == nil {
		err = w.Index.WaitFor(ctx, seq)
	}
	if err != nil {
		w.Log.Warn("The index has not seen a change of ours", "files", len(paths), "err", err)
	}
}

// Undo takes changes back, and waits until the index has it.
func (w *Writer) Undo(ctx context.Context, which gate.Which, r gate.Request) ([]gate.Result, error) {
	if !w.Open() {
		return nil, w.closed()
	}
	done, err := w.Gate.Undo(ctx, which, r)
	w.Seen(ctx, pathsOf(done...)...)
	return done, err
}

// Answer answers an approval that waits. Where it is carried out here, the index has
// it afterwards.
func (w *Writer) Answer(ctx context.Context, id string, a gate.Answer, r gate.Request) (gate.Result, error) {
	if !w.Open() {
		return gate.Result{}, w.closed()
	}
	done, err := w.Gate.Answer(ctx, id, a, r)
	if done.UndoID != "" {
		w.Seen(ctx, pathsOf(done)...)
	}
	return done, err
}

func pathsOf(done ...gate.Result) []vaultpath.Path {
	var all []vaultpath.Path
	for _, d := range done {
		for _, f := range d.Files {
			all = append(all, f.Path)
			if f.To != vaultpath.Root {
				all = append(all, f.To)
			}
		}
	}
	return all
}
