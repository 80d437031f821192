package builtin

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
)

func TestKnowledgeSearchGivesNotes(t *testing.T) { // R131, R132, R135
	v := newVault(t, map[string]string{
		"Trees/Apple.md": "---\ntype: plant\ntags: [fruit]\n---\n# Apple\n\n## Pruning\n\nPrune apple trees in winter.\n", "Other.md": "Something else\n",
		"数/卡片.md": "卡片笔记法是一种写作方法。\n",
	})
	d, res := good[foundNotes](v, "knowledge_search", `{"query":"prune apple trees"}`)
	if len(d.Hits) == 0 || d.Total < 1 {
		t.Fatalf("%+v", res)
	}
	h := d.Hits[0]
	if h.Slug != "Trees/Apple" || h.Title != "Apple" || !strings.Contains(h.Excerpt, "winter") || !slices.Contains(h.Tags, "fruit") || h.Type != "plant" ||
		len(h.UpdatedAt) != len("2026-01-02T15:04:05Z") || h.Path != "Trees/Apple.md" || h.Line < 1 || len(h.Why) == 0 {
		t.Errorf("%+v", h)
	}
	if !strings.Contains(res.Summary, `read_note {"slug":"Trees/Apple"}`) {
		t.Errorf("summary %q", res.Summary)
	}
	if d, _ := good[foundNotes](v, "knowledge_search", `{"query":"什么是卡片笔记法？"}`); len(d.Hits) == 0 || d.Hits[0].Slug != "数/卡片" || d.Hits[0].Tags == nil || d.Hits[0].Type != "note" {
		t.Errorf("%+v", d)
	}
}

func TestKnowledgeSearchLimit(t *testing.T) { // R133, R030
	files := map[string]string{}
	for i := range 30 {
		files[fmt.Sprintf("n%02d.md", i)] = "a garden\n"
	}
	v := newVault(t, files)
	for args, want := range map[string]int{`{"query":"garden"}`: 5, `{"query":"garden","limit":20}`: 20, `{"query":"garden","limit":500}`: 20, `{"query":"garden","limit":1}`: 1} {
		d, res := good[foundNotes](v, "knowledge_search", args)
		if len(d.Hits) != want || d.Total != 30 || *res.Truncated != (tools.Truncated{Shown: want, Total: 30}) {
			t.Errorf("%s: %d of %d, %+v", args, len(d.Hits), d.Total, res.Truncated)
		}
	}
}

func TestKnowledgeSearchNothingIsASuccess(t *testing.T) { // X06
	v := newVault(t, map[string]string{"a.md": "garden\n"})
	d, res := good[foundNotes](v, "knowledge_search", `{"query":"zebra"}`)
	if d.Hits == nil || len(d.Hits) != 0 || !strings.Contains(res.Summary, "Nothing in the vault") {
		t.Errorf("%+v %q", d, res.Summary)
	}
	v.bad("knowledge_search", `{"query":"  "}`, tools.InvalidArgument, "empty")
}

func TestKnowledgeSearchPrivate(t *testing.T) { // R134, design 5 Private
	v := newVault(t, map[string]string{"open.md": "garden\n", "secret.md": "---\nprivate: true\n---\ngarden\n"})
	slugs := func(res tools.Result) string {
		var list []string
		for _, h := range res.Data.(*foundNotes).Hits {
			list = append(list, h.Slug)
		}
		slices.Sort(list)
		return strings.Join(list, " ")
	}
	res := v.call("knowledge_search", `{"query":"garden","include_private":true}`)
	if res.Status != tools.StatusPartial || res.Code != tools.PolicyDenied || slugs(res) != "open" || !strings.Contains(res.Summary, "this session does not allow") {
		t.Errorf("not allowed: %s %s %s %q", res.Status, res.Code, slugs(res), res.Summary)
	}
	v.allowPrivate()
	for args, want := range map[string]string{`{"query":"garden","include_private":true}`: "open secret", `{"query":"garden"}`: "open", `{"query":"garden","includePrivate":false}`: "open"} {
		res := v.call("knowledge_search", args)
		if res.Status != tools.StatusOK || slugs(res) != want || (res.Labels.Confidentiality == tools.ConfidentialityPrivate) != strings.Contains(want, "secret") {
			t.Errorf("%s: %s %s %+v", args, res.Status, slugs(res), res.Labels)
		}
	}
}
