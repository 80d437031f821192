package builtin

import (
	"strings"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/note"
)

// maxTags bounds the tags that one call can name.
const maxTags = 100

// tagArgs checks tags given as an argument and returns them without '#', each
// once (T1, T3, T5).
func tagArgs(given []string) ([]any, error) {
	if len(given) > maxTags {
		return nil, tools.Errorf(tools.InvalidArgument, "The argument \"tags\" has %d tags; at most %d are taken", len(given), maxTags)
	}
	list, seen := []any{}, map[string]bool{}
	for _, g := range given {
		tag := strings.TrimPrefix(strings.TrimSpace(g), "#")
		if !isTag(tag) {
			e := tools.Errorf(tools.InvalidArgument, "The argument \"tags\" holds %q, which cannot be a tag: tags have no spaces and no punctuation but _ - /, and at least one character that is no digit; write %q",
				cutRunes(g, 80), cutRunes(likeTag(tag), 80))
			e.Data = tools.Failure{Argument: "tags", Got: cutRunes(g, 80), Suggestions: []string{likeTag(tag)}}
			return nil, e
		}
		if key := note.FoldTag(tag); !seen[key] {
			seen[key] = true
			list = append(list, tag)
		}
	}
	return list, nil
}

// isTag asks the parser, so that a tag is what Obsidian takes for one.
func isTag(tag string) bool {
	n := note.Parse([]byte("#" + tag + "\n"))
	return len(n.Tags) == 1 && n.Tags[0].Name == tag
}

// likeTag is the nearest tag to a text.
func likeTag(text string) string {
	var b strings.Builder
	for _, r := range text {
		if part := string(r); isTag("x" + part + "x") {
			b.WriteString(part)
		} else if b.Len() > 0 {
			b.WriteByte('-')
		}
	}
	if tag := strings.Trim(b.String(), "-/"); isTag(tag) {
		return tag
	}
	return "topic"
}
