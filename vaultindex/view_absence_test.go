package vaultindex

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// openNotes are what anybody may see.
var openNotes = map[string]string{
	"Garden.md":          "---\naliases: [Plot]\ntags: [green]\nmood: calm\n---\n# Beds\n\nTomatoes and beans near the fence. Cinder grows here. [[Shed]] #green/beds\n\n- [ ] water the beans\n",
	"Shed.md":            "# Tools\n\nThe rake of the Garden hangs in the shed. 园子里的工具都在这里。[[Garden|plot of land]] [[Nowhere]]\n",
	"园子.md":              "园子里种豆子。[[Garden]]\n",
	"Rooms/Twin.md":      "One of two. Tomatoes.\n",
	"Lonely.md":          "Nobody links here. Tomatoes and beans near the fence.\n",
	"Old/Attic.md":       "An attic. tomatoes [[Garden]]\n",
	"Board.canvas":       `{"nodes":[{"id":"1","type":"text","text":"Tomatoes [[Garden]]"}],"edges":[]}`,
	"pic.png":            "\x89PNG",
	".obsidian/app.json": `{"userIgnoreFilters":["Old/"]}`,
}

// hiddenNotes are private for every reason there is. They are full of what the
// open ones have, and of what only they have: zorgle in any form.
var hiddenNotes = map[string]string{
	"Zorgle.md":              "---\nprivate: true\naliases: [Zorgly, Plot, 密语]\ntags: [zorgtag, green]\nzorgkey: zorgvalue\nmood: zorgle\n---\n# Zorghead\n\nTomatoes zorgword. The Garden, the Shed. [[Garden|zorganchor]] [[Shed]] [[Zorgmissing]] [[Nowhere]] #green/zorg\n\n- [ ] zorgtask beans\n",
	"Tagged.md":              "Tomatoes zorgword #private [[Garden]] [[Zorgle]]\n",
	"密语.md":                  "---\ntags: [private/秘密]\n---\n园子里的密语，豆子。[[Garden]] [[园子]]\n",
	"Vault 13/Inside.md":     "Tomatoes and beans zorgword [[Garden]]\n",
	"Vault 13/Deep/Twin.md":  "One of two. Tomatoes.\n",
	"Vault 13/zorgle.png":    "\x89PNG",
	"Vault 13/Zorg.canvas":   `{"nodes":[{"id":"1","type":"text","text":"Tomatoes zorgword [[Garden]]"},{"id":"2","type":"file","file":"Garden.md"}],"edges":[]}`,
	"Old/Zorgold.md":         "---\nprivate: true\n---\nzorgword tomatoes [[Garden]]\n",
	"Cards.canvas":           `{"nodes":[{"id":"1","type":"text","text":"zorgword #private [[Garden]]"}],"edges":[]}`,
	"Copy of Lonely.md":      "Nobody links here. Tomatoes and beans near the fence.\n\n#private\n",
	"Vault 13/Lonely too.md": "Nobody links here. Tomatoes and beans near the fence.\n",
}

// askedFor are names, texts and places of both kinds.
var askedFor = []string{
	"Garden", "Shed", "Twin", "Lonely", "Plot", "Nowhere", "园子", "Board.canvas", "pic.png", "Old/Attic", "Rooms", "",
	"Zorgle", "Zorgly", "zorg", "密语", "Tagged", "Inside", "Vault 13", "Vault 13/Inside", "Vault 13/Deep", "Vault 13/zorgle.png", "Zorg.canvas",
	"Cards.canvas", "Zorgmissing", "Old/Zorgold", "Copy of Lonely", "Lonely too", "Zorgle.md/x", "Garden.md/x", "green", "green/zorg", "zorgtag", "private",
}

var askedQueries = []string{
	"tomatoes", "tomatoes beans fence", "zorgword", "zorgle", "zorgwrd", "zorg", "密语", "园子 豆子", "zorgvalue", "zorganchor", "plot of land", "plot", "twin",
	"tag:green", "tag:zorgtag", "tag:private", "[mood]", "[mood:zorgle]", "[zorgkey]", "[private]", "file:zorgle", "path:\"Vault 13\"", "file:.canvas", "file:.png",
	"task:beans", "task:zorgtask", "\"zorgword\"", "/zorg\\w+/", "-tomatoes", "-zorgword", "tomatoes OR zorgword", "-tag:green", "-path:Old", "section:(zorgword)", "match-case:Zorgle",
	"what is a zorgle?", "什么是密语？", "how do I water the beans", "cinder", "qqqq",
}

// told is what every question of a View and of a Lens answers, by name.
type told map[string]func(*View) string

