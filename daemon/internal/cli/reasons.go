package cli

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The index gives its reasons in English, which JSON passes on as they are. These
// tables put them into Chinese for a person; what stands in none stays as it is.

// reasonLabels are what a reason begins with, before what was found.
var reasonLabels = map[string]string{
	"name": "名称", "alias": "别名", "heading": "标题", "tag": "标签", "link text of other notes": "其他笔记的链接文字",
	"property": "属性", "folder": "文件夹", "text": "正文", "phrase": "短语", "without": "不含", "expression": "正则表达式",
	"file": "文件", "path": "路径", "task": "任务",
}

// reasonForms are the reasons that are sentences.
var reasonForms = sentences(map[string]string{
	"its name is what you asked for":                "名称正是所问",
	"its name “%s” is what you asked for":           "名称“%s”正是所问",
	"its alias “%s” is what you asked for":          "别名“%s”正是所问",
	"its heading “%s” is what you asked for":        "标题“%s”正是所问",
	"other notes call it “%s”":                      "其他笔记称它为“%s”",
	"its name is nearly what you asked for":         "名称与所问相近",
	"says it word for word":                         "原文一字不差",
	"linked with the open note":                     "与打开的笔记有链接",
	"sync conflict copy: another version of a note": "同步冲突副本：某篇笔记的另一个版本",
	"property: %s has no value":                     "属性：%s 没有值",
})

// why is a reason as a person reads it.
func (l language) why(reason string) string {
	if l != chinese {
		return reason
	}
	if said, ok := reasonForms.translate(reason); ok {
		return said
	}
	label, rest, found := strings.Cut(reason, ": ")
	if said := reasonLabels[label]; found && said != "" {
		return said + "：" + rest
	}
	return reason
}

// problems are those the parser finds in a note, by code. Where the sentence names
// what is wrong, that is kept behind it.
var problems = map[string]string{
	"frontmatter_invalid":    "属性不是有效的 YAML",
	"frontmatter_too_large":  "属性区太大或层级太深，没有读取其中的属性",
	"legacy_tag_key":         "Obsidian 已不再读取 `tag:`，请改用 `tags:` 列表",
	"legacy_tags_string":     "`tags:` 把几个标签写在了一段文字里，请写成列表",
	"legacy_alias_key":       "Obsidian 已不再读取 `alias:`，请改用 `aliases:` 列表",
	"legacy_cssclass_key":    "Obsidian 已不再读取 `cssclass:`，请改用 `cssclasses:` 列表",
	"invalid_tag":            "不能作为标签：标签里不能有空格和标点，不能全是数字，最多 1,024 字节",
	"unquoted_property_link": "属性里的链接要加引号：\"[[笔记]]\"",
	"not_utf8":               "不是有效的 UTF-8 文本，无法读取的字节显示为 U+FFFD",
	"truncated":              "内容太复杂，改为逐行读取",
	"too_many_facts":         "链接、标签和标题太多，从这里起略去",
	"canvas_invalid":         "不是有效的 JSON Canvas，从这里起或这一部分无法读取",
	"base_invalid":           "不是有效的数据库（.base）文件",
}

// detailed are the problems whose sentence names something of the note.
var detailed = map[string]bool{"frontmatter_invalid": true, "invalid_tag": true, "base_invalid": true, "truncated": true}

// problem is what is wrong in a note, as a person reads it.
func (l language) problem(code, message string) string {
	said, known := problems[code]
	switch {
	case l != chinese || !known:
		return message
	case code == "invalid_tag":
		name, _, _ := strings.Cut(message, " cannot be a tag")
		return name + " " + said + "。"
	case detailed[code]:
		return said + "（" + strings.TrimSuffix(message, ".") + "）。"
	}
	return said + "。"
}

// skips are the reasons why a file is not searched, or not wholly.
var skips = map[string]string{
	"text_truncated": "只搜索前 2 MiB 的文字", "too_large": "超过 32 MiB，只知道名称", "not_utf8": "不是有效的 UTF-8",
	"unreadable": "系统不允许读取", "path_too_long": "路径太长", "not_regular": "不是普通文件",
	"symlink_file": "指向文件的符号链接", "symlink_loop": "循环的符号链接", "symlink_outside": "指向库外的符号链接",
	"name_invalid": "名称不是有效的路径", "name_taken": "与另一个名称只有 Unicode 形式不同", "cloud_placeholder": "在云端，不在本机",
}

// skip is why a file is not searched, as a person reads it.
func (l language) skip(reason string) string {
	if said := skips[reason]; l == chinese && said != "" {
		return said
	}
	return reason
}

// takenBack are the reasons for which shown text is taken back.
var takenBack = map[string]string{
	"The answer could not be read.":       "回答无法读取。",
	"The attempt failed.":                 "这次请求失败。",
	"The answer did not pass its checks.": "回答没有通过核对。",
	"The answer changed.":                 "回答有变。",
}

// takenBack is why shown text is taken back, as a person reads it.
func (l language) takenBack(reason string) string {
	if said := takenBack[reason]; l == chinese && said != "" {
		return said
	}
	return reason
}

// form is a sentence with open places, and what it is in Chinese.
type form struct {
	re   *regexp.Regexp
	said string
}

type forms []form

// sentences makes the forms of pairs, those that say most first.
func sentences(pairs map[string]string) forms {
	var all forms
	longest := func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) }
	for _, from := range slices.SortedFunc(maps.Keys(pairs), longest) {
		pattern := strings.ReplaceAll(regexp.QuoteMeta(from), "%s", "(.*)")
		said := strings.ReplaceAll(pairs[from], "$", "$$")
		for n := 1; strings.Contains(said, "%s"); n++ {
			said = strings.Replace(said, "%s", "${"+strconv.Itoa(n)+"}", 1)
		}
		all = append(all, form{regexp.MustCompile(`(?s)\A` + pattern + `\z`), said})
	}
	return all
}

func (f forms) translate(text string) (string, bool) {
	for _, s := range f {
		if m := s.re.FindStringSubmatchIndex(text); m != nil {
			return string(s.re.ExpandString(nil, s.said, text, m)), true
		}
	}
	return "", false
}
