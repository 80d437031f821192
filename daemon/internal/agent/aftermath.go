package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// aftermath looks for what a change broke, by the vault before it and after it. What
// the caller may not see is not looked at.
type aftermath struct {
	writer *Writer
	see    Sight
	paths  []vaultpath.Path
	from   map[vaultpath.Path]vaultpath.Path // where files that move stood, by where they go
	before *vaultindex.Snapshot
}

func newAftermath(w *Writer, set edit.Set, see Sight) *aftermath {
	a := &aftermath{writer: w, see: see, paths: set.Paths(), from: map[vaultpath.Path]vaultpath.Path{}, before: w.Index.Acquire()}
	for _, e := range set.Effects() {
		if e.Op == edit.Move {
			a.from[e.To] = e.Path
		}
	}
	return a
}

func (a *aftermath) release() {
	if a.before != nil {
		a.before.Release()
	}
	a.before = nil
}

// refreshing takes the vault as it is when a person has answered for what was before
// the change: the question may have waited for days.
type refreshing struct {
	gate.Asker
	after *aftermath
}

// Ask implements gate.Asker.
func (r refreshing) Ask(ctx context.Context, ap gate.Approval) (gate.Answer, error) {
	r.after.release()
	answer, err := r.Asker.Ask(ctx, ap)
	r.after.before = r.after.writer.Index.Acquire()
	return answer, err
}

// maxFindings bounds what is told of one change.
const maxFindings = 20

// check implements gate.Checker.
func (a *aftermath) check(ctx context.Context, changed []gate.Changed) []gate.Finding {
	a.writer.Seen(ctx, a.paths...)
	if a.before == nil { // a question that nobody was asked
		return nil
	}
	snap := a.writer.Index.Acquire()
	defer snap.Release()
	now, was := a.see(snap), a.see(a.before)
	found := slices.Concat(a.properties(now, changed), a.unresolved(now, was), a.orphaned(now, was))
	if more := len(found) - maxFindings; more > 0 {
		found = append(found[:maxFindings], gate.Finding{Kind: found[maxFindings].Kind, Path: found[maxFindings].Path,
			Message: fmt.Sprintf("%d more of the kind are not listed", more)})
	}
	return found
}

// old is where a file stood before the change.
func (a *aftermath) old(p vaultpath.Path) vaultpath.Path {
	if from, moved := a.from[p]; moved {
		return from
	}
	return p
}

// properties finds files whose properties were readable and no longer are.
func (a *aftermath) properties(now *vaultindex.View, changed []gate.Changed) []gate.Finding {
	var found []gate.Finding
	for _, c := range changed {
		end := c.Path
		if c.To != vaultpath.Root {
			end = c.To
		}
		if _, seen := now.File(end); !seen || c.After == nil || !end.IsNote() || !unreadable(c.After) || unreadable(c.Before) {
			continue
		}
		found = append(found, gate.Finding{Kind: "properties", Path: end, Message: fmt.Sprintf("The properties of %q are no valid YAML any more", end)})
	}
	return found
}

func unreadable(raw []byte) bool {
	return raw != nil && slices.ContainsFunc(note.Parse(raw).Problems, func(p note.Problem) bool { return p.Code == note.ProblemFrontmatter })
}

// unresolved finds links that lead nowhere now and did not before: in what was
// written, and in what links to it.
func (a *aftermath) unresolved(now, was *vaultindex.View) []gate.Finding {
	var found []gate.Finding
	for _, p := range a.sources(now, was) {
		known := map[string]int{}
		for _, e := range was.Outgoing(a.old(p)) {
			if !e.Resolved {
				known[e.LinkText]++
			}
		}
		for _, e := range now.Outgoing(p) {
			if e.Resolved {
				continue
			}
			if known[e.LinkText]--; known[e.LinkText] < 0 {
				found = append(found, gate.Finding{Kind: "unresolved_link", Path: p,
					Message: fmt.Sprintf("The link to %q in %q leads to no file", e.LinkText, p)})
			}
		}
	}
	return found
}

// sources are the files whose links may have changed: those of the change, as they
// stand now, and those that link to them.
func (a *aftermath) sources(now, was *vaultindex.View) []vaultpath.Path {
	all := slices.Clone(a.paths)
	for _, p := range a.paths {
		all = slices.AppendSeq(all, was.Graph().Linking(p))
	}
	for i, p := range all {
		for to, from := range a.from {
			if p == from {
				all[i] = to
			}
		}
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(p vaultpath.Path) bool { _, there := now.File(p); return !there })
}

// orphaned finds links to headings and blocks that were there and are gone.
func (a *aftermath) orphaned(now, was *vaultindex.View) []gate.Finding {
	var found []gate.Finding
	for _, p := range a.paths {
		if _, there := now.File(p); !there {
			continue
		}
		for e := range now.Graph().LinksTo(p) {
			if f, lost := lostPart(e, now.Graph(), was.Graph(), a.old(p)); lost {
				found = append(found, f)
			}
		}
	}
	return found
}

func lostPart(e graph.Edge, now, was graph.Lens, old vaultpath.Path) (gate.Finding, bool) {
	sub := e.Link.Subpath
	if sub == "" {
		return gate.Finding{}, false
	}
	if _, there := now.ResolveSubpath(e.To, sub); there {
		return gate.Finding{}, false
	}
	if _, was := was.ResolveSubpath(old, sub); !was {
		return gate.Finding{}, false
	}
	kind, what := "lost_heading", "heading"
	if strings.Contains(sub, "#^") {
		kind, what = "lost_block", "block"
	}
	return gate.Finding{Kind: kind, Path: e.From, Message: fmt.Sprintf("The %s %q of %q is gone, and %q links to it", what, sub, e.To, e.From)}, true
}
