package fetch

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Document is what was read out of a page.
type Document struct {
	Title     string // one line, as the rest up to Language; "" = the page does not say
	Byline    string
	SiteName  string
	Language  string    // as "en" or "zh-CN"
	Published time.Time // zero = the page does not say
	Charset   string    // what the bytes were written in, as "gb18030"

	Extent  Extent
	Text    string // at most as many characters as asked for
	Shown   int    // characters of Text
	Total   int    // characters there are
	Removed int    // characters that cannot be seen, taken out
	Cut     bool   // the page has more elements than are read; its end is missing from Total too
}

// Extent says what part of a page a text is.
type Extent string

// The extents.
const (
	Article Extent = "article" // the main text, without navigation and advertisements
	Whole   Extent = "page"    // all that can be read
	Raw     Extent = "raw"     // no HTML: the file as it is
)

// read makes text of a body: at most maxChars characters, 0 = all.
func read(b *body, mode Mode, maxChars int) (Document, error) {
	f := formOf(b.mediaType)
	text, charset := decode(b, f)
	if strings.IndexByte(text, 0) >= 0 && f != formHTML {
		return Document{}, failf(BadType, b.at.String(), "%q is not text, though its server says %s", shown(b.at.String()), b.mediaType)
	}
	doc := Document{Extent: Raw}
	if f == formHTML {
		doc, text = readHTML(text, b, mode)
	}
	doc.Charset = charset
	text, doc.Removed = cleaned(text)
	text = strings.Trim(text, "\n")
	doc.Total = utf8.RuneCountInString(text)
	doc.Text, doc.Shown = text, doc.Total
	if maxChars > 0 && doc.Total > maxChars {
		doc.Text = cut(text, maxChars)
		doc.Shown = utf8.RuneCountInString(doc.Text)
	}
	return doc, nil
}

// readHTML finds what there is to read in a page, and what it says of itself.
func readHTML(source string, b *body, mode Mode) (Document, string) {
	t := parseTree(source, b.at)
	doc, main := findArticle(t, b.at)
	doc.Cut = t.cut
	node := t.body
	whole := textOf(t.body)
	doc.Extent = Whole
	if main != nil {
		if article := textOf(main); worth(article, whole) {
			doc.Extent, node, whole = Article, main, article
		}
	}
	if mode == Markdown {
		return doc, markdownOf(node)
	}
	return doc, whole
}

// worth tells whether what was found to be the main text is it. A page that is
// a list of short things has none, and what is found of it is a fragment.
func worth(article, whole string) bool {
	const enough, share = 300, 8
	return len(article) >= enough && len(article)*share >= len(whole)
}

// cut returns the first n characters, ending at a line where one ends nearby.
func cut(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			s = s[:i]
			break
		}
	}
	if at := strings.LastIndexByte(s, '\n'); at > len(s)-len(s)/10 {
		s = s[:at]
	}
	return strings.TrimRight(s, " \n\t")
}

// languageOf takes a language tag as a page gives it, or "".
func languageOf(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > 35 || strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") != "" {
		return ""
	}
	return s
}
