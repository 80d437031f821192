package vaultindex

import (
	"errors"
	"io/fs"
	"slices"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

var diaryVault = map[string]string{
	"Open.md":              "Weather is fine. See [[Diary/Day]] and [[Health]].\n",
	"Health.md":            "#health\n\nWeather was bad. [[Open]]\n",
	"Diary/Day.md":         "Weather hurt. [[Open]]\n",
	"Secret.md":            "---\nprivate: true\n---\nWeather is a secret. [[Open]]\n",
	"Broken.md":            "---\nprivate: true\nx: [\n---\nWeather broke. [[Open]]\n",
	"Diary/Plan.canvas":    `{"nodes":[{"id":"1","type":"text","text":"Weather plan","x":0,"y":0,"width":1,"height":1}],"edges":[]}`,
	"Diary/Photo of a.png": "png",
}

// seen lists what a view shows, by every road that lists.
func seen(t *testing.T, ix *Index) []vaultpath.Path {
	t.Helper()
	s := ix.Acquire()
	defer s.Release()
	v := s.View(false)
	var files []vaultpath.Path
	for f := range v.Files() {
		files = append(files, f.Path)
	}
	for _, p := range search(t, ix, "weather", false) {
		if !slices.Contains(files, p) {
			t.Errorf("search finds %s, which the view does not list", p)
		}
	}
	for _, e := range v.Backlinks("Open.md") {
		if !slices.Contains(files, e.From) {
			t.Errorf("a backlink comes from %s, which the view does not list", e.From)
		}
	}
	for f := range s.Graph.Files() {
		_, err := v.ReadFile(f.Path)
		if shown := slices.Contains(files, f.Path); shown == errors.Is(err, fs.ErrNotExist) {
			t.Errorf("reading %s: %v; listed: %v", f.Path, err, shown)
		}
	}
	return files
}

func TestSetPrivateCountsAtOnce(t *testing.T) {
	cache := t.TempDir()
	vault := vaultOf(t, diaryVault)
	ix := opened(t, vault, func(o *Options) { o.CacheDir = cache })
	rules := func(change func(*PrivateRules)) PrivateRules {
		r := DefaultPrivateRules()
		change(&r)
		return r
	}
	everything := []vaultpath.Path{"Broken.md", "Diary/Day.md", "Diary/Photo of a.png", "Diary/Plan.canvas", "Health.md", "Open.md", "Secret.md"}
	for _, step := range []struct {
		name  string
		rules PrivateRules
		want  []vaultpath.Path
	}{
		{"a folder", rules(func(r *PrivateRules) { r.Folders = []string{"diary/"} }), []vaultpath.Path{"Health.md", "Open.md"}},
		{"a tag", rules(func(r *PrivateRules) { r.Tags = append(r.Tags, "#Health") }),
			[]vaultpath.Path{"Diary/Day.md", "Diary/Photo of a.png", "Diary/Plan.canvas", "Open.md"}},
		{"nothing", PrivateRules{}, everything},
		{"the defaults again", DefaultPrivateRules(), []vaultpath.Path{"Diary/Day.md", "Diary/Photo of a.png", "Diary/Plan.canvas", "Health.md", "Open.md"}},
		{"the same once more", DefaultPrivateRules(), []vaultpath.Path{"Diary/Day.md", "Diary/Photo of a.png", "Diary/Plan.canvas", "Health.md", "Open.md"}},
	} {
		seq, err := ix.SetPrivate(t.Context(), step.rules)
		if err != nil {
			t.Fatal(err)
		}
		if now := ix.Status().Seq; now < seq {
			t.Errorf("%s: snapshot %d was promised and %d is the newest", step.name, seq, now)
		}
		if got := seen(t, ix); !slices.Equal(got, step.want) {
			t.Errorf("%s: the view shows %v, want %v", step.name, got, step.want)
		}
		if err := ix.WaitReady(t.Context()); err != nil {
			t.Fatal(err)
		}
		found := search(t, ix, "weather", false)
		for _, p := range step.want {
			if !slices.Contains(found, p) && p.Ext() == "md" {
				t.Errorf("%s: search does not find %s", step.name, p)
			}
		}
	}
}

func TestSetPrivateIsInTheNextIndexToo(t *testing.T) {
	cache := t.TempDir()
	vault := vaultOf(t, diaryVault)
	hidden := PrivateRules{Folders: []string{"Diary"}, Tags: []string{"private"}, Properties: map[string]string{"private": "true"}}
	ix := opened(t, vault, func(o *Options) { o.CacheDir = cache })
	if _, err := ix.SetPrivate(t.Context(), hidden); err != nil {
		t.Fatal(err)
	}
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
	again := opened(t, vault, func(o *Options) { o.CacheDir = cache; o.Private = hidden })
	if got, want := seen(t, again), []vaultpath.Path{"Health.md", "Open.md"}; !slices.Equal(got, want) {
		t.Errorf("the view shows %v, want %v", got, want)
	}
}

func TestViewWithShowsWhatWasAttached(t *testing.T) { // design section 5, "Private"
	ix := opened(t, vaultOf(t, diaryVault))
	s := ix.Acquire()
	defer s.Release()
	v := s.ViewWith("Secret.md")
	if _, ok := v.File("Secret.md"); !ok {
		t.Error("the attached note is not there")
	}
	if raw, err := v.ReadFile("Secret.md"); err != nil || len(raw) == 0 {
		t.Errorf("reading the attached note: %v", err)
	}
	if _, err := v.ReadFile("Broken.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("reading another private note: %v", err)
	}
	if _, ok := v.File("Broken.md"); ok {
		t.Error("another private note is listed")
	}
	entries, _ := v.ReadDir("")
	listed := func(p vaultpath.Path) bool {
		return slices.ContainsFunc(entries, func(e Entry) bool { return e.Path == p })
	}
	if !listed("Secret.md") || listed("Broken.md") {
		t.Errorf("the folder lists %v", entries)
	}
	r, err := v.Search(t.Context(), SearchRequest{Query: "weather", Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	found := func(p vaultpath.Path) bool {
		return slices.ContainsFunc(r.Hits, func(h Hit) bool { return h.Path == p })
	}
	if !found("Secret.md") || found("Broken.md") || r.Total != len(r.Hits) {
		t.Errorf("search finds %v, total %d", r.Hits, r.Total)
	}
	if v.IncludesPrivate() {
		t.Error("the view says that it shows private notes")
	}
}
