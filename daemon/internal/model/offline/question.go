package offline

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// searchHits and passages bound what a question looks at and quotes.
const (
	searchHits = 8
	passages   = 4 // of text; of properties, which are short, as many as are found
	properties = 8
)

// note names a note in a result.
type noteRef struct {
	Slug  string   `json:"slug"`
	Path  string   `json:"path"`
	Title string   `json:"title"`
	Why   []string `json:"why"`
}

// passage is a passage of read_passages.
type passage struct {
	Slug      string `json:"slug"`
	Path      string `json:"path"`
	Heading   string `json:"heading"`
	Property  string `json:"property"` // its name, when the passage is one
	LineStart int    `json:"line_start"`
	LineEnd   int    `json:"line_end"`
	Text      string `json:"text"`
}

type searchData struct {
	Hits []struct {
		noteRef
		Excerpt string   `json:"excerpt"`
		Heading string   `json:"heading"`
		Line    int      `json:"line"`
		Tags    []string `json:"tags"`
	} `json:"hits"`
	Total    int      `json:"total"`
	Notices  []string `json:"notices"`
	Near     []string `json:"near"`
	Indexing bool     `json:"indexing"`
}

type passageData struct {
	Passages []passage `json:"passages"`
}

// runQuestion is the workflow of a question: search, read the passages that
// answer, quote them.
func runQuestion(t turn) step {
	searched := t.of("knowledge_search")
	query := firstOf(t.text)
	if len(searched) == 0 {
		return act(t.search(query, searchHits))
	}
	if !searched[0].ok() {
		return fail(t.failed(searched[0], t.text))
	}
	found := decode[searchData](searched[0])
	read := t.of("read_passages")
	if len(read) == 0 && len(found.Hits) > 0 {
		args := map[string]any{"query": query, "limit": properties}
		if len(t.attached) > 0 {
			args["from"] = t.attached[0]
		}
		return act(call("read_passages", args))
	}
	if len(read) > 0 {
		quotes := decode[passageData](read[0]).Passages
		if len(quotes) > passages && quotes[0].Property == "" {
			quotes = quotes[:passages]
		}
		if len(quotes) > 0 {
			return say(t.quote(quotes, found))
		}
	}
	return say(t.nothing(found))
}

// maxQuery is how many characters of a query the tools take.
const maxQuery = 1000

// firstOf is as much of a question as is looked for, in whole words where it
// has any.
func firstOf(text string) string {
	n := 0
	for at := range text {
		if n++; n <= maxQuery {
			continue
		}
		text = text[:at]
		if space := strings.LastIndexFunc(text, unicode.IsSpace); space > at/2 {
			text = text[:space]
		}
		return text
	}
	return text
}

// shortened says that a question is longer than what was looked for.
func (t *turn) shortened() string {
	if len(firstOf(t.text)) == len(t.text) {
		return ""
	}
	return "\n\n" + fmt.Sprintf(t.pick("The question is long: only its first %d characters were looked for.", "问题太长：只按前 %d 个字进行了查找。"), maxQuery)
}

// tooLong refuses what follows a command when no note or query is so long.
func (t *turn) tooLong() step {
	return say(fmt.Sprintf(t.pick("A query or the name of a note has at most %d characters; this is longer. Ask with its key words.",
		"搜索内容或笔记名最多 %d 个字，这里太长了。请只写关键词。"), maxQuery))
}

func (t *turn) search(query string, limit int) model.Call {
	args := map[string]any{"query": query, "limit": limit}
	if t.private {
		args["include_private"] = true
	}
	return call("knowledge_search", args)
}

// quote is the answer: the passages as they stand, each with its citation.
func (t *turn) quote(quotes []passage, found searchData) string {
	var b strings.Builder
	b.WriteString(t.pick("Your notes say:", "你的笔记中写道："))
	for _, p := range quotes {
		b.WriteString("\n\n" + blockquote(p.Text) + "\n\n— " + cite(p.Slug, p.Heading) + t.place(p))
	}
	b.WriteString(t.shortened())
	if found.Indexing {
		b.WriteString("\n\n" + t.pick("The index is still being built; there may be more.", "索引仍在建立中，可能还有更多内容。"))
	}
	return b.String()
}

// nothing says plainly that the vault has no answer, and what comes near.
func (t *turn) nothing(found searchData) string {
	var b strings.Builder
	fmt.Fprintf(&b, t.pick("Your vault has nothing that answers “%s”.", "你的笔记库中没有能回答“%s”的内容。"), oneLine(t.text))
	for _, n := range found.Notices {
		b.WriteString("\n\n" + n)
	}
	b.WriteString(t.shortened())
	if near := nearest(found); len(near) > 0 {
		b.WriteString("\n\n" + t.pick("These come nearest:", "最接近的笔记：") + "\n- " + strings.Join(near, "\n- "))
	}
	if found.Indexing {
		b.WriteString("\n\n" + t.pick("The index is still being built; ask again in a moment.", "索引仍在建立中，请稍后再问。"))
	}
	return b.String()
}

// maxNearest bounds the notes named where none answers.
const maxNearest = 3

// nearest links notes that do not answer, but may be what was meant. They are
// Markdown links: a wikilink would cite them.
func nearest(found searchData) []string {
	var links []string
	for _, h := range found.Hits {
		links = append(links, mention(h.Title, h.Path))
	}
	for _, path := range found.Near {
		links = append(links, mention(strings.TrimSuffix(path, ".md"), path))
	}
	return links[:min(len(links), maxNearest)]
}
