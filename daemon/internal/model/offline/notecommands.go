package offline

import (
	"fmt"
	"strings"
)

// runSearch lists what a query finds.
func runSearch(t turn, query string) step {
	if query == "" {
		return say(t.pick("What shall I look for? For example: /search sleep", "要搜索什么？例如：/搜索 睡眠"))
	}
	done := t.of("knowledge_search")
	if len(done) == 0 {
		return act(t.search(query, 20))
	}
	if !done[0].ok() {
		return fail(t.failed(done[0], query))
	}
	found := decode[searchData](done[0])
	if len(found.Hits) == 0 {
		t.text = query
		return say(t.nothing(found))
	}
	var b strings.Builder
	b.WriteString(t.count(found.Total, "note, best first:", "notes, best first:", "共 %d 条笔记，按相关度排列："))
	for _, h := range found.Hits {
		b.WriteString("\n- " + cite(h.Slug, h.Heading))
		if h.Excerpt != "" {
			b.WriteString(t.pick(": ", "：") + t.shown(h.Excerpt))
		}
	}
	return say(b.String())
}

// inline makes an excerpt fit into a list item and link to nothing.
func inline(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.NewReplacer("[[", "", "]]", "", "`", "'", "“", "'", "”", "'", `"`, "'").Replace(text)
}

// subject is the note a command is about: the one named, else the first
// attached.
func (t *turn) subject(arg string) (string, bool) {
	if arg != "" {
		return arg, true
	}
	if len(t.attached) > 0 {
		return t.attached[0], true
	}
	return "", false
}

func (t *turn) noSubject(command string) step {
	c, _ := commandNamed(command)
	return say(fmt.Sprintf(t.pick("Which note? Open one, or name it: /%[1]s Note name", "哪篇笔记？请打开一篇，或写出名称：/%[2]s 笔记名"), c.Name, c.Chinese))
}

// noTags says that a note, or the vault, has none.
func (t *turn) noTags(path string) string {
	if path == "" {
		return t.pick("There are no tags in the vault.", "库中没有标签。")
	}
	return fmt.Sprintf(t.pick("%s has no tags.", "%s 没有标签。"), mention(strings.TrimSuffix(path, ".md"), path))
}

// onNote runs a workflow of one call about one note.
func (t *turn) onNote(command, arg, tool string, args map[string]any, show func(result) string) step {
	note, ok := t.subject(arg)
	if !ok {
		return t.noSubject(command)
	}
	done := t.of(tool)
	if len(done) == 0 {
		args["slug"] = note
		return act(call(tool, args))
	}
	if !done[0].ok() {
		return fail(t.failed(done[0], note))
	}
	return say(show(done[0]))
}

func runRelated(t turn, arg string) step {
	return t.onNote("related", arg, "related_notes", map[string]any{}, func(r result) string {
		data := decode[struct {
			Slug  string    `json:"slug"`
			Notes []noteRef `json:"notes"`
		}](r)
		if len(data.Notes) == 0 {
			return fmt.Sprintf(t.pick("Nothing else in the vault is related to %s.", "库中没有与 %s 相关的其他笔记。"), cite(data.Slug, ""))
		}
		var b strings.Builder
		fmt.Fprintf(&b, t.pick("Related to %s and not linked with it:", "与 %s 相关但尚未链接的笔记："), cite(data.Slug, ""))
		for _, n := range data.Notes {
			b.WriteString("\n- " + cite(n.Slug, ""))
			if len(n.Why) > 0 {
				b.WriteString(t.pick(": ", "：") + inline(t.kinship(n.Why)))
			}
		}
		return b.String()
	})
}

// kinships are the reasons why notes are related, as the index words them.
var kinships = strings.NewReplacer("both speak of ", "都谈到 ", "both link to ", "都链接到 ", "both linked from ", "都链接自 ", "both tagged ", "都有标签 ")

// kinship is why two notes are related.
func (t *turn) kinship(why []string) string {
	if !t.chinese {
		return strings.Join(why, "; ")
	}
	return kinships.Replace(strings.Join(why, "；"))
}

func runBacklinks(t turn, arg string) step {
	return t.onNote("backlinks", arg, "get_backlinks", map[string]any{}, func(r result) string {
		data := decode[struct {
			Slug      string `json:"slug"`
			Total     int    `json:"total"`
			Backlinks []struct {
				Slug    string `json:"slug"`
				Heading string `json:"heading"`
				Line    int    `json:"line"`
				Text    string `json:"text"`
			} `json:"backlinks"`
		}](r)
		if data.Total == 0 {
			return fmt.Sprintf(t.pick("No note links to %s.", "没有笔记链接到 %s。"), cite(data.Slug, ""))
		}
		var b strings.Builder
		fmt.Fprintf(&b, t.pick("%[2]s to %[1]s:", "有 %[2]s链接指向 %[1]s："), cite(data.Slug, ""), t.count(data.Total, "link leads", "links lead", "%d 处"))
		for _, l := range data.Backlinks {
			b.WriteString("\n- " + cite(l.Slug, l.Heading) + t.lines(l.Line, l.Line) + t.pick(": ", "：") + t.shown(l.Text))
		}
		return b.String()
	})
}

func runTags(t turn, arg string) step {
	args := map[string]any{}
	note, ok := t.subject(arg)
	if ok {
		args["slug"] = note
	}
	done := t.of("list_tags")
	if len(done) == 0 {
		return act(call("list_tags", args))
	}
	if !done[0].ok() {
		return fail(t.failed(done[0], note))
	}
	data := decode[struct {
		Path string `json:"path"`
		Tags []struct {
			Tag   string `json:"tag"`
			Notes int    `json:"notes"`
		} `json:"tags"`
		Total int `json:"total"`
	}](done[0])
	if data.Total == 0 {
		return say(t.noTags(data.Path))
	}
	var b strings.Builder
	b.WriteString(t.count(data.Total, "tag, most used first:", "tags, most used first:", "共 %d 个标签，按使用次数排列："))
	for _, tag := range data.Tags {
		fmt.Fprintf(&b, t.pick("\n- #%s (%s)", "\n- #%s（%s）"), tag.Tag, t.count(tag.Notes, "note", "notes", "%d 篇"))
	}
	return say(b.String())
}

// noteData is what read_note gives.
type noteData struct {
	Slug        string        `json:"slug"`
	Path        string        `json:"path"`
	Content     string        `json:"content"`
	Tags        []string      `json:"tags"`
	WordCount   int           `json:"wordCount"`
	ReadingTime int           `json:"readingTime"`
	StartLine   int           `json:"start_line"`
	Headings    []noteHeading `json:"headings"`
}

// noteHeading is a heading of read_note.
type noteHeading struct {
	Level int    `json:"level"`
	Text  string `json:"text"`
	Line  int    `json:"line"`
}

func runOutline(t turn, arg string) step {
	return t.onNote("outline", arg, "read_note", map[string]any{"max_chars": 100}, func(r result) string {
		data := decode[noteData](r)
		if len(data.Headings) == 0 {
			return fmt.Sprintf(t.pick("%s has no headings.", "%s 没有标题。"), cite(data.Slug, ""))
		}
		top := 6
		for _, h := range data.Headings {
			top = min(top, h.Level)
		}
		var b strings.Builder
		fmt.Fprintf(&b, t.pick("Outline of %s:", "%s 的大纲："), cite(data.Slug, ""))
		for _, h := range data.Headings {
			b.WriteString("\n" + strings.Repeat("  ", h.Level-top) + "- " + cite(data.Slug, h.Text) + t.lines(h.Line, h.Line))
		}
		return b.String()
	})
}
