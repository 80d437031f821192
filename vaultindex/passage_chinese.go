package vaultindex

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
)

// inChinese are everyday English words in Chinese: those of the other table, and
// where that has several or none, these.
var inChinese = backwards(inEnglish, map[string]string{
	"nap": "午睡", "sleep": "睡眠", "tea": "茶", "keep": "保存", "store": "保存", "garden": "菜园", "book": "书", "books": "书",
	"best": "最好", "water": "水", "run": "跑步", "walk": "散步", "exercise": "运动", "brew": "泡", "steep": "泡",
})

// backwards is a table the other way round, without what is said in two words.
// Its own words come first, then the shortest.
func backwards(table, own map[string]string) map[string]string {
	back := maps.Clone(own)
	for _, chinese := range slices.SortedFunc(maps.Keys(table), func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }) {
		english := table[chinese]
		if _, known := back[english]; !known && english != "" && !strings.Contains(english, " ") {
			back[english] = chinese
		}
	}
	return back
}

// askedInChinese are the forms of English questions that are asked again in
// Chinese: those whose answers have signs of their own, so that no word alone is
// one.
var askedInChinese = []askedAs{
	{regexp.MustCompile(`(?i)^\W*how long\b`), "", "多久"},
	{regexp.MustCompile(`(?i)\btemperature\b|^\W*how (?:hot|warm|cold)\b`), "", "多少度"},
	{regexp.MustCompile(`(?i)^\W*when (?:is|should|do|can)\b`), "", "什么时候"},
}

// englishWord is a word or a number.
var englishWord = regexp.MustCompile(`[\p{L}\p{N}]+`)

// translatedBack is an English question of everyday words in Chinese; false for any
// other, and for one that asks about the person themselves.
func translatedBack(question string) (string, bool) {
	form := slices.IndexFunc(askedInChinese, func(f askedAs) bool { return f.form.MatchString(question) })
	if form < 0 || len(question) > maxBack || hasHan(question) || personalFact.MatchString(question) || ownDeed.MatchString(question) {
		return "", false
	}
	var words []string
	for _, word := range englishWord.FindAllString(question, -1) {
		folded := fulltext.Fold(word)
		chinese, known := inChinese[folded]
		switch {
		case known && !measures[folded]:
			words = append(words, chinese)
		case !known && !stopWords[folded] && !weakWords[folded] && !measures[folded] && folded != "temperature" && folded != "time":
			return "", false
		}
	}
	return strings.Join(words, "") + askedInChinese[form].tail + "？", len(words) > 0
}

// maxBack is how long a question may be, in bytes, that is put into Chinese.
const maxBack = 200
