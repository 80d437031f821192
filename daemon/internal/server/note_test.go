package server

import (
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/ibid-notes/ibid/protocol"
)

// asObsidian is a file as Obsidian holds it: UTF-16, without the BOM (F12).
func asObsidian(text string) []uint16 {
	return utf16.Encode([]rune(strings.TrimPrefix(text, "\ufeff")))
}

// at is what stands at a place, as Obsidian would cut it out.
func at(text string, p protocol.Place) string {
	units := asObsidian(text)
	if p.Start < 0 || p.End > len(units) || p.Start > p.End {
		return "out of range"
	}
	return string(utf16.Decode(units[p.Start:p.End]))
}

func getNote(g *guest, path string) (r protocol.NoteGetResult) {
	g.t.Helper()
	g.call(protocol.MethodNoteGet, protocol.NoteGetParams{Path: path}, &r)
	return r
}

func TestPlacesAreUTF16(t *testing.T) { // design decision 9, F12
	plain := "---\ntags: [树]\nup: \"[[Pear]]\"\n---\n# 🌱 Heading 𝒳\n\nText 🍎 [[Pear|a 🍐]] and ![[Apple]] and [x](sub/Plum.md) end. ^id-🍎\n\n- [ ] 🍎 task\n- [x] done 🍐\n\n> [!tip] A 🌳 tip\n> text\n\nWord[^1].\n\n[^1]: note 🍎\n\nLast line ^last\n"
	for name, text := range map[string]string{
		"Plain.md":    plain,
		"Bom.md":      "\ufeff" + plain,
		"Crlf.md":     strings.ReplaceAll(plain, "\n", "\r\n"),
		"Bom crlf.md": "\ufeff" + strings.ReplaceAll(plain, "\n", "\r\n"),
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{name: text, "Pear.md": "x", "Apple.md": "x", "sub/Plum.md": "x"}
			n := getNote(newHouse(t, files).guest(), name)
			if len(n.Headings) != 1 || !strings.HasPrefix(at(text, n.Headings[0].Place), "# 🌱 Heading 𝒳") || n.Headings[0].Line != 5 {
				t.Errorf("headings %+v", n.Headings)
			}
			var links []string
			for _, l := range slices.Concat(n.Links, n.Embeds, n.FrontmatterLinks) {
				links = append(links, at(text, l.Place)+" → "+l.Resolved)
			}
			slices.Sort(links)
			want := []string{"![[Apple]] → Apple.md", "[[Pear]] → Pear.md", "[[Pear|a 🍐]] → Pear.md", "[x](sub/Plum.md) → sub/Plum.md"}
			if !slices.Equal(links, want) {
				t.Errorf("links %q, want %q", links, want)
			}
			if len(n.Tasks) != 2 || !strings.Contains(at(text, n.Tasks[0].Place), "🍎 task") || !n.Tasks[1].Done || n.Tasks[0].Line != 9 {
				t.Errorf("tasks %+v", n.Tasks)
			}
			if len(n.Callouts) != 1 || !strings.Contains(at(text, n.Callouts[0].Place), "A 🌳 tip") {
				t.Errorf("callouts %+v", n.Callouts)
			}
			if len(n.Blocks) == 0 || !strings.Contains(at(text, n.Blocks[len(n.Blocks)-1].Place), "Last line") {
				t.Errorf("blocks %+v", n.Blocks)
			}
			if len(n.Footnotes) != 1 || !strings.Contains(at(text, n.Footnotes[0].Place), "note 🍎") {
				t.Errorf("footnotes %+v", n.Footnotes)
			}
		})
	}
}

func TestUnitsAgreeWithEncoding(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	alphabet := []string{"a", "é", "字", "🍎", "\n", "\r\n", "𝒳", " ", "\x00", "\ufffd", "\xff"}
	for round := range 60 {
		var b strings.Builder
		if round%2 == 0 {
			b.WriteString("\ufeff")
		}
		for range rng.IntN(3 * stride) {
			b.WriteString(alphabet[rng.IntN(len(alphabet)-1+round%2)])
		}
		text := b.String()
		u := newUTF16([]byte(text))
		for i := range text {
			if i%7 != 0 {
				continue
			}
			want := len(utf16.Encode([]rune(strings.TrimPrefix(text[:i], "\ufeff"))))
			if got := u.units(i); got != want {
				t.Fatalf("round %d: byte %d is unit %d, want %d", round, i, got, want)
			}
		}
		if got, want := u.units(len(text)), len(asObsidian(text)); got != want {
			t.Fatalf("round %d: the end is unit %d, want %d", round, got, want)
		}
	}
}

