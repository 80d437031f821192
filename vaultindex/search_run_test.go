package vaultindex

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// library is a small vault in two languages.
var library = map[string]string{
	"Zettelkasten.md": "---\naliases: [slip box, 卡片盒]\ntags: [method/notes]\nstatus: done\nrating: 9\n---\n" +
		"# What it is\n\nA Zettelkasten is a box of small notes that link to each other.\n\n" +
		"# History\n\nNiklas Luhmann wrote ninety thousand of them. It took him decades.\n",
	"卡片笔记法.md": "---\ntags: [方法]\n---\n卡片笔记法是一种把想法写成小卡片、再互相链接的方法。它不是技巧，而是流程。\n\n" +
		"## 好处\n\n- 容易复用\n- 容易链接\n",
	"Projects/Roadmap.md": "---\nstatus: open\nrating: 3\n---\n- [ ] call the bank about the loan\n- [x] write the plan\n\nSee [[Zettelkasten|my second memory]] and [[Budget]].\n",
	"Projects/Budget.md":  "The loan costs 4 percent. See [[Roadmap]].\n\nCafé receipts go here.\n",
	"Daily/2024-05-01.md": "Met Ana. We talked about gardening and the loan.\n\n```dataview\nTABLE loan FROM zettel\n```\n",
	"Secret.md":           "---\nprivate: true\n---\nThe loan password is hunter2. [[Budget|the money pit]]\n",
	"Excluded/Old.md":     "An old loan, and a zettelkasten.\n",
	"我的猫.md":              "猫很好。\n",
	"Board.canvas":        `{"nodes":[{"id":"1","type":"text","text":"loan timeline"}],"edges":[]}`,
	"pic.png":             "\x89PNG",
}

func find(t *testing.T, s *shelf, query string) SearchResult {
	t.Helper()
	r, err := s.search(context.Background(), SearchRequest{Query: query})
	if err != nil {
		t.Fatalf("%q: %v", query, err)
	}
	return r
}

func hitPaths(r SearchResult) string {
	var all []string
	for _, h := range r.Hits {
		all = append(all, string(h.Path))
	}
	return strings.Join(all, " ")
}

// Rules section 8, over a real index. The order counts where words rank; where
// they only filter, want is sorted.
func TestSearchFinds(t *testing.T) {
	s := shelfOf(t, library)
	for _, tc := range []struct{ name, query, want string }{
		{"name and links", "zettelkasten", "Projects/Roadmap.md Zettelkasten.md"},
		{"alias", "slip box", "Zettelkasten.md"},
		{"chinese question", "什么是卡片笔记法", "卡片笔记法.md Zettelkasten.md"},
		{"single character", "猫", "我的猫.md"},
		{"accents left out", "cafe receipts", "Projects/Budget.md"},
		{"anchor text of another note", "second memory", "Zettelkasten.md Projects/Roadmap.md"},
		{"typing error", "zettelkastn", "Zettelkasten.md"},
		{"tag and its parent", "tag:method", "Zettelkasten.md"},
		{"tag in chinese", "tag:#方法", "卡片笔记法.md"},
		{"path and word", "path:projects loan", "Projects/Budget.md Projects/Roadmap.md"},
		{"file name", "file:roadmap", "Projects/Roadmap.md"},
		{"attachment by name", "file:.png", "pic.png"},
		{"property", "[status:open]", "Projects/Roadmap.md"},
		{"property number", "[rating:>5]", "Zettelkasten.md"},
		{"property exists", "[rating]", "Projects/Roadmap.md Zettelkasten.md"},
		{"phrase", `"small notes"`, "Zettelkasten.md"},
		{"phrase in the wrong order", `"notes small"`, ""},
		{"part of a word is no phrase", `"all notes"`, ""},
		{"chinese phrase", `"互相链接"`, "卡片笔记法.md"},
		{"without a word", "loan -path:Projects -gardening", "Board.canvas"},
		{"without a phrase", `loan -"loan costs" path:Projects`, "Projects/Roadmap.md"},
		{"or", "gardening OR 猫", "Daily/2024-05-01.md 我的猫.md"},
		{"group", "loan (bank OR gardening)", "Daily/2024-05-01.md Projects/Roadmap.md"},
		{"open task", "task-todo:bank", "Projects/Roadmap.md"},
		{"done task", "task-done:bank", ""},
		{"line", "line:(loan bank)", "Projects/Roadmap.md"},
		{"not in one line", "line:(loan receipts)", ""},
		{"block", "block:(Ana gardening)", "Daily/2024-05-01.md"},
		{"section", "section:(Luhmann decades)", "Zettelkasten.md"},
		{"not in one section", "section:(Luhmann box)", ""},
		{"regex", `/ninety\s+\w+/`, "Zettelkasten.md"},
		{"match case", "match-case:Luhmann", "Zettelkasten.md"},
		{"wrong case", "match-case:luhmann", ""},
		{"content", "content:roadmap", "Projects/Budget.md"},
		{"code that asks a plugin is no text", "TABLE", ""},
		{"nothing", "   ", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := strings.Fields(hitPaths(find(t, s, tc.query)))
			want := strings.Fields(tc.want)
			if tc.name != "anchor text of another note" && tc.name != "chinese question" {
				slices.Sort(got)
				slices.Sort(want)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q finds %q, want %q", tc.query, got, want)
			}
		})
	}
}

