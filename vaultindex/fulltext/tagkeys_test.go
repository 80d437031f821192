package fulltext

import (
	"slices"
	"strings"
	"testing"
)

func TestTagKeys(t *testing.T) { // T4, T5
	for tag, want := range map[string][]string{
		"":       nil,
		"a":      {"a"},
		"#A/b/C": {"a", "a/b", "a/b/c"},
		"a//b":   {"a", "a/", "a//b"},
		"/a/":    {"a"},
		"项目/进行中": {"项目", "项目/进行中"},
	} {
		if got := tagKeys([]string{tag}); !slices.Equal(got, want) {
			t.Errorf("tagKeys(%q) = %q, want %q", tag, got, want)
		}
	}
}

// One line of slashes must not cost its length squared.
func TestTagKeysAreBounded(t *testing.T) {
	for _, tag := range []string{strings.Repeat("a/", 100_000) + "a", strings.Repeat("a", 1<<20), strings.Repeat("a", 1000) + "/" + strings.Repeat("b", 1<<20)} {
		size := 0
		for _, key := range tagKeys([]string{tag}) {
			size += len(key)
		}
		if size > maxTagLevels*maxTagBytes {
			t.Errorf("a tag of %d bytes makes keys of %d bytes", len(tag), size)
		}
	}
}
