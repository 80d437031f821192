package vaultindex

import (
	"runtime/debug"
	"testing"
)

// KeepSmall makes the collector thriftier until it is undone, and leaves it to
// who set GOGC.
func TestKeepSmall(t *testing.T) {
	const usual = 100
	defer debug.SetGCPercent(debug.SetGCPercent(usual))
	percent := func() int {
		now := debug.SetGCPercent(usual)
		debug.SetGCPercent(now)
		return now
	}
	t.Setenv("GOGC", "")
	undo := KeepSmall()
	if got := percent(); got != smallHeap {
		t.Errorf("the heap may grow by %d %%, want %d", got, smallHeap)
	}
	if undo(); percent() != usual {
		t.Errorf("undone, the heap may grow by %d %%, want %d", percent(), usual)
	}
	t.Setenv("GOGC", "70")
	if KeepSmall(); percent() != usual {
		t.Errorf("GOGC is overruled: the heap may grow by %d %%", percent())
	}
}

// A process that is kept small may grow while somebody needs it to, and is kept
// small again after the last of them. One that is not is left alone.
func TestGrowFreely(t *testing.T) {
	t.Setenv("GOGC", "")
	now := func() int {
		p := debug.SetGCPercent(77)
		debug.SetGCPercent(p)
		return p
	}
	want := func(p int) {
		t.Helper()
		if got := now(); got != p {
			t.Errorf("the heap may grow by %d %%, want %d", got, p)
		}
	}
	before := now()
	growFreely()()
	want(before)
	undo := KeepSmall()
	want(smallHeap)
	first, second := growFreely(), growFreely()
	want(roomyHeap)
	first()
	want(roomyHeap)
	second()
	want(smallHeap)
	third := growFreely()
	undo()
	want(before)
	third()
	want(before)
}
