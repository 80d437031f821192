package autotag

import (
	"fmt"
	"strings"
)

// String is the report as a table for people.
func (r *Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d notes with tags: %d tuned on, %d reported on; %d tags, %d of them rare; bound %.2f; %d proposed tags out of the vocabulary\n",
		r.Notes, r.Tuned, r.Reported, r.Tags, r.RareTags, r.Bound, r.OutOfVocabulary)
	fmt.Fprintf(&b, "%-32s %-18s %-18s %-18s %-18s %-18s\n", "method", "coverage", "precision@1", "precision@3", "recall@3", "rare recall")
	for _, s := range r.Scores {
		fmt.Fprintf(&b, "%-32s %-18s %-18s %-18s %-18s %-18s\n", s.Method, s.Coverage, s.Precision1, s.Precision3, s.Recall3, s.RareRecall)
	}
	for _, c := range r.Calibration {
		if c.Tags > 0 {
			fmt.Fprintf(&b, "said %.1f to %.1f: %5d tags, %.2f on average, %.2f right\n", c.From, c.To, c.Tags, c.Said, c.Right)
		}
	}
	return b.String()
}

// String is the value with its interval.
func (i Interval) String() string { return fmt.Sprintf("%.3f [%.3f %.3f]", i.Value, i.Low, i.High) }
