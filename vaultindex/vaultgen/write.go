package vaultgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// writer makes the text of one note.
type writer struct {
	opts    Options
	rand    *rand.Rand
	chinese bool
	title   string
	text    strings.Builder
}

func newWriter(opts Options, i int) *writer {
	return &writer{
		opts: opts, rand: rng(opts.Seed, i, 5), chinese: isChinese(opts, i), title: titleOf(opts, i),
	}
}

func (w *writer) line(s string) { w.text.WriteString(s + "\n\n") }

// frontmatter is there in seven notes of ten.
func (w *writer) frontmatter() {
	if w.rand.IntN(10) >= 7 {
		return
	}
	w.text.WriteString("---\n")
	fmt.Fprintf(&w.text, "created: 20%02d-%02d-%02d\n", 15+w.rand.IntN(11), 1+w.rand.IntN(12), 1+w.rand.IntN(28))
	w.text.WriteString("tags:\n")
	for range 1 + w.rand.IntN(3) {
		w.text.WriteString("  - " + tag(w.rand) + "\n")
	}
	if w.rand.IntN(4) == 0 {
		w.text.WriteString("aliases: [" + w.phrase(2) + "]\n")
	}
	if w.rand.IntN(5) == 0 {
		fmt.Fprintf(&w.text, "up: \"[[%s]]\"\n", titleOf(w.opts, target(w.opts, w.rand)))
	}
	w.text.WriteString("---\n\n")
}

// section is a heading and some blocks.
func (w *writer) section() {
	w.line("## " + w.phrase(2+w.rand.IntN(3)))
	for range 2 + w.rand.IntN(3) {
		switch w.rand.IntN(8) {
		case 0:
			w.list()
		case 1:
			w.line("> " + w.sentence())
		default:
			w.paragraph()
		}
	}
}

func (w *writer) list() {
	for range 2 + w.rand.IntN(4) {
		mark := "- "
		if w.rand.IntN(4) == 0 {
			mark = "- [ ] "
		}
		w.text.WriteString(mark + w.phrase(4+w.rand.IntN(6)) + "\n")
	}
	w.text.WriteString("\n")
}

func (w *writer) paragraph() {
	var parts []string
	for range 2 + w.rand.IntN(4) {
		parts = append(parts, w.sentence())
	}
	gap := " "
	if w.chinese {
		gap = ""
	}
	w.line(strings.Join(parts, gap))
}

// sentence may hold a link or a tag, and a word of the other language.
func (w *writer) sentence() string {
	s := w.phrase(8 + w.rand.IntN(10))
	switch w.rand.IntN(7) {
	case 0, 1:
		s += " " + w.link()
	case 2:
		s += " #" + tag(w.rand) + " " // a tag goes on to the next space, whatever follows
	case 3:
		s += " " + w.borrowed()
	}
	if w.chinese {
		return s + "。"
	}
	return capital(s) + "."
}

func (w *writer) link() string {
	title := titleOf(w.opts, target(w.opts, w.rand))
	switch w.rand.IntN(8) {
	case 0:
		return "[[" + title + "|" + w.phrase(1+w.rand.IntN(2)) + "]]"
	case 1:
		return "[[" + title + "#" + w.phrase(2) + "]]"
	case 2:
		return "[[" + w.phrase(2) + "]]" // to nothing, yet
	}
	return "[[" + title + "]]"
}

// phrase is n words in the note's language.
func (w *writer) phrase(n int) string {
	words := make([]string, n)
	for i := range words {
		if w.chinese {
			words[i] = han(w.rand)
		} else {
			words[i] = word(w.rand)
		}
	}
	if w.chinese {
		return strings.Join(words, "")
	}
	return strings.Join(words, " ")
}

func (w *writer) borrowed() string {
	if w.chinese {
		return word(w.rand)
	}
	return han(w.rand)
}
