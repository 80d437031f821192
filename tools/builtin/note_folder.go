package builtin

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// home is where a new note goes, and why.
type home struct {
	folder vaultpath.Path
	why    string // one clause
}

// chooseHome finds the folder of a note that nobody named a folder for (R148): the
// one the topic names, else the one in which the notes about the same thing lie,
// else where the vault puts new notes. The same vault gives the same answer.
func (pl placer) chooseHome(ctx context.Context, title, topic string, tags []any) (home, error) {
	if folder, ok := pl.folderNamed(topic); ok {
		return home{folder, fmt.Sprintf("the topic names the folder %q", folderName(folder))}, nil
	}
	v := votes{}
	for _, t := range tags {
		tag, _ := t.(string)
		pl.voteByTag(v, tag)
	}
	for _, words := range []string{topic, title} {
		if err := pl.voteBySearch(ctx, v, words); err != nil {
			return home{}, err
		}
	}
	if folder, n, ok := v.winner(); ok {
		return home{folder, fmt.Sprintf("%d related %s there", n, plural(n, "note is", "notes are"))}, nil
	}
	return home{defaultFolder(pl.env.View.Settings()), "the vault puts new notes there"}, nil
}

// folderNamed finds the one folder that a topic names, by its path or its name.
func (pl placer) folderNamed(topic string) (vaultpath.Path, bool) {
	want := vaultpath.Fold(strings.Trim(strings.TrimSpace(topic), "/"))
	if want == "" {
		return "", false
	}
	var found []vaultpath.Path
	for _, f := range pl.env.View.Folders() {
		if f.Hidden() || pl.env.View.Settings().Template(f) {
			continue
		}
		switch {
		case f.Fold() == want:
			return f, true
		case vaultpath.Fold(f.Base()) == want:
			found = append(found, f)
		}
	}
	if len(found) != 1 {
		return "", false
	}
	return found[0], true
}

// votes counts what speaks for a folder.
type votes map[vaultpath.Path]*vote

type vote struct {
	weight float64
	notes  map[vaultpath.Path]bool
}

// dated are names of daily notes: they are about everything, so they say nothing
// about where a note belongs.
var dated = regexp.MustCompile(`^\d{4}[-._年]?\d{2}[-._月]?(\d{2})?|^\d{4}-W\d{2}`)

func (v votes) add(p vaultpath.Path, weight float64) {
	if !p.IsNote() || dated.MatchString(p.Name()) {
		return
	}
	dir := p.Dir()
	if v[dir] == nil {
		v[dir] = &vote{notes: map[vaultpath.Path]bool{}}
	}
	v[dir].weight += weight
	v[dir].notes[p] = true
}

// Bounds of a choice.
const (
	homeHits  = 12  // hits of a search that count
	homeTags  = 200 // notes of a tag that count
	homeNotes = 2   // from as many related notes on, a folder can be chosen
	homeShare = 0.4 // of all that was found, which the folder must have
)

func (pl placer) voteByTag(v votes, tag string) {
	carry := pl.env.View.Kept().NotesWithTag(tag, true)
	for _, p := range carry[:min(len(carry), homeTags)] {
		v.add(p, 1/float64(min(len(carry), homeTags)))
	}
}

// voteBySearch lets the notes that a search finds speak, the first loudest.
func (pl placer) voteBySearch(ctx context.Context, v votes, words string) error {
	query := plainWords(words)
	if query == "" {
		return nil
	}
	found, err := pl.env.View.Search(ctx, vaultindex.SearchRequest{Query: query, Limit: homeHits})
	if err != nil {
		return err
	}
	total := 0.0
	for i := range found.Hits {
		total += 1 / float64(i+1)
	}
	for i, h := range found.Hits {
		if f, ok := pl.env.View.Kept().File(h.Path); ok && f.Kind == graph.KindNote {
			v.add(h.Path, 1/float64(i+1)/total)
		}
	}
	return nil
}

// plainWords leaves the letters and digits of a text, so that it is no query of
// the query language.
func plainWords(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	for i, w := range words {
		if w == "OR" {
			words[i] = "or"
		}
	}
	return strings.Join(words, " ")
}

// winner is the folder that most speaks for, if it is enough.
func (v votes) winner() (vaultpath.Path, int, bool) {
	var folders []vaultpath.Path
	total := 0.0
	for p := range v {
		folders = append(folders, p)
	}
	slices.Sort(folders)
	for _, p := range folders {
		total += v[p].weight
	}
	if len(folders) == 0 {
		return "", 0, false
	}
	best := slices.MaxFunc(folders, func(a, b vaultpath.Path) int {
		return cmp.Or(cmp.Compare(v[a].weight, v[b].weight), cmp.Compare(b, a))
	})
	n := len(v[best].notes)
	return best, n, n >= homeNotes && v[best].weight >= homeShare*total
}

// defaultFolder is where the vault puts new notes (F8). A vault that puts them
// beside the open note has none for us: they go to its root.
func defaultFolder(s vaultindex.Settings) vaultpath.Path {
	if where, _ := s.App["newFileLocation"].(string); where != "folder" {
		return vaultpath.Root
	}
	name, _ := s.App["newFileFolderPath"].(string)
	p, err := vaultpath.Parse(strings.Trim(name, "/ "))
	if err != nil || p.Hidden() {
		return vaultpath.Root
	}
	return p
}