// Design "Private": absent from hits, counts, reasons and notices.
func TestSearchHidesPrivateNotes(t *testing.T) {
	s := shelfOf(t, library)
	for _, query := range []string{"hunter2", "hunter", "money pit", "loan password", "Secret", "file:secret", "[private]", `"loan password"`, "/hunter/"} {
		r := find(t, s, query)
		told := hitPaths(r)
		for _, n := range r.Notices { // which may repeat what was asked, but not know it
			if !strings.Contains(n, "In no note: ") {
				told += n
			}
		}
		for _, h := range r.Hits {
			told += h.Excerpt + strings.Join(h.Why, " ")
		}
		if strings.Contains(told, "Secret") || strings.Contains(told, "hunter2") || strings.Contains(told, "money pit") {
			t.Errorf("%q tells %q", query, told)
		}
	}
	if r := find(t, s, "loan"); r.Total != 4 {
		t.Errorf("loan: total %d, want the 4 notes that may be seen", r.Total)
	}
}

// C41: every hit says why and where, in the words of the file.
func TestHitTellsWhyAndWhere(t *testing.T) {
	s := shelfOf(t, library)
	h := find(t, s, "Luhmann zettelkasten").Hits[0]
	if h.Path != "Zettelkasten.md" || h.Line != 13 || h.Heading != "History" {
		t.Errorf("hit = %s line %d under %q", h.Path, h.Line, h.Heading)
	}
	if !strings.HasPrefix(h.Excerpt, "Niklas Luhmann wrote ninety thousand of them.") {
		t.Errorf("excerpt = %q", h.Excerpt)
	}
	if why := strings.Join(h.Why, "; "); !strings.Contains(why, "name: Zettelkasten") || !strings.Contains(why, "text: ") {
		t.Errorf("why = %q", why)
	}
	if h.Type != "note" || !slices.Equal(h.Tags, []string{"method/notes"}) {
		t.Errorf("type %q, tags %v", h.Type, h.Tags)
	}
	named := find(t, s, "卡片盒").Hits[0]
	if why := strings.Join(named.Why, "; "); !strings.Contains(why, "alias: 卡片盒") || !strings.Contains(why, "is what you asked for") {
		t.Errorf("why = %q", why)
	}
}

