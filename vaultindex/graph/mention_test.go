package graph

import (
	"cmp"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// told spells mentions: what is said, on which line, of whom.
func told(mentions []Mention) []string {
	var out []string
	for _, m := range mentions {
		out = append(out, fmt.Sprint(m.Span.Line, " ", m.Text, " ", m.To))
	}
	return out
}

func TestMentions(t *testing.T) {
	g := Build([]*File{
		noteFile(t, "Anna Müller.md", "---\naliases: [Annie, 安娜]\n---\n"), file(t, "Anna.md"), file(t, "图书.md"), file(t, "x/Go.md"),
		file(t, "y/go.md"), file(t, "v1.2.md"), file(t, "a.md"), noteFile(t, "old/Excluded.md", ""), file(t, "pic.png"),
	})
	excluded := noteFile(t, "old/Excluded.md", "")
	excluded.Excluded = true
	g = g.Update([]*File{excluded}, nil)
	for _, c := range []struct {
		id, text string
		want     []string
	}{
		{"longest", "met anna müller and ANNA", []string{"1 anna müller [Anna Müller.md]", "1 ANNA [Anna.md]"}},
		{"alias", "# Annie's day\n\nx", []string{"1 Annie [Anna Müller.md]"}},
		{"NFD", "Anna Mu\u0308ller", []string{"1 Anna Mu\u0308ller [Anna Müller.md]"}},
		{"no-break space", "Anna\u00a0Müller", []string{"1 Anna\u00a0Müller [Anna Müller.md]"}},
		{"words only", "Joanna annas Anna_ xgo go2", nil},
		{"CJK anywhere", "我的图书馆和安娜", []string{"1 图书 [图书.md]", "1 安娜 [Anna Müller.md]"}},
		{"Latin beside CJK", "用Go语言", []string{"1 Go [x/Go.md y/go.md]"}},
		{"punctuation", "(v1.2), not v1.23 or v1.2.3", []string{"1 v1.2 [v1.2.md]", "1 v1.2 [v1.2.md]"}},
		{"no links or code", "[[Anna]] [x](Anna.md) [Anna](https://e.x) `Anna` ![Anna](i.png) #Anna https://e.x/Anna\n\n```\nAnna\n```", nil},
		{"no properties", "---\nwho: Anna\n---\n", nil},
		{"one letter", "a A", nil},
		{"excluded (F6)", "Excluded", nil},
		{"pictures", "pic.png", nil},
		{"line", "one\n\n- two anna", []string{"3 anna [Anna.md]"}},
	} {
		if got := told(g.MentionsIn("s.md", []byte(c.text))); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.id, got, c.want)
		}
	}
	if got := g.MentionsIn("Anna.md", []byte("Anna")); got != nil {
		t.Errorf("Anna.md mentions itself: %v", got)
	}
}

// A private note is mentioned nowhere, and its name hides no other.
func TestMentionsOfPrivateNotes(t *testing.T) {
	secret := file(t, "Blue Whale.md")
	secret.Private = true
	l := Build([]*File{secret, file(t, "Blue.md")}).Filter(func(f *File) bool { return !f.Private })
	if got := told(l.MentionsIn("s.md", []byte("the blue whale"))); !slices.Equal(got, []string{"1 blue [Blue.md]"}) {
		t.Errorf("mentions %q", got)
	}
	if l.MentionsOf(secret.Path) != nil {
		t.Error("mentions of a private note can be looked for")
	}
}

// Names that come and go are found and not found, by the automaton that was
// made before as by a new one.
func TestMentionsFollowNames(t *testing.T) {
	g := vault(t, "One.md, Two.md")
	text := []byte("one two three four")
	if got := len(g.MentionsIn("s.md", text)); got != 2 {
		t.Fatalf("%d mentions, want 2", got)
	}
	next := g.Update([]*File{file(t, "Three.md"), noteFile(t, "Two.md", "---\naliases: [four]\n---\n")}, paths(t, "One.md"))
	want := []string{"1 two [Two.md]", "1 three [Three.md]", "1 four [Two.md]"}
	if got := told(next.MentionsIn("s.md", text)); !slices.Equal(got, want) {
		t.Errorf("mentions %q, want %q", got, want)
	}
	if next.core.lexicon.made.Load()[0] != g.core.lexicon.made.Load()[0] {
		t.Error("the automaton of all names was made anew for two")
	}
	if same := next.Update([]*File{noteFile(t, "Two.md", "---\naliases: [four]\n---\nmore")}, nil); same.core.lexicon != next.core.lexicon {
		t.Error("other text changed the names")
	}
}

// TestMentionsAgainstBruteForce compares both questions with a search that
// tries every piece of text.
func TestMentionsAgainstBruteForce(t *testing.T) {
	letters := []string{"a", "b", "B", " ", "é", "e\u0301", "中", "文", "Σ", "ς", "\u212a", "k", "_", "1", "\u00a0", "ü", "か\u3099", "が"}
	word := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(letters), 1, 5).Draw(t, "letters"), "")
	})
	text := rapid.Custom(func(t *rapid.T) string {
		pieces := rapid.OneOf(word, rapid.SampledFrom([]string{"[[ab]]", "`ab`", "\n\n", ", ", "- ", "\n"}))
		return strings.Join(rapid.SliceOfN(pieces, 0, 12).Draw(t, "pieces"), "")
	})
	rapid.Check(t, func(t *rapid.T) {
		var files []*File
		for i, name := range rapid.SliceOfN(word, 1, 6).Draw(t, "names") {
			p, err := vaultpath.Parse(fmt.Sprintf("d%d/%s.md", i, strings.TrimSpace(name)))
			if err == nil && strings.TrimSpace(name) != "" {
				files = append(files, &File{Path: p, Kind: KindNote, Facts: note.Pack(&note.Note{Aliases: rapid.SliceOfN(word, 0, 2).Draw(t, "aliases")})})
			}
		}
		half := len(files) / 2
		g := Build(files[:half])
		g.MentionsIn("s.md", nil) // so that the other half comes to an automaton that is there
		g = g.Update(files[half:], nil)
		raw := []byte(text.Draw(t, "text"))
		if got, want := g.MentionsIn("s.md", raw), bruteMentions(files, "s.md", raw); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: mentions %v, want %v", raw, got, want)
		}
		for _, f := range files {
			m := g.MentionsOf(f.Path)
			got, want := m.In("s.md", raw), bruteMentions([]*File{f}, "s.md", raw)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%q: mentions of %s %v, want %v", raw, f.Path, got, want)
			}
			if len(got) > 0 && !m.May(raw) {
				t.Fatalf("%q cannot mention %s, which it does", raw, f.Path)
			}
		}
	})
}