func paths(v *View, ask func(p vaultpath.Path) any) string {
	var b strings.Builder
	for _, s := range askedFor {
		for _, p := range []string{s, s + ".md"} {
			if vp, err := vaultpath.Parse(p); err == nil {
				fmt.Fprintf(&b, "%s: %s\n", vp, rendered(ask(vp)))
			}
		}
	}
	return b.String()
}

func names(ask func(text string) any) string {
	var b strings.Builder
	for _, s := range askedFor {
		fmt.Fprintf(&b, "%s: %s\n", s, rendered(ask(s)))
	}
	return b.String()
}

func queries(ask func(q string) any) string {
	var b strings.Builder
	for _, s := range askedQueries {
		fmt.Fprintf(&b, "%s: %s\n", s, rendered(ask(s)))
	}
	return b.String()
}

// rendered writes a value out, with what its pointers lead to.
func rendered(v any) string {
	var b strings.Builder
	render(&b, reflect.ValueOf(v), 0)
	return b.String()
}

func render(b *strings.Builder, v reflect.Value, depth int) {
	if depth > 12 {
		return
	}
	switch v.Kind() {
	case reflect.Invalid:
		b.WriteString("nil")
	case reflect.Pointer, reflect.Interface:
		render(b, v.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
			fmt.Fprintf(b, "%q", v.Bytes())
			return
		}
		b.WriteByte('[')
		for i := range v.Len() {
			render(b, v.Index(i), depth+1)
			b.WriteByte(' ')
		}
		b.WriteByte(']')
	case reflect.Struct:
		b.WriteByte('{')
		for i := range v.NumField() {
			b.WriteString(v.Type().Field(i).Name + ":")
			render(b, v.Field(i), depth+1)
			b.WriteByte(' ')
		}
		b.WriteByte('}')
	default:
		fmt.Fprintf(b, "%v", v)
	}
}

// list makes one value of several results.
func list(all ...any) any { return all }

// lensQuestions are all questions of a graph.Lens.
func lensQuestions(lens func(*View) graph.Lens) told {
	over := func(ask func(l graph.Lens) any) func(*View) string {
		return func(v *View) string { return rendered(ask(lens(v))) }
	}
	each := func(ask func(l graph.Lens, p vaultpath.Path) any) func(*View) string {
		return func(v *View) string {
			return paths(v, func(p vaultpath.Path) any { return ask(lens(v), p) })
		}
	}
	called := func(ask func(l graph.Lens, text string) any) func(*View) string {
		return func(v *View) string { return names(func(text string) any { return ask(lens(v), text) }) }
	}
	return told{
		"AliasClashes":   over(func(l graph.Lens) any { return l.AliasClashes() }),
		"DeadEnds":       over(func(l graph.Lens) any { return l.DeadEnds() }),
		"DuplicateNames": over(func(l graph.Lens) any { return l.DuplicateNames() }),
		"Files":          over(func(l graph.Lens) any { return slices.Collect(l.Files()) }),
		"Filter": over(func(l graph.Lens) any {
			var asked []vaultpath.Path
			some := l.Filter(func(f *graph.File) bool { asked = append(asked, f.Path); return f.Kind == graph.KindNote })
			all := slices.Collect(some.Files())
			slices.Sort(asked)
			return list(all, some.Stats(), some.Tags(), slices.Compact(asked))
		}),
		"Len":              over(func(l graph.Lens) any { return l.Len() }),
		"Names":            over(func(l graph.Lens) any { return sortedNames(l) }),
		"Notes":            over(func(l graph.Lens) any { return l.Notes() }),
		"Orphans":          over(func(l graph.Lens) any { return l.Orphans() }),
		"Resolved":         over(func(l graph.Lens) any { return fmt.Sprint(l.Resolved()) }),
		"SameContents":     over(func(l graph.Lens) any { return l.SameContents() }),
		"Stats":            over(func(l graph.Lens) any { return l.Stats() }),
		"TagTree":          over(func(l graph.Lens) any { return l.TagTree() }),
		"Tags":             over(func(l graph.Lens) any { return l.Tags() }),
		"Unresolved":       over(func(l graph.Lens) any { return fmt.Sprint(l.Unresolved()) }),
		"UnresolvedRanked": over(func(l graph.Lens) any { return l.UnresolvedRanked() }),
		"Backlinks":        each(func(l graph.Lens, p vaultpath.Path) any { return l.Backlinks(p) }),
		"File":             each(func(l graph.Lens, p vaultpath.Path) any { f, ok := l.File(p); return list(f, ok) }),
		"Linking":          each(func(l graph.Lens, p vaultpath.Path) any { return slices.Collect(l.Linking(p)) }),
		"LinksTo":          each(func(l graph.Lens, p vaultpath.Path) any { return slices.Collect(l.LinksTo(p)) }),
		"MentionsIn": each(func(l graph.Lens, p vaultpath.Path) any {
			return l.MentionsIn(p, []byte("The Garden, Zorgle, Zorgly, 密语, a plot and Tagged."))
		}),
		"MentionsOf": each(func(l graph.Lens, p vaultpath.Path) any {
			m := l.MentionsOf(p)
			if m == nil {
				return nil
			}
			return m.In("Shed.md", []byte("The Garden, Zorgle, Zorgly, 密语, a plot and Tagged."))
		}),
		"Neighbourhood": each(func(l graph.Lens, p vaultpath.Path) any { return l.Neighbourhood(p, 3) }),
		"Outgoing":      each(func(l graph.Lens, p vaultpath.Path) any { return l.Outgoing(p) }),
		"ResolveSubpath": each(func(l graph.Lens, p vaultpath.Path) any {
			to, ok := l.ResolveSubpath(p, "#Zorghead")
			return list(to, ok)
		}),
		"SharingTags": each(func(l graph.Lens, p vaultpath.Path) any { return l.SharingTags(p) }),
		"Named":       called(func(l graph.Lens, s string) any { return l.Named(s) }),
		"NotesWithTag": called(func(l graph.Lens, s string) any {
			return list(l.NotesWithTag(s, true), l.NotesWithTag(s, false))
		}),
		"Resolve": called(func(l graph.Lens, s string) any { p, ok := l.Resolve(s, "Shed.md"); return list(p, ok) }),
		"ResolveSlug": called(func(l graph.Lens, s string) any {
			p, near, ok := l.ResolveSlug(s)
			return list(p, near, ok)
		}),
		"Suggest": called(func(l graph.Lens, s string) any { return l.Suggest(s, 5) }),
	}
}