// C33, C34: an empty result says what was searched and offers near names.
func TestEmptyResultExplains(t *testing.T) {
	s := shelfOf(t, library)
	r := find(t, s, "Rodmapp qqqq")
	said := strings.Join(r.Notices, " ")
	if len(r.Hits) == 0 && !strings.Contains(said, "Searched the names") {
		t.Errorf("notices = %q", said)
	}
	none := find(t, s, "the qqqqwwww")
	said = strings.Join(none.Notices, " ")
	for _, want := range []string{"of 6 notes", "1 excluded", "In no note: qqqqwwww", "Left out as too common: the"} {
		if len(none.Hits) > 0 || !strings.Contains(said, want) {
			t.Errorf("notices = %q, want %q", said, want)
		}
	}
}

func TestOpenNoteDrawsItsNeighbours(t *testing.T) {
	notes := map[string]string{"open.md": "[[b]]"}
	for _, name := range []string{"a", "b", "c"} {
		notes[name+".md"] = "the very same words"
	}
	s := shelfOf(t, notes)
	r, err := s.search(context.Background(), SearchRequest{Query: "same words", From: "open.md"})
	if err != nil {
		t.Fatal(err)
	}
	if r.Hits[0].Path != "b.md" || !slices.Contains(r.Hits[0].Why, "linked with the open note") {
		t.Errorf("first hit = %s because %v", r.Hits[0].Path, r.Hits[0].Why)
	}
}

// B28: before the text is indexed, names are searched and the result says so.
func TestSearchWithoutText(t *testing.T) {
	s := shelfOf(t, library)
	s.text, s.indexing = nil, true
	r := find(t, s, "road")
	if hitPaths(r) != "Projects/Roadmap.md" || !r.Indexing {
		t.Errorf("finds %q, indexing %t", hitPaths(r), r.Indexing)
	}
	if said := strings.Join(r.Notices, " "); !strings.Contains(said, "only names were searched") {
		t.Errorf("notices = %q", said)
	}
}

func TestSearchErrors(t *testing.T) {
	s := shelfOf(t, library)
	var wrong *QueryError
	if _, err := s.search(context.Background(), SearchRequest{Query: "/[/"}); !errors.As(err, &wrong) {
		t.Errorf("a wrong query gives %v, want a QueryError", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.search(ctx, SearchRequest{Query: "loan"}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled search gives %v", err)
	}
}

func TestRelated(t *testing.T) {
	s := shelfOf(t, map[string]string{
		"a.md":      "photosynthesis in leaves, chlorophyll absorbs light. [[hub]] [[linked]]",
		"b.md":      "chlorophyll is green; photosynthesis needs light",
		"c.md":      "about trains and stations",
		"linked.md": "photosynthesis and chlorophyll, again",
		"d.md":      "nothing in common but [[hub]]",
		"hub.md":    "a hub",
		"secret.md": "---\nprivate: true\n---\nphotosynthesis chlorophyll",
	})
	related, err := s.related(context.Background(), RelatedRequest{Path: "a.md"})
	if err != nil {
		t.Fatal(err)
	}
	var got []vaultpath.Path
	for _, r := range related {
		got = append(got, r.Path)
		if len(r.Why) == 0 {
			t.Errorf("%s is related without a reason", r.Path)
		}
	}
	if !slices.Equal(got, []vaultpath.Path{"b.md", "d.md"}) {
		t.Errorf("related = %v, want b.md then d.md", got)
	}
	if why := strings.Join(related[1].Why, " "); !strings.Contains(why, "both link to hub") {
		t.Errorf("d.md: %q", why)
	}
	all, err := s.related(context.Background(), RelatedRequest{Path: "a.md", Linked: true})
	at := slices.IndexFunc(all, func(r RelatedNote) bool { return r.Path == "linked.md" })
	if err != nil || at < 0 || !all[at].Linked || slices.ContainsFunc(all, func(r RelatedNote) bool {
		return r.Path == "a.md" || r.Path == "secret.md" || r.Path == "b.md" && r.Linked
	}) {
		t.Errorf("with what is linked: %+v, %v", all, err)
	}
	if none, err := s.related(context.Background(), RelatedRequest{Path: "missing.md"}); none != nil || err != nil {
		t.Errorf("a missing note: %v, %v", none, err)
	}
}
