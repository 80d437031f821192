package cli

import (
	"regexp"
	"strings"
	"testing"
)

// In Chinese, help has no English sentence, whatever command it is on. What follows
// about tools is what models read, in English.
func TestChineseHelp(t *testing.T) {
	s := newTerminal(t, nil)
	t.Setenv("LC_ALL", "zh_CN.UTF-8")
	t.Setenv("COLUMNS", "400")
	english := regexp.MustCompile(`[A-Za-z]+ [a-z]{2,} [a-z]{2,}`)
	for _, args := range [][]string{{"--help"}, {"ask", "--help"}, {"search", "--help"}, {"index", "--help"}, {"graph", "--help"}, {"note", "--help"},
		{"doctor", "--help"}, {"serve", "--help"}, {"version", "--help"}, {"undo", "--help"}, {"tool", "--help"}} {
		code, help, _ := s.bare(args...)
		help, _, _ = strings.Cut(help, chinese.say("tools"))
		if found := english.FindAllString(help, -1); code != exitOK || len(found) > 0 || !strings.Contains(help, "用法：") {
			t.Errorf("%v: exit %d, %q in\n%s", args, code, found, help)
		}
	}
}

// In Chinese, failures and their hints are Chinese for a person, and in JSON as they were.
func TestChineseFailures(t *testing.T) {
	s := newTerminal(t, map[string]string{".obsidian/app.json": "{}", "卡/茶.md": "茶", "叶.png": "\x89PNG"})
	t.Setenv("LC_ALL", "zh_CN.UTF-8")
	english := regexp.MustCompile(`[a-z]+ [a-z]{2,} [a-z]{2,}`)
	for _, args := range [][]string{
		{"dance"}, {"searc"}, {"search", "x", "--colour"}, {"search"}, {"ask", " "}, {"ask"}, {"note"}, {"tool"}, {"index", "extra"}, {"search", "x", "--limit", "0"}, {"search", "x", "--limit", "many"},
		{"ask", "x", "--model", ":"}, {"ask", "x", "--model", "acme:x"}, {"ask", "x", "--model", "openai:"}, {"ask", "x", "--base-url", "http://127.0.0.1"},
		{"note", "没有"}, {"undo", "没有"}, {"undo", "没有", "--yes"}, {"undo", "--run", "x", "--yes"}, {"undo", "x", "--file", "y"}, {"doctor", "--erase"}, {"--vault", "/nowhere/at/all", "index"},
	} {
		code, _, stderr := s.run(args...)
		if found := english.FindAllString(stderr, -1); code == exitOK || len(found) > 0 || !regexp.MustCompile(`\p{Han}`).MatchString(stderr) {
			t.Errorf("%v: exit %d, English %q in %q", args, code, found, stderr)
		}
		if _, stdout, _ := s.run(append(args, "--json")...); strings.Contains(stdout, "请") {
			t.Errorf("%v --json speaks Chinese: %s", args, stdout)
		}
	}
}

// In Chinese, doctor is, and its places are all named.
func TestChineseDoctor(t *testing.T) {
	s := newTerminal(t, map[string]string{".obsidian/app.json": "{}", "茶.md": "茶"})
	t.Setenv("LC_ALL", "zh_CN.UTF-8")
	english := regexp.MustCompile(`[a-z]+ [a-z]{2,} [a-z]{2,}`)
	for _, args := range [][]string{{"doctor"}, {"doctor", "--model", "openai:x", "--base-url", "http://127.0.0.1:1/v1"}} {
		_, stdout, _ := s.run(args...)
		if found := english.FindAllString(stdout, -1); len(found) > 0 || !strings.Contains(stdout, "缓存") || !strings.Contains(stdout, "改动日志") {
			t.Errorf("%v: English %q in %s", args, found, stdout)
		}
	}
	if code, stdout, _ := s.run("doctor", "--model", "openai:x", "--base-url", "http://127.0.0.1:1/v1"); code != exitFailed || !strings.Contains(stdout, "ollama serve") {
		t.Errorf("exit %d, %s", code, stdout)
	}
}