func sortedNames(l graph.Lens) []string {
	var all []string
	for name, p := range l.Names() {
		all = append(all, name+" "+string(p))
	}
	slices.Sort(all)
	return all
}

// viewQuestions are all questions of a View.
func viewQuestions(ctx context.Context) told {
	each := func(ask func(v *View, p vaultpath.Path) any) func(*View) string {
		return func(v *View) string { return paths(v, func(p vaultpath.Path) any { return ask(v, p) }) }
	}
	all := told{
		"IncludesPrivate": func(v *View) string { return fmt.Sprint(v.IncludesPrivate()) },
		"Indexing":        func(v *View) string { return fmt.Sprint(v.Indexing()) },
		"Settings":        func(v *View) string { return rendered(v.Settings()) },
		"VaultMissing":    func(v *View) string { return fmt.Sprint(v.VaultMissing()) },
		"Seq":             func(*View) string { return "" }, // counts what happened to files, not which
		"Files":           func(v *View) string { return rendered(slices.Collect(v.Files())) },
		"Folders":         func(v *View) string { return rendered(v.Folders()) },
		"Tags":            func(v *View) string { return rendered(v.Tags()) },
		"PropertyType": func(v *View) string {
			return rendered(list(v.PropertyType("zorgkey", "zorgvalue"), v.PropertyType("mood", "calm")))
		},
		"ResolveSlug": func(v *View) string {
			return names(func(s string) any { p, near, ok := v.ResolveSlug(s); return list(p, near, ok) })
		},
		"Suggest":            func(v *View) string { return names(func(s string) any { return v.Suggest(s, 5) }) },
		"Backlinks":          each(func(v *View, p vaultpath.Path) any { return v.Backlinks(p) }),
		"BacklinksInContext": each(func(v *View, p vaultpath.Path) any { l, n := v.BacklinksInContext(p, 2); return list(l, n) }),
		"Denied":             each(func(v *View, p vaultpath.Path) any { return v.Denied(p) }),
		"DeniedFolders":      each(func(v *View, p vaultpath.Path) any { return v.DeniedFolders(p) }),
		"File":               each(func(v *View, p vaultpath.Path) any { f, ok := v.File(p); return list(f, ok) }),
		"MentionsIn":         each(func(v *View, p vaultpath.Path) any { m, err := v.MentionsIn(p); return list(m, fmt.Sprint(err)) }),
		"MentionsOf": each(func(v *View, p vaultpath.Path) any {
			m, n, err := v.MentionsOf(ctx, p, 2)
			return list(m, n, err)
		}),
		"Outgoing":   each(func(v *View, p vaultpath.Path) any { return v.Outgoing(p) }),
		"ReadDir":    each(func(v *View, p vaultpath.Path) any { e, ok := v.ReadDir(p); return list(e, ok) }),
		"ReadFile":   each(func(v *View, p vaultpath.Path) any { raw, err := v.ReadFile(p); return list(raw, fmt.Sprint(err)) }),
		"ReadSole":   each(func(v *View, p vaultpath.Path) any { raw, err := v.ReadSole(p); return list(raw, fmt.Sprint(err)) }),
		"SeesFolder": each(func(v *View, p vaultpath.Path) any { return v.SeesFolder(p) }),
		"Related": each(func(v *View, p vaultpath.Path) any {
			r, err := v.Related(ctx, RelatedRequest{Path: p, Linked: true})
			return list(r, err)
		}),
		"NewReader": each(func(v *View, p vaultpath.Path) any {
			r := v.NewReader()
			defer r.Close()
			f, ok := v.File(p)
			if !ok { // as one would who kept it from another view
				if f, ok = v.snap.Graph.File(p); !ok {
					f = &graph.File{Path: p, Kind: graph.KindOf(p)}
				}
			}
			raw, err := r.Read(f, func([]byte, bool) bool { return true })
			return list(raw, fmt.Sprint(err))
		}),
		"Search": func(v *View) string {
			return queries(func(q string) any {
				r, err := v.Search(ctx, SearchRequest{Query: q, From: "Garden.md"})
				return list(r, err)
			})
		},
		"Passages": func(v *View) string {
			return queries(func(q string) any {
				r, err := v.Passages(ctx, PassageRequest{Query: q, From: "Garden.md"})
				return list(r, err)
			})
		},
	}
	for _, part := range []struct {
		name string
		lens func(*View) graph.Lens
	}{{"Graph", (*View).Graph}, {"Kept", (*View).Kept}} {
		asked := lensQuestions(part.lens)
		all[part.name] = func(v *View) string {
			var b strings.Builder
			for _, name := range slices.Sorted(maps.Keys(asked)) {
				fmt.Fprintf(&b, "%s\n%s\n", name, asked[name](v))
			}
			return b.String()
		}
	}
	return all
}

