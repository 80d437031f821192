package vaultindex

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
)

// yearWords are years as people say them, and how far they are from this one.
var yearWords = []struct {
	words *regexp.Regexp
	from  int
}{
	{regexp.MustCompile(`今年|(?i)\bthis year\b`), 0},
	{regexp.MustCompile(`去年|(?i)\blast year\b`), -1},
	{regexp.MustCompile(`明年|(?i)\bnext year\b`), 1},
}

// withYears writes this year, last year and the next as the numbers they are. A
// zero today leaves the words.
func withYears(question string, today time.Time) string {
	if today.IsZero() {
		return question
	}
	for _, w := range yearWords {
		question = w.words.ReplaceAllString(question, " "+strconv.Itoa(today.Year()+w.from)+" ")
	}
	return question
}

// everyday are words of everyday notes in both languages. A vault in two
// languages answers a question in either.
var everyday = longestFirst(strings.Join(keysOf(inEnglish), " "))

var inEnglish = map[string]string{
	"书": "books", "读书": "read books", "读": "read", "阅读": "reading", "电影": "movies", "看": "watch", "音乐": "music",
	"计划": "plan", "任务": "tasks", "待办": "tasks open", "项目": "projects", "花园": "garden", "菜园": "garden", "会议": "meeting",
	"旅行": "trip", "朋友": "friend", "睡眠": "sleep", "睡觉": "sleep", "面包": "bread", "房子": "house", "钥匙": "key",
	"读书会": "book club", "目标": "aim", "食谱": "recipe", "菜谱": "recipe", "生日": "birthday", "聚会": "meet",
}

func keysOf(m map[string]string) []string {
	var all []string
	for key := range m {
		all = append(all, key)
	}
	return all
}

// translated is a Chinese question of everyday words in English; false for any
// other. What only asks is left out.
func translated(question string) (string, bool) {
	if !hasHan(question) {
		return "", false
	}
	var words []string
	for _, piece := range matter(fulltext.Fold(question)) {
		for piece != "" {
			word := prefixIn(everyday, piece)
			r := firstRune(piece)
			switch {
			case word != "":
				words = append(words, inEnglish[word])
				piece = piece[len(word):]
			case unicode.Is(unicode.Han, r) && !strings.ContainsRune(carriers, r):
				return "", false
			case unicode.IsNumber(r) || r < unicode.MaxLatin1 && unicode.IsLetter(r):
				end := strings.IndexFunc(piece, func(r rune) bool { return r >= unicode.MaxLatin1 || !unicode.IsNumber(r) && !unicode.IsLetter(r) })
				if end < 0 {
					end = len(piece)
				}
				words = append(words, piece[:end])
				piece = piece[end:]
			default:
				piece = piece[len(string(r)):]
			}
		}
	}
	return strings.Join(words, " "), len(words) > 1
}
