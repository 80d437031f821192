package plainlinks

import (
	"strings"
	"testing"
)

// Links to notes are plain paths on a terminal, whatever pieces they come in.
func TestLinksArePlain(t *testing.T) {
	for in, want := range map[string]string{
		"- [使用 Ibid](Guide/%E4%BD%BF%E7%94%A8%20Ibid.md)\n":                  "- Guide/使用 Ibid.md\n",
		"[a](b/a.md), [[b#c]] and [d](x.md#Part%20One)":                      "b/a.md, [[b#c]] and d (x.md#Part One)",
		"[web](https://example.com/a%20b) [m](mailto:x@y)":                   "[web](https://example.com/a%20b) [m](mailto:x@y)",
		"[x] no link [y](two words) [z":                                      "[x] no link [y](two words) [z",
		"[bad](%zz.md) [](a.md)":                                             "[bad](%zz.md) a.md",
		"[a:b](./a:b.md)":                                                    "a:b.md",
		"> Write `[tea](Tea.md)` or [tea](Tea.md).\n\n— [[Guide]] [b](a.md)": "> Write `[tea](Tea.md)` or [tea](Tea.md).\n\n— [[Guide]] b (a.md)",
		"- [[A#b]]: “see [tea](Tea.md)” [b](a.md)":                           "- [[A#b]]: “see [tea](Tea.md)” b (a.md)",
		"`[tea](Tea.md)` ``a ` [x](y.md)`` [b](a.md)":                        "`[tea](Tea.md)` ``a ` [x](y.md)`` b (a.md)",
		"```\n[x](y.md)\n> a\n```\n[b](a.md)":                                "```\n[x](y.md)\n> a\n```\nb (a.md)",
		"says \"[x](y.md)\", 「[x](y.md)」\n5\" wide\n[b](a.md)":               "says \"[x](y.md)\", 「[x](y.md)」\n5\" wide\nb (a.md)",
		"is [Old bookmarks](Cards/Old%20bookmarks.md)?":                      "is Cards/Old bookmarks.md?",
		"[Cards/Old bookmarks](Cards/Old%20bookmarks.md) has no tags":        "Cards/Old bookmarks.md has no tags",
		"- [ ] task\n[two\nlines](a.md)":                                     "- [ ] task\n[two\nlines](a.md)",
	} {
		for size := 1; size <= len(in); size++ {
			var p Text
			var out strings.Builder
			for at := 0; at < len(in); at += size {
				out.WriteString(p.Add(in[at:min(at+size, len(in))]))
			}
			out.WriteString(p.Rest())
			if out.String() != want {
				t.Errorf("%q in pieces of %d bytes shows as %q, want %q", in, size, out.String(), want)
				break
			}
		}
	}
	var p Text
	if long := "[" + strings.Repeat("x", 2*maxHeldLink); p.Add(long) != long || p.Rest() != "" {
		t.Error("a long text is held back")
	}
}
