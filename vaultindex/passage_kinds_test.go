package vaultindex

import (
	"context"
	"strings"
	"testing"
)

// kinds is a vault of passages that must not be quoted, or not first.
var kinds = map[string]string{
	"Bees.md": "# Bees\n\nBees fly out at ten degrees. %% ask Ana whether bees sting in May %% Bees sleep at night.\n\n" +
		"%%\nBees in May: a hidden plan.\n%%\n\n<!-- Bees are a secret -->\n",
	"Forms.md":  "# Forms\n\n## Questions for the interview\n\n- Where was the bridge built?\n- Who paid for the bridge?\n- When was the bridge opened?\n",
	"Bridge.md": "# Notes of March\n\nThe bridge was opened in 1932.\n\n- a list about many things\n- the bridge is long\n- opened tins\n- more\n- even more\n- and more\n",
	"Setup.md": "# Setup\n\nThe proxy needs three lines:\n\n```conf\nproxy on\nproxy port 8080\nproxy host example\n```\n\n" +
		"## Long\n\n```conf\n" + strings.Repeat("gateway line with words\n", 40) + "```\n\n" +
		"> Quoted gateway setup\n> ```\n" + strings.Repeat("> gateway inside a quote\n", 12) + "> ```\n",
	"双语.md":      "# 双语\n\nKubernetes 是容器编排系统，集群由 Kubernetes 管理。\n",
	"Cluster.md": "# Cluster\n\nKubernetes is what runs our three nodes.\n",
}

func quotes(t *testing.T, s *shelf, question string) []Passage {
	t.Helper()
	all, err := s.passages(context.Background(), PassageRequest{Query: question, Limit: 10, PerNote: 10})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What the author hid from readers is never quoted.
func TestCommentsAreNotQuoted(t *testing.T) {
	s := shelfOf(t, kinds)
	for _, question := range []string{"Do bees sting in May?", "What are bees?", "bees", "bees in May", "a secret about bees"} {
		for _, p := range quotes(t, s, question) {
			if strings.Contains(p.Text, "%%") || strings.Contains(p.Text, "hidden") || strings.Contains(p.Text, "Ana") || strings.Contains(p.Text, "<!--") {
				t.Errorf("%q quotes a comment: %q", question, p.Text)
			}
		}
	}
	if all := quotes(t, s, "When do bees fly out?"); len(all) == 0 || !strings.Contains(all[0].Text, "ten degrees") {
		t.Errorf("the sentence beside a comment is not quoted: %+v", all)
	}
}

// A question is no answer to a question, and a direct sentence beats a list.
func TestQuestionsAreNoAnswers(t *testing.T) {
	s := shelfOf(t, kinds)
	all := quotes(t, s, "When was the bridge opened?")
	if len(all) == 0 || all[0].Text != "The bridge was opened in 1932." {
		t.Fatalf("%+v", all)
	}
	for _, p := range all {
		if p.Path == "Forms.md" {
			t.Errorf("a question is quoted: %q", p.Text)
		}
	}
	if all := quotes(t, s, "Which questions are for the interview?"); len(all) == 0 || all[0].Path != "Forms.md" {
		t.Errorf("questions that are asked for are not quoted: %+v", all)
	}
}

// A fence is quoted with its other end, or not at all.
func TestFencesAreQuotedWhole(t *testing.T) {
	s := shelfOf(t, kinds)
	for _, question := range []string{"proxy port", "How do I set up the proxy?", "gateway line", "gateway inside a quote", "quoted gateway setup"} {
		for _, p := range quotes(t, s, question) {
			if n := strings.Count(p.Text, "```"); n%2 == 1 {
				t.Errorf("%q quotes half a fence: %q", question, p.Text)
			}
		}
	}
	if all := quotes(t, s, "How do I set up the proxy?"); len(all) == 0 || strings.Count(all[0].Text, "```") != 2 {
		t.Errorf("code with its sentence is not quoted: %+v", all)
	}
}

// Between passages that answer alike, the language of the question decides.
func TestLanguageOfTheQuestionDecides(t *testing.T) {
	s := shelfOf(t, kinds)
	for question, path := range map[string]string{"What is Kubernetes?": "Cluster.md", "Kubernetes 是什么": "双语.md"} {
		if all := quotes(t, s, question); len(all) == 0 || string(all[0].Path) != path {
			t.Errorf("%q: %+v, want %s first", question, all, path)
		}
	}
}

// Notices are sentences of the query's language.
func TestNoticesSpeakTheQuerysLanguage(t *testing.T) {
	s := shelfOf(t, map[string]string{"a.md": "one", "b.md": "two", "Excluded/c.md": "three"})
	for query, want := range map[string]string{
		"zzzz": "Searched the names, aliases, headings, tags, properties and text of 2 notes. 1 excluded file was left out.",
		"没有的词": "已搜索 2 篇笔记的名称、别名、标题、标签、属性和正文。有 1 个排除的文件未搜索。",
	} {
		r, err := s.search(context.Background(), SearchRequest{Query: query})
		if err != nil || len(r.Notices) == 0 || r.Notices[0] != want {
			t.Errorf("%q: %q, %v; want %q", query, r.Notices, err, want)
		}
	}
}
