package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/ibid-notes/ibid/protocol"
)

type tagsCmd struct {
	Suggest tagsSuggestCmd `cmd:"" help:"Propose tags for notes, each with how sure it is and why."`
	Apply   tagsApplyCmd   `cmd:"" help:"Give notes the tags that are proposed for them, or others."`
	Rename  tagsRenameCmd  `cmd:"" help:"Rename a tag, and all below it, in every note."`
	Health  tagsHealthCmd  `cmd:"" help:"Look over the tags: twins, slips, tags used once, and what could be nested."`
	Eval    tagsEvalCmd    `cmd:"" help:"Measure the proposals: guess the tags of each note from the others."`
}

type tagsSuggestCmd struct {
	Paths          []string `arg:"" optional:"" name:"path" help:"The notes: their paths, or shorter forms that can mean only one note."`
	All            bool     `help:"All notes of the vault."`
	Limit          int      `default:"3" help:"Most tags to propose for a note. Your rules add to them."`
	IncludePrivate bool     `help:"Let private notes be seen, and give evidence."`
}

// adviceJSON is the advice for a note as --json prints it.
type adviceJSON struct {
	Path        string           `json:"path"`
	Suggestions []suggestionJSON `json:"suggestions"`
	Abstained   bool             `json:"abstained"`
	Reason      string           `json:"reason,omitempty"` // why it abstained
}

type suggestionJSON struct {
	Tag        string   `json:"tag"`
	Confidence float64  `json:"confidence"`
	Why        []string `json:"why"`
	New        bool     `json:"new,omitempty"`
	Rule       bool     `json:"rule,omitempty"`
}

// suggest asks for proposals.
func (c tagsSuggestCmd) suggest(e env, cl *client) (r protocol.TagsSuggestResult, err error) {
	err = cl.call(e.ctx, protocol.MethodTagsSuggest, protocol.TagsSuggestParams{Paths: c.Paths, Limit: &c.Limit, IncludePrivate: c.IncludePrivate}, &r)
	return r, err
}

// check refuses a command line that names no notes, or both some and all.
func (c tagsSuggestCmd) check() error {
	if c.All == (len(c.Paths) > 0) {
		return usageError{errors.New("say which notes: name some, or give --all")}
	}
	return nil
}

// Run prints what is proposed for the notes.
func (c tagsSuggestCmd) Run(e env) error {
	if err := c.check(); err != nil {
		return err
	}
	return e.with(func(cl *client) error {
		r, err := c.suggest(e, cl)
		if err != nil {
			return err
		}
		if e.json {
			return printJSON(e.stdout, map[string]any{"notes": toAdviceJSON(r.Notes)})
		}
		for _, n := range r.Notes {
			printAdvice(e, n, c.All)
		}
		if left := r.Truncated["notes"]; left > 0 {
			fmt.Fprintln(e.stderr, e.lang.say("tags left out", left))
		}
		return nil
	})
}

func toAdviceJSON(notes []protocol.TagAdvice) []adviceJSON {
	out := []adviceJSON{}
	for _, n := range notes {
		a := adviceJSON{Path: n.Path, Suggestions: []suggestionJSON{}, Abstained: n.Abstained != "", Reason: n.Abstained}
		for _, s := range n.Suggestions {
			one := suggestionJSON{Tag: s.Tag, Confidence: rounded(s.Confidence), Why: []string{}, New: s.New, Rule: s.Rule}
			for _, why := range s.Why {
				one.Why = append(one.Why, why.English)
			}
			a.Suggestions = append(a.Suggestions, one)
		}
		out = append(out, a)
	}
	return out
}

// rounded is a confidence in whole thousandths.
func rounded(sure float64) float64 { return float64(int(sure*1000+0.5)) / 1000 }

// printAdvice prints the proposals for a note; of many notes only where there are any.
func printAdvice(e env, n protocol.TagAdvice, quiet bool) {
	if n.Abstained != "" {
		if !quiet {
			fmt.Fprintf(e.stdout, "%s: %s\n", oneLine(n.Path), e.lang.say("abstained "+n.Abstained))
		}
		return
	}
	fmt.Fprintln(e.stdout, oneLine(n.Path))
	for _, s := range n.Suggestions {
		mark := ""
		if s.New {
			mark = e.lang.say("new tag")
		}
		fmt.Fprintf(e.stdout, "  %3.0f%%  #%s%s\n", 100*s.Confidence, s.Tag, mark)
		for _, why := range s.Why {
			text := why.English
			if e.lang == chinese {
				text = why.Chinese
			}
			fmt.Fprintf(e.stdout, "        %s\n", oneLine(text))
		}
	}
}

type tagsApplyCmd struct {
	tagsSuggestCmd
	Tag  []string `placeholder:"TAG" help:"Give the notes this tag, not those that are proposed. May stand several times."`
	Sure float64  `default:"0" help:"Apply only what is at least so sure, from 0 to 1."`
	Yes  bool     `help:"Make the change. Without it the plan is shown, and nothing is written."`
}

// Run applies proposals, or the tags that were named.
func (c tagsApplyCmd) Run(e env) error {
	if err := c.check(); err != nil {
		return err
	}
	return e.with(func(cl *client) error {
		notes, err := c.changes(e, cl)
		if err != nil {
			return err
		}
		if len(notes) == 0 {
			return errors.New(e.lang.say("no proposals"))
		}
		var raw json.RawMessage
		if err := cl.call(e.ctx, protocol.MethodTagsApply, protocol.TagsApplyParams{Notes: notes, IncludePrivate: c.IncludePrivate, Approved: c.Yes}, &raw); err != nil {
			return err
		}
		return printResult(e, raw)
	})
}

