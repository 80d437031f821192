package fulltext

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
	"pgregory.net/rapid"
)

// The best few are those that scoring every document would put first: the same
// scores, and among equal ones the same order, however the documents came into
// the index and whichever are hidden.
func TestTopIsThatOfAllDocuments(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := openTemp(rt)
		defer closeTemp(s)
		kept := map[vaultpath.Path]Doc{}
		for range rapid.IntRange(1, 3).Draw(rt, "batches") {
			var docs []Doc
			for range rapid.IntRange(1, 25).Draw(rt, "writes") {
				d := plain(rt, rapid.IntRange(0, 40).Draw(rt, "name"))
				docs, kept[d.Path] = append(docs, d), d
			}
			if err := s.store.Apply(docs, nil); err != nil {
				rt.Fatal(err)
			}
		}
		r, err := s.store.Reader()
		if err != nil {
			rt.Fatal(err)
		}
		defer r.Close()
		req := Request{Limit: rapid.IntRange(1, 12).Draw(rt, "limit"), Private: rapid.Bool().Draw(rt, "private")}
		for _, text := range rapid.SliceOfNDistinct(plainWord, 1, 4, rapid.ID).Draw(rt, "query") {
			term := Term{Text: text, Weight: rapid.SampledFrom([]float64{0.35, 1}).Draw(rt, "weight"), Strict: rapid.Bool().Draw(rt, "strict")}
			if rapid.Bool().Draw(rt, "somewhere") {
				term.Fields = Only(FieldName, FieldBody)
			}
			req.Terms = append(req.Terms, term)
		}
		got, err := r.Search(context.Background(), req)
		if err != nil {
			rt.Fatal(err)
		}
		want := exhaustive(kept, req)
		if got.Total != len(want) {
			rt.Fatalf("found %d documents, want %d", got.Total, len(want))
		}
		want = want[:min(len(want), req.Limit)]
		if !reflect.DeepEqual(got.Matches, want) && len(want) > 0 {
			rt.Fatalf("the best are\n%+v, want\n%+v", got.Matches, want)
		}
	})
}

// plainWord is too short to be misspelt, so that every form of it is known
// without looking into the index.
var plainWord = rapid.SampledFrom([]string{"tea", "teas", "cup", "cups", "pot", "caf", "cáf", "ran", "run", "字一", "一丁"})

func plain(t *rapid.T, name int) Doc {
	text := func(most int, label string) string {
		return strings.Join(rapid.SliceOfN(plainWord, 0, most).Draw(t, label), " ")
	}
	return Doc{
		Path: vaultpath.Path(fmt.Sprintf("d%d.md", name)), Name: text(2, "name"),
		Headings: []string{text(3, "heading")}, Tags: []string{text(1, "tag")}, Body: text(30, "body"),
		Private: rapid.IntRange(0, 5).Draw(t, "private") == 0,
	}
}

// exhaustive scores all documents that may be seen, without an index.
func exhaustive(docs map[vaultpath.Path]Doc, req Request) []Match {
	var seen []counted
	for _, d := range docs {
		if req.Private || !d.Private {
			seen = append(seen, countTerms(&d))
		}
	}
	var whole float32
	totals := make(map[vaultpath.Path]*Match)
	for _, t := range req.Terms {
		found := make(map[vaultpath.Path]Match)
		for _, c := range seen {
			if m := c.match(t); m.Fields != 0 {
				found[c.path] = m
			}
		}
		weight := float32(t.Weight * idf(len(seen), len(found)))
		whole += weight
		for p, m := range found {
			sum := totals[p]
			if sum == nil {
				sum = &Match{Path: p}
				totals[p] = sum
			}
			sum.Score = float64(float32(sum.Score) + weight*float32(m.Score))
			sum.Coverage = float64(float32(sum.Coverage) + weight)
			sum.Fields |= m.Fields
		}
	}
	var all []Match
	for _, m := range totals {
		coverage := float32(m.Coverage) / whole
		m.Score = float64(float32(m.Score) * (coverageFloor + (1-coverageFloor)*coverage))
		m.Coverage = float64(min(coverage, 1))
		all = append(all, *m)
	}
	slices.SortFunc(all, func(a, b Match) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Path, b.Path)) })
	return all
}

// counted is a document as its terms are counted, field by field.
type counted struct {
	path   vaultpath.Path
	terms  [numFields]map[string]float32
	length [numFields]float32
}

func countTerms(d *Doc) counted {
	c := counted{path: d.Path}
	for f, text := range newDocument(d).texts {
		c.terms[f] = make(map[string]float32)
		for _, tok := range Tokens(text) {
			c.terms[f][tok.Term]++
			if !IsFolded(tok.Term) {
				c.length[f]++
			}
		}
	}
	return c
}

// match is what a term finds, before its rarity counts.
func (c *counted) match(t Term) Match {
	var score float32
	var m Match
	for f := range numFields {
		if !t.Fields.Has(f) {
			continue
		}
		best := float32(0)
		for _, fm := range new(searcher).usualForms(t) {
			freq := c.terms[f][fm.text]
			if freq == 0 || fm.kind == Inflected && (f == FieldTags || f == FieldPath) || fm.kind == Derived && !derivedFields.Has(f) {
				continue
			}
			props := &fieldTable[f]
			length := 1 - props.b + props.b*c.length[f]/props.pivot
			factor := props.boost * kindWeight[fm.kind] * (saturation + 1)
			best = max(best, factor*freq/(freq+saturation*length))
		}
		if best > 0 {
			score += best
			m.Fields |= Only(f)
		}
	}
	m.Score = float64(score)
	return m
}
