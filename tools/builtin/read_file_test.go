package builtin

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
)

func hashOf(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

func TestReadFileGivesNumberedLines(t *testing.T) { // R093, R094, R098, design 5 Hashes
	v := newVault(t, map[string]string{"a.md": "one\n\n三\n"})
	d, res := good[fileText](v, "read_file", `{"path":"a.md"}`)
	if want := "     1\tone\n     2\t\n     3\t三\n"; d.Content != want {
		t.Errorf("content %q, want %q", d.Content, want)
	}
	if d.SHA256 != hashOf("one\n\n三\n") || d.TotalLines != 3 || d.StartLine != 1 || d.EndLine != 3 || d.Size != 9 || d.LineEnding != "lf" || !d.FinalNewline || d.BOM {
		t.Errorf("%+v", d)
	}
	if res.Truncated != nil || d.NextOffset != 0 || res.EvidenceID != "E1" || res.Labels != tools.VaultLabels(false) {
		t.Errorf("%+v", res)
	}
}

func TestReadFilePages(t *testing.T) { // R095, R096, R233
	v := newVault(t, map[string]string{"a.txt": numbered(12_500)})
	d, res := good[fileText](v, "read_file", `{"path":"a.txt"}`)
	if d.EndLine != 2000 || d.NextOffset != 2001 || *res.Truncated != (tools.Truncated{Shown: 2000, Total: 12_500}) {
		t.Errorf("default: lines %d–%d, next %d, %+v", d.StartLine, d.EndLine, d.NextOffset, res.Truncated)
	}
	if !strings.Contains(res.Summary, `read_file {"path":"a.txt","offset":2001}`) {
		t.Errorf("summary %q", res.Summary)
	}
	d, res = good[fileText](v, "read_file", `{"path":"a.txt","limit":99999}`)
	if d.EndLine != 10_000 || !strings.Contains(d.Content, " 10000\tline 10000\n") || d.Clamped.Clamped["limit"].Used != 10_000 {
		t.Errorf("clamped: up to %d, %s", d.EndLine, res.Summary)
	}
	d, res = good[fileText](v, "read_file", `{"path":"a.txt","offset":12499,"limit":5}`)
	if d.Content != " 12499\tline 12499\n 12500\tline 12500\n" || res.Truncated != nil || d.NextOffset != 0 {
		t.Errorf("end: %q %+v", d.Content, res.Truncated)
	}
	f := v.bad("read_file", `{"path":"a.txt","offset":12501}`, tools.InvalidArgument, "12501", "12500 lines")
	if f.Argument != "offset" {
		t.Errorf("%+v", f)
	}
}

func TestReadFileKeepsLineEndingsApart(t *testing.T) { // R098
	v := newVault(t, map[string]string{
		"crlf.md": "\ufeffone\r\ntwo\r\n", "mixed.md": "one\r\ntwo\nthree", "empty.md": "", "blank.md": "\n", "bom.md": "\ufeff",
	})
	for _, c := range []struct {
		path, content, ending string
		lines                 int
		bom, final            bool
	}{
		{"crlf.md", "     1\tone\n     2\ttwo\n", "crlf", 2, true, true},
		{"mixed.md", "     1\tone\n     2\ttwo\n     3\tthree\n", "mixed", 3, false, false},
		{"empty.md", "", "", 0, false, false},
		{"blank.md", "     1\t\n", "lf", 1, false, true},
		{"bom.md", "", "", 0, true, false},
	} {
		d, _ := good[fileText](v, "read_file", `{"path":"`+c.path+`"}`)
		if d.Content != c.content || d.LineEnding != c.ending || d.TotalLines != c.lines || d.BOM != c.bom || d.FinalNewline != c.final {
			t.Errorf("%s: %+v", c.path, d)
		}
	}
	if d, _ := good[fileText](v, "read_file", `{"path":"crlf.md","force":true}`); d.SHA256 != hashOf("\ufeffone\r\ntwo\r\n") {
		t.Error("the hash is not of the raw bytes")
	}
}

func TestReadFileAgainIsNotModified(t *testing.T) { // R027, R097, R172, R232, X10
	v := newVault(t, map[string]string{"a.md": numbered(10)})
	first, _ := good[fileText](v, "read_file", `{"path":"a.md"}`)
	for _, args := range []string{`{"path":"a.md"}`, `{"path":"./a.md","limit":10}`, `{"path":"a.md","limit":2000,"offset":1}`} {
		res := v.call("read_file", args)
		d, ok := res.Data.(*fileFacts)
		if res.Status != tools.StatusNotModified || res.EvidenceID != "E1" || !ok || d.SHA256 != first.SHA256 || d.StartLine != 1 || d.EndLine != 10 {
			t.Errorf("%s: %+v", args, res)
		}
		if !strings.Contains(res.Summary, "E1") || !strings.Contains(res.Summary, "force=true") {
			t.Errorf("summary %q", res.Summary)
		}
	}
	if d, _ := good[fileText](v, "read_file", `{"path":"a.md","offset":2}`); d.StartLine != 2 {
		t.Errorf("other lines: %+v", d)
	}
	d, res := good[fileText](v, "read_file", `{"path":"a.md","force":true}`)
	if d.Content == "" {
		t.Error("force gave no text")
	}
	if again := v.call("read_file", `{"path":"a.md"}`); again.EvidenceID != res.EvidenceID {
		t.Errorf("after force the earlier result is %s, want %s", again.EvidenceID, res.EvidenceID)
	}
	v.env.Reads.Forget(res.EvidenceID)
	good[fileText](v, "read_file", `{"path":"a.md"}`)
	v.write("a.md", numbered(9)+"changed\n")
	if d, _ := good[fileText](v, "read_file", `{"path":"a.md"}`); !strings.Contains(d.Content, "changed") {
		t.Errorf("the file changed: %q", d.Content)
	}
}

func TestReadFileWithoutASessionNeverSaysNotModified(t *testing.T) { // contracts 2.3 rule 5
	v := newVault(t, map[string]string{"a.md": "x\n"})
	v.env.Reads = nil
	for range 2 {
		good[fileText](v, "read_file", `{"path":"a.md"}`)
	}
}

func TestReadFileLeavesReceipts(t *testing.T) { // contracts 2.3
	v := newVault(t, map[string]string{"a.md": numbered(10)})
	good[fileText](v, "read_file", `{"path":"a.md","limit":4}`)
	f, _ := v.env.View.File("a.md")
	got := v.env.Reads.Receipts(f.Path)
	if len(got) != 1 || got[0].StartLine != 1 || got[0].EndLine != 4 || got[0].Whole() || got[0].At.IsZero() || got[0].Evidence != "E1" {
		t.Errorf("%+v", got)
	}
}

func TestReadFileRefusesWhatIsTooLarge(t *testing.T) { // R025, R089, R099, R239, X08
	exact := strings.Repeat("x", maxFile-1) + "\n"
	v := newVault(t, map[string]string{"big.txt": exact + "y", "exact.txt": exact})
	v.bad("read_file", `{"path":"big.txt"}`, tools.FileTooLarge, "2097153 bytes", "2 MiB")
	d, res := good[fileText](v, "read_file", `{"path":"exact.txt"}`)
	if d.CutLine != 1 || len(d.Content) > maxOutput+20 || !strings.Contains(res.Summary, "too long") {
		t.Errorf("cut line %d, %d bytes, %q", d.CutLine, len(d.Content), res.Summary)
	}
}

func TestReadFileBoundsItsOutput(t *testing.T) { // R089, X08
	line := strings.Repeat("字", 1000)
	v := newVault(t, map[string]string{"long.md": strings.Repeat(line+"\n", 300)})
	d, res := good[fileText](v, "read_file", `{"path":"long.md"}`)
	if want := maxOutput / len(line); d.EndLine != want || d.NextOffset != want+1 || res.Truncated.Shown != want {
		t.Errorf("up to line %d, next %d, want %d", d.EndLine, d.NextOffset, want)
	}
	if d, _ := good[fileText](v, "read_file", fmt.Sprintf(`{"path":"long.md","offset":%d}`, d.NextOffset)); d.StartLine != maxOutput/len(line)+1 {
		t.Errorf("the next page starts at %d", d.StartLine)
	}
}

func TestReadFileRefusesBinary(t *testing.T) { // R026, R099, R190, X22
	v := newVault(t, map[string]string{
		"pic.png": "\x89PNG\r\n\x1a\n\x00\xff", "note.md": "caf\xe9\n", "nul.txt": "a\x00b", "utf16.txt": "\xff\xfea\x00b\x00",
	})
	for path, part := range map[string]string{"pic.png": "not UTF-8", "note.md": "not UTF-8", "nul.txt": "not UTF-8", "utf16.txt": "UTF-16"} {
		v.bad("read_file", `{"path":"`+path+`"}`, tools.BinaryFile, path, part)
	}
}

func TestReadFileOfAFolder(t *testing.T) {
	v := newVault(t, map[string]string{"Notes/a.md": "x\n"})
	for path, call := range map[string]string{"Notes": `list_dir {"path":"Notes"}`, ".": `list_dir {"path":"."}`, "Notes/": `list_dir {"path":"Notes"}`} {
		v.bad("read_file", `{"path":"`+path+`"}`, tools.IsDirectory, call)
	}
}

func TestReadFileSuggestsWhatWasMeant(t *testing.T) { // R087, X06
	v := newVault(t, map[string]string{
		"Projects/Garden.md": "x\n", "Projects/Garden Plan.md": "x\n", "Ünïcode.md": "x\n", "data.json": "{}", "other.md": "x\n",
	})
	for wrong, want := range map[string]string{
		"projects/garden.md": "Projects/Garden.md", // case
		"Garden.md":          "Projects/Garden.md", // folder
		"Projects/Garden":    "Projects/Garden.md", // extension
		"Projects/Gardne.md": "Projects/Garden.md", // a slip
		"data.yaml":          "data.json",
		"U\u0308nicode.md":   "Ünïcode.md",
	} {
		f := v.bad("read_file", `{"path":"`+wrong+`"}`, tools.FileNotFound, "did you mean", want)
		if len(f.Suggestions) == 0 || f.Suggestions[0] != want || len(f.Suggestions) > 5 {
			t.Errorf("%s: %v", wrong, f.Suggestions)
		}
		if f.Call != `read_file {"path":`+quote(want)+`}` {
			t.Errorf("%s: call %s", wrong, f.Call)
		}
	}
	f := v.bad("read_file", `{"path":"qqqqqqqqqq.md"}`, tools.FileNotFound, "nothing has a name like it", "find_files")
	if slices.Contains(f.Suggestions, "other.md") {
		t.Errorf("%v", f.Suggestions)
	}
	v.bad("read_file", `{"path":"other.md/inner.md"}`, tools.FileNotFound)
	v.bad("read_file", `{"path":"`+strings.Repeat("x", 5000)+`"}`, tools.FileNotFound)
}

func TestReadFileSeesFilesTheIndexDoesNotKnowYet(t *testing.T) {
	v := newVault(t, map[string]string{"a.md": "x\n"})
	v.write("new.md", "fresh\n")
	if d, _ := good[fileText](v, "read_file", `{"path":"new.md"}`); !strings.Contains(d.Content, "fresh") {
		t.Errorf("%+v", d)
	}
	v.write("hidden.md", "---\nprivate: true\n---\nsecret\n")
	v.bad("read_file", `{"path":"hidden.md"}`, tools.FileNotFound)
}
