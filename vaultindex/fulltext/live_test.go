package fulltext

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Words of deleted documents stay in the dictionaries until segments are
// merged. They must take no place from words that are still there.
func TestDeletedWordsTakeNoPlace(t *testing.T) {
	numbered := func(k int, text string) Doc { return body(fmt.Sprintf("n%d.md", k), text) }
	var all, kept []Doc
	var gone []vaultpath.Path
	for k := range 3000 {
		all = append(all, numbered(k, fmt.Sprintf("note n%d", k)))
		switch {
		case k%2 == 0:
			gone = append(gone, all[k].Path)
		case k%4 == 1:
			kept = append(kept, numbered(k, fmt.Sprintf("note n%d and more", k)))
		default:
			kept = append(kept, all[k])
		}
	}
	grown := storeOf(t, all...)
	apply(t, grown, nil, gone)
	for _, d := range kept {
		if strings.HasSuffix(d.Body, "more") {
			apply(t, grown, []Doc{d}, nil)
		}
	}
	a, b := readerOf(t, grown), readerOf(t, storeOf(t, kept...))
	for _, query := range []string{"n1", "n12", "n13", "n299", "n", "note n12"} {
		for _, limit := range []int{10, 2000} {
			same(t, a, b, query, limit)
		}
	}
}

// Thousands of documents with one score: the path decides, not the order in
// which they were written.
func TestManyTiesAreCutByPath(t *testing.T) {
	var docs, back []Doc
	for k := range 2500 {
		docs = append(docs, body(fmt.Sprintf("n%04d.md", k), "same"))
	}
	for i := range docs {
		back = append(back, docs[len(docs)-1-i])
	}
	a, b := readerOf(t, storeOf(t, docs...)), readerOf(t, storeOf(t, back...))
	same(t, a, b, "same", 10)
	if got := paths(ask(t, b, "same")); !strings.HasPrefix(got, "n0000.md n0001.md") {
		t.Errorf("of equal documents %q come first", got)
	}
}

// What a searcher may not see is as if it were not there: it moves no score.
func TestHiddenDocumentsMoveNoScore(t *testing.T) {
	open := []Doc{body("a.md", "garden tools"), body("b.md", "gardens"), body("c.md", "tool"), body("d.md", "garden gate")}
	hidden := append([]Doc{}, open...)
	for k := range 200 {
		d := body(fmt.Sprintf("p%d.md", k), fmt.Sprintf("garden gard%d tool", k))
		d.Private, d.Excluded = k%2 == 0, k%2 == 1
		hidden = append(hidden, d)
	}
	a, b := readerOf(t, storeOf(t, open...)), readerOf(t, storeOf(t, hidden...))
	for _, query := range []string{"garden", "gard", "tool", "gardem", "tools garden"} {
		same(t, a, b, query, 10)
	}
}

// same compares all that two readers say to a query whose last word is
// unfinished.
func same(t testing.TB, a, b *Reader, query string, limit int) {
	t.Helper()
	change := func(req *Request) { prefixed(req); req.Limit = limit }
	x, y := ask(t, a, query, change), ask(t, b, query, change)
	if !reflect.DeepEqual(x, y) {
		t.Errorf("%q, %d hits wanted:\n%s\n%s", query, limit, brief(x), brief(y))
	}
}

func brief(found Found) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d:", found.Total)
	for _, m := range found.Matches[:min(len(found.Matches), 5)] {
		fmt.Fprintf(&b, " %s %.4f", m.Path, m.Score)
	}
	for _, term := range found.Terms {
		fmt.Fprintf(&b, "; %s in %d, idf %.4f, %d forms", term.Text, term.Docs, term.IDF, len(term.Forms))
	}
	return b.String()
}

