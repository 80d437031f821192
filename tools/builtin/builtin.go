// Package builtin is Ibid's own tools over the vault: one Go file and one
// Markdown file each. A tool sees the vault through the View in its
// environment and nothing else, so what is private stays out of every one; and
// it cannot write.
package builtin

import (
	"encoding/json"
	"strings"

	"github.com/ibid-notes/ibid/tools"
)

// Reading returns the tools that only look: read_file, read_note, find_files,
// grep, list_dir and knowledge_search.
func Reading() []tools.Tool {
	return []tools.Tool{readFile(), readNote(), findFiles(), grep(), listDir(), knowledgeSearch()}
}

// reading is the part of the description all reading tools share.
func reading(name string, kind tools.Kind, description string) tools.Spec {
	return tools.Spec{
		Name: name, Version: "1", Kind: kind, Effect: tools.EffectNone, Parallel: true,
		MaxOutTokens: maxOutput / 3, Description: description,
	}
}

// maxOutput bounds the text one result puts out, in bytes. It is more than a
// person reads at once and less than a small model's window; what does not fit
// is a page further.
const maxOutput = 256 << 10

// callOf writes a call as error texts and summaries show it. pairs are names
// and values in turn.
func callOf(tool string, pairs ...any) string {
	var b strings.Builder
	b.WriteString(tool + " {")
	for i := 0; i+1 < len(pairs); i += 2 {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quote(pairs[i]) + ":" + quote(pairs[i+1]))
	}
	b.WriteByte('}')
	return b.String()
}

// quote writes a value as JSON.
func quote(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil { // strings and numbers always encode
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}
