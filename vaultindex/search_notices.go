package vaultindex

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
	"github.com/ibid-notes/ibid/vaultindex/graph"
)

// speaker words notices in the language of the query: Chinese as soon as there
// is a Han character, else English.
type speaker struct{ han bool }

func (s speaker) pick(english, chinese string) string {
	if s.han {
		return chinese
	}
	return english
}

// list joins words as the language does.
func (s speaker) list(words []string) string { return strings.Join(words, s.pick(", ", "、")) }

// counted is a number with its noun.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// notices says what the reader has to know to judge a result.
func (s *shelf) notices(query string, r *ranking, result SearchResult) []string {
	say := speaker{hasHan(query)}
	var all []string
	if s.missing {
		all = append(all, say.pick("The vault's folder is gone: this is what was indexed before.", "找不到笔记库的文件夹：以下是之前建立的索引中的内容。"))
	}
	if s.unread > 0 {
		if say.han {
			all = append(all, fmt.Sprintf("有 %d 个文件或文件夹无法读取，没有搜索。", s.unread))
		} else {
			all = append(all, counted(s.unread, "file or folder could not be read and was not searched.", "files or folders could not be read and were not searched."))
		}
	}
	if s.indexing {
		all = append(all, say.pick("The index is still being built: notes may be missing.", "索引仍在建立中，可能缺少一些笔记。"))
	}
	if s.text == nil && len(r.want.terms) > 0 {
		all = append(all, say.pick("The text of notes is not indexed yet: only names were searched.", "笔记的正文尚未建立索引，只搜索了名称。"))
	}
	if r.query.cut || r.want.cut {
		all = append(all, fmt.Sprintf(say.pick("The query is long: only its beginning counts (at most %d parts, %d words and %d KB).",
			"查询太长，只用了开头部分（最多 %d 个条件、%d 个词、%d KB）。"), maxQueryParts, fulltext.MaxTerms, maxQueryBytes>>10))
	}
	for _, t := range r.terms {
		if t.Cut {
			all = append(all, fmt.Sprintf(say.pick("Too many words begin with “%s”: the rarest were not searched for.",
				"以“%s”开头的词太多，没有搜索最少见的那些。"), t.Text))
		}
	}
	if r.cut {
		all = append(all, say.pick("Too many notes had to be read to decide this query: some were not looked at.", "这个查询要读的笔记太多，有一些没有查看。"))
	}
	if len(result.Hits) > 0 {
		return append(all, s.guessed(say, r.terms)...)
	}
	return append(all, s.nothing(say, r)...)
}

// guessed names the words that are not in the vault and what was taken for
// them.
func (s *shelf) guessed(say speaker, terms []fulltext.TermInfo) []string {
	var all []string
	inKeys := sync.OnceValue(s.wordsOfKeys)
	for _, t := range terms {
		best := ""
		for form, kind := range t.Forms {
			if kind != fulltext.Fuzzy {
				best = ""
				break
			}
			if best == "" || form < best {
				best = form
			}
		}
		if best != "" && !inKeys()[t.Text] {
			all = append(all, fmt.Sprintf(say.pick("“%s” is in no note; searched for “%s” and the like.", "没有笔记含有“%s”，改为搜索“%s”等相近的词。"), t.Text, best))
		}
	}
	return all
}

// nothing explains an empty result.
func (s *shelf) nothing(say speaker, r *ranking) []string {
	if len(r.want.terms) == 0 && !r.query.restricts() {
		return []string{say.pick("There is nothing to search for: type a word, a question or an operator such as tag:name.", "没有可搜索的内容：请输入词语、问题或 tag:名称 这样的条件。")}
	}
	all := []string{s.searchedIn(say)}
	missing := missingWords(r.terms)
	if len(missing) > 0 {
		inKeys := s.wordsOfKeys()
		missing = slices.DeleteFunc(missing, func(word string) bool { return inKeys[word] })
	}
	if len(missing) > 0 {
		all = append(all, say.pick("In no note: ", "没有笔记含有：")+say.list(missing)+say.pick(".", "。"))
	}
	if len(r.want.dropped) > 0 {
		all = append(all, say.pick("Left out as too common: ", "过于常见而略去：")+say.list(r.want.dropped)+say.pick(".", "。"))
	}
	return all
}

// searchedIn tells how much was searched and what was left out.
func (s *shelf) searchedIn(say speaker) string {
	notes, excluded, templates := 0, 0, 0
	for f := range s.lens.Files() {
		switch {
		case f.Kind != graph.KindNote:
		case f.Excluded:
			excluded++
		case s.template(f.Path):
			templates++
		default:
			notes++
		}
	}
	if say.han {
		said := fmt.Sprintf("已搜索 %d 篇笔记的名称、别名、标题、标签、属性和正文。", notes)
		if excluded > 0 {
			said += fmt.Sprintf("有 %d 个排除的文件未搜索。", excluded)
		}
		if templates > 0 {
			said += fmt.Sprintf("有 %d 个模板未搜索。", templates)
		}
		return said
	}
	said := fmt.Sprintf("Searched the names, aliases, headings, tags, properties and text of %s.", counted(notes, "note", "notes"))
	if excluded > 0 {
		said += " " + counted(excluded, "excluded file was left out.", "excluded files were left out.")
	}
	if templates > 0 {
		said += " " + counted(templates, "template was left out.", "templates were left out.")
	}
	return said
}

// wordsOfKeys are the words in the names of properties: they are not in the text of
// notes, and yet not missing from them. Each name is taken apart once.
func (s *shelf) wordsOfKeys() map[string]bool {
	words, seen := map[string]bool{}, map[string]bool{}
	for f := range s.lens.Files() {
		if f.Kind != graph.KindNote || f.Excluded {
			continue
		}
		for key := range f.Facts.PropertyKeys() {
			if seen[key] {
				continue
			}
			seen[key] = true
			for word := range strings.FieldsSeq(unsigned(camel.ReplaceAllString(key, "$1 $2"))) {
				words[word] = true
			}
		}
	}
	return words
}

// missingWords are the words that no note has. Of a script without spaces they are
// whole runs: the pairs that are looked for are no words.
func missingWords(terms []fulltext.TermInfo) []string {
	var words []string
	for i := 0; i < len(terms); {
		end := i + 1
		for end < len(terms) && followsIn(terms[end-1].Text, terms[end].Text) {
			end++
		}
		if word := missingRun(terms[i:end]); word != "" {
			words = append(words, word)
		}
		i = end
	}
	return words
}

// carries reports whether a character carries a question and says nothing.
func carries(r rune) bool { return strings.ContainsRune(carriers, r) }

// followsIn reports whether a pair begins with the character that another ends with.
func followsIn(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	return fulltext.IsPaired(before) && fulltext.IsPaired(after) && utf8.RuneCountInString(after) > 1 && firstRune(after) == last
}

// missingRun is what terms that overlap make, without the particles around it; ""
// where the vault has each pair of it.
func missingRun(terms []fulltext.TermInfo) string {
	word := terms[0].Text
	for _, t := range terms[1:] {
		word += t.Text[len(string(firstRune(t.Text))):]
	}
	if fulltext.IsPaired(word) {
		if short := strings.TrimFunc(word, carries); utf8.RuneCountInString(short) > 1 {
			word = short
		}
	}
	for _, t := range terms {
		if t.Docs == 0 && strings.Contains(word, t.Text) {
			return word
		}
	}
	return ""
}
