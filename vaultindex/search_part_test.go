package vaultindex

import (
	"fmt"
	"slices"
	"testing"
)

// A word asked for as the beginning of others, or as part of them, finds all
// notes, however many words there are (rules section 8).
func TestBeginningsOfManyWords(t *testing.T) {
	notes := map[string]string{"Other.md": "something else about a loan", "gone1.md": "nothing"}
	for i := range 200 {
		notes[fmt.Sprintf("n%d.md", i)] = fmt.Sprintf("the zebrafish%d swims", i)
	}
	s := shelfOf(t, notes)
	for query, want := range map[string]int{
		"zebrafish": 200, "zebr": 200, "zebrafish swims": 200,
		"zebrafish*": 200, "zebra*": 200, "zebrafish* ": 200, "zebrafish1*": 111, "swims zebrafish*": 200,
		"zebrafish OR nothingword": 200, "nothingword OR zebrafish": 200, "somethng OR nothingword": 1,
		"loan OR zebrafish7": 1 + 111/10, "zebrafish OR (nothingword other)": 200,
		"content:zebraf": 200, "content:zebraf*": 200, "match-case:zebraf*": 200, "content:brafish7": 11, "line:(zebraf swims)": 200, "content:\"zebraf\"": 0,
		"-(loan) OR gone1": 201, "-zebraf": 2, "swims -zebrafish1": 89, "zebrafish -zebrafish1": 89, "file:one": 1, "zebrafish tag:x": 0,
	} {
		got, err := s.search(t.Context(), SearchRequest{Query: query})
		if err != nil {
			t.Fatal(err)
		}
		if got.Total != want {
			t.Errorf("%s: %d notes, want %d (notices %q)", query, got.Total, want, got.Notices)
		}
	}
}

// What could not be read may be what was asked for: a reader is told.
func TestUnreadFilesAreTold(t *testing.T) {
	s := shelfOf(t, map[string]string{"a.md": "zebu"})
	s.unread = 2
	for query, want := range map[string]string{
		"nothing": "2 files or folders could not be read and were not searched.", "zebu": "2 files or folders could not be read and were not searched.",
		"没有": "有 2 个文件或文件夹无法读取，没有搜索。",
	} {
		got, err := s.search(t.Context(), SearchRequest{Query: query})
		if err != nil || !slices.Contains(got.Notices, want) {
			t.Errorf("%s: %q, %v", query, got.Notices, err)
		}
	}
}
