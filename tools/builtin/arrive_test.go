package builtin

import (
	"strings"
	"testing"
)

// Section 4, "Writing links": links keep their meaning when a file of the same
// name is made.
func TestNewFilesTakeNoLinks(t *testing.T) {
	files := map[string]string{"x/Note.md": "the one\n", "l.md": "[[Note]] [t](Note.md) [[x/Note]] [[Other]]\n", "s.md": "---\nprivate: true\n---\n[[Note]]\n", "pics/p.txt": "x", "e.md": "![[p.txt]]\n"}
	for name, args := range map[string]string{
		"create_note": `{"title":"Note","content":"new\n","folder":"."}`, "write_file": `{"path":"Note.md","content":"new\n"}`,
		"apply_patch": patchArgs("*** Add File: Note.md", "+new"),
	} {
		t.Run(name, func(t *testing.T) {
			v := newWritable(t, files)
			res := v.do(name, args)
			v.has(map[string]string{"Note.md": "new\n", "l.md": "[[x/Note]] [t](x/Note.md) [[x/Note]] [[Other]]\n", "s.md": "---\nprivate: true\n---\n[[x/Note]]\n"})
			if !strings.Contains(res.Summary, "2 links in 1 note") || !strings.Contains(quote(res.Data), `"links":2`) || strings.Contains(quote(res.Data), "s.md") {
				t.Errorf("%s %s", res.Summary, quote(res.Data))
			}
			if res.SHAAfter == "" || res.SHABefore != "" {
				t.Errorf("the hashes are not the new file's: %+v", res)
			}
		})
	}
	v := newWritable(t, files)
	for name, args := range map[string]string{
		"create_note": `{"title":"Other","content":"[[Note]]\n","folder":"."}`, // who was missing is there now
		"write_file":  `{"path":"p.md","content":"x\n"}`,
	} {
		if res := v.proposed(name, args); res.Set.Len() != 1 {
			t.Errorf("%s %s: %d effects", name, args, res.Set.Len())
		}
	}
	v.do("write_file", `{"path":"p.txt","content":"new"}`)
	v.has(map[string]string{"e.md": "![[pics/p.txt]]\n"})
}
