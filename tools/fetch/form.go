package fetch

import (
	"net/url"
	"strings"
)

// form is how a page is read.
type form int

const (
	formNone  form = iota // not at all
	formHTML              // for its text
	formXML               // as it is, with its encoding named inside
	formPlain             // as it is
)

// forms lists the media types that are read (contracts 2.1.4); what ends in
// +json or +xml is read too.
var forms = map[string]form{
	"text/html": formHTML, "application/xhtml+xml": formHTML,
	"text/xml": formXML, "application/xml": formXML,
	"text/plain": formPlain, "text/markdown": formPlain, "text/x-markdown": formPlain, "text/csv": formPlain,
	"text/tab-separated-values": formPlain, "text/yaml": formPlain, "application/yaml": formPlain,
	"application/json": formPlain, "application/ld+json": formPlain, "application/jsonl": formPlain, "application/x-ndjson": formPlain,
}

func formOf(mediaType string) form {
	switch f, ok := forms[mediaType]; {
	case ok:
		return f
	case strings.HasSuffix(mediaType, "+xml"):
		return formXML
	case strings.HasSuffix(mediaType, "+json"):
		return formPlain
	}
	return formNone
}

func notReadable(at *url.URL, mediaType string) *Error {
	return failf(BadType, at.String(), "%q is of type %s; only web pages, plain text, Markdown, JSON, XML, YAML and CSV are read", shown(at.String()), shown(clean(mediaType)))
}
