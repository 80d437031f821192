package graph

import (
	"bytes"
	"strings"
)

// anchor is a part of a folded key that every spelling of the key holds but
// for the case of ASCII letters: its longest run of Han characters or of ASCII
// letters and digits. An empty one stands in every text.
type anchor struct {
	text []byte
	rare int // which byte of text is looked for first; -1 when case plays no part
}

func newAnchor(key string) anchor {
	a := anchor{rare: -1}
	for _, class := range []func(rune) bool{isHan, isPlain} {
		for _, run := range strings.FieldsFunc(key, func(r rune) bool { return !class(r) }) {
			if len(run) > len(a.text) {
				a.text = []byte(run)
			}
		}
	}
	for i, c := range a.text {
		if at := strings.IndexByte(byRarity, c); at >= 0 && (a.rare < 0 || at > strings.IndexByte(byRarity, a.text[a.rare])) {
			a.rare = i
		}
	}
	return a
}

// byRarity are the letters and digits from common to rare.
const byRarity = "etaoinsrhldcumfpgwybvk0123456789xjqz"

func isPlain(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' }

// kelvin folds to k.
var kelvin = []byte("\u212a")

// in reports whether raw may hold the anchor.
func (a anchor) in(raw []byte) bool {
	if a.rare < 0 {
		return bytes.Contains(raw, a.text)
	}
	c := a.text[a.rare]
	if a.near(raw, c) || c >= 'a' && a.near(raw, c-'a'+'A') {
		return true
	}
	return bytes.IndexByte(a.text, 'k') >= 0 && bytes.Contains(raw, kelvin)
}

// near looks for the anchor around every c.
func (a anchor) near(raw []byte, c byte) bool {
	for at := a.rare; at < len(raw); at++ {
		i := bytes.IndexByte(raw[at:], c)
		if i < 0 {
			return false
		}
		at += i
		if start := at - a.rare; start+len(a.text) <= len(raw) && sameLetters(raw[start:start+len(a.text)], a.text) {
			return true
		}
	}
	return false
}

// sameLetters compares ASCII letters without case; small is all small.
func sameLetters(b, small []byte) bool {
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != small[i] {
			return false
		}
	}
	return true
}
