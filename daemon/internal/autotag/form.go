package autotag

import (
	"bytes"
	"strings"

	"github.com/ibid-notes/ibid/vaultindex/note"
)

// form is how a note writes its tags.
type form uint8

const (
	noTags     form = iota
	blockList       // tags: and below it a dash for each
	flowList        // tags: [a, b]
	singleText      // tags: a
	inText          // #a in the text only
	forms
)

// formOf tells how a note writes its tags. raw may be newer than n, or cut.
func formOf(n *note.Note, raw []byte) form {
	for _, p := range n.Properties {
		if strings.EqualFold(p.Key, "tags") && p.Value != nil && p.Span.End <= len(raw) {
			return formOfProperty(p, raw[p.Span.Start:p.Span.End])
		}
	}
	if len(n.Tags) > 0 {
		return inText
	}
	return noTags
}

func formOfProperty(p note.Property, text []byte) form {
	_, value, _ := bytes.Cut(text, []byte(":"))
	value = bytes.TrimLeft(value, " \t")
	switch _, list := p.Value.([]any); {
	case !list:
		return singleText
	case len(value) > 0 && value[0] == '[':
		return flowList
	}
	return blockList
}
