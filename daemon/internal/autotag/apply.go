package autotag

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Habit is how a vault writes its tags: what a note without tags gets.
type Habit struct{ form form }

// Habit returns how most tagged notes write their tags.
func (s *Steward) Habit() Habit {
	var counts [forms]int
	for _, c := range s.lib.cards {
		counts[c.form]++
	}
	best := blockList
	for _, f := range []form{flowList, inText} {
		if counts[f] > counts[best] {
			best = f
		}
	}
	return Habit{best}
}

// PlanTags plans the edit that gives a note tags it does not have. Nothing but
// its tags changes. A note whose properties cannot be read is refused, as an
// *edit.Error with the reason, and so are tags it has already.
func PlanTags(v *vaultindex.View, habit Habit, p vaultpath.Path, tags ...string) (edit.Set, error) {
	raw, err := v.ReadFile(p)
	if err != nil {
		return edit.Set{}, err
	}
	after, err := AddTags(raw, edit.PropertyTypes(v.Settings().PropertyTypes), habit, tags...)
	if err != nil {
		return edit.Set{}, at(err, p)
	}
	return edit.NewSet(edit.Effect{Op: edit.Replace, Path: p, Before: edit.SumOf(raw), After: after})
}

// at names the file that an edit was refused for.
func at(err error, p vaultpath.Path) error {
	if refused := (*edit.Error)(nil); errors.As(err, &refused) {
		refused.Path = p
	}
	return err
}

