package fulltext

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// synthetic makes n notes of about 3 KB, half of them Chinese, whose words are
// as unevenly frequent as those of people.
func synthetic(n int) []Doc {
	rng := rand.New(rand.NewPCG(1, 2))
	word := rand.NewZipf(rng, 1.1, 20, 40_000)
	docs := make([]Doc, n)
	for i := range docs {
		var b strings.Builder
		chinese := i%2 == 0
		for b.Len() < 3000 {
			writeWord(&b, word.Uint64(), chinese)
		}
		p := vaultpath.Path(fmt.Sprintf("folder%d/note %d.md", i%50, i))
		docs[i] = Doc{Path: p, Name: p.Name(), Body: b.String(), Tags: []string{fmt.Sprintf("tag%d", i%30)}}
	}
	return docs
}

func writeWord(b *strings.Builder, w uint64, chinese bool) {
	if !chinese {
		fmt.Fprintf(b, "%s ", latinWord(w))
		return
	}
	b.WriteRune(rune(0x4E00 + w%5000))
	b.WriteRune(rune(0x4E00 + w*7%5000))
	if w%6 == 0 {
		b.WriteString("。")
	}
}

func latinWord(w uint64) string {
	var b []byte
	for w += 300; w > 0; w /= 20 {
		b = append(b, "bcdfghjklmnpqrstvwxz"[w%20], "aeiou"[w%5])
	}
	return string(b)
}

// BenchmarkApply writes 1,000 notes into a new index.
func BenchmarkApply(b *testing.B) {
	docs := synthetic(1000)
	for b.Loop() {
		b.StopTimer()
		s, err := Open(b.TempDir(), quiet)
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if err := s.Apply(docs, nil); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	b.ReportMetric(float64(len(docs)*b.N)/b.Elapsed().Seconds(), "docs/s")
}

// BenchmarkUpdate saves one note of 1,000 again.
func BenchmarkUpdate(b *testing.B) {
	docs := synthetic(1000)
	s := storeOf(b, docs...)
	for b.Loop() {
		if err := s.Apply(docs[:1], nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSearch asks an index of 4,000 notes.
func BenchmarkSearch(b *testing.B) {
	r := readerOf(b, storeOf(b, synthetic(4000)...))
	common, rare := latinWord(3), latinWord(9000)
	for _, bench := range []struct {
		name   string
		query  string
		change func(*Request)
	}{
		{"one rare word", rare, nil},
		{"one common word", common, nil},
		{"three words", common + " " + rare + " " + latinWord(200), nil},
		{"four characters", string([]rune{0x4E00 + 40, 0x4E00 + 280, 0x4E00 + 41, 0x4E00 + 287}), nil},
		{"prefix", common[:3], prefixed},
		{"typing error", latinWord(39_999) + "x", nil},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				req := Request{Limit: 50}
				for _, tok := range QueryTokens(bench.query) {
					req.Terms = append(req.Terms, Term{Text: tok.Term})
				}
				if bench.change != nil {
					bench.change(&req)
				}
				if _, err := r.Search(context.Background(), req); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N), "µs/query")
		})
	}
}
