package edit

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Omissions returns the lines of the new text that stand for text that was left
// out, such as "… rest unchanged", "// ... existing code ...", "[rest of note]"
// or "（其余不变）" (contracts 2.1). A line the old text has too is none: somebody
// meant it. before may be nil.
func Omissions(before, after []byte) []Finding {
	had := map[string]bool{}
	for _, line := range splitLines(before) {
		had[string(bytes.TrimSpace(line))] = true
	}
	var out []Finding
	for i, line := range splitLines(after) {
		text := string(bytes.TrimSpace(line))
		if !had[text] && isPlaceholder(text) {
			out = append(out, Finding{Kind: Omission, Line: i + 1, Text: text,
				Message: fmt.Sprintf("Line %d, %s, seems to stand for text that was left out.", i+1, quote(text))})
		}
	}
	return out
}

// maxPlaceholder is the length in characters up to which a line can be a
// placeholder; longer ones are prose.
const maxPlaceholder = 100

// wrappers are what placeholders are put in: comment marks of any language, list
// marks, emphasis, brackets.
const wrappers = " \t/#*-_<>!%;|()[]{}（）【】［］〔〕「」`~=+&@:：,，。.…⋯\""

var (
	dots = regexp.MustCompile(`\.\.\.|…|⋯|。。。`)

	// what is left out
	subject = `(?:rest|remainder|remaining|other|everything else|all else|existing|previous|original|unchanged|same|above|below|earlier)`
	// what it is part of
	object = `(?:note|file|document|doc|page|section|sections|text|content|contents|code|body|part|parts|lines|list|items|entries|paragraphs|headings|properties|frontmatter|table|rows)`
	// what happens to it
	state = `(?:unchanged|not changed|omitted|as before|as is|as above|as it was|the same|same|stays|remains|remain|kept|intact|untouched|identical|here|goes here|continues|truncated|elided|snipped|for brevity)`

	// withDots needs an ellipsis beside it; anything of the kind is then one.
	withDots = regexp.MustCompile(`(?i)^(?:\w+ ){0,2}` + subject + `\b(?:.*\b` + object + `\b|.*\b` + state + `$)|\b(?:unchanged|omitted|truncated|elided|snip|snipped|existing code|for brevity|etc)\b|^(?:the )?(?:rest|remainder|remaining)\b|^(?:same|as) (?:as )?(?:above|before)$`)
	// boxed needs brackets or comment marks around the whole line.
	boxed = regexp.MustCompile(`(?i)^(?:the |all )?` + subject + `(?: of)?(?: the| this| your)? ?(?:original |existing |other )?` + object + `?(?: (?:is |are |remains |remain |stays )?` + state + `)?(?: for brevity)?$|^(?:unchanged|omitted|truncated|snip|snipped|no changes?)$|^` + object + ` (?:is |are )?(?:unchanged|omitted|truncated|elided|snipped)(?: for brevity)?$`)
	// bare needs nothing: no note says this of itself.
	bare = regexp.MustCompile(`(?i)^(?:the )?(?:rest|remainder) of (?:the|this|your) ` + object + `(?: (?:is|are|stays|remains))? ` + state + `$`)

	chinese = regexp.MustCompile(`^(?:此处|这里|以下|以上|下面|上面|后面|前面|中间)?(?:的)?(?:其余|其它|其他|剩余|剩下|余下|后续|原有|原来|原文|现有|已有|以下|以上|之前|前文|后文|下文|上文)(?:的)?(?:部分|内容|文本|代码|章节|段落|正文|笔记|文件|条目|列表)*(?:均|都|仍|则|全部|保持|维持|继续)*(?:不变|省略|略|相同|一致|原样|同上|同前|保留|未改动|未变|没有变化|无变化|从略|照旧)$|^(?:此处|以下|中间|内容|下略|部分)?(?:省略|从略|略去|下略|上略|中略)(?:若干|部分)?(?:内容|文字|代码|行)?$|^略$|^保持(?:原样|不变)$|^(?:同上|同前)$|^(?:内容|正文|其他部分)不变$`)
)

// isPlaceholder reports a line that stands for others.
func isPlaceholder(line string) bool {
	if line == "" || utf8.RuneCountInString(line) > maxPlaceholder {
		return false
	}
	inner := strings.TrimSpace(strings.Trim(strings.TrimSuffix(strings.TrimPrefix(line, "<!--"), "-->"), wrappers))
	hasDots := dots.MatchString(line)
	switch {
	case inner == "":
		return hasDots && onlyDots(line)
	case bare.MatchString(inner):
		return true
	case hasDots && atEdge(line) && (withDots.MatchString(inner) || chinese.MatchString(inner)):
		return true
	}
	return isBoxed(line) && (boxed.MatchString(inner) || chinese.MatchString(inner))
}

// onlyDots reports a line of an ellipsis in comment marks or brackets, or alone.
// A list item or quote of nothing but dots may be meant.
func onlyDots(line string) bool {
	switch line {
	case "...", "…", "……", "[...]", "[…]", "(...)", "(…)", "（…）", "（……）":
		return true
	}
	for _, mark := range []string{"//", "<!--", "/*", "%%", "# ...", "# …"} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return false
}

// atEdge reports an ellipsis that begins or ends the line, marks left out:
// inside, it belongs to a sentence.
func atEdge(line string) bool {
	core := strings.Trim(line, strings.NewReplacer(".", "", "…", "", "⋯", "", "。", "").Replace(wrappers))
	core = strings.TrimSuffix(strings.TrimPrefix(core, "<!--"), "-->")
	loc := dots.FindAllStringIndex(core, -1)
	return len(loc) > 0 && (loc[0][0] == 0 || loc[len(loc)-1][1] == len(core))
}

// isBoxed reports brackets or comment marks around the whole line.
func isBoxed(line string) bool {
	line = strings.Trim(line, "*_ ")
	for _, box := range [][2]string{
		{"[", "]"}, {"(", ")"}, {"{", "}"}, {"<", ">"}, {"（", "）"}, {"【", "】"}, {"［", "］"}, {"〔", "〕"},
		{"<!--", "-->"}, {"%%", "%%"}, {"/*", "*/"}, {"//", ""}, {"---", "---"}, {"===", "==="},
	} {
		if strings.HasPrefix(line, box[0]) && strings.HasSuffix(line, box[1]) && len(line) > len(box[0])+len(box[1]) {
			return !strings.HasPrefix(line, "[[") && !strings.HasPrefix(line, "[^")
		}
	}
	return false
}
