package server

import (
	"context"
	"errors"
	"fmt"

	"github.com/ibid-notes/ibid/daemon/internal/autotag"
	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// steward learns how the vault of a snapshot is tagged. Rules are the person's own:
// they are read whatever the caller may see.
func steward(ctx context.Context, snap *vaultindex.Snapshot, private bool, limit int) (*autotag.Steward, error) {
	rules, at, err := autotag.RulesIn(snap.View(true))
	if err != nil {
		return nil, protocol.NewError("TAG_RULES", fmt.Sprintf("The rules for tags in “%s” cannot be used: %v.", at, err), "Correct the property tag-rules of that note.", false)
	}
	s, err := autotag.Learn(ctx, snap.View(private), autotag.Options{Rules: rules, Limit: limit})
	return s, indexFault(err)
}

func (s *Server) tagsSuggest(ctx context.Context, _ *protocol.Conn, p protocol.TagsSuggestParams) (protocol.TagsSuggestResult, error) {
	var r protocol.TagsSuggestResult
	limit := 0
	if p.Limit != nil {
		if limit = *p.Limit; limit < 1 {
			return r, protocol.InvalidParams("limit", fmt.Sprintf("must be at least 1, not %d", limit))
		}
	}
	if err := s.Index.WaitReady(ctx); err != nil {
		return r, indexFault(err)
	}
	snap := s.Index.Acquire()
	defer snap.Release()
	view := snap.View(p.IncludePrivate)
	paths, err := s.notesNamed(view, p.Paths)
	if err != nil {
		return r, err
	}
	learned, err := steward(ctx, snap, p.IncludePrivate, limit)
	if err != nil {
		return r, err
	}
	for _, path := range paths {
		advice, err := learned.Suggest(ctx, path)
		if err != nil {
			return r, readError(path, err)
		}
		r.Notes = append(r.Notes, toAdvice(advice))
	}
	r.Seq = int(snap.Seq)
	r.Truncated = shorten(maxResult, partOf("notes", &r.Notes, maxResult))
	return r, nil
}

// notesNamed finds the notes of some names; without names, all that the person tends.
func (s *Server) notesNamed(view *vaultindex.View, names []string) (paths []vaultpath.Path, err error) {
	for _, name := range names {
		p, err := s.findNote(view, name)
		if err != nil {
			return nil, err
		}
		paths = append(paths, p)
	}
	if len(names) > 0 {
		return paths, nil
	}
	for f := range view.Kept().Files() {
		if f.Kind == graph.KindNote {
			paths = append(paths, f.Path)
		}
	}
	return paths, nil
}

func toAdvice(a autotag.Advice) protocol.TagAdvice {
	out := protocol.TagAdvice{Path: a.Path.String(), Abstained: string(a.Abstained)}
	for _, one := range a.Suggestions {
		to := protocol.TagSuggestion{Tag: one.Tag, Confidence: one.Confidence, New: one.New, Rule: one.Rule}
		for _, why := range one.Why {
			to.Why = append(to.Why, protocol.TagReason{Kind: string(why.Kind), English: why.English(), Chinese: why.Chinese(), Notes: toStrings(why.Notes)})
		}
		out.Suggestions = append(out.Suggestions, to)
	}
	return out
}

func (s *Server) tagsHealth(ctx context.Context, _ *protocol.Conn, p protocol.TagsHealthParams) (protocol.TagsHealthResult, error) {
	var r protocol.TagsHealthResult
	if err := s.Index.WaitReady(ctx); err != nil {
		return r, indexFault(err)
	}
	snap := s.Index.Acquire()
	defer snap.Release()
	learned, err := steward(ctx, snap, p.IncludePrivate, 0)
	if err != nil {
		return r, err
	}
	for _, f := range learned.Health() {
		r.Findings = append(r.Findings, protocol.TagFinding{Kind: string(f.Kind), Tags: f.Tags, To: f.To, Notes: f.Notes})
	}
	for _, u := range learned.Vocabulary() {
		r.Tags = append(r.Tags, protocol.TagUse{Tag: u.Tag, Notes: u.Notes, InText: u.InText, Parent: u.Parent, Children: u.Children,
			Spellings: u.Spellings, Script: u.Script, Style: u.Style, Plural: u.Plural, Folders: toCounts(u.Folders), With: toCounts(u.With)})
	}
	r.Truncated = shorten(maxResult, partOf("findings", &r.Findings, maxResult), partOf("tags", &r.Tags, maxResult))
	return r, nil
}

func toCounts(counts []autotag.Count) (out []protocol.TagCount) {
	for _, c := range counts {
		out = append(out, protocol.TagCount{Name: c.Name, Notes: c.Notes})
	}
	return out
}

func (s *Server) tagsEvaluate(ctx context.Context, _ *protocol.Conn, p protocol.TagsEvaluateParams) (protocol.TagsEvaluateResult, error) {
	var r protocol.TagsEvaluateResult
	if p.Precision < 0 || p.Precision >= 1 {
		return r, protocol.InvalidParams("precision", fmt.Sprintf("must be above 0 and below 1, such as 0.95, not %v", p.Precision))
	}
	if err := s.Index.WaitReady(ctx); err != nil {
		return r, indexFault(err)
	}
	snap := s.Index.Acquire()
	defer snap.Release()
	report, err := autotag.Evaluate(ctx, snap.View(p.IncludePrivate), autotag.EvalOptions{Precision: p.Precision, NoProperties: p.NoProperties})
	if few := (*autotag.FewNotesError)(nil); errors.As(err, &few) {
		return r, protocol.NewError("TOO_FEW_NOTES", "Nothing can be measured: "+few.Error()+".", "Tag some more notes first.", false)
	}
	if err != nil {
		return r, indexFault(err)
	}
	return toReport(report), nil
}

func toReport(report *autotag.Report) protocol.TagsEvaluateResult {
	r := protocol.TagsEvaluateResult{Notes: report.Notes, Tuned: report.Tuned, Reported: report.Reported, Tags: report.Tags, RareTags: report.RareTags,
		Bound: report.Bound, OutOfVocabulary: report.OutOfVocabulary, Text: report.String()}
	for _, s := range report.Scores {
		r.Scores = append(r.Scores, protocol.TagScore{Method: s.Method, Coverage: ends(s.Coverage), Precision1: ends(s.Precision1),
			Precision3: ends(s.Precision3), Recall3: ends(s.Recall3), RareRecall: ends(s.RareRecall), Abstains: s.Shy})
	}
	for _, b := range report.Calibration {
		r.Calibration = append(r.Calibration, protocol.TagBin{From: b.From, To: b.To, Tags: b.Tags, Said: b.Said, Right: b.Right})
	}
	return r
}

func ends(i autotag.Interval) []float64 { return []float64{i.Value, i.Low, i.High} }
