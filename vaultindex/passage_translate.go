package vaultindex

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
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
	// Reading, plans, people.
	"书": "books", "读书": "read books", "读": "read", "阅读": "reading", "电影": "movies", "看": "watch", "音乐": "music",
	"计划": "plan", "任务": "tasks", "待办": "tasks open", "项目": "projects", "会议": "meeting",
	"旅行": "trip", "出门": "journey", "朋友": "friend", "目标": "aim", "聚会": "meet", "生日": "birthday",
	"读书会": "book club", "老师": "teacher", "中文": "Chinese", "建议": "advice", "咖啡馆": "café",
	// The house and the garden.
	"花园": "garden", "菜园": "garden", "篱笆": "fence", "种子": "seeds", "堆肥": "compost", "豌豆": "peas", "大蒜": "garlic",
	"房子": "house", "钥匙": "key", "门钥匙": "house key", "备用": "spare", "垃圾": "bins", "垃圾桶": "bins", "邻居家": "next door", "邻居": "neighbour", "隔壁": "next door",
	"猫": "cat", "电": "electricity", "水": "water", "天然气": "gas", "用": "used", "暖气": "heating", "锅炉": "boiler",
	"烤箱": "oven", "冰箱": "fridge", "路由器": "router", "打印机": "printer", "自行车": "bicycle", "窗户": "windows",
	"水垢": "limescale", "草坪": "lawn", "急救箱": "first-aid box", "灭火器": "extinguisher", "保险丝": "fuse", "总水阀": "main water valve", "水阀": "water valve",
	// The kitchen and the body.
	"食谱": "recipe", "菜谱": "recipe", "面包": "bread", "面团": "dough", "酸种": "sourdough starter", "披萨": "pizza",
	"咖啡": "coffee", "咖啡豆": "coffee beans", "茶": "tea", "喝茶": "drink tea", "喝": "drink",
	"保存": "keep", "存放": "keep", "收": "collected", "睡眠": "sleep", "睡觉": "sleep", "行李": "packing",
	"烤": "bake", "度": "", "温度": "", "开门": "open", "关门": "closed", "营业": "open", "去": "",
	"日本": "Japan", "京都": "Kyoto", "中国": "China", "法国": "France", "巴黎": "Paris", "意大利": "Italy", "德国": "Germany", "英国": "England", "美国": "America",
	// When.
	"一月": "January", "二月": "February", "三月": "March", "四月": "April", "五月": "May", "六月": "June", "七月": "July",
	"八月": "August", "九月": "September", "十月": "October", "十一月": "November", "十二月": "December", "年": "", "喜欢": "",
}

// askedAs is a form of questions, and what one of the kind begins and ends with in
// the other language.
type askedAs struct {
	form        *regexp.Regexp
	begin, tail string
}

// askedInEnglish are the forms of Chinese questions, and what an English one of
// the kind begins or ends with: what is asked for is demanded in either language.
var askedInEnglish = []askedAs{
	{regexp.MustCompile(`叫什么|什么名字`), "what is the name of", ""},
	{regexp.MustCompile(`去[了过]?(?:哪|什么地方)`), "where did I go in", ""},
	{regexp.MustCompile(`(?:什么时候|何时|哪一?[天年月])去`), "when did I go to", ""},
	{regexp.MustCompile(`多少度|几度|温度`), "what temperature does", ""},
	{regexp.MustCompile(`什么时候|何时|几点|哪一?[天日月年]|星期几|周几`), "when is", ""},
	{regexp.MustCompile(`在哪|哪里|哪儿|什么地方`), "where is", ""},
	{regexp.MustCompile(`谁`), "who", ""},
	{regexp.MustCompile(`为什么|为何`), "why", ""},
	{regexp.MustCompile(`怎么|如何|怎样`), "how to", ""},
	{regexp.MustCompile(`多久|多长时间`), "", "how long"},
	{regexp.MustCompile(`多少|几`), "", "how much"},
}

func keysOf(m map[string]string) []string {
	var all []string
	for key := range m {
		all = append(all, key)
	}
	return all
}

// translated is a Chinese question of everyday words in English; false for any
// other.
func translated(question string) (string, bool) {
	if !hasHan(question) {
		return "", false
	}
	var words []string
	for _, piece := range matter(question) {
		english, ok := wordByWord(piece)
		if !ok {
			return "", false
		}
		words = append(words, english...)
	}
	words = strings.Fields(strings.Join(words, " "))
	if amountOf.MatchString(question) && len(words) > 1 {
		last := len(words) - 1 // what there is so much of stands behind
		return strings.Join(append([]string{"how much", words[last], "for"}, words[:last]...), " "), true
	}
	for _, asked := range askedInEnglish {
		if asked.form.MatchString(question) {
			if len(words) == 0 || len(words) < 2 && !saysMatter.MatchString(asked.begin) {
				return "", false
			}
			words = append([]string{asked.begin}, append(words, asked.tail)...)
			return strings.TrimSpace(strings.Join(words, " ")), true
		}
	}
	return strings.Join(words, " "), len(words) > 1
}

// saysMatter is a form that says what is asked for, so that one word beside it is
// enough.
var saysMatter = regexp.MustCompile(`temperature|did I go`)

// amountOf asks for an amount of what it ends with.
var amountOf = regexp.MustCompile(`多少[^度岁钱人次天年]\p{Han}{0,3}[\s\p{P}]*$`)

// wordByWord puts a piece of a question into English; false where it has a word
// that is not known.
func wordByWord(piece string) (words []string, ok bool) {
	for piece != "" {
		word := prefixIn(everyday, piece)
		r := firstRune(piece)
		size := len(string(r))
		switch {
		case word != "":
			words = append(words, inEnglish[word])
			size = len(word)
		case unicode.Is(unicode.Han, r) && !strings.ContainsRune(carriers, r):
			return nil, false
		case unicode.IsNumber(r) || r < unicode.MaxLatin1 && unicode.IsLetter(r):
			size = latinRun(piece)
			words = append(words, piece[:size])
		}
		piece = piece[size:]
	}
	return words, true
}

// latinRun is the length of the word or number that a text begins with.
func latinRun(text string) int {
	end := strings.IndexFunc(text, func(r rune) bool { return r >= unicode.MaxLatin1 || !unicode.IsNumber(r) && !unicode.IsLetter(r) })
	if end < 0 {
		return len(text)
	}
	return max(end, len(string(firstRune(text))))
}
