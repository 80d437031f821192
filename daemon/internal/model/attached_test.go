package model_test

import (
	"slices"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// What was attached comes back; what only looks like it stays the person's.
func TestAttachedRoundTrip(t *testing.T) {
	for _, paths := range [][]string{nil, {"a.md"}, {"笔记/卡片.md", "b [x].md"}} {
		text, got := model.SplitAttached(model.WithAttached("总结一下", paths))
		if text != "总结一下" || !slices.Equal(got, paths) {
			t.Errorf("%v came back as %q, %v", paths, text, got)
		}
	}
	for _, prompt := range []string{
		"", "x\n\nAttached notes:", "x\n\nAttached notes: none", "x\n\nAttached notes:\nmine", "x\n\nAttached notes:\n- [[a.md]]\nand more",
	} {
		if text, paths := model.SplitAttached(prompt); text != prompt || paths != nil {
			t.Errorf("%q was split into %q, %v", prompt, text, paths)
		}
	}
}
