package builtin

import (
	"reflect"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
)

func TestVaultHealth(t *testing.T) {
	v := newVault(t, map[string]string{
		".obsidian/app.json": `{"userIgnoreFilters":["Old/"]}`, ".obsidian/templates.json": `{"folder":"Tpl"}`,
		"a.md": "---\naliases: [Both]\n---\n[[b]] [[gone]] [[Gone]]\n", "b.md": "---\naliases: both\n---\n[[gone]]\n", "x/b.md": "same text\n", "c.md": "same text\n",
		"Tpl/t.md": "[[template gap]]\n", "Old/o.md": "[[old gap]]\n", "s.md": "---\nprivate: true\n---\n[[private gap]] [[c]]\n",
	})
	d, res := good[health](v, "vault_health", `{}`)
	want := &health{
		Unresolved:     &findings[missingNote]{1, []missingNote{{"gone", 3, []string{"a.md", "b.md"}}}},
		Orphans:        &findings[string]{3, []string{"a.md", "c.md", "x/b.md"}},
		DeadEnds:       &findings[string]{3, []string{"b.md", "c.md", "x/b.md"}},
		DuplicateNames: &findings[nameClash]{1, []nameClash{{"b", []string{"b.md", "x/b.md"}}}},
		DuplicateTexts: &findings[[]string]{1, [][]string{{"c.md", "x/b.md"}}},
		AliasClashes:   &findings[nameClash]{1, []nameClash{{"Both", []string{"a.md", "b.md"}}}},
	}
	if !reflect.DeepEqual(d, want) {
		t.Errorf("%s\n%s", quote(d), quote(want))
	}
	if res.Labels != tools.VaultLabels(false) || res.Truncated != nil || !strings.Contains(res.Summary, "1 missing target") {
		t.Errorf("%+v", res)
	}
	if d, _ := good[health](v, "vault_health", `{"check":"dead_ends"}`); d.DeadEnds == nil || d.Orphans != nil || d.Unresolved != nil {
		t.Errorf("%s", quote(d))
	}
	if d, res := good[health](v, "vault_health", `{"check":"orphans","limit":1}`); len(d.Orphans.Found) != 1 || d.Orphans.Total != 3 || *res.Truncated != (tools.Truncated{Shown: 1, Total: 3}) {
		t.Errorf("%s", quote(d))
	}
	v.bad("vault_health", `{"check":"all of it"}`, tools.InvalidArgument, "dead_ends")
	v.bad("vault_health", `{"limit":0}`, tools.InvalidArgument, `"limit"`)
	v.allowPrivate()
	if d, _ := good[health](v, "vault_health", `{"check":"unresolved"}`); d.Unresolved.Total != 2 {
		t.Errorf("with private notes: %s", quote(d))
	}
}

func TestGetLinks(t *testing.T) {
	v := newVault(t, map[string]string{"a.md": "---\nup: \"[[b]]\"\n---\n![[b#Head|shown]]\n[x](none.md) [[s]] [[#Self]]\n# Self\n", "b.md": "# Head\n", "s.md": "---\nprivate: true\n---\n"})
	d, _ := good[outgoing](v, "get_links", `{"slug":"a"}`)
	want := []outLink{
		{To: "b.md", Line: 2, Property: "up"}, {To: "b.md", Subpath: "#Head", Line: 4, Display: "shown", Embed: true},
		{Target: "none", Line: 5, Display: "x", Unresolved: true}, {To: "a.md", Subpath: "#Self", Line: 5},
	}
	if !reflect.DeepEqual(d.Links, want) || d.Total != 4 || d.Unresolved != 1 {
		t.Errorf("%+v", d)
	}
	if d, res := good[outgoing](v, "get_links", `{"slug":"a","limit":1}`); len(d.Links) != 1 || *res.Truncated != (tools.Truncated{Shown: 1, Total: 4}) {
		t.Errorf("%+v", d)
	}
	v.bad("get_links", `{"slug":"s"}`, tools.NoteNotFound)
	v.bad("get_links", `{"slug":"aa"}`, tools.NoteNotFound)
	v.bad("get_links", `{"slug":"a","limit":0}`, tools.InvalidArgument, `"limit"`)
}

func TestUnlinkedMentions(t *testing.T) {
	v := newVault(t, map[string]string{
		"Leek.md": "---\naliases: [porree]\n---\nx\n", "a.md": "Sow leek now. [[Leek]]\n\nPorree too, and `leek`.\n", "卡片.md": "x\n", "b.md": "写卡片吧\n", "s.md": "---\nprivate: true\n---\nleek\n",
	})
	d, res := good[mentions](v, "unlinked_mentions", `{"slug":"Leek"}`)
	want := []mention{
		{Path: "a.md", Line: 1, Text: "leek", To: []string{"Leek.md"}, In: d.Mentions[0].In}, {Path: "a.md", Line: 3, Text: "Porree", To: []string{"Leek.md"}, In: d.Mentions[1].In},
	}
	if !reflect.DeepEqual(d.Mentions, want) || d.Total != 2 || !strings.Contains(d.Mentions[0].In, "Sow leek now") || !strings.Contains(res.Summary, "2 places") {
		t.Errorf("%+v", d)
	}
	if d, _ := good[mentions](v, "unlinked_mentions", `{"slug":"卡片"}`); d.Total != 1 || d.Mentions[0].Path != "b.md" {
		t.Errorf("%+v", d)
	}
	if d, _ := good[mentions](v, "unlinked_mentions", `{"slug":"a","direction":"in","limit":1}`); d.Total != 2 || len(d.Mentions) != 1 {
		t.Errorf("%+v", d)
	}
	v.bad("unlinked_mentions", `{"slug":"s"}`, tools.NoteNotFound)
	v.bad("unlinked_mentions", `{"slug":"a","direction":"out"}`, tools.InvalidArgument, "of, in")
	v.allowPrivate()
	if d, res := good[mentions](v, "unlinked_mentions", `{"slug":"Leek"}`); d.Total != 3 || res.Labels != tools.VaultLabels(true) {
		t.Errorf("with private notes: %+v", d)
	}
}