func bruteMentions(files []*File, from vaultpath.Path, raw []byte) []Mention {
	var out []Mention
	for _, piece := range note.Plain(raw) {
		text := string(raw[piece.Start:piece.End])
		for start := 0; start < len(text); {
			end, to := bruteLongest(files, text, start)
			if end == 0 {
				start++
				continue
			}
			out = append(out, Mention{From: from, To: to, Text: text[start:end],
				Span: note.Span{Start: piece.Start + start, End: piece.Start + end, Line: piece.Line}})
			start = end
		}
	}
	return out
}

func bruteLongest(files []*File, text string, start int) (end int, to []vaultpath.Path) {
	for end := len(text); end > start; end-- {
		key := vaultpath.Fold(text[start:end])
		if !bruteBound(text, start) || !bruteBound(text, end) || !mentionable(key) {
			continue
		}
		for _, f := range files {
			if slices.ContainsFunc(namesOf(f), func(name string) bool { return nameKey(name) == key }) {
				to = append(to, f.Path)
			}
		}
		if slices.Sort(to); len(to) > 0 {
			return end, slices.Compact(to)
		}
	}
	return 0, nil
}

// bruteBound reports that text may be cut at i: not inside a character nor
// inside a word of letters.
func bruteBound(text string, i int) bool {
	if i == 0 || i == len(text) {
		return true
	}
	if !utf8.RuneStart(text[i]) || vaultpath.Fold(text[:i])+vaultpath.Fold(text[i:]) != vaultpath.Fold(text) {
		return false
	}
	before, after := vaultpath.Fold(text[:i]), vaultpath.Fold(text[i:])
	b, _ := utf8.DecodeLastRuneInString(before)
	a, _ := utf8.DecodeRuneInString(after)
	return !inWord(b) || !inWord(a)
}

// Names that all overlap cost memory by the text, not by their number.
func TestHostileNames(t *testing.T) {
	var files []*File
	for i := range maxKey / 3 {
		files = append(files, file(t, strings.Repeat("中", i+1)+".md"))
	}
	raw := []byte(strings.Repeat("中", 20_000))
	l := Build(files).Lens
	l.MentionsIn("s.md", raw[:3])
	before := heap()
	finder := mentionFinder{keys: l.core.lexicon.automata(l.core), counts: func([]byte) bool { return true }}
	n := 0
	for _, span := range finder.all(raw) {
		n += span.End - span.Start
	}
	if held := heap() - before; n != len(raw) || held > 20*int64(len(raw)) {
		t.Errorf("%d of %d bytes are mentions; %d bytes are held", n, len(raw), held)
	}
	runtime.KeepAlive(&finder)
}

// hit is where a key was found.
type hit struct{ start, end int }

func (a hit) compare(b hit) int { return cmp.Or(a.start-b.start, a.end-b.end) }

// TestAutomaton holds that it finds exactly the occurrences of its keys.
func TestAutomaton(t *testing.T) {
	word := rapid.StringOfN(rapid.SampledFrom([]rune("abc")), 0, 5, -1)
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfN(word, 0, 30).Draw(t, "keys")
		text := rapid.StringOfN(rapid.SampledFrom([]rune("abc")), 0, 30, -1).Draw(t, "text")
		var got, want []hit
		newAutomaton(slices.Clone(keys)).scan([]byte(text), func(start, end int) { got = append(got, hit{start, end}) })
		slices.Sort(keys)
		for _, key := range slices.Compact(keys) {
			for i := 0; key != "" && i+len(key) <= len(text); i++ {
				if text[i:i+len(key)] == key {
					want = append(want, hit{i, i + len(key)})
				}
			}
		}
		slices.SortFunc(got, hit.compare)
		slices.SortFunc(want, hit.compare)
		if !slices.Equal(got, want) {
			t.Fatalf("%q in %q: %v, want %v", keys, text, got, want)
		}
	})
	long := strings.Repeat("x", maxKey)
	n := 0
	newAutomaton([]string{long, long + "y", ""}).scan([]byte(long+"y"), func(int, int) { n++ })
	if n != 1 {
		t.Errorf("%d hits, want that of the key that is not too long", n)
	}
}

// Many readers may ask while the next graph is made.
func TestMentionsByManyReaders(t *testing.T) {
	g := vault(t, "One.md, Two.md")
	var readers sync.WaitGroup
	for range 8 {
		readers.Go(func() {
			if got := len(g.MentionsIn("s.md", []byte("one two"))); got != 2 {
				t.Errorf("%d mentions, want 2", got)
			}
		})
	}
	next := g.Update([]*File{file(t, "Three.md")}, nil)
	readers.Wait()
	if got := len(next.MentionsIn("s.md", []byte("one two three"))); got != 3 {
		t.Errorf("%d mentions, want 3", got)
	}
}
