package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// lookedAt is how many hits count: MRR@10 and recall@5.
const (
	lookedAt  = 10
	recallAt  = 5
	overfetch = 50 // hits asked for, so that enough are left when some are left out
)

// quality measures search on one real vault, of which it works on a copy.
type quality struct {
	*config
	report *report
	vault  string // the copy
	ix     *vaultindex.Index
	mini   *miniSearch
	shelf  *shelf
	docs   map[string]miniDoc
}

// engines are what is compared. The first is Ibid.
var engines = []string{"Ibid", "MiniSearch, all words", "MiniSearch, any word"}

func measureQuality(ctx context.Context, c *config, r *report, vault string) (err error) {
	q := &quality{config: c, report: r}
	if err := os.MkdirAll(c.work, 0o755); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(c.work, "quality-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, q.close(), os.RemoveAll(dir)) }()
	progress("quality: %s", filepath.Base(vault))
	if err := q.setUp(ctx, vault, dir); err != nil {
		return err
	}
	r.print("\n## Search quality, %s (%s notes, the %s half of each set)\n\n", filepath.Base(vault), thousands(len(q.shelf.notes)), c.half)
	r.print("| queries | n | MRR@10 beside the better MiniSearch | ahead by | Ibid | all words | any word | recall@5: Ibid | all words | any word | bound | |\n")
	r.print("|---|---|---|---|---|---|---|---|---|---|---|---|\n")
	for _, set := range q.shelf.sets(c.seed) {
		if err := q.measure(ctx, &set); err != nil {
			return fmt.Errorf("%s: %w", set.name, err)
		}
	}
	return nil
}

// setUp copies the vault and indexes it on both sides.
func (q *quality) setUp(ctx context.Context, vault, dir string) (err error) {
	q.vault = filepath.Join(dir, "vault")
	if err := os.CopyFS(q.vault, os.DirFS(vault)); err != nil {
		return err
	}
	if q.ix, err = openIndex(ctx, q.vault, filepath.Join(dir, "cache"), false); err != nil {
		return err
	}
	if err := q.ix.WaitReady(ctx); err != nil {
		return err
	}
	snap := q.ix.Acquire()
	defer snap.Release()
	if q.shelf, err = newShelf(snap.View(false)); err != nil {
		return err
	}
	if q.mini, err = startMiniSearch(ctx); err != nil {
		return err
	}
	return q.feed()
}

// feed gives MiniSearch the notes Ibid may find, with the fields Obsidian's
// cache would give Omnisearch.
func (q *quality) feed() error {
	q.docs = make(map[string]miniDoc, len(q.shelf.notes))
	var docs []miniDoc
	for _, f := range q.shelf.notes {
		p := f.Path
		d := miniDoc{
			Path: p.String(), Basename: p.Name(), Directory: p.Dir().String(),
			Aliases: strings.Join(f.Facts.Aliases(), " "), Content: q.shelf.texts[p.String()],
		}
		headings := [...]*string{&d.Headings1, &d.Headings2, &d.Headings3}
		for _, h := range f.Facts.Headings() {
			if h.Level <= len(headings) {
				*headings[h.Level-1] += h.Text + " "
			}
		}
		q.docs[d.Path] = d
		docs = append(docs, d)
	}
	_, err := q.mini.ask(miniRequest{Op: "add", Docs: docs})
	return err
}

// scores are those of one engine, query by query.
type scores struct {
	rank, recall []float64
}

func (q *quality) measure(ctx context.Context, set *querySet) error {
	queries := set.take(q.seed, q.half)
	progress("quality: %s, %d queries", set.name, len(queries))
	if len(queries) < fewestWanted {
		q.report.print("| %s | %d | too few to say anything | | | | | | | | | |\n", set.name, len(queries))
		return nil
	}
	all := make([]scores, len(engines))
	for _, j := range queries {
		answers, err := q.ask(ctx, j, set.leave)
		if err != nil {
			return err
		}
		for i, hits := range answers {
			all[i].rank = append(all[i].rank, reciprocalRank(hits, j.relevant))
			all[i].recall = append(all[i].recall, recall(hits, j.relevant))
		}
		if q.misses && q.half == "tune" && reciprocalRank(answers[0], j.relevant) < 1 {
			tellMiss(j, answers)
		}
	}
	q.line(set, all)
	return nil
}

// ask asks all engines, with the linking notes left out as wished.
func (q *quality) ask(ctx context.Context, j judged, leave leaving) (answers [3][]string, err error) {
	if leave == leaveIndex {
		if err := q.remove(ctx, j.linking); err != nil {
			return answers, err
		}
		defer func() { err = errors.Join(err, q.restore(ctx, j.linking)) }()
	}
	if answers[0], err = q.askIbid(ctx, j.query); err != nil {
		return answers, err
	}
	for i, all := range []bool{true, false} {
		answer, err := q.mini.ask(miniRequest{Op: "search", Query: j.query, All: all, Forgiving: true, Limit: overfetch})
		if err != nil {
			return answers, err
		}
		answers[i+1] = answer.Paths
	}
	for i, hits := range answers {
		if leave == leaveHits {
			hits = slices.DeleteFunc(hits, func(p string) bool { return slices.Contains(j.linking, p) })
		}
		answers[i] = hits[:min(len(hits), lookedAt)]
	}
	return answers, nil
}

// askIbid returns the notes found: MiniSearch has no other files.
func (q *quality) askIbid(ctx context.Context, query string) ([]string, error) {
	hits, err := search(ctx, q.ix, query, overfetch)
	var wrong *vaultindex.QueryError
	if errors.As(err, &wrong) {
		return nil, nil // finds nothing, then
	}
	return slices.DeleteFunc(hits, func(p string) bool { _, known := q.docs[p]; return !known }), err
}

// remove takes notes out of both indexes.
func (q *quality) remove(ctx context.Context, paths []string) error {
	for _, p := range paths {
		if err := os.Remove(q.file(p)); err != nil {
			return err
		}
	}
	if _, err := q.mini.ask(miniRequest{Op: "discard", Paths: paths}); err != nil {
		return err
	}
	return q.touch(ctx, paths)
}

// restore undoes remove.
func (q *quality) restore(ctx context.Context, paths []string) error {
	var docs []miniDoc
	for _, p := range paths {
		docs = append(docs, q.docs[p])
		if err := os.WriteFile(q.file(p), []byte(q.shelf.texts[p]), 0o644); err != nil {
			return err
		}
	}
	if _, err := q.mini.ask(miniRequest{Op: "add", Docs: docs}); err != nil {
		return err
	}
	return q.touch(ctx, paths)
}

func (q *quality) touch(ctx context.Context, paths []string) error {
	touched := make([]vaultpath.Path, len(paths))
	for i, p := range paths {
		touched[i] = vaultpath.Path(p)
	}
	_, err := q.ix.Touch(ctx, touched...)
	return err
}

func (q *quality) file(path string) string { return filepath.Join(q.vault, filepath.FromSlash(path)) }

func (q *quality) close() error {
	var errs []error
	if q.mini != nil {
		errs = append(errs, q.mini.close())
	}
	if q.ix != nil {
		errs = append(errs, q.ix.Close())
	}
	return errors.Join(errs...)
}

// line reports a set. The better MiniSearch is the one with the higher MRR.
func (q *quality) line(set *querySet, all []scores) {
	better := all[1]
	if mean(all[2].rank) > mean(better.rank) {
		better = all[2]
	}
	ours := mean(all[0].rank)
	lead := make([]float64, len(better.rank))
	for i := range lead {
		lead[i] = all[0].rank[i] - better.rank[i]
	}
	cells := []string{set.name, fmt.Sprint(len(lead)), "**" + figures(ours/mean(better.rank)) + "** ×", signed(lead, q.seed)}
	for _, s := range all {
		cells = append(cells, "["+interval(s.rank, q.seed)+"]")
	}
	for _, s := range all {
		cells = append(cells, "["+interval(s.recall, q.seed)+"]")
	}
	// Nobody can be ahead of a peer that always answers first.
	wanted, held := "ahead", mean(lead) > 0 || ours == 1 && mean(better.rank) == 1
	if set.ahead > 0 {
		wanted, held = fmt.Sprintf("ahead by %.2f", set.ahead), mean(lead) >= set.ahead
	}
	if set.least > 0 {
		wanted, held = fmt.Sprintf("ahead, and ≥ %.2f", set.least), held && ours >= set.least
	}
	cells = append(cells, wanted, map[bool]string{true: "held", false: "**missed**"}[held])
	q.report.print("| %s |\n", strings.Join(cells, " | "))
}

// tellMiss shows a query whose answer Ibid did not put first, and who did.
func tellMiss(j judged, answers [3][]string) {
	fmt.Fprintf(os.Stderr, "  %q wants %q\n", j.query, j.relevant)
	for i, hits := range answers {
		fmt.Fprintf(os.Stderr, "    %-22s rank %.2f of %d, first %q\n",
			engines[i], reciprocalRank(hits, j.relevant), len(hits), hits[:min(len(hits), 2)])
	}
}
