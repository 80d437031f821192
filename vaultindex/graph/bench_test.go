package graph

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// synthetic makes a vault of n notes with ten links each: most to any note,
// some to a few hubs, a tenth to nothing; names are unique but for one README
// per folder of 200.
func synthetic(n int) []*File {
	random := rand.New(rand.NewPCG(1, 2))
	files := make([]*File, n)
	for i := range files {
		files[i] = &File{Path: syntheticPath(i), Kind: KindNote, Size: 2000, Facts: syntheticNote(random, n, i)}
	}
	return files
}

func syntheticPath(i int) vaultpath.Path {
	name := fmt.Sprintf("Topic %02d/Area %03d/Note about %06d.md", i/200%40, i/200, i)
	if i%200 == 0 {
		name = fmt.Sprintf("Topic %02d/Area %03d/README.md", i/200%40, i/200)
	}
	p, err := vaultpath.Parse(name)
	if err != nil {
		panic(err)
	}
	return p
}

func syntheticNote(random *rand.Rand, n, i int) note.Packed {
	made := tags(fmt.Sprintf("topic/%02d", i/200%40), fmt.Sprintf("Kind%d", random.IntN(12)))
	made.Aliases = []string{fmt.Sprintf("Alias %06d", i)}
	for range 10 {
		target := fmt.Sprintf("Note about %06d", random.IntN(n+n/10))
		switch random.IntN(10) {
		case 0:
			target = fmt.Sprintf("Note about %06d", 1+random.IntN(20))
		case 1:
			target = "README"
		}
		made.Links = append(made.Links, note.Link{Path: target})
	}
	return note.Pack(made)
}

func BenchmarkBuild(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			files := synthetic(n)
			before := heap()
			var g *Graph
			for b.Loop() {
				g = Build(files)
			}
			b.ReportMetric(float64(heap()-before)/float64(n), "heap-B/note")
			runtime.KeepAlive(g)
			runtime.KeepAlive(files)
		})
	}
}

// heap returns the bytes that live.
func heap() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

func BenchmarkUpdate(b *testing.B) {
	const n = 100_000
	files := synthetic(n)
	g := Build(files)
	random := rand.New(rand.NewPCG(3, 4))
	contents := &File{Path: files[777].Path, Kind: KindNote, Facts: syntheticNote(random, n, 777)}
	wanted := &File{Path: syntheticPath(n + 1), Kind: KindNote, Facts: syntheticNote(random, n, n+1)}
	readme, err := vaultpath.Parse("Elsewhere/README.md")
	if err != nil {
		b.Fatal(err)
	}
	for name, update := range map[string]func(){
		"contents": func() { g.Update([]*File{contents}, nil) },
		"add":      func() { g.Update([]*File{wanted}, nil) },
		"remove":   func() { g.Update(nil, []vaultpath.Path{files[777].Path}) },
		// Every tenth link of the vault names README, so all have to be looked at again.
		"addREADME": func() { g.Update([]*File{{Path: readme, Kind: KindNote, Facts: note.Pack(&note.Note{})}}, nil) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				update()
			}
		})
	}
}

func BenchmarkQueries(b *testing.B) {
	g := Build(synthetic(100_000))
	hub := syntheticPath(7)
	public := g.Filter(func(f *File) bool { return !f.Private })
	for name, ask := range map[string]func(){
		"Resolve":       func() { g.Resolve("Note about 004242", hub) },
		"Backlinks":     func() { g.Backlinks(syntheticPath(4242)) },
		"BacklinksHub":  func() { g.Backlinks(hub) },
		"Tags":          func() { g.Tags() },
		"TagsFiltered":  func() { public.Tags() },
		"Suggest":       func() { g.Suggest("Topic 01/Note abuot 004242.md", 5) },
		"Resolved":      func() { g.Resolved() },
		"NotesWithTag":  func() { g.NotesWithTag("topic", true) },
		"SharingTags":   func() { g.SharingTags(hub) },
		"StatsFiltered": func() { public.Stats() },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				ask()
			}
		})
	}
}

// BenchmarkQuestions times each question beside the slowest way of answering
// it, over the same graph; the ratio is the question's time to the other's.
func BenchmarkQuestions(b *testing.B) {
	g := Build(synthetic(20_000))
	slow := newBrute(g.Lens)
	hub, far := syntheticPath(7), syntheticPath(4242)
	note, _ := g.File(far)
	for name, ways := range map[string][2]func(){
		"Backlinks":        {func() { g.Backlinks(far) }, func() { slow.backlinks(far) }},
		"BacklinksHub":     {func() { g.Backlinks(hub) }, func() { slow.backlinks(hub) }},
		"UnresolvedRanked": {func() { g.UnresolvedRanked() }, nil},
		"Orphans":          {func() { g.Orphans() }, nil},
		"DeadEnds":         {func() { g.DeadEnds() }, nil},
		"TagTree":          {func() { g.TagTree() }, func() { slow.tagTree() }},
		"SharingTags":      {func() { g.SharingTags(far) }, func() { slow.sharing(note) }},
		"Neighbourhood":    {func() { g.Neighbourhood(far, 2) }, func() { slow.neighbourhood(far, 2) }},
		"DuplicateNames":   {func() { g.DuplicateNames() }, func() { slow.duplicates() }},
		"AliasClashes":     {func() { g.AliasClashes() }, func() { slow.clashes() }},
	} {
		b.Run(name, func(b *testing.B) { compareWays(b, ways[0], ways[1]) })
	}
}

// compareWays reports how the time of fast relates to that of slow, if there
// is one that ends before one loses patience.
func compareWays(b *testing.B, fast, slow func()) {
	for b.Loop() {
		fast()
	}
	if slow == nil {
		return
	}
	start := time.Now()
	slow()
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(time.Since(start)), "×brute")
}

// BenchmarkMentions looks for all names of 20,000 notes in one text, and beside
// it for each name by itself.
func BenchmarkMentions(b *testing.B) {
	g := Build(synthetic(20_000))
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, "Some words about note about %06d and more, alias %06d. 一些关于笔记的文字。\n\n", i*97, i*31)
	}
	raw := []byte(text.String())
	b.Run("make", func(b *testing.B) {
		for b.Loop() {
			newAutomaton(g.core.nameKeys())
		}
	})
	b.Run("in one text", func(b *testing.B) {
		b.SetBytes(int64(len(raw)))
		folded := strings.ToLower(string(raw))
		keys := g.core.nameKeys()
		compareWays(b, func() { g.MentionsIn("s.md", raw) }, func() {
			for _, key := range keys {
				strings.Count(folded, key)
			}
		})
	})
	b.Run("of one note", func(b *testing.B) {
		b.SetBytes(int64(len(raw)))
		m := g.MentionsOf(syntheticPath(1))
		for b.Loop() {
			m.May(raw)
		}
	})
}
