package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// Each sentence is there in both languages and takes the same values.
func TestCatalogueIsWhole(t *testing.T) {
	verb := regexp.MustCompile(`%(\[\d\])?[-+.\d]*[a-z]`)
	place := regexp.MustCompile(`\[\d\]`)
	for key, forms := range catalogue {
		var verbs [2][]string
		for l, form := range forms {
			if strings.TrimSpace(form) == "" {
				t.Errorf("%s is empty in language %d", key, l)
			}
			for _, v := range verb.FindAllString(form, -1) {
				verbs[l] = append(verbs[l], place.ReplaceAllString(v, ""))
			}
			slices.Sort(verbs[l])
		}
		if !slices.Equal(verbs[0], verbs[1]) {
			t.Errorf("%s takes %v in English and %v in Chinese", key, verbs[0], verbs[1])
		}
	}
}

// The system's language is that of the first variable that is set; a text's is its own
// where it has letters (design decision 10).
func TestLanguage(t *testing.T) {
	for _, tc := range []struct {
		all, messages, lang string
		want                language
	}{
		{"", "", "", english}, {"", "", "zh_CN.UTF-8", chinese}, {"C", "", "zh_CN.UTF-8", english},
		{"", "zh_TW", "en_US", chinese}, {"zh_CN.UTF-8", "en_US", "en_US", chinese}, {"", "en_GB", "zh_CN", english},
	} {
		t.Setenv("LC_ALL", tc.all)
		t.Setenv("LC_MESSAGES", tc.messages)
		t.Setenv("LANG", tc.lang)
		if got := ofSystem(); got != tc.want {
			t.Errorf("%+v: %v", tc, got)
		}
	}
	for text, want := range map[string]language{"火星 rice": chinese, "tag:#nosuch": english, "Чай?": english, "2026-03": chinese, "": chinese} {
		if got := chinese.ofText(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// Whoever finds nothing is told so, in the language of the query; where that has
// none, in that of the system.
func TestNothingFound(t *testing.T) {
	s := newTerminal(t, map[string]string{"a.md": "zebra"})
	t.Setenv("LC_ALL", "zh_CN.UTF-8")
	for query, want := range map[string]string{"tag:#nosuch": "Nothing found.", "火星 rice": "没有找到。", "[2026]": "没有找到。"} {
		if code, stdout, stderr := s.run("search", query); code != exitOK || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("%q: exit %d, %q, %q", query, code, stdout, stderr)
		}
	}
}

// In Chinese, all that a person sees of the kinds of reason, problem and skip is
// Chinese; in JSON they are as they were.
func TestChineseOutput(t *testing.T) {
	s := newTerminal(t, map[string]string{
		".obsidian/app.json": "{}",
		"读书/庄子.md":           "---\naliases: [南华经]\nstatus: open\n---\n# 逍遥游\n\n北冥有鱼，其名为鲲。 #书/古 [[没有的]]\n\n- [ ] 抄写\n",
		"书单.md":              "[[庄子|蝴蝶梦]]\n",
		"坏.md":               "---\ntag: x\nalias: y\ncssclass: z\n---\n",
		"坏2.md":              "---\ntags: [a b, 1]\nlink: [[x]]\n---\n",
		"坏3.md":              "---\na: [\n---\n",
	})
	t.Setenv("LC_ALL", "zh_CN.UTF-8")
	code, stdout, stderr := s.run("index")
	if code != exitOK || !strings.Contains(stdout, "篇笔记") || hasEnglish(stderr) {
		t.Errorf("index: exit %d, %q, %q", code, stdout, stderr)
	}
	for _, query := range []string{"庄子", "南华经", "逍遥游", "蝴蝶梦", "北冥有鱼", `"北冥有鱼，其名"`, "tag:#书 鱼", "file:庄 鱼", "path:读书 鱼",
		"task-todo:抄写", "[status:open] 鱼", "/北.有/", "鱼 -猫", "读书"} {
		code, stdout, _ := s.run("search", query)
		why := regexp.MustCompile(`(?m)^    \((.*)\)$`).FindAllStringSubmatch(stdout, -1)
		if code != exitOK || len(why) == 0 {
			t.Errorf("%s: exit %d, %q", query, code, stdout)
		}
		for _, w := range why {
			if hasEnglish(strings.NewReplacer(".md", "", "status = open", "").Replace(w[1])) {
				t.Errorf("%s: the reason is %q", query, w[1])
			}
		}
	}
	for _, note := range []string{"坏", "坏2", "坏3", "庄子"} {
		_, stdout, _ := s.run("note", note)
		for line := range strings.Lines(stdout) {
			if strings.Contains(line, "problem") || note == "庄子" && strings.Contains(line, "link") {
				t.Errorf("%s: %s", note, line)
			}
			if strings.Contains(line, "问题") && !strings.Contains(line, "。") {
				t.Errorf("%s: %s", note, line)
			}
		}
		if _, raw, _ := s.run("note", note, "--json"); strings.Contains(raw, "问题") {
			t.Errorf("JSON of %s speaks Chinese: %s", note, raw)
		}
	}
	if _, r := s.searched("南华经"); len(r.Hits) == 0 || !slices.ContainsFunc(r.Hits[0].Why, func(w string) bool { return strings.HasPrefix(w, "alias: ") }) {
		t.Errorf("JSON has the reasons %+v", r.Hits)
	}
}

func hasEnglish(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return r < 0x80 && unicode.IsLetter(r) })
}

// A folder that no Obsidian has opened is a vault, and the person is told.
func TestFolderWithoutObsidian(t *testing.T) {
	s := newTerminal(t, map[string]string{"a.md": "zebra"})
	for _, args := range [][]string{{"search", "zebra"}, {"search", "zebra", "--json"}} {
		code, stdout, stderr := s.run(args...)
		if code != exitOK || strings.Count(stderr, ".obsidian") != 1 || strings.Contains(stdout, ".obsidian") || !strings.Contains(stderr, "--vault") {
			t.Errorf("%v: exit %d, %q, %q", args, code, stdout, stderr)
		}
	}
	if err := os.Mkdir(filepath.Join(s.vault, ".obsidian"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, _, stderr := s.run("search", "zebra"); stderr != "" {
		t.Errorf("a vault of Obsidian's: %q", stderr)
	}
}