// stocked makes documents of many near words, so that every kind of expansion
// has more to choose from than it may take.
func stocked(t *rapid.T, name int) Doc {
	word := rapid.Custom(func(t *rapid.T) string {
		n := rapid.IntRange(0, 150).Draw(t, "n")
		return rapid.SampledFrom([]string{
			fmt.Sprintf("wor%c%c", 'a'+n%26, 'a'+n/26), fmt.Sprintf("w%d", n),
			"字" + string(rune(0x4E00+n)), string(rune(0x4E00+n)) + "字", "café", "cafe", "words",
		}).Draw(t, "word")
	})
	p := vaultpath.Path(fmt.Sprintf("d%d.md", name))
	return Doc{
		Path: p, Name: word.Draw(t, "title"),
		Headings: rapid.SliceOfN(word, 0, 2).Draw(t, "headings"),
		Tags:     rapid.SliceOfN(word, 0, 1).Draw(t, "tags"),
		Body:     strings.Join(rapid.SliceOfN(word, 0, 30).Draw(t, "body"), " "),
		Rest:     strings.Join(rapid.SliceOfN(word, 0, 3).Draw(t, "rest"), " "),
		Private:  rapid.IntRange(0, 9).Draw(t, "private") == 0,
	}
}

// Any sequence of writes and deletions answers every kind of question as an
// index that was made of what is left.
func TestAnySequenceEqualsFresh(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		grown, fresh := openTemp(rt), openTemp(rt)
		defer closeTemp(grown)
		defer closeTemp(fresh)
		want := map[vaultpath.Path]Doc{}
		for range rapid.IntRange(1, 4).Draw(rt, "steps") {
			docs, gone := []Doc{}, []vaultpath.Path{}
			for range rapid.IntRange(0, 60).Draw(rt, "writes") {
				d := stocked(rt, rapid.IntRange(0, 80).Draw(rt, "name"))
				docs = append(docs, d)
			}
			for _, k := range rapid.SliceOfN(rapid.IntRange(0, 80), 0, 40).Draw(rt, "gone") {
				p := vaultpath.Path(fmt.Sprintf("d%d.md", k))
				gone = append(gone, p)
				delete(want, p)
			}
			for _, d := range docs {
				want[d.Path] = d
			}
			if err := grown.store.Apply(docs, gone); err != nil {
				rt.Fatal(err)
			}
		}
		var left []Doc
		for _, d := range want {
			left = append(left, d)
		}
		if err := fresh.store.Apply(left, nil); err != nil {
			rt.Fatal(err)
		}
		compareAll(rt, grown.store, fresh.store)
	})
}

// compareAll asks all kinds of questions: words, beginnings, misspelt words,
// pairs and single characters, filters, and the rarest words.
func compareAll(t *rapid.T, grown, fresh *Store) {
	questions := []string{"words", "w", "w1", "wor", "wora", "wordd", "worxx", "xords", "café", "字", "一字", "字一丁", "words w12 字"}
	var answers [2][]any
	for i, s := range []*Store{grown, fresh} {
		r, err := s.Reader()
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range questions {
			answers[i] = append(answers[i], answersTo(t, r, q)...)
		}
		r.Close()
	}
	for i := range answers[0] {
		if !reflect.DeepEqual(answers[0][i], answers[1][i]) {
			t.Fatalf("answer %d: grown %+v, fresh %+v", i, answers[0][i], answers[1][i])
		}
	}
}

func answersTo(t *rapid.T, r *Reader, question string) []any {
	var terms []Term
	for _, tok := range QueryTokens(question) {
		terms = append(terms, Term{Text: tok.Term, Weight: 1, Prefix: true})
	}
	has := &Filter{Op: OpHas, Text: question}
	var all []any
	for _, req := range []Request{
		{Terms: terms, Limit: 5}, {Terms: terms, Limit: 100, Private: true},
		{Terms: terms, Filter: has, Limit: 5}, {Filter: has, Limit: 5},
		{Filter: &Filter{Op: OpNot, Subs: []Filter{*has}}, Limit: 5},
	} {
		found, err := r.Search(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found)
	}
	rare, err := r.Rarest(context.Background(), terms, 2, false)
	if err != nil {
		t.Fatal(err)
	}
	return append(all, rare, r.Count())
}
