package vaultpath

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzParse holds that nothing accepted can leave the vault on any platform,
// and that parsing is idempotent.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "a/b.md", "../x", "./a//b/", `C:\x`, "a/./b", "cafe\u0301", "\u212a:/x", "a\u00a0b", ".."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := Parse(s)
		if err != nil {
			if p != Root {
				t.Fatalf("%q: error and path %q", s, p)
			}
			return
		}
		if again, err := Parse(p.String()); err != nil || again != p {
			t.Fatalf("Parse(%q) = %q, again %q, %v", s, p, again, err)
		}
		checkClean(t, p)
		if twice := Fold(p.Fold()); twice != p.Fold() {
			t.Fatalf("Fold(%q) = %q, twice %q", p, p.Fold(), twice)
		}
	})
}

func checkClean(t *testing.T, p Path) {
	t.Helper()
	if p == Root {
		return
	}
	s := p.String()
	if !utf8.ValidString(s) || strings.ContainsAny(s, "\x00\\") || !filepath.IsLocal(s) {
		t.Fatalf("accepted %q", s)
	}
	for seg := range strings.SplitSeq(s, "/") {
		if seg == "" || seg == "." || seg == ".." {
			t.Fatalf("accepted %q with the segment %q", s, seg)
		}
	}
}
