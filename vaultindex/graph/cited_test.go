package graph

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestEveryRuleIsCited holds that each id of testdata/rules.tsv, our list of
// Obsidian's rules and of the cases that show them, stands in a string or a
// comment of some test: a rule nobody tests is only a promise.
func TestEveryRuleIsCited(t *testing.T) {
	list, err := os.ReadFile("testdata/rules.tsv")
	if err != nil {
		t.Fatal(err)
	}
	cited := make(map[string]bool)
	for _, root := range []string{"..", "../../tools", "../../daemon"} {
		citedBelow(t, root, cited)
	}
	for line := range strings.Lines(string(list)) {
		id, what, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || what == "" {
			t.Errorf("rules.tsv: %q is no id and description", line)
		}
		if !cited[id] {
			t.Errorf("no test cites %s: %s", id, what)
		}
	}
}

// ruleID finds ids in text; "4.1-4.15" and "W1–W10" cite both of their ends,
// which is all they say.
var ruleID = regexp.MustCompile(`\b(?:[A-Z]{1,2}[0-9]+|[346]\.[0-9a-z]+)\b`)

func citedBelow(t *testing.T, root string, cited map[string]bool) {
	t.Helper()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		src, err := os.ReadFile(name)
		for _, text := range wordsOf(src) {
			for _, id := range ruleID.FindAllString(text, -1) {
				cited[id] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// wordsOf returns the strings and comments of Go source.
func wordsOf(src []byte) []string {
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile("", files.Base(), len(src)), src, func(token.Position, string) {}, scanner.ScanComments)
	var out []string
	for {
		_, tok, text := s.Scan()
		switch tok {
		case token.EOF:
			return out
		case token.STRING, token.COMMENT:
			out = append(out, text)
		}
	}
}
