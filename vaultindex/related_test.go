package vaultindex

import (
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

func relatedOf(t *testing.T, s *shelf, p vaultpath.Path) map[vaultpath.Path]string {
	t.Helper()
	found, err := s.related(t.Context(), RelatedRequest{Path: p})
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[vaultpath.Path]string)
	for _, r := range found {
		all[r.Path] = strings.Join(r.Why, "; ")
	}
	return all
}

// B38: what a template put into two notes makes nothing alike, in headings or
// in text; what their authors wrote does.
func TestTemplatesMakeNothingAlike(t *testing.T) {
	template := "\n## 一段话感想\n\n## 看之前的吸引点\n\nRemember: fill in every field before archiving the worksheet.\n\n"
	s := shelfOf(t, map[string]string{
		"喜鹊谋杀案.md": template + "侦探小说里的小说，结构精巧。\n",
		"重生之门.md":  template + "警匪故事，节奏很快。\n",
		"异物志.md":   template + "奇幻冒险。\n",
		"推理.md":    "结构精巧的侦探小说。\n",
		"别的.md":    "天气很好。\n",
	})
	found := relatedOf(t, s, "喜鹊谋杀案.md")
	if why, ok := found["推理.md"]; !ok || !strings.Contains(why, "侦探小说") {
		t.Errorf("a note on the same subject is related for %q in %q", why, found)
	}
	for _, p := range []vaultpath.Path{"重生之门.md", "异物志.md", "别的.md"} {
		if why, ok := found[p]; ok {
			t.Errorf("%s is related because %q", p, why)
		}
	}
}

// A copy is not made from a template: it is as near as can be.
func TestACopyIsRelated(t *testing.T) {
	text := "Photosynthesis turns light into sugar.\n\nChlorophyll absorbs the light.\n"
	s := shelfOf(t, map[string]string{"Leaf.md": text, "Leaf again.md": text + "One more line.\n", "Train.md": "Stations and rails.\n"})
	if found := relatedOf(t, s, "Leaf.md"); len(found) != 1 || found["Leaf again.md"] == "" {
		t.Errorf("related: %q", found)
	}
}

// One word in passing, or one that many notes have, is no subject in common.
func TestOneWordIsSeldomASubject(t *testing.T) {
	notes := map[string]string{
		"Sourdough.md":    "# Sourdough\n\nFeed it daily.\n",
		"Bread basics.md": "# Sourdough for beginners\n\nFlour, water, salt.\n",
		"Trip.md":         "We ate sourdough near the station once.\n",
	}
	for _, name := range strings.Fields("a b c d e f g h i j k l m n o") {
		notes["Movie "+name+".md"] = "# Movie\n\nSeen at " + name + name + name + name + ".\n"
	}
	s := shelfOf(t, notes)
	if found := relatedOf(t, s, "Sourdough.md"); len(found) != 1 || found["Bread basics.md"] == "" {
		t.Errorf("related to Sourdough: %q", found)
	}
	if found := relatedOf(t, s, "Movie a.md"); len(found) != 0 {
		t.Errorf("related to a movie: %q", found)
	}
}

// Reasons show words, not the pairs of characters that the index knows.
func TestReasonsShowWholeWords(t *testing.T) {
	s := shelfOf(t, map[string]string{
		"一.md": "关于负载均衡的笔记：请求路由和熔断。", "二.md": "负载均衡与请求路由，另有熔断。", "三.md": "种花。",
	})
	why := relatedOf(t, s, "一.md")["二.md"]
	for _, word := range []string{"负载均衡", "请求路由", "熔断"} {
		if !strings.Contains(why, word) {
			t.Errorf("why is %q, want %s", why, word)
		}
	}
	if got, want := distinctWords([]string{"女权主义", "女性", "女权主义", "主义"}), []string{"女权主义", "女性"}; !slices.Equal(got, want) {
		t.Errorf("distinct words are %q, want %q", got, want)
	}
}
