package agent

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Agent runs prompts against one vault. It is safe for concurrent use; runs of
// one session must not overlap, which the server's queue sees to.
type Agent struct {
	Index *vaultindex.Index
	Root  string // absolute path of the vault
	Tools *tools.Registry
	// Mounted are the tools a controller is shown. It may call the others of
	// the registry when it knows them, as the offline controller does.
	Mounted []tools.Spec
	Writer  *Writer // the road for changes; nil for none
	Now     func() time.Time
	Log     *slog.Logger
	// Grace is how long a tool whose time is up, or that was cancelled, may
	// take to come back before it is left behind; 0 = DefaultGrace.
	Grace time.Duration
}

// DefaultGrace is what a tool is given to come back.
const DefaultGrace = 3 * time.Second

func (a *Agent) grace() time.Duration {
	if a.Grace == 0 {
		return DefaultGrace
	}
	return a.Grace
}

// Task is one prompt to be worked on.
type Task struct {
	Session        *runtime.Session
	Prompt         runtime.Prompt
	Controller     model.Controller
	Reads          tools.ReadCache // what this session has read
	IncludePrivate bool            // the session may see private notes
	Window         int             // tokens the model takes; 0 = DefaultWindow, or NoWindow
	Sink           Sink
	// Asker puts approvals to the person, nil where nobody can be asked. Mode and
	// EditFolders are the session's.
	Asker       gate.Asker
	Mode        gate.Mode
	EditFolders []vaultpath.Path
}

// Limits of a run (contracts 2.6). One decision is one model request; repeats
// of an answer that could not be read are counted apart.
const (
	MaxDecisions  = 8
	MaxToolCalls  = 64
	maxParse      = 2
	maxRejections = 2 // of final answers that fail their checks
)

// DefaultWindow is assumed for a model whose window is not known.
const DefaultWindow = 32 << 10

// NoWindow is for controllers that no conversation is too long for.
const NoWindow = math.MaxInt32

// outputReserve is kept free for the answer.
const outputReserve = 4 << 10

// Run works on a prompt until it ends in its one outcome. It returns an error
// only when the session's log cannot be written: then nothing is certain.
// Cancelling ctx ends the run in stop.cancelled.
func (a *Agent) Run(ctx context.Context, task Task) (Outcome, error) {
	if task.Window == 0 {
		task.Window = DefaultWindow
	}
	r := &run{agent: a, task: task, id: runtime.NewRunID(), failures: map[string]int{}}
	r.machine = machine{state: Idle, record: r.recordTransition}
	if err := r.append(runtime.EventPrompt, task.Prompt, true); err != nil {
		return Outcome{}, err
	}
	out, err := r.loop(ctx)
	if err != nil {
		a.Log.Error("Run failed", "session", task.Session.ID, "run", r.id, "error", err)
		var lost *logError
		if errors.As(err, &lost) {
			return Outcome{}, err
		}
		out = r.stop(StopInternal, Detail{}, say(task.Prompt.Text, "internal"))
	}
	r.noteWindow(&out)
	if a.Writer.Open() {
		a.Writer.Gate.EndRun(r.id)
	}
	return out, r.finish(out)
}

// logError is a failure to write the session's log.
type logError struct{ err error }

func (e *logError) Error() string { return "write the session's log: " + e.err.Error() }
func (e *logError) Unwrap() error { return e.err }
