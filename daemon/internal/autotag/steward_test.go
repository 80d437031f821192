package autotag

import (
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// smallVault is a vault with a clear habit: recipes, meetings, and cards of
// words in Chinese.
func smallVault() map[string]string {
	files := map[string]string{}
	dishes := strings.Fields("soup bread curry salad stew cake pie noodles rice beans")
	people := strings.Fields("anna bela carl dora emil fred gina hugo ines jana")
	birds := strings.Fields("麻雀 燕子 喜鹊 乌鸦 白鹭 翠鸟 鸳鸯 天鹅 画眉 百灵")
	for i := range 10 {
		files[fmt.Sprintf("Kitchen/%s.md", dishes[i])] = "---\ntags: [recipe]\n---\n## Ingredients\n\nflour, butter, salt and " + dishes[i] + "\n\n## Steps\n\nheat the oven and stir the pan\n"
		files[fmt.Sprintf("Work/Talk with %s.md", people[i])] = "---\ntags: [meeting, people]\n---\n## Agenda\n\nbudget, roadmap and hiring with " + people[i] + "\n"
		files[fmt.Sprintf("鸟/%s.md", birds[i])] = "---\ntags:\n  - 观鸟\n---\n今天在湖边看到" + birds[i] + "，羽毛很漂亮，用望远镜记录下来\n"
	}
	return files
}

func learned(t *testing.T, files map[string]string, opts Options) *Steward {
	t.Helper()
	s, err := Learn(t.Context(), viewOf(t, vaultOf(t, files), false), opts)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func advised(t *testing.T, s *Steward, path string) Advice {
	t.Helper()
	a, err := s.Suggest(t.Context(), pathOf(t, path))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func tagsOf(a Advice) (tags []string) {
	for _, s := range a.Suggestions {
		tags = append(tags, s.Tag)
	}
	return tags
}

func TestSuggest(t *testing.T) {
	files := smallVault()
	files["inbox/dumplings.md"] = "## Ingredients\n\nflour, salt and butter\n\n## Steps\n\nheat the pan and stir\n"
	files["Work/Talk with kurt.md"] = "## Agenda\n\nroadmap and budget with kurt\n"
	files["inbox/白鹤.md"] = "今天在湖边看到白鹤，羽毛很漂亮，用望远镜看了很久\n"
	files["inbox/odd.md"] = "quantum chromodynamics\n"
	s := learned(t, files, Options{})
	for path, want := range map[string][]string{
		"inbox/dumplings.md":     {"recipe"},
		"Work/Talk with kurt.md": {"meeting", "people"},
		"inbox/白鹤.md":            {"观鸟"},
		"inbox/odd.md":           nil,
		"Kitchen/soup.md":        nil, // has all it needs
	} {
		a := advised(t, s, path)
		if got := tagsOf(a); !slices.Equal(got, want) {
			t.Errorf("%s gets %v, want %v", path, got, want)
		}
		if (len(want) == 0) != (a.Abstained == NotSure) {
			t.Errorf("%s: abstained %q beside %v", path, a.Abstained, want)
		}
		for _, one := range a.Suggestions {
			if len(one.Why) == 0 || one.New || one.Rule || one.Confidence <= 0.5 || one.Confidence > 1 {
				t.Errorf("%s gets %+v", path, one)
			}
		}
	}
}

// A reason names notes, folders and words that are there, in both languages.
func TestReasons(t *testing.T) {
	files := smallVault()
	files["Kitchen/dumplings.md"] = "## Ingredients\n\nflour, salt and butter\n\n## Steps\n\nheat the pan and stir\n"
	a := advised(t, learned(t, files, Options{}), "Kitchen/dumplings.md")
	if len(a.Suggestions) != 1 {
		t.Fatalf("%+v", a)
	}
	var english, chinese []string
	for _, r := range a.Suggestions[0].Why {
		english, chinese = append(english, r.English()), append(chinese, r.Chinese())
	}
	all := strings.Join(english, "; ")
	if !strings.Contains(all, "10 of 10 notes") || !strings.Contains(all, "[[Kitchen/") {
		t.Errorf("in English: %s", all)
	}
	if all := strings.Join(chinese, "；"); !strings.Contains(all, "10 篇中有 10 篇") || strings.Contains(all, "have it") {
		t.Errorf("in Chinese: %s", all)
	}
}

// Every kind of reason has words in both languages.
func TestEveryReasonHasWords(t *testing.T) {
	for _, kind := range []ReasonKind{ByNotes, ByFolder, ByProperty, ByShape, ByMark, ByLinksTo, ByLinkedFrom, ByWords, ByName, ByLinks, ByBeside, ByRule, ByNeed, ByNewLink} {
		r := Reason{Kind: kind, Of: "x"}
		if e, c := r.English(), r.Chinese(); e == string(kind) || c == string(kind) || e == c {
			t.Errorf("%s is told as %q and %q", kind, e, c)
		}
	}
}

func TestTwoRunsAreEqual(t *testing.T) {
	files := manyTags(100, 9)
	for i := range 20 {
		files[fmt.Sprintf("inbox/new %d.md", i)] = strings.SplitAfterN(files[fmt.Sprintf("inbox/note %d.md", i)]+"---\n---\nbook", "---\n", 3)[2]
	}
	v := viewOf(t, vaultOf(t, files), false)
	var runs [2][]Advice
	for run := range runs {
		s, err := Learn(t.Context(), v, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for path := range v.Files() {
			a, err := s.Suggest(t.Context(), path.Path)
			if err != nil {
				t.Fatal(err)
			}
			runs[run] = append(runs[run], a)
		}
	}
	if !reflect.DeepEqual(runs[0], runs[1]) {
		t.Error("two runs differ")
	}
}

// What a caller may not see gives no evidence, no word of a reason, and no tag.
func TestPrivateAndExcludedNotesGiveNoEvidence(t *testing.T) {
	files := smallVault()
	files[".obsidian/app.json"] = `{"userIgnoreFilters": ["Attic/"]}`
	for i := range 12 {
		files[fmt.Sprintf("Secret/%d.md", i)] = "---\nprivate: true\ntags: [hush]\n---\nsalamander lighthouse\n"
		files[fmt.Sprintf("Attic/%d.md", i)] = "---\ntags: [dusty]\n---\nsalamander lighthouse\n"
	}
	files["inbox/probe.md"] = "salamander lighthouse\n"
	dir := vaultOf(t, files)
	for _, private := range []bool{false, true} {
		v := viewOf(t, dir, private)
		s, err := Learn(t.Context(), v, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		if private {
			want = []string{"hush"}
		}
		if got := tagsOf(advised(t, s, "inbox/probe.md")); !slices.Equal(got, want) {
			t.Errorf("with private notes %v: %v, want %v", private, got, want)
		}
		knows := slices.ContainsFunc(s.Vocabulary(), func(u TagUse) bool { return u.Tag == "hush" })
		if knows != private || slices.ContainsFunc(s.Vocabulary(), func(u TagUse) bool { return u.Tag == "dusty" }) {
			t.Errorf("with private notes %v the vocabulary is %v", private, s.Vocabulary())
		}
		_, err = s.Suggest(t.Context(), pathOf(t, "Secret/1.md"))
		if missing := errors.Is(err, fs.ErrNotExist); missing == private {
			t.Errorf("with private notes %v a private note is %v", private, err)
		}
	}
}

func TestNotesThatAreLeftAlone(t *testing.T) {
	files := smallVault()
	files[".obsidian/app.json"] = `{"userIgnoreFilters": ["Attic/"]}`
	files[".obsidian/templates.json"] = `{"folder": "Templates"}`
	files["Attic/a.md"], files["Templates/t.md"], files["b.canvas"] = "flour and butter", "flour and butter", "{}"
	s := learned(t, files, Options{})
	for path, want := range map[string]Abstention{"Attic/a.md": Excluded, "Templates/t.md": Template, "b.canvas": NoNote} {
		if a := advised(t, s, path); a.Abstained != want || len(a.Suggestions) > 0 {
			t.Errorf("%s: %+v, want %s", path, a, want)
		}
	}
	if _, err := s.Suggest(t.Context(), pathOf(t, "none.md")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a note that is not there: %v", err)
	}
	if a := advised(t, learned(t, map[string]string{"a.md": "text"}, Options{}), "a.md"); a.Abstained != NothingTo {
		t.Errorf("a vault without tags: %+v", a)
	}
}

// Vaults of a note or two neither fail nor guess wildly.
func TestTinyVaults(t *testing.T) {
	for _, files := range []map[string]string{
		{"a.md": "---\ntags: [one]\n---\n", "b.md": "text"},
		{"a.md": "#one", "b.md": "#two", "c.md": ""},
		{"a.md": "---\ntags: [one]\n---\nwords here", "b.md": "---\ntags: [one]\n---\nother words", "c.md": "nothing of it"},
	} {
		s := learned(t, files, Options{})
		for path := range files {
			for _, one := range advised(t, s, path).Suggestions {
				if one.Confidence < lowestBound {
					t.Errorf("%v: %s gets %+v", files, path, one)
				}
			}
		}
	}
}

func TestOptionsAreChecked(t *testing.T) {
	v := viewOf(t, vaultOf(t, map[string]string{"a.md": ""}), false)
	for _, o := range []Options{{Precision: 1}, {Precision: -1}, {Limit: -1}, {Rules: Rules{Never: []string{"a b"}}}} {
		if _, err := Learn(t.Context(), v, o); err == nil {
			t.Errorf("%+v passes", o)
		}
	}
}
