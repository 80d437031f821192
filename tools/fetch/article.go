package fetch

import (
	"fmt"
	"net/url"

	"codeberg.org/readeck/go-readability/v2"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxEffort bounds the work of finding the main text, which looks at all text
// below an element for every element: it is the sum, over all text and
// elements, of how deep they lie. Pages beyond it are read whole.
const maxEffort = 40 << 20

// findArticle finds what a page says of itself and its main text, or nil when
// there is none to be found.
func findArticle(t *tree, at *url.URL) (doc Document, main *html.Node) {
	doc = Document{Title: line(textOf(titleOf(t)), 300), Language: languageOf(attr(t.html, "lang"))}
	if effort(t.body, 1) > maxEffort {
		return doc, nil
	}
	article, err := mainOf(t, at)
	if err != nil {
		return doc, nil
	}
	if title := line(article.Title(), 300); title != "" {
		doc.Title = title
	}
	doc.Byline, doc.SiteName = line(article.Byline(), 200), line(article.SiteName(), 200)
	if language := languageOf(article.Language()); language != "" {
		doc.Language = language
	}
	if published, err := article.PublishedTime(); err == nil {
		doc.Published = published
	}
	return doc, article.Node
}

// mainOf runs the library on a copy of the tree. It was not made for what
// strangers think up, so that a panic of it is a page without a main text.
func mainOf(t *tree, at *url.URL) (article readability.Article, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("readability: %v", p)
		}
	}()
	parser := readability.NewParser()
	parser.KeepClasses = true // they name the language of code
	return parser.ParseDocument(t.doc, at)
}

func titleOf(t *tree) *html.Node {
	for c := range t.head.ChildNodes() {
		if c.DataAtom == atom.Title {
			return c
		}
	}
	return t.head
}

// effort is the sum of the depths of everything below n.
func effort(n *html.Node, depth int) int {
	sum := 0
	for c := range n.ChildNodes() {
		const asText = 40 // bytes of text an element costs as much as
		sum += depth * (len(c.Data) + asText)
		if c.Type == html.ElementNode {
			sum += effort(c, depth+1)
		}
	}
	return sum
}
