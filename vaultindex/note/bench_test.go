package note

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// benchNotes makes a seeded set of notes of about 3 KB, half of them Chinese,
// with the links, tags, lists and properties real notes have.
func benchNotes(count int) (notes [][]byte, size int64) {
	rnd := rand.New(rand.NewPCG(1, 2))
	english := strings.Fields("the of index a note that links to another one and keeps what was read about search graphs in time without any loss for people who write every day")
	chinese := strings.Fields("笔记 之间 的 链接 让 知识 形成 网络 我们 每天 记录 想法 并且 回顾 它们 的 来源 与 意义")
	for i := range count {
		words, gap := english, " "
		if i%2 == 1 {
			words, gap = chinese, ""
		}
		pick := func(n int) string {
			parts := make([]string, n)
			for j := range parts {
				parts[j] = words[rnd.IntN(len(words))]
			}
			return strings.Join(parts, gap)
		}
		var b strings.Builder
		fmt.Fprintf(&b, "---\ntitle: %s\ncreated: 2026-01-02\ntags:\n  - area/%d\n  - daily\naliases: [%s]\nup: \"[[Note %d]]\"\n---\n", pick(3), i%40, pick(2), rnd.IntN(count))
		for b.Len() < 2800 {
			switch rnd.IntN(8) {
			case 0:
				fmt.Fprintf(&b, "## %s\n\n", pick(4))
			case 1:
				fmt.Fprintf(&b, "- %s [[Note %d|%s]]\n- [ ] %s #todo\n  - %s\n\n", pick(9), rnd.IntN(count), pick(2), pick(7), pick(5))
			case 2:
				fmt.Fprintf(&b, "> [!note] %s\n> %s\n\n", pick(3), pick(15))
			case 3:
				fmt.Fprintf(&b, "```go\nfunc main() { %s }\n```\n\n", pick(8))
			default:
				fmt.Fprintf(&b, "%s [[Note %d]] %s **%s** [%s](Sub/Note%%20%d.md) %s.\n\n", pick(30), rnd.IntN(count), pick(20), pick(3), pick(2), rnd.IntN(count), pick(20))
			}
		}
		notes = append(notes, []byte(b.String()))
		size += int64(b.Len())
	}
	return notes, size
}

func benchmarkNotes(b *testing.B, parse func([]byte) *Note) {
	notes, size := benchNotes(500)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, raw := range notes {
			parse(raw)
		}
	}
}

// BenchmarkParse reads 500 generated notes a loop on one processor.
func BenchmarkParse(b *testing.B) { benchmarkNotes(b, Parse) }

// BenchmarkScan is the same with the bounded scanner.
func BenchmarkScan(b *testing.B) {
	benchmarkNotes(b, func(raw []byte) *Note { n, _ := parseScanned(raw); return n })
}

// BenchmarkParseBody leaves out the properties, whose YAML costs much of a
// small note's time.
func BenchmarkParseBody(b *testing.B) {
	notes, _ := benchNotes(500)
	var size int64
	for i, raw := range notes {
		whole, _, _ := findFrontmatter(raw)
		notes[i] = raw[whole.stop:]
		size += int64(len(notes[i]))
	}
	b.SetBytes(size)
	for b.Loop() {
		for _, raw := range notes {
			Parse(raw)
		}
	}
}

// BenchmarkCorpus reads a real vault when it is beside the project.
func BenchmarkCorpus(b *testing.B) {
	var notes [][]byte
	var size int64
	eachFile(b, corpus(b, "knowledge-garden-zh"), ".md", func(_ string, raw []byte) {
		notes, size = append(notes, raw), size+int64(len(raw))
	})
	b.SetBytes(size)
	for b.Loop() {
		for _, raw := range notes {
			Parse(raw)
		}
	}
}