// changes says which note gets which tags. What no note has yet is never given by a
// proposal alone.
func (c tagsApplyCmd) changes(e env, cl *client) (notes []protocol.TagChange, err error) {
	if len(c.Tag) > 0 && !c.All {
		for _, p := range c.Paths {
			notes = append(notes, protocol.TagChange{Path: p, Tags: c.Tag})
		}
		return notes, nil
	}
	if len(c.Tag) > 0 {
		return nil, usageError{errors.New("--tag goes with named notes, not with --all")}
	}
	r, err := c.suggest(e, cl)
	if err != nil {
		return nil, err
	}
	for _, n := range r.Notes {
		change := protocol.TagChange{Path: n.Path}
		for _, s := range n.Suggestions {
			if s.Confidence >= c.Sure && (!s.New || s.Rule) {
				change.Tags = append(change.Tags, s.Tag)
			}
		}
		if len(change.Tags) > 0 {
			notes = append(notes, change)
		}
	}
	return notes, nil
}

type tagsRenameCmd struct {
	From           string `arg:"" help:"The tag, with or without #."`
	To             string `arg:"" help:"Its new name. One that is in use becomes one with it."`
	IncludePrivate bool   `help:"Rename it in private notes too."`
	Yes            bool   `help:"Make the change. Without it the plan is shown, and nothing is written."`
}

// Run renames a tag.
func (c tagsRenameCmd) Run(e env) error {
	return e.with(func(cl *client) error {
		var raw json.RawMessage
		params := protocol.TagsRenameParams{From: c.From, To: c.To, IncludePrivate: c.IncludePrivate, Approved: c.Yes}
		if err := cl.call(e.ctx, protocol.MethodTagsRename, params, &raw); err != nil {
			return err
		}
		return printResult(e, raw)
	})
}

type tagsHealthCmd struct {
	IncludePrivate bool `help:"Count private notes too."`
}

// Run prints what a person may want to mend.
func (c tagsHealthCmd) Run(e env) error {
	return e.with(func(cl *client) error {
		var r protocol.TagsHealthResult
		if err := cl.call(e.ctx, protocol.MethodTagsHealth, protocol.TagsHealthParams{IncludePrivate: c.IncludePrivate}, &r); err != nil {
			return err
		}
		if e.json {
			return printJSON(e.stdout, map[string]any{"findings": r.Findings, "tags": toUsesJSON(r.Tags)})
		}
		for _, f := range r.Findings {
			fmt.Fprintf(e.stdout, "%s: %s", e.lang.say("tags "+f.Kind), hashed(f.Tags))
			if len(f.To) > 0 {
				fmt.Fprintf(e.stdout, " → %s", hashed(f.To))
			}
			fmt.Fprintln(e.stdout)
		}
		fmt.Fprintln(e.stdout, e.lang.say("tags in all", len(r.Tags), len(r.Findings)))
		return nil
	})
}

// tagUseJSON is a tag as --json prints it.
type tagUseJSON struct {
	Tag       string              `json:"tag"`
	Notes     int                 `json:"notes"`
	InText    int                 `json:"in_text"`
	Parent    string              `json:"parent,omitempty"`
	Children  []string            `json:"children"`
	Spellings []string            `json:"spellings"`
	Script    string              `json:"script"`
	Style     string              `json:"style"`
	Plural    bool                `json:"plural"`
	Folders   []protocol.TagCount `json:"folders"`
	With      []protocol.TagCount `json:"with"`
}

func toUsesJSON(uses []protocol.TagUse) []tagUseJSON {
	out := []tagUseJSON{}
	for _, u := range uses {
		out = append(out, tagUseJSON(u))
	}
	return out
}

func hashed(tags []string) string {
	out := make([]string, len(tags))
	for i, t := range tags {
		out[i] = "#" + t
	}
	return strings.Join(out, " ")
}

type tagsEvalCmd struct {
	Precision      float64 `default:"0.975" help:"What share of the proposals shall be right; the bound is tuned for it."`
	NoProperties   bool    `help:"Leave out what properties say, where a program writes them together with the tags."`
	IncludePrivate bool    `help:"Let private notes be seen, and give evidence."`
}

// Run prints how good the proposals are, beside methods that everybody knows.
func (c tagsEvalCmd) Run(e env) error {
	return e.with(func(cl *client) error {
		var r protocol.TagsEvaluateResult
		params := protocol.TagsEvaluateParams{Precision: c.Precision, NoProperties: c.NoProperties, IncludePrivate: c.IncludePrivate}
		if err := cl.call(e.ctx, protocol.MethodTagsEvaluate, params, &r); err != nil {
			return err
		}
		if e.json {
			return printJSON(e.stdout, toEvalJSON(r))
		}
		fmt.Fprint(e.stdout, r.Text)
		return nil
	})
}

// toEvalJSON is a report with the names of the command line's JSON.
func toEvalJSON(r protocol.TagsEvaluateResult) map[string]any {
	scores := []map[string]any{}
	for _, s := range r.Scores {
		scores = append(scores, map[string]any{"method": s.Method, "abstains": s.Abstains, "coverage": interval(s.Coverage), "precision_1": interval(s.Precision1),
			"precision_3": interval(s.Precision3), "recall_3": interval(s.Recall3), "rare_recall": interval(s.RareRecall)})
	}
	return map[string]any{"notes": r.Notes, "tuned": r.Tuned, "reported": r.Reported, "tags": r.Tags, "rare_tags": r.RareTags, "bound": r.Bound,
		"out_of_vocabulary": r.OutOfVocabulary, "scores": scores, "calibration": r.Calibration}
}

// interval is a measure with the ends of its 95 % interval.
func interval(ends []float64) map[string]float64 {
	if len(ends) != 3 {
		return nil
	}
	return map[string]float64{"value": ends[0], "low": ends[1], "high": ends[2]}
}