func refuse(code edit.Code, format string, args ...any) error {
	return &edit.Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// AddTags returns a note's bytes with tags it does not have yet, written as the
// note writes its tags, else as its vault does.
func AddTags(raw []byte, types edit.PropertyTypes, habit Habit, tags ...string) ([]byte, error) {
	n := note.Parse(raw)
	missing, err := missingTags(n, tags)
	if err != nil {
		return nil, err
	}
	after, err := addTags(n, raw, types, habit, missing)
	if err != nil {
		return nil, err
	}
	return after, checkAdded(n, note.Parse(after), missing)
}

func missingTags(n *note.Note, tags []string) (missing []string, err error) {
	have := map[string]bool{}
	for _, t := range n.Tags {
		have[note.FoldTag(t.Name)] = true
	}
	for _, tag := range tags {
		if !ValidTag(tag) {
			return nil, refuse(edit.InvalidArgument, "%q is no tag; a tag has letters, no spaces, and levels parted by /, such as project/ibid", tag)
		}
		if key := note.FoldTag(tag); !have[key] {
			have[key] = true
			missing = append(missing, strings.TrimPrefix(tag, "#"))
		}
	}
	if len(missing) == 0 {
		return nil, refuse(edit.NoChange, "The note has these tags already: %s", strings.Join(tags, ", "))
	}
	return missing, nil
}

func addTags(n *note.Note, raw []byte, types edit.PropertyTypes, habit Habit, tags []string) ([]byte, error) {
	inProperty, err := edit.EditProperties(raw, types, edit.PropertyEdit{Key: "tags", Op: edit.AppendItems, Value: tags})
	if err != nil {
		return nil, err
	}
	own := formOf(n, raw)
	line := tagLine(n, raw)
	switch {
	case own == inText && line > 0:
		return insert(raw, line, hashed(" ", tags)), nil
	case own == noTags && !hasKey(n, "tags") && habit.form == inText, own == inText && habit.form == inText:
		return withTagLine(raw, tags), nil
	case own != flowList && habit.form == flowList && !hasKey(n, "tags"):
		return reflow(raw, inProperty), nil
	}
	return inProperty, nil
}

func hasKey(n *note.Note, key string) bool {
	return slices.ContainsFunc(n.Properties, func(p note.Property) bool { return strings.EqualFold(p.Key, key) })
}

// tagLine is the end of the last tag on the last line that has nothing but tags,
// 0 where there is none.
func tagLine(n *note.Note, raw []byte) (end int) {
	for i, t := range n.Tags {
		if t.Property {
			continue
		}
		start := bytes.LastIndexByte(raw[:t.Span.Start], '\n') + 1
		rest := raw[start:t.Span.Start]
		for _, o := range n.Tags[:i] {
			if !o.Property && o.Span.Start >= start {
				rest = bytes.Replace(rest, raw[o.Span.Start:o.Span.End], nil, 1)
			}
		}
		after, _, _ := bytes.Cut(raw[t.Span.End:], []byte("\n"))
		if len(bytes.TrimSpace(rest)) == 0 && len(bytes.TrimSpace(after)) == 0 {
			end = t.Span.End
		}
	}
	return end
}

// hashed writes tags as they stand in text, each with something before it.
func hashed(before string, tags []string) string {
	var b strings.Builder
	for _, t := range tags {
		b.WriteString(before + "#" + t)
	}
	return b.String()
}

func insert(raw []byte, at int, text string) []byte {
	return slices.Concat(raw[:at], []byte(text), raw[at:])
}

// withTagLine adds a line of tags at the end, with a blank line before it.
func withTagLine(raw []byte, tags []string) []byte {
	end := "\n"
	if bytes.Contains(raw, []byte("\r\n")) {
		end = "\r\n"
	}
	text := strings.TrimPrefix(hashed(" ", tags), " ")
	switch {
	case len(bytes.TrimSpace(raw)) == 0:
		return insert(raw, len(raw), text+end)
	case bytes.HasSuffix(raw, []byte("\n")):
		return insert(raw, len(raw), end+text+end)
	}
	return insert(raw, len(raw), end+end+text)
}

// reflow writes a list that was just made between brackets, as the vault does.
// What does not come out the same stays as it is.
func reflow(raw, after []byte) []byte {
	n := note.Parse(after)
	i := slices.IndexFunc(n.Properties, func(p note.Property) bool { return strings.EqualFold(p.Key, "tags") })
	if i < 0 || n.Properties[i].Span.End-n.Properties[i].Span.Start > len(after)-len(raw) {
		return after
	}
	span := n.Properties[i].Span
	lines := strings.Split(strings.TrimRight(string(after[span.Start:span.End]), "\r\n"), "\n")
	var items []string
	for _, l := range lines[1:] {
		item, ok := strings.CutPrefix(strings.TrimSpace(l), "- ")
		if !ok {
			return after
		}
		items = append(items, item)
	}
	if len(items) == 0 {
		return after
	}
	text := strings.TrimRight(lines[0], "\r") + " [" + strings.Join(items, ", ") + "]"
	tail := after[span.Start+len(strings.TrimRight(string(after[span.Start:span.End]), "\r\n")):]
	flowed := slices.Concat(after[:span.Start], []byte(text), tail)
	if m := note.Parse(flowed); len(m.Problems) > len(n.Problems) || !reflect.DeepEqual(values(m), values(n)) {
		return after
	}
	return flowed
}

func values(n *note.Note) map[string]any {
	out := map[string]any{}
	for _, p := range n.Properties {
		out[p.Key] = p.Value
	}
	return out
}

// checkAdded looks at the result: it has the old tags and the new ones, and
// everything else that was there.
func checkAdded(before, after *note.Note, added []string) error {
	want := tagSet(before)
	for _, t := range added {
		want[note.FoldTag(t)] = true
	}
	same := reflect.DeepEqual(want, tagSet(after)) && len(before.Headings) == len(after.Headings) &&
		len(before.Links) == len(after.Links) && len(before.Blocks) == len(after.Blocks) && len(before.Tasks) == len(after.Tasks)
	if !same {
		return refuse(edit.FrontmatterInvalid, "The tags cannot be written without changing what stands around them, such as a block of code that is not closed; add them as text")
	}
	return nil
}

func tagSet(n *note.Note) map[string]bool {
	out := map[string]bool{}
	for _, t := range n.Tags {
		out[note.FoldTag(t.Name)] = true
	}
	return out
}
