package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// eachNote reads the notes of a vault one after the other.
func eachNote(vault string, do func(path string, raw []byte) error) error {
	return filepath.WalkDir(vault, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && name != vault {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(name) != ".md" {
			return nil
		}
		raw, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(vault, name)
		if err != nil {
			return err
		}
		return do(filepath.ToSlash(rel), raw)
	})
}

// ftsFields are the columns of the FTS5 table and the weights of its bm25,
// those of Ibid's own fields.
var ftsFields = []struct {
	name   string
	weight float64
}{
	{"name", 5}, {"aliases", 4.5}, {"headings", 1.6}, {"tags", 2}, {"properties", 0.8}, {"path", 0.5}, {"body", 1},
}

// ftsRow is a note as FTS5 takes it: for each column, the tokens Ibid would
// index, apart by spaces.
func ftsRow(path string, raw []byte) []string {
	n := note.Parse(raw)
	p := vaultpath.Path(path)
	var headings, tags, properties []string
	for _, h := range n.Headings {
		headings = append(headings, h.Text)
	}
	for _, t := range n.Tags {
		tags = append(tags, t.Name)
	}
	for _, property := range n.Properties {
		switch property.Key {
		case "tags", "aliases":
		default:
			properties = append(properties, fmt.Sprint(property.Value))
		}
	}
	row := []string{
		p.Name(), joined(n.Aliases), joined(headings), joined(tags), joined(properties), p.Dir().String(),
		string(raw[n.Frontmatter.End:]),
	}
	for i, text := range row {
		row[i] = tokenText(text)
	}
	return row
}

func joined(texts []string) string { return strings.Join(texts, "\n") }

// tokenText is a text cut into Ibid's tokens. FTS5 folds accents itself.
func tokenText(text string) string {
	var b strings.Builder
	b.Grow(len(text) * 3 / 2)
	fulltext.Scan(text, func(_, _ int, term []byte) {
		if term[0] == fulltext.FoldMark[0] {
			return
		}
		b.Write(term)
		b.WriteByte(' ')
	})
	return b.String()
}
