package note

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tagEnd returns the offset behind the tag characters that start at buf[i]
// (T1, T2).
func tagEnd(buf []byte, i int) int {
	for i < len(buf) {
		c := buf[i]
		if c < utf8.RuneSelf {
			if !tagASCII[c] {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(buf[i:])
		if r == utf8.RuneError && size == 1 || !tagRune(r) {
			return i
		}
		i += size
	}
	return i
}

// tagASCII marks the ASCII characters a tag may hold: letters, digits, _ - /.
var tagASCII = func() (ok [128]bool) {
	for c := range ok {
		r := rune(c)
		ok[c] = r > ' ' && r != 0x7f && !strings.ContainsRune(`'!"#$%&()*+,.:;<=>?@^`+"`"+`{|}~[]\`, r)
	}
	return ok
}()

// tagRune reports whether a character beyond ASCII may stand in a tag: all but
// white space and the two blocks of general punctuation (T1). So CJK
// punctuation and emoji may (T2).
func tagRune(r rune) bool {
	return !unicode.IsSpace(r) && r != '\ufeff' &&
		(r < 0x2000 || r > 0x206f) && (r < 0x2e00 || r > 0x2e7f)
}

// trimTag drops the slashes a tag may not end in (T3).
func trimTag(name []byte) []byte {
	for len(name) > 0 && name[len(name)-1] == '/' {
		name = name[:len(name)-1]
	}
	return name
}

// hasNonDigit reports that a tag is more than a number (T3).
func hasNonDigit(name []byte) bool {
	for _, c := range name {
		if c < '0' || c > '9' {
			return true
		}
	}
	return false
}

// propertyTag reads one entry of `tags:`; the '#' is optional (T7). It reports
// false for what cannot be a tag.
func propertyTag(entry string) (string, bool) {
	b := []byte(strings.TrimPrefix(strings.TrimSpace(entry), "#"))
	if tagEnd(b, 0) != len(b) {
		return "", false
	}
	b = trimTag(b)
	return string(b), hasNonDigit(b) && len(b) <= MaxTag
}
