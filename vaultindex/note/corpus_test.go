package note

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpus returns a real vault's folder beside the project; a fresh clone has
// none and the test skips.
func corpus(tb testing.TB, name string) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		vault := filepath.Join(dir, "..", "shared", "corpus", name)
		if info, err := os.Stat(vault); err == nil && info.IsDir() {
			return vault
		}
		if parent := filepath.Dir(dir); parent != dir {
			dir = parent
			continue
		}
		tb.Skip("the vault " + name + " is not here")
	}
}

func eachFile(tb testing.TB, root, ext string, do func(path string, raw []byte)) {
	tb.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ext {
			return err
		}
		raw, err := os.ReadFile(path)
		if err == nil {
			do(path, raw)
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
}

// corpusCount is what a vault holds, as the README beside the corpora counts it.
type corpusCount struct{ notes, wiki, inProperties, embeds, tags, withTags, withAlias int }

func (c *corpusCount) add(n *Note) {
	c.notes++
	c.inProperties += len(n.PropertyLinks)
	for _, l := range n.Links {
		if l.Embed {
			c.embeds++
		} else if l.Kind == Wikilink {
			c.wiki++
		}
	}
	property := 0
	for _, tag := range n.Tags {
		if tag.Property {
			property = 1
		} else {
			c.tags++
		}
	}
	c.withTags += property
	c.withAlias += min(1, len(n.Aliases))
}

// TestCorpora compares with counts taken by other means. They are leads, not
// proofs, so near is enough. The script that counted did not decode YAML: what it
// saw in templates whose YAML is invalid is added here.
func TestCorpora(t *testing.T) {
	for vault, want := range map[string]corpusCount{
		"kepano":              {103, 14, 134, 61, 0, 45, 2},
		"knowledge-garden-zh": {3176, 6069, 3, 752, 87, 1381, 805},
	} {
		t.Run(vault, func(t *testing.T) {
			var got corpusCount
			problems := map[string]int{}
			eachFile(t, corpus(t, vault), ".md", func(path string, raw []byte) {
				n := Parse(raw)
				checkSpans(t, raw, n)
				checkPlaces(t, raw, n)
				got.add(n)
				for _, p := range n.Problems {
					problems[p.Code]++
					if p.Code == ProblemFrontmatter {
						text := string(raw[n.Frontmatter.Start:n.Frontmatter.End])
						got.inProperties += strings.Count(text, "[[")
						got.withTags += strings.Count(text, "\ntags:")
					}
				}
				if n.Truncated {
					t.Errorf("%s was read line by line", path)
				}
			})
			t.Logf("%+v, problems %v", got, problems)
			if got.notes != want.notes {
				t.Errorf("%d notes, want %d", got.notes, want.notes)
			}
			near(t, "wikilinks", got.wiki, want.wiki)
			near(t, "links in properties", got.inProperties, want.inProperties)
			near(t, "embeds", got.embeds, want.embeds)
			near(t, "inline tags", got.tags, want.tags)
			near(t, "notes with tags", got.withTags, want.withTags)
			near(t, "notes with aliases", got.withAlias, want.withAlias)
		})
	}
}

// near allows a tenth and a handful.
func near(t *testing.T, what string, got, want int) {
	t.Helper()
	if diff := got - want; diff > want/10+5 || -diff > want/10+5 {
		t.Errorf("%s: %d, counted otherwise %d", what, got, want)
	}
}

func TestCorpusCanvasesAndBases(t *testing.T) {
	for _, vault := range []string{"kepano", "knowledge-garden-zh"} {
		root := corpus(t, vault)
		eachFile(t, root, ".canvas", func(path string, raw []byte) {
			n := ParseCanvas(raw)
			checkSpans(t, raw, n)
			if len(n.Problems) > 0 {
				t.Errorf("%s: %v", path, n.Problems)
			}
			if want := strings.Count(string(raw), `"type":"file"`); len(n.Links) < want {
				t.Errorf("%s: %d links, %d file cards", path, len(n.Links), want)
			}
		})
		eachFile(t, root, ".base", func(path string, raw []byte) {
			if n := ParseBase(raw); len(n.Problems) > 0 {
				t.Errorf("%s: %v", path, n.Problems)
			}
		})
	}
}
