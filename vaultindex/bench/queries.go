package main

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/vaultgen"
)

// sampler draws queries from the notes of a generated vault, so that words
// come up as often as the vault has them.
type sampler struct {
	opts vaultgen.Options
	rand *rand.Rand
}

func newSampler(opts vaultgen.Options) *sampler {
	return &sampler{opts, rand.New(rand.NewPCG(opts.Seed, 0xbe7c4))}
}

// shortest is the length of the shortest word asked for.
const shortest = 3

// words are n different words of one note, in English.
func (s *sampler) words(n int) string { return strings.Join(s.wordList(n, shortest), " ") }

func (s *sampler) wordList(n, letters int) []string {
	for {
		text := s.body()
		var all []string
		seen := make(map[string]bool)
		for _, tok := range fulltext.Tokens(text) {
			if len(tok.Term) >= letters && !seen[tok.Term] && strings.IndexFunc(tok.Term, notLatin) < 0 {
				seen[tok.Term] = true
				all = append(all, text[tok.Start:tok.End])
			}
		}
		if len(all) < 4*n { // a note in Chinese has few
			continue
		}
		s.rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		return all[:n]
	}
}

// body is the text of some note without its frontmatter: property keys are the
// same everywhere, and nobody looks for them.
func (s *sampler) body() string {
	text := vaultgen.Make(s.opts, s.rand.IntN(s.opts.Notes)).Text
	if rest, ok := strings.CutPrefix(text, "---\n"); ok {
		_, text, _ = strings.Cut(rest, "\n---\n")
	}
	return text
}

// misspelt is a word of five letters or more with one letter wrong.
func (s *sampler) misspelt() string { return misspell(s.wordList(1, 5)[0], s.rand) }

func notLatin(r rune) bool { return r < 'a' || r > 'z' }

// prefix is the beginning of a word, n letters.
func (s *sampler) prefix(n int) string { return s.wordList(1, n+2)[0][:n] }

// han are n neighbouring Chinese characters of some note.
func (s *sampler) han(n int) string {
	for {
		if run := pickRun(hanRuns(s.body(), n), s.rand); run != "" {
			return cutRun(run, n, s.rand)
		}
	}
}

// hanRuns are the runs of at least n Chinese characters.
func hanRuns(text string, n int) []string {
	runs := strings.FieldsFunc(text, func(r rune) bool { return !unicode.Is(unicode.Han, r) })
	kept := runs[:0]
	for _, run := range runs {
		if utf8.RuneCountInString(run) >= n {
			kept = append(kept, run)
		}
	}
	return kept
}

func pickRun(runs []string, r *rand.Rand) string {
	if len(runs) == 0 {
		return ""
	}
	return runs[r.IntN(len(runs))]
}

// cutRun is n neighbouring characters of a run that has them.
func cutRun(run string, n int, r *rand.Rand) string {
	runes := []rune(run)
	from := r.IntN(len(runes) - n + 1)
	return string(runes[from : from+n])
}
