package builtin

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
)

func linkedVault(t *testing.T) *testVault {
	return newVault(t, map[string]string{
		"Apple.md":  "# Apple\n\nPruning apple trees happens in winter. #plant/tree #Plant\n",
		"Garden.md": "# Garden\n\n## Plan\n\nPlant an [[Apple]] first.\n\nThen ![[apple]] again. #plant\n",
		"Pear.md":   "Pruning pear trees happens in winter too. #plant/tree\n",
		"secret.md": "---\nprivate: true\n---\n[[Apple]] #hidden\n",
	})
}

func TestGetBacklinks(t *testing.T) {
	v := linkedVault(t)
	d, res := good[backlinks](v, "get_backlinks", `{"slug":"Apple"}`)
	want := []backlink{
		{Slug: "Garden", Path: "Garden.md", Line: 5, Text: "Plant an [[Apple]] first.", Heading: "Plan"},
		{Slug: "Garden", Path: "Garden.md", Line: 7, Text: "Then ![[apple]] again. #plant", Heading: "Plan", Embed: true},
	}
	if !reflect.DeepEqual(d.Backlinks, want) || d.Total != 2 || res.Labels != tools.VaultLabels(false) {
		t.Errorf("%+v %+v", d, res.Labels)
	}
	if d, res := good[backlinks](v, "get_backlinks", `{"slug":"Apple","limit":1}`); len(d.Backlinks) != 1 || *res.Truncated != (tools.Truncated{Shown: 1, Total: 2}) {
		t.Errorf("limited: %+v", d)
	}
	v.bad("get_backlinks", `{"slug":"Aple"}`, tools.NoteNotFound, `get_backlinks {"slug":"Apple"}`)
	v.allowPrivate()
	if d, res := good[backlinks](v, "get_backlinks", `{"slug":"Apple"}`); d.Total != 3 || res.Labels != tools.VaultLabels(true) {
		t.Errorf("with private notes: %+v %+v", d, res.Labels)
	}
}

func TestListTags(t *testing.T) { // T5
	v := linkedVault(t)
	for args, want := range map[string][]tagCount{
		`{}`:                 {{"Plant", 2, 2}, {"plant/tree", 2, 2}},
		`{"under":"#plant"}`: {{"Plant", 2, 2}, {"plant/tree", 2, 2}},
		`{"slug":"Pear"}`:    {{"plant/tree", 2, 2}},
		`{"under":"plan"}`:   {},
	} {
		d, res := good[tagList](v, "list_tags", args)
		if !reflect.DeepEqual(d.Tags, want) || d.Total != len(want) || res.Labels != tools.VaultLabels(false) {
			t.Errorf("%s: %+v", args, d.Tags)
		}
	}
	v.allowPrivate()
	d, res := good[tagList](v, "list_tags", `{}`)
	if !slices.Contains(d.Tags, tagCount{"hidden", 1, 1}) || res.Labels != tools.VaultLabels(true) {
		t.Errorf("with private notes: %+v %+v", d.Tags, res.Labels)
	}
}

func TestRelatedNotes(t *testing.T) {
	v := linkedVault(t)
	d, _ := good[related](v, "related_notes", `{"slug":"Apple"}`)
	for _, n := range d.Notes {
		if n.Slug == "Apple" || n.Slug == "secret" || len(n.Why) == 0 || n.Title == "" {
			t.Errorf("%+v", n)
		}
	}
	if !slices.ContainsFunc(d.Notes, func(n relatedNote) bool { return n.Slug == "Pear" }) {
		t.Errorf("no Pear in %+v", d.Notes)
	}
	all, _ := good[related](v, "related_notes", `{"slug":"Apple","include_linked":true,"limit":50}`)
	if !slices.ContainsFunc(all.Notes, func(n relatedNote) bool { return n.Linked }) || len(all.Notes) <= len(d.Notes) {
		t.Errorf("with what is linked: %+v", all.Notes)
	}
}

func TestReadPassages(t *testing.T) {
	v := linkedVault(t)
	d, res := good[foundPassages](v, "read_passages", `{"query":"when does pruning apple trees happen"}`)
	if len(d.Passages) == 0 {
		t.Fatalf("%+v", res)
	}
	p := d.Passages[0]
	if p.Slug != "Apple" || p.Path != "Apple.md" || !strings.Contains(p.Text, "in winter") || p.LineStart < 1 || p.LineEnd < p.LineStart || p.Heading != "Apple" {
		t.Errorf("%+v", p)
	}
	if d, res := good[foundPassages](v, "read_passages", `{"query":"zebra"}`); len(d.Passages) != 0 || !strings.Contains(res.Summary, "No passage") {
		t.Errorf("%+v %q", d, res.Summary)
	}
}
