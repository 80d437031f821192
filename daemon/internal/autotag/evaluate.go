package autotag

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// EvalOptions say how an evaluation is made.
type EvalOptions struct {
	Precision float64 // what the bound is tuned for; 0 is 0.97
	// NoProperties leaves out the evidence of properties, for vaults where a
	// program writes them together with the tags.
	NoProperties bool
}

// Report is what leave-one-out says of a vault. One half of the tagged notes, by
// the hash of the path, was tuned on with the other half's tags out of sight; of
// the other half each note's tags were guessed from all notes but itself. Its
// own tags, their count, and pages named after a tag that list its notes gave no
// evidence.
type Report struct {
	Notes           int     `json:"notes"`    // with tags
	Tuned           int     `json:"tuned"`    // of these
	Reported        int     `json:"reported"` // the others
	Tags            int     `json:"tags"`
	RareTags        int     `json:"rare_tags"` // fewer than ten notes have them
	Bound           float64 `json:"bound"`
	OutOfVocabulary int     `json:"out_of_vocabulary"` // tags proposed that no other note has
	Scores          []Score `json:"scores"`            // Ibid's first
	Calibration     []Bin   `json:"calibration"`
}

// Score is how well a method did, each with a 95 % interval.
type Score struct {
	Method     string   `json:"method"`
	Coverage   Interval `json:"coverage"`       // notes for which anything was proposed
	Precision1 Interval `json:"precision_1"`    // first proposals that were right
	Precision3 Interval `json:"precision_3"`    // proposals that were right
	Recall3    Interval `json:"recall_3"`       // of a note's tags, proposed among the first three
	RareRecall Interval `json:"rare_recall"`    // the same, by tag, over rare tags
	Shy        bool     `json:"may_abstain"`    // proposes nothing below a bound
	BoundUsed  float64  `json:"bound,omitzero"` // tuned on the one half
}

// Bin is how often proposals were right that were said to be so sure.
type Bin struct {
	From  float64 `json:"from"`
	To    float64 `json:"to"`
	Tags  int     `json:"tags"`
	Said  float64 `json:"said"` // on average
	Right float64 `json:"right"`
}

// trial is an evaluation under way.
type trial struct {
	lib     *library
	opts    EvalOptions
	tuning  []int // cards
	testing []int
	rare    map[int]bool
}

// FewNotesError says that a vault has too few notes with tags to be measured.
type FewNotesError struct{ Notes int }

func (e *FewNotesError) Error() string {
	return fmt.Sprintf("the vault has %d notes with tags, and an evaluation needs at least %d", e.Notes, leastPages)
}

const leastPages = 10

// Evaluate measures by leave-one-out how good the proposals are in a vault,
// beside the methods everybody knows. It needs a vault with at least ten tagged
// notes.
func Evaluate(ctx context.Context, v *vaultindex.View, opts EvalOptions) (*Report, error) {
	pages, err := readPages(ctx, v, opts.NoProperties)
	if err != nil {
		return nil, err
	}
	if len(pages) < leastPages {
		return nil, &FewNotesError{len(pages)}
	}
	if opts.Precision == 0 {
		opts.Precision = wantedPrecision
	}
	return newTrial(newLibrary(pages, nil), opts).run(ctx)
}

func newTrial(l *library, opts EvalOptions) *trial {
	t := &trial{lib: l, opts: opts, rare: map[int]bool{}}
	uses := make([]int, len(l.names))
	for i, c := range l.cards {
		if l.draw(i)%2 == 0 {
			t.tuning = append(t.tuning, i)
		} else {
			t.testing = append(t.testing, i)
		}
		for _, tag := range c.tags {
			uses[tag]++
		}
	}
	for tag, n := range uses {
		t.rare[tag] = n < rareUses
	}
	return t
}

const rareUses = 10

// honest leaves out signs that would tell a note's tag by its being listed.
func (t *trial) honest(s sign) bool {
	return s.kind != linksTo && s.kind != linkedFrom || !t.lib.namesTag(s.text)
}

// namesTag reports that a file is named after a tag.
func (l *library) namesTag(file string) bool {
	return l.leaves[vaultpath.Fold(strings.TrimSuffix(lastSegment(file), ".md"))]
}

func (t *trial) run(ctx context.Context) (*Report, error) {
	inTuning := make([]bool, len(t.lib.cards))
	for _, i := range t.tuning {
		inTuning[i] = true
	}
	half := &weigher{library: t.lib, see: func(i int) bool { return inTuning[i] }, trust: t.lib.trusted(t.honest)}
	lessons, err := gather(ctx, half, t.lib.sample(half.see), nothing)
	if err != nil {
		return nil, err
	}
	all := &weigher{library: t.lib, see: everything, trust: half.trust}
	tests, err := gather(ctx, all, t.testing, nothing)
	if err != nil {
		return nil, err
	}
	return t.report(study(lessons, t.opts.Precision), half, all, tests), nil
}

func nothing(int) []int   { return nil }
func everything(int) bool { return true }

func (t *trial) report(j *judge, half, all *weigher, tests []lesson) *Report {
	r := &Report{Notes: len(t.lib.cards), Tuned: len(t.tuning), Reported: len(t.testing), Tags: len(t.lib.names), Bound: j.bound}
	for _, rare := range t.rare {
		if rare {
			r.RareTags++
		}
	}
	ours := make([][]proposal, len(tests))
	for i, l := range tests {
		for _, v := range j.propose(l.rows, proposals) {
			ours[i] = append(ours[i], proposal{v.tag, v.sure})
			if v.notes == 0 {
				r.OutOfVocabulary++
			}
		}
	}
	score := t.score("Ibid", ours)
	score.Shy, score.BoundUsed = true, j.bound
	r.Scores = append([]Score{score}, t.baselines(half, all)...)
	r.Calibration = bins(j, tests)
	return r
}

// bins sorts the likeliest tags of each note by how sure they are said to be.
func bins(j *judge, tests []lesson) []Bin {
	const parts = 10
	out := make([]Bin, parts)
	for _, l := range tests {
		for i, v := range j.rate(l.rows) {
			if i == proposals {
				break
			}
			b := &out[min(int(v.sure*parts), parts-1)]
			b.Tags++
			b.Said += v.sure
			if slices.Contains(l.tags, v.tag) {
				b.Right++
			}
		}
	}
	for i := range out {
		b := &out[i]
		b.From, b.To = float64(i)/parts, float64(i+1)/parts
		if b.Tags > 0 {
			b.Said, b.Right = b.Said/float64(b.Tags), b.Right/float64(b.Tags)
		}
	}
	return out
}
