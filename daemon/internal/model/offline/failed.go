package offline

import (
	"fmt"
	"regexp"
	"strings"
)

// failed says in plain words why a call about something a person named did not
// give what was asked for. What a tool says to a program is left out.
func (t *turn) failed(r result, named string) string {
	d := decode[struct {
		Suggestions []string `json:"suggestions"`
		Candidates  []string `json:"candidates"`
	}](r)
	var links []string
	for _, path := range append(d.Candidates, d.Suggestions...) {
		links = append(links, "\n- "+mention(strings.TrimSuffix(path, ".md"), path))
	}
	said := t.reason(r, oneLine(named), len(d.Candidates))
	if len(d.Candidates) == 0 && len(links) > 0 {
		said += t.pick(" Did you mean:", "是不是要找：")
	}
	return said + strings.Join(links, "")
}

// reason is the sentence for an error code.
func (t *turn) reason(r result, named string, candidates int) string {
	switch {
	case candidates > 0:
		return fmt.Sprintf(t.pick("%d notes could be meant by “%s”; name one with its folder:", "有 %d 篇笔记都可能是“%s”，请连同文件夹写出："), candidates, named)
	case r.code == "NOTE_NOT_FOUND" || r.code == "FILE_NOT_FOUND":
		if strings.Contains(r.summary, "not a note") {
			return fmt.Sprintf(t.pick("“%s” is a file, but not a note; this works on notes only.", "“%s”是文件，但不是笔记；这个命令只用于笔记。"), named)
		}
		return fmt.Sprintf(t.pick("There is no note “%s” in the vault.", "库中没有叫这个名字的笔记：“%s”。"), named)
	case r.code == "FILE_TOO_LARGE":
		return fmt.Sprintf(t.pick("“%s” is larger than 2 MiB, more than Ibid reads at once. `/search` finds passages in it.", "“%s”超过 2 MiB，无法整篇读取。可以用 `/搜索` 查找其中的段落。"), named)
	}
	if at := regexpError.FindStringSubmatch(r.summary); at != nil {
		return fmt.Sprintf(t.pick("The regular expression in “%s” cannot be read: %s. A right one: `/20\\d\\d-1[0-2]/`", "“%s”中的正则表达式无法读取（%s）。正确的例子：`/20\\d\\d-1[0-2]/`"), named, at[1])
	}
	said, _, _ := strings.Cut(r.summary, " Smallest correct call:")
	said = strings.TrimPrefix(said, `The argument "query" cannot be read: `)
	return t.pick("That did not work: ", "未能完成：") + said
}

// regexpError finds what is wrong with a regular expression of a query.
var regexpError = regexp.MustCompile(`the regular expression cannot be read: ([^:(]*?(?: [()\[\]]+)?):`)
