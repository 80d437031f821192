package vaultindex

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// size counts the parts of a query, and how deep they stand within each other.
func size(q *query) (parts, depth int) {
	parts = 1
	for i := range q.subs {
		n, d := size(&q.subs[i])
		parts, depth = parts+n, max(depth, d)
	}
	return parts, depth + 1
}

const hundredThousand = 100_000

// hostileQueries are long in every way there is.
var hostileQueries = map[string]string{
	"quotes":            strings.Repeat(`"`, hundredThousand),
	"phrases":           strings.Repeat(`"a b" `, hundredThousand),
	"backslashed":       strings.Repeat(`"\`, hundredThousand),
	"ORs":               strings.Repeat("zebra OR ", hundredThousand),
	"ORs alone":         strings.Repeat("OR ", hundredThousand),
	"minus signs":       strings.Repeat("-", hundredThousand),
	"exclusions":        strings.Repeat("-x ", hundredThousand),
	"parentheses":       strings.Repeat("(", hundredThousand) + "zebra" + strings.Repeat(")", hundredThousand),
	"pairs":             strings.Repeat("()", hundredThousand),
	"excluded groups":   strings.Repeat("-(", hundredThousand) + "zebra" + strings.Repeat(")", hundredThousand),
	"open":              strings.Repeat("(", hundredThousand),
	"operators":         strings.Repeat("file:", hundredThousand) + "zebra",
	"operator groups":   strings.Repeat("line:(", hundredThousand) + "zebra" + strings.Repeat(")", hundredThousand),
	"unclosed operator": "zebra line:(" + strings.Repeat("a ", hundredThousand),
	"regexes":           strings.Repeat("/a.*b/ ", hundredThousand),
	"slashes":           strings.Repeat("/", hundredThousand),
	"one big regex":     "/" + strings.Repeat("(a|b)?", hundredThousand) + "/",
	"brackets":          strings.Repeat("[x", hundredThousand),
	"properties":        strings.Repeat("[x:y] ", hundredThousand),
	"words":             strings.Repeat("zebra yak a1 b2 ", hundredThousand),
	"one word":          strings.Repeat("z", hundredThousand),
	"one long run":      strings.Repeat("猫在学习", hundredThousand),
	"single characters": strings.Repeat("猫 ", hundredThousand),
	"tags":              strings.Repeat("tag:#x ", hundredThousand),
	"sections":          strings.Repeat("section:(", hundredThousand) + "tag:x" + strings.Repeat(")", hundredThousand),
	"property values":   strings.Repeat("[x:(y OR /z/ OR >3)] ", hundredThousand),
	"one property":      "[x:" + strings.Repeat("(", 200) + "y" + strings.Repeat(")", 200) + "] " + strings.Repeat("[x:(((", hundredThousand),
	"JavaScript":        strings.Repeat(`/[\s\u4e00-\u9fff]+\S/ `, hundredThousand),
	"bad bytes":         strings.Repeat("\xff\"", hundredThousand),
}

// Whatever is asked, what is understood of it is bounded, and so is every piece
// of work that grows with it.
func TestQueriesAreBounded(t *testing.T) {
	for name, text := range hostileQueries {
		q, err := parseQuery(text)
		if err != nil {
			continue // said so, and that is all
		}
		parts, depth := size(&q)
		if parts > 4*maxQueryParts || depth > 3*maxQueryDepth {
			t.Errorf("%s: %d parts, %d deep", name, parts, depth)
		}
		if w := wantedOf(&q, true); len(w.terms) > 48 {
			t.Errorf("%s: %d terms", name, len(w.terms))
		}
	}
}

// A long query is answered by its beginning, and the reader is told.
func TestHostileQueriesAreAnswered(t *testing.T) {
	s := boundedShelf(t)
	for name, text := range hostileQueries {
		result, err := s.search(context.Background(), SearchRequest{Query: text})
		var wrong *QueryError
		if errors.As(err, &wrong) {
			if len(err.Error()) > 1000 {
				t.Errorf("%s: an error of %d bytes", name, len(err.Error()))
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		told := strings.Join(result.Notices, "\n")
		if !strings.Contains(told, "The query is long") && !strings.Contains(told, "查询太长") {
			t.Errorf("%s: the reader is not told that the query was cut: %.200q", name, told)
		}
		if _, err := s.passages(context.Background(), PassageRequest{Query: text}); err != nil {
			t.Errorf("%s: passages: %v", name, err)
		}
	}
	found := searched(t, s, "words", hostileQueries["words"])
	if len(found.Hits) == 0 || found.Hits[0].Path != "zebra.md" {
		t.Errorf("a long query finds %v", found.Hits)
	}
}

func searched(t *testing.T, s *shelf, name, query string) SearchResult {
	t.Helper()
	result, err := s.search(context.Background(), SearchRequest{Query: query})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return result
}

// A query within the bounds is not cut, and nobody is told that it was.
func TestShortQueriesAreNotCut(t *testing.T) {
	s := boundedShelf(t)
	for _, text := range []string{"zebra", `"a b" -x (y OR z) file:zebra line:(a b)`, "猫在学习什么"} {
		for _, notice := range searched(t, s, text, text).Notices {
			if strings.Contains(notice, "long") || strings.Contains(notice, "太长") {
				t.Errorf("%q: %s", text, notice)
			}
		}
	}
}

// Deciding a query reads so much and no more; the reader is told.
func TestWorkOnTextIsCounted(t *testing.T) {
	old := maxLooked
	maxLooked = 3000
	t.Cleanup(func() { maxLooked = old })
	s := shelfOf(t, map[string]string{
		"a.md": strings.Repeat("zebra yak ", 200), "b.md": strings.Repeat("zebra yak ", 200), "c.md": strings.Repeat("zebra yak ", 200),
	})
	for text, want := range map[string]int{`"zebra yak"`: 2, "/z.*k/": 2, "line:(zebra -gone)": 1} {
		result := searched(t, s, text, text)
		if len(result.Hits) != want {
			t.Errorf("%s: %d hits, want the %d that were looked at", text, len(result.Hits), want)
		}
		if told := strings.Join(result.Notices, " "); !strings.Contains(told, "some were not looked at") {
			t.Errorf("%s: %q does not say so", text, told)
		}
	}
}

// A phrase of one letter over and over, in a text of the same: each place is
// looked at once.
func TestPhraseInItsOwnRepetition(t *testing.T) {
	text := strings.Repeat("a", 2<<20)
	if hasPhrase(text, strings.Repeat("a", 8<<10)) {
		t.Error("part of a word is a phrase")
	}
	if !hasPhrase(text+" "+strings.Repeat("a", 8<<10), strings.Repeat("a", 8<<10)) {
		t.Error("the phrase behind is not found")
	}
}

func boundedShelf(t testing.TB) *shelf {
	return shelfOf(t, map[string]string{
		"zebra.md": "---\nx: y\n---\n# zebra\nA zebra and a yak, a b. 猫在学习。\n- [ ] zebra\n#x\n",
		"other.md": "Nothing of the kind. z\n", "猫.md": "猫在学习",
	})
}

// FuzzQuery asks anything at all of a small vault: nothing panics, and what is
// understood is bounded.
func FuzzQuery(f *testing.F) {
	for _, text := range hostileQueries {
		f.Add(text[:200])
	}
	f.Add(`tag:#x -"a b" (y OR /z+/) [x:>3] task-todo:(a OR -b) 什么是猫`)
	s := boundedShelf(f)
	f.Fuzz(func(t *testing.T, text string) {
		q, err := parseQuery(text)
		if err != nil {
			_ = err.Error()
			return
		}
		if parts, depth := size(&q); parts > 4*maxQueryParts || depth > 3*maxQueryDepth {
			t.Fatalf("%d parts, %d deep", parts, depth)
		}
		if _, err := s.search(context.Background(), SearchRequest{Query: text}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.passages(context.Background(), PassageRequest{Query: text}); err != nil {
			t.Fatal(err)
		}
	})
}
