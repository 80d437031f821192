package autotag

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

const dumplings = "## Ingredients\n\nflour, salt and butter\n\n## Steps\n\nheat the pan and stir\n"

func TestRulesGoBeforeEvidence(t *testing.T) {
	for name, tc := range map[string]struct {
		rules Rules
		path  string
		want  []string
	}{
		"none":            {Rules{}, "inbox/d.md", []string{"recipe"}},
		"never":           {Rules{Never: []string{"#Recipe"}}, "inbox/d.md", nil},
		"never here":      {Rules{Folders: []FolderRule{{Folder: "inbox", Never: []string{"recipe"}}}}, "inbox/d.md", nil},
		"never elsewhere": {Rules{Folders: []FolderRule{{Folder: "in", Never: []string{"recipe"}}}}, "inbox/d.md", []string{"recipe"}},
		"only others":     {Rules{Folders: []FolderRule{{Folder: "inbox", Only: []string{"people"}}}}, "inbox/sub/d.md", nil},
		"only it":         {Rules{Folders: []FolderRule{{Folder: "inbox", Only: []string{"recipe"}}}}, "inbox/d.md", []string{"recipe"}},
		"always":          {Rules{Always: []string{"seen"}}, "inbox/d.md", []string{"seen", "recipe"}},
		"always here":     {Rules{Folders: []FolderRule{{Folder: "inbox", Always: []string{"#seen"}}}}, "inbox/d.md", []string{"seen", "recipe"}},
		"never wins":      {Rules{Always: []string{"seen"}, Never: []string{"seen"}}, "inbox/d.md", []string{"recipe"}},
		"needs":           {Rules{Needs: map[string][]string{"recipe": {"food"}, "food": {"home"}}}, "inbox/d.md", []string{"recipe", "food", "home"}},
		"needs in a ring": {Rules{Needs: map[string][]string{"recipe": {"food"}, "food": {"recipe"}}}, "inbox/d.md", []string{"recipe", "food"}},
		"synonym":         {Rules{Synonyms: map[string]string{"recipe": "people"}}, "inbox/d.md", []string{"people"}},
	} {
		t.Run(name, func(t *testing.T) {
			files := smallVault()
			files[tc.path] = dumplings
			if got := tagsOf(advised(t, learned(t, files, Options{Rules: tc.rules}), tc.path)); !slices.Equal(got, tc.want) {
				t.Errorf("%v, want %v", got, tc.want)
			}
		})
	}
}

// A tag that needs another brings it to notes that have the tag already.
func TestNeedsOfTagsThatAreThere(t *testing.T) {
	s := learned(t, smallVault(), Options{Rules: Rules{Needs: map[string][]string{"recipe": {"food"}}}})
	a := advised(t, s, "Kitchen/soup.md")
	if len(a.Suggestions) != 1 || a.Suggestions[0].Tag != "food" || !a.Suggestions[0].Rule || !a.Suggestions[0].New || a.Suggestions[0].Why[0].Kind != ByNeed {
		t.Errorf("%+v", a)
	}
}

// A synonym's words are words of its tag.
func TestSynonymsAreEvidence(t *testing.T) {
	files := smallVault()
	for path, text := range files {
		if strings.HasPrefix(path, "鸟/") {
			files[path] = text + "\nbirds\n"
		}
	}
	files["inbox/walk.md"] = "birds\n"
	l := func(r Rules) (says bool) {
		s := learned(t, files, Options{Rules: r})
		p := s.lib.cards[s.lib.cardOf[pathOf(t, "鸟/麻雀.md")]]
		return slices.Contains(s.lib.tagWords(p.page), sign{saysTag, "观鸟"})
	}
	if l(Rules{}) || !l(Rules{Synonyms: map[string]string{"birds": "观鸟"}}) {
		t.Error("a synonym does not stand for its tag")
	}
}

func TestNewTagsAreMarked(t *testing.T) {
	files := smallVault()
	files["Sourdough.md"] = "what rises"
	for path, text := range files {
		if strings.HasPrefix(path, "Kitchen/") {
			files[path] = text + "\n[[Sourdough]]\n"
		}
	}
	files["inbox/d.md"] = dumplings + "\n[[Sourdough]]\n"
	if got := tagsOf(advised(t, learned(t, files, Options{}), "inbox/d.md")); !slices.Equal(got, []string{"recipe"}) {
		t.Errorf("the vocabulary is closed, and there is %v", got)
	}
	a := advised(t, learned(t, files, Options{Rules: Rules{New: true}}), "inbox/d.md")
	last := a.Suggestions[len(a.Suggestions)-1]
	if len(a.Suggestions) != 2 || last.Tag != "sourdough" || !last.New || last.Confidence > newConfidence || last.Why[0].With != 11 {
		t.Errorf("%+v", a)
	}
}

func TestParseRules(t *testing.T) {
	raw := []byte("---\ntag-rules:\n  never: [inbox]\n  new: true\n  folders:\n    - folder: Work\n      always: [work]\n  needs:\n    ibid: [project]\n  synonyms:\n    电影: movie\n---\nFree text.\n")
	got, err := ParseRules(raw)
	want := Rules{Never: []string{"inbox"}, New: true, Folders: []FolderRule{{Folder: "Work", Always: []string{"work"}}},
		Needs: map[string][]string{"ibid": {"project"}}, Synonyms: map[string]string{"电影": "movie"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := ParseRules([]byte("no rules")); err != nil || !reflect.DeepEqual(got, Rules{}) {
		t.Errorf("a note without rules: %+v, %v", got, err)
	}
}

func TestWrongRulesAreNamed(t *testing.T) {
	for text, says := range map[string]string{
		"tag-rules: never":                          "names and lists",
		"tag-rules: {nevr: [a]}":                    "nevr",
		"tag-rules: {never: inbox}":                 "never",
		"tag-rules: {never: [two words]}":           `"two words" in never`,
		"tag-rules: {never: [\"12\"]}":              `"12" in never`,
		"tag-rules: {folders: [{folder: ../x}]}":    "../x",
		"tag-rules: {synonyms: {film: \"a,b\"}}":    "synonyms film",
		"tag-rules: {needs: {ok: [\"\"]}}":          "needs ok",
		"tag-rules: {folders: [{only: [\"a b\"]}]}": "folders[0].only",
		"tag-rules: [":                              "line",
	} {
		if _, err := ParseRules([]byte("---\n" + text + "\n---\n")); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want it to say %s", text, err, says)
		}
	}
}

func TestValidTag(t *testing.T) {
	for tag, want := range map[string]bool{"a": true, "#a": true, "a/b": true, "标签": true, "1a": true, "y1984": true,
		"": false, "#": false, "1984": false, "a b": false, "a,b": false, "a/": false, "##a": false, "a#b": false, "a\nb": false, "[[a]]": false} {
		if ValidTag(tag) != want {
			t.Errorf("ValidTag(%q) is %v", tag, !want)
		}
	}
}
