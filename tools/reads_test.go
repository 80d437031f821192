package tools

import (
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

func receipt(t *testing.T, path, sha string, start, end int, evidence string) Receipt {
	t.Helper()
	p, err := vaultpath.Parse(path)
	if err != nil {
		t.Fatal(err)
	}
	return Receipt{Tool: "read_file", Path: p, SHA256: sha, StartLine: start, EndLine: end, Total: 10, Evidence: evidence}
}

func TestReadsSeeTheSameTextOnly(t *testing.T) { // R027, R232, X10
	c := NewReads()
	first := receipt(t, "a.md", "s1", 1, 5, "E1")
	c.Record(first)
	if got, ok := c.Seen(receipt(t, "a.md", "s1", 1, 5, "E2")); !ok || got.Evidence != "E1" {
		t.Errorf("the same read: %+v %v", got, ok)
	}
	other := receipt(t, "a.md", "s1", 1, 5, "E2")
	other.Tool = "read_note"
	for name, r := range map[string]Receipt{"lines": receipt(t, "a.md", "s1", 1, 6, "E2"), "bytes": receipt(t, "a.md", "s2", 1, 5, "E2"),
		"file": receipt(t, "b.md", "s1", 1, 5, "E2"), "tool": other} {
		if got, ok := c.Seen(r); ok {
			t.Errorf("other %s: %+v", name, got)
		}
	}
}

func TestForgottenReadsGiveTheTextAgain(t *testing.T) { // X10, contracts 2.3 rule 7
	c := NewReads()
	r := receipt(t, "a.md", "s1", 1, 5, "E1")
	c.Record(r)
	c.Forget("E1")
	if _, ok := c.Seen(r); ok {
		t.Error("seen although it left the context")
	}
	if got := c.Receipts(r.Path); len(got) != 1 || got[0].Evidence != "E1" {
		t.Errorf("the receipt is gone: %+v", got)
	}
	r.Evidence = "E2"
	c.Record(r)
	if got, ok := c.Seen(r); !ok || got.Evidence != "E2" {
		t.Errorf("read again: %+v %v", got, ok)
	}
}

func TestNewBytesDropOldReceipts(t *testing.T) { // contracts 2.3 rule 2
	c := NewReads()
	c.Record(receipt(t, "a.md", "s1", 1, 5, "E1"))
	c.Record(receipt(t, "a.md", "s1", 6, 10, "E2"))
	c.Record(receipt(t, "a.md", "s2", 1, 10, "E3"))
	got := c.Receipts(receipt(t, "a.md", "", 0, 0, "").Path)
	if len(got) != 1 || got[0].Evidence != "E3" || !got[0].Whole() {
		t.Errorf("%+v", got)
	}
}
