package autotag

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// tagged is a vault with a note for each use of a tag: "a b" is a note with both.
func tagged(uses ...string) map[string]string {
	files := map[string]string{}
	for i, tags := range uses {
		files[fmt.Sprintf("%d.md", i)] = "---\ntags: [" + strings.Join(strings.Fields(tags), ", ") + "]\n---\n"
	}
	return files
}

func TestHealth(t *testing.T) {
	for name, tc := range map[string]struct {
		uses []string
		kind FindingKind
		want []string // tags of each finding, then what they become
	}{
		"signs":             {[]string{"todo", "todo", "to-do", "to_do"}, Twins, []string{"todo to-do to_do > todo"}},
		"case":              {[]string{"Todo", "todo", "todo"}, Spellings, []string{"Todo todo > todo"}},
		"plural":            {[]string{"books", "book", "book", "stories", "stories", "story"}, Twins, []string{"book books > book", "stories story > stories"}},
		"plural of a level": {[]string{"projects/ibid", "project/ibid", "project/ibid"}, Twins, []string{"project/ibid projects/ibid > project/ibid"}},
		"a slip":            {[]string{"javascript", "javascript", "javscript"}, Alike, []string{"javascript javscript > javascript"}},
		"exchanged":         {[]string{"gadren", "garden", "garden"}, Alike, []string{"garden gadren > garden"}},
		"numbers":           {[]string{"year2023", "year2024", "v1/draft", "v2/draft"}, Alike, nil},
		"short words":       {[]string{"cat", "car", "news", "new"}, Alike, nil},
		"other characters":  {[]string{"读书笔记本", "读书笔记法"}, Alike, nil},
		"two places":        {[]string{"iphone", "tech/iphone", "tech/iphone"}, TwoPlaces, []string{"tech/iphone iphone > tech/iphone"}},
		"two meanings":      {[]string{"film/draft", "text/draft"}, TwoPlaces, nil},
		"one beginning":     {[]string{"proj-a", "proj-b", "proj-b", "proj-c"}, Nest, []string{"proj-b proj-a proj-c > proj/b proj/a proj/c"}},
		"with a parent":     {[]string{"proj", "proj-a", "proj-b"}, Nest, []string{"proj-a proj-b > proj/a proj/b"}},
		"by chance":         {[]string{"well-known", "well-done"}, Nest, nil},
		"once":              {[]string{"a", "b b2", "b"}, UsedOnce, []string{"a >", "b2 >"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, f := range learned(t, tagged(tc.uses...), Options{}).Health() {
				if f.Kind == tc.kind {
					got = append(got, strings.TrimSpace(strings.Join(f.Tags, " ")+" > "+strings.Join(f.To, " ")))
				}
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("%v of %v: %q, want %q", tc.kind, tc.uses, got, tc.want)
			}
		})
	}
}

func TestHealthOfRules(t *testing.T) {
	s := learned(t, tagged("a", "b/c"), Options{Rules: Rules{Always: []string{"#a"}, Synonyms: map[string]string{"x": "gone"}, Needs: map[string][]string{"b": {"a"}}}})
	var unused []string
	for _, f := range s.Health() {
		if f.Kind == Unused {
			unused = append(unused, f.Tags...)
		}
	}
	if !slices.Equal(unused, []string{"gone"}) {
		t.Errorf("unused: %v", unused)
	}
}

func TestVocabulary(t *testing.T) {
	files := tagged("proj/a Books", "proj/a", "proj/b")
	files["in/text.md"] = "#Books and #待办\n"
	got := map[string]TagUse{}
	for _, u := range learned(t, files, Options{}).Vocabulary() {
		got[u.Tag] = u
	}
	want := TagUse{Tag: "Books", Notes: 2, InText: 1, Script: "latin", Style: "Capital", Plural: true,
		Folders: []Count{{"", 1}, {"in", 1}}, With: []Count{{"proj/a", 1}, {"待办", 1}}}
	if !reflect.DeepEqual(got["Books"], want) {
		t.Errorf("%+v, want %+v", got["Books"], want)
	}
	if u := got["proj/a"]; u.Parent != "proj" || u.Notes != 2 || u.Style != "plain" {
		t.Errorf("%+v", u)
	}
	if u := got["待办"]; u.Script != "han" || u.InText != 1 {
		t.Errorf("%+v", u)
	}
}