// Point 9, design "Private": a vault with private notes answers every question
// as the same vault without them does. Whoever adds a method to View or Lens
// adds it here.
func TestPrivateNotesAreAsIfNotThere(t *testing.T) {
	without, with := maps.Clone(openNotes), maps.Clone(openNotes)
	maps.Copy(with, hiddenNotes)
	a, b := agedVault(t, without), agedVault(t, with)
	defer a.Release()
	defer b.Release()
	questions := viewQuestions(t.Context())
	for name, ask := range questions {
		want, got := strings.Split(ask(a.View(false)), "\n"), strings.Split(ask(b.View(false)), "\n")
		for i := range max(len(want), len(got)) {
			if w, g := lineOf(want, i), lineOf(got, i); w != g {
				t.Errorf("%s tells of private notes:\n%.1500s\nand without them\n%.1500s", name, g, w)
				break
			}
		}
	}
	everyMethod(t, reflect.TypeFor[*View](), questions)
	everyMethod(t, reflect.TypeFor[graph.Lens](), lensQuestions((*View).Graph))
}

// With leave to see them, private notes are there: the test above would hold
// for an empty vault too.
func TestPrivateNotesAreThereWithLeave(t *testing.T) {
	with := maps.Clone(openNotes)
	maps.Copy(with, hiddenNotes)
	s := agedVault(t, with)
	defer s.Release()
	for name, ask := range viewQuestions(t.Context()) {
		switch name {
		case "Seq", "Indexing", "Settings", "VaultMissing", "PropertyType", "Denied", "DeniedFolders", "NewReader":
			continue // these do not tell of notes, or are asked with both
		}
		if ask(s.View(true)) == ask(s.View(false)) {
			t.Errorf("%s is the same with leave and without", name)
		}
	}
}

func lineOf(all []string, i int) string {
	if i < len(all) {
		return all[i]
	}
	return "(nothing)"
}

func everyMethod(t *testing.T, of reflect.Type, asked told) {
	t.Helper()
	for i := range of.NumMethod() {
		if name := of.Method(i).Name; asked[name] == nil {
			t.Errorf("nobody asks whether %v.%s tells of private notes", of, name)
		}
	}
}

// agedVault indexes a vault whose files are all of one date.
func agedVault(t *testing.T, files map[string]string) *Snapshot {
	t.Helper()
	vault := vaultOf(t, files)
	date := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for rel := range files {
		must(t, os.Chtimes(filepath.Join(vault, filepath.FromSlash(rel)), date, date))
	}
	rules := DefaultPrivateRules()
	rules.Folders = []string{"Vault 13"}
	return opened(t, vault, func(o *Options) { o.Private = rules }).Acquire()
}
