package vaultindex

import "regexp"

// whoHas begins a question for who has something. Its thing has to be there whole.
const whoHas = "谁有"

// sameWords are words of Chinese questions for which notes have another one as
// well, and forms of a question with their plainer order.
var sameWords = []struct {
	words *regexp.Regexp
	other string
}{
	{regexp.MustCompile(`茶叶`), "茶"},
	{regexp.MustCompile(`为啥|为何`), "为什么"},
	{regexp.MustCompile(`选择`), "选"},
	{regexp.MustCompile(`([\p{Latin}\d]) ?[加和与及] ?([\p{Latin}\d])`), "$1 $2"},
	{regexp.MustCompile(`(课)是?在?(几点|什么时候|何时|周几|星期几|哪天)上?`), "${2}上$1"},
	{regexp.MustCompile(`^(.+?)在谁(?:那里|那儿|那边|手里|手上|家里?)`), whoHas + "$1"},
	{regexp.MustCompile(`睡?午觉`), "午睡"},
	{regexp.MustCompile(`(?:(?:应该|需要|可以|[要该得])\p{Han}?|[睡泡煮烤炖焖腌晒])多(?:久|长时间)(?:[最比较]*好)?`), "多久"},
	{regexp.MustCompile(`怎么用`), "如何使用"},
}

// inVault says where to look, which is where every question looks.
var inVault = regexp.MustCompile(`(?i)\s+\b(?:with|in|from) (?:this|my) vault\b`)

// ofDay says of a time what time is of.
var ofDay = regexp.MustCompile(`(?i)\btime of (?:the )?day\b`)

// needTo says what should says in one word.
var needTo = regexp.MustCompile(`(?i)\bdo (i|we|you) (?:need|have) to\b`)

// plainly is a question without what says nothing.
func plainly(question string) string {
	question = needTo.ReplaceAllString(inVault.ReplaceAllString(question, ""), "should $1")
	return ofDay.ReplaceAllString(question, "time")
}

// restated is a question in other words of the same language; the same question
// where there are none.
func restated(question string) string {
	for _, same := range sameWords {
		question = same.words.ReplaceAllString(question, same.other)
	}
	return question
}
