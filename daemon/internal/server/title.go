package server

import (
	"encoding/json"
	"fmt"
	"unicode"
)

// titles says in plain words what a call does, in English and Chinese. The
// verb takes the argument that matters.
var titles = map[string]struct {
	arg    string // whose value is shown
	en, zh string
}{
	"knowledge_search":  {"query", "Search notes for “%s”", "在笔记中搜索“%s”"},
	"read_note":         {"slug", "Read %s", "阅读 %s"},
	"read_file":         {"path", "Read %s", "阅读 %s"},
	"find_files":        {"query", "Find files %s", "查找文件 %s"},
	"grep":              {"pattern", "Look for “%s” in files", "在文件中查找“%s”"},
	"list_dir":          {"path", "List %s", "列出 %s"},
	"read_passages":     {"query", "Read what answers “%s”", "阅读能回答“%s”的段落"},
	"get_backlinks":     {"slug", "Find links to %s", "查找指向 %s 的链接"},
	"related_notes":     {"slug", "Find notes related to %s", "查找与 %s 相关的笔记"},
	"list_tags":         {"", "List tags", "列出标签"},
	"get_links":         {"slug", "Find links of %s", "查找 %s 的链接"},
	"unlinked_mentions": {"slug", "Find mentions of %s", "查找提到 %s 的地方"},
	"vault_health":      {"", "Check the vault", "检查笔记库"},
	"write_file":        {"path", "Write %s", "写入 %s"},
	"create_note":       {"title", "Create %s", "新建 %s"},
	"update_note":       {"slug", "Change %s", "修改 %s"},
	"edit_file":         {"path", "Change %s", "修改 %s"},
	"apply_patch":       {"", "Change notes", "修改笔记"},
	"create_directory":  {"path", "Make the folder %s", "新建文件夹 %s"},
	"move_note":         {"slug", "Move %s", "移动 %s"},
	"delete_note":       {"slug", "Delete %s", "删除 %s"},
	"update_properties": {"slug", "Change the properties of %s", "修改 %s 的属性"},
	"update_plan":       {"", "Update the plan", "更新计划"},
	"ask_user":          {"question", "Ask: %s", "提问：%s"},
}

// maxTitleArg bounds what a title shows of an argument, in characters.
const maxTitleArg = 80

func callTitle(name string, args json.RawMessage, chinese bool) string {
	t, ok := titles[name]
	if !ok {
		return name
	}
	form := t.en
	if chinese {
		form = t.zh
	}
	if t.arg == "" {
		return form
	}
	var values map[string]any
	_ = json.Unmarshal(args, &values) // unreadable arguments show as none
	value := ""
	if v, ok := values[t.arg]; ok {
		value = fmt.Sprint(v)
	}
	if r := []rune(value); len(r) > maxTitleArg {
		value = string(r[:maxTitleArg]) + "…"
	}
	return fmt.Sprintf(form, value)
}

// isChinese tells whether a text has Han characters: then titles are Chinese.
func isChinese(text string) bool {
	for _, r := range text {
		if unicode.Is(unicode.Han, r) {
			return true
		}
	}
	return false
}