func TestNotesAreFoundByManyNames(t *testing.T) {
	h := newHouse(t, orchard)
	write(t, h.vault.Root, "other/Plum.md", "x")
	_, err := h.index.Refresh(t.Context())
	must(t, err)
	g := h.guest()
	for name, want := range map[string]string{
		"Apple.md": "Apple.md", "Apple": "Apple.md", "apple": "Apple.md", "./Apple.md": "Apple.md",
		"sub/Plum": "sub/Plum.md", "苹果 树": "水果/苹果 树.md", filepath.Join(h.vault.Root, "Apple.md"): "Apple.md", "Diary": "Diary.md",
	} {
		if n := getNote(g, name); n.Path != want {
			t.Errorf("%q is %s, want %s", name, n.Path, want)
		}
	}
	for name, code := range map[string]string{"Plum": "NOTE_AMBIGUOUS", "Appel": "FILE_NOT_FOUND", "sub": "FILE_"} {
		e := g.refused(protocol.CodeApplication, protocol.MethodNoteGet, protocol.NoteGetParams{Path: name})
		if e.Data == nil || !strings.HasPrefix(e.Data.Code, code) || e.Data.Hint == "" {
			t.Errorf("%q: %v %+v, want %s and a hint", name, e, e.Data, code)
		}
		if name == "Appel" && !strings.Contains(e.Data.Hint, "Apple.md") {
			t.Errorf("%q: the hint is %q", name, e.Data.Hint)
		}
	}
	for _, name := range []string{"../x", "/etc/passwd", "a/../../b"} {
		g.refused(protocol.CodeInvalidParams, protocol.MethodNoteGet, protocol.NoteGetParams{Path: name})
	}
}

func TestNoteIsAsItIsNow(t *testing.T) {
	h := newHouse(t, orchard)
	g := h.guest()
	write(t, h.vault.Root, "Apple.md", "# New heading\n")
	write(t, h.vault.Root, "Unseen.md", "# Unseen\n") // the index has not looked yet
	if n := getNote(g, "Apple"); len(n.Headings) != 1 || n.Headings[0].Text != "New heading" {
		t.Errorf("headings %+v", n.Headings)
	}
	if n := getNote(g, "Unseen.md"); n.Path != "Unseen.md" || len(n.Headings) != 1 {
		t.Errorf("a new file: %+v", n)
	}
}

func TestPropertiesKeepTheirOrder(t *testing.T) {
	text := "---\nzeta: 1\nalpha: \"<a & b>\"\nmid: [1, two, null]\nnest: {b: 2, a: true}\n---\nx\n"
	n := getNote(newHouse(t, map[string]string{"P.md": text}).guest(), "P")
	dec := json.NewDecoder(strings.NewReader(string(n.Properties)))
	var keys []string
	depth := 0
	for {
		tok, err := dec.Token()
		if err != nil {
			break
		}
		switch v := tok.(type) {
		case json.Delim:
			if v == '{' || v == '[' {
				depth++
			} else {
				depth--
			}
		case string:
			if depth == 1 && (v == "zeta" || v == "alpha" || v == "mid" || v == "nest") {
				keys = append(keys, v)
			}
		}
	}
	if !slices.Equal(keys, []string{"zeta", "alpha", "mid", "nest"}) {
		t.Errorf("properties %s", n.Properties)
	}
}

func TestBacklinksOverTheWire(t *testing.T) {
	h := newHouse(t, map[string]string{
		"A.md": "x", "B.md": "# Fruit\r\n🍎 before [[A]] after\r\n", "C.md": "---\nup: \"[[A]]\"\n---\n![[A]]\n",
		"D.md": "---\nprivate: true\n---\n[[A]]\n", "Long.md": strings.Repeat("字", 1000) + "[[A]]" + strings.Repeat("字", 1000),
	})
	g := h.guest()
	var r protocol.NoteBacklinksResult
	g.call(protocol.MethodNoteBacklinks, protocol.NoteBacklinksParams{Path: "A"}, &r)
	if len(r.Backlinks) != 4 || r.Path != "A.md" {
		t.Fatalf("%+v", r)
	}
	byPath := map[string][]protocol.Backlink{}
	for _, b := range r.Backlinks {
		byPath[b.Path] = append(byPath[b.Path], b)
	}
	if b := byPath["B.md"][0]; b.Context != "🍎 before [[A]] after" || b.Line != 2 || b.Heading != "Fruit" {
		t.Errorf("B: %+v", b)
	}
	if c := byPath["C.md"]; len(c) != 2 || !c[0].Embed && !c[1].Embed || c[0].Key != "up" && c[1].Key != "up" {
		t.Errorf("C: %+v", c)
	}
	if long := byPath["Long.md"][0].Context; len(long) > 400 || !strings.Contains(long, "[[A]]") || strings.Contains(long, "\ufffd") {
		t.Errorf("the context of a long line is %q", long)
	}
	g.call(protocol.MethodNoteBacklinks, protocol.NoteBacklinksParams{Path: "A", IncludePrivate: true}, &r)
	if len(r.Backlinks) != 5 {
		t.Errorf("with private notes: %+v", r.Backlinks)
	}
}

// A note of 100,000 headings takes 200,000 conversions: each may look at one
// short stretch of the file only.
func TestUnitsLooksAtAShortStretch(t *testing.T) {
	for name, text := range map[string]string{
		"ascii": strings.Repeat("# heading\n", 20_000), "han": strings.Repeat("标题", 40_000), "bytes": strings.Repeat("\xff", 50_000),
	} {
		u := newUTF16([]byte(text))
		for i, m := range u.marks {
			end := len(text)
			if i+1 < len(u.marks) {
				end = u.marks[i+1].at
			}
			if end-m.at > 256 {
				t.Fatalf("%s: %d bytes lie between the mark at %d and the next", name, end-m.at, m.at)
			}
		}
	}
}
