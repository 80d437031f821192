package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/schollz/progressbar/v3"

	"github.com/ibid-notes/ibid/protocol"
)

type indexCmd struct {
	Rebuild bool `help:"Forget the index and build it anew."`
}

// indexJSON is what --json prints.
type indexJSON struct {
	Notes      int           `json:"notes"`
	Files      int           `json:"files"`
	Links      int           `json:"links"`
	Unresolved int           `json:"unresolved"`
	Tags       int           `json:"tags"`
	Bytes      int           `json:"bytes"`
	Skipped    []skippedJSON `json:"skipped"`
	TookMs     float64       `json:"took_ms"`
}

type skippedJSON struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Run brings the index up to date.
func (c indexCmd) Run(e env) error {
	o, err := e.options(modelFlags{})
	if err != nil {
		return err
	}
	mux := protocol.NewMux()
	if bar := newBar(e); bar != nil {
		protocol.HandleNotification(mux, protocol.NotifyIndexProgress, protocol.LaneImmediate, bar.show)
	}
	cl, err := connect(e.ctx, o, mux)
	if err != nil {
		return err
	}
	var r protocol.IndexStatusResult
	err = cl.call(e.ctx, protocol.MethodIndexUpdate, protocol.IndexUpdateParams{Rebuild: c.Rebuild}, &r)
	if err = errors.Join(err, cl.close()); err != nil {
		return err
	}
	return printIndex(e, r)
}

func printIndex(e env, r protocol.IndexStatusResult) error {
	if e.json {
		out := indexJSON{Notes: r.Notes, Files: r.Files, Links: r.Links, Unresolved: r.Unresolved, Tags: r.Tags, Bytes: r.Bytes,
			Skipped: []skippedJSON{}, TookMs: r.TookMs}
		for _, s := range r.Skipped {
			out.Skipped = append(out.Skipped, skippedJSON(s))
		}
		return printJSON(e.stdout, out)
	}
	fmt.Fprintln(e.stdout, e.lang.say("indexed",
		r.Notes, r.Files, r.Links, r.Unresolved, r.Tags, float64(r.Bytes)/1e6, r.TookMs/1000))
	for _, s := range r.Skipped {
		fmt.Fprintln(e.stdout, e.lang.say("skipped", oneLine(s.Path), e.lang.skip(s.Reason)))
	}
	if more := r.Truncated["skipped"]; more > 0 {
		fmt.Fprintln(e.stdout, e.lang.say("more skipped", more))
	}
	return nil
}

// bar shows progress on a terminal.
type bar struct {
	*progressbar.ProgressBar
	phase protocol.IndexPhase
}

// newBar returns nil where standard error is no terminal.
func newBar(e env) *bar {
	if !isTerminal(e.stderr) {
		return nil
	}
	return &bar{ProgressBar: progressbar.NewOptions(-1, progressbar.OptionSetWriter(e.stderr.(screen).w),
		progressbar.OptionClearOnFinish(), progressbar.OptionShowCount())}
}

func (b *bar) show(_ context.Context, _ *protocol.Conn, p protocol.IndexProgressEvent) error {
	if p.Phase != b.phase {
		b.phase = p.Phase
		b.Describe(string(p.Phase))
		b.Reset()
	}
	if p.Phase == protocol.IndexReady {
		return b.Finish()
	}
	b.ChangeMax(max(p.Total, 1))
	return b.Set(p.Done)
}
