package graph

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// foldedText is a piece of text as comparisons see it, with the way back. Its
// buffers are reused.
type foldedText struct {
	text []byte
	at   []int32 // where each byte of text comes from
	size int     // of what was folded
}

// fold folds raw as vaultpath.Fold folds names.
func (f *foldedText) fold(raw []byte) {
	f.text, f.at, f.size = f.text[:0], f.at[:0], len(raw)
	for i := 0; i < len(raw); {
		n := f.plain(raw[i:])
		if n == 0 {
			n = max(1, norm.NFC.NextBoundary(raw[i:], true))
			f.text = append(f.text, vaultpath.Fold(string(raw[i:i+n]))...)
		} else if c := raw[i]; c >= 'A' && c <= 'Z' {
			f.text = append(f.text, c+'a'-'A')
		} else {
			f.text = append(f.text, raw[i:i+n]...)
		}
		for len(f.at) < len(f.text) {
			f.at = append(f.at, int32(i))
		}
		i += n
	}
}

// plain returns the length of a character that at most its case folds: an
// ASCII one that no mark can follow, or a Han one. It is 0 for all others.
func (f *foldedText) plain(raw []byte) int {
	if raw[0] < utf8.RuneSelf {
		if len(raw) == 1 || raw[1] < utf8.RuneSelf {
			return 1
		}
		if r, _ := utf8.DecodeRune(raw[1:]); isHan(r) {
			return 1
		}
		return 0
	}
	if r, n := utf8.DecodeRune(raw); isHan(r) {
		return n
	}
	return 0
}

func isHan(r rune) bool { return r >= 0x3400 && r <= 0x9fff }

// raw returns the range of the raw text that a range of the folded one comes
// from. It reports false when that would cut a character.
func (f *foldedText) raw(start, end int) (from, to int, ok bool) {
	from, to = int(f.at[start]), f.size
	if start > 0 && int(f.at[start-1]) == from {
		return 0, 0, false
	}
	if end < len(f.text) {
		to = int(f.at[end])
		ok = int(f.at[end-1]) != to
	} else {
		ok = true
	}
	return from, to, ok
}
