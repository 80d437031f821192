package fulltext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxWord is the longest word indexed, in bytes: longer runs of letters are
// base64, hashes or URLs, which nobody types.
const maxWord = 64

// Token is one occurrence of a term. Start and End are byte offsets into the
// text as it was given: folding never shifts them.
type Token struct {
	Term       string
	Start, End int
}

// Tokens cuts a text into the terms it is indexed under, in order. Words of
// scripts with spaces are lower-cased; one with accents gives a second term
// at the same place, FoldMark and the word without them. Runs of Han, kana,
// Hangul and of the scripts of South-East Asia give every pair of neighbours
// and, last, their final character. Symbols such as emoji stand alone.
func Tokens(text string) []Token {
	var tokens []Token
	scan([]byte(text), func(start, end int, term []byte) {
		tokens = append(tokens, Token{Term: string(term), Start: start, End: end})
	})
	return tokens
}

// Scan is Tokens without the memory: it calls visit for every token. The bytes
// of the term are valid only during the call.
func Scan(text string, visit func(start, end int, term []byte)) { scan([]byte(text), visit) }

// emitter takes one term. The term's bytes are valid only during the call.
type emitter func(start, end int, term []byte)

// scan finds the tokens of text in one pass. Invalid UTF-8 separates words.
func scan(text []byte, emit emitter) { scanFrom(text, 0, emit) }

// scanFrom finds the tokens from an offset on.
func scanFrom(text []byte, i int, emit emitter) {
	var buf [maxWord]byte
	for i < len(text) {
		if c := text[i]; c < utf8.RuneSelf {
			if !asciiWord[c] {
				i++
				continue
			}
			i = scanASCII(text, i, &buf, emit)
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		switch {
		case isPaired(r):
			i = scanRun(text, i, emit)
		case isWordRune(narrowRune(r)):
			i = scanWord(text, i, emit)
		case unicode.Is(unicode.So, r) && r != utf8.RuneError:
			emit(i, i+n, text[i:i+n])
			i += n
		default:
			i += n
		}
	}
}

// asciiWord marks the bytes that words are made of.
var asciiWord = func() (t [utf8.RuneSelf]bool) {
	for c := range t {
		r := rune(c)
		t[c] = r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return t
}()

// scanASCII is the fast road: a word of ASCII letters and digits, lower-cased
// into buf. A word that goes on beyond ASCII is left to scanWord.
func scanASCII(text []byte, start int, buf *[maxWord]byte, emit emitter) int {
	i := start
	for i < len(text) && text[i] < utf8.RuneSelf && asciiWord[text[i]] {
		if k := i - start; k < maxWord {
			c := text[i]
			if c >= 'A' && c <= 'Z' {
				c += 'a' - 'A'
			}
			buf[k] = c
		}
		i++
	}
	if i < len(text) && text[i] >= utf8.RuneSelf {
		if r, _ := utf8.DecodeRune(text[i:]); isWordRune(narrowRune(r)) && !isPaired(r) {
			return scanWord(text, start, emit)
		}
	}
	if i-start <= maxWord {
		emit(start, i, buf[:i-start])
	}
	return i
}

// scanWord emits a word of any script with spaces: its exact form, and its
// folded form where that differs.
func scanWord(text []byte, start int, emit emitter) int {
	i := start
	for i < len(text) {
		r, n := utf8.DecodeRune(text[i:])
		if isPaired(r) || !isWordRune(narrowRune(r)) {
			break
		}
		i += n
	}
	if i-start > 3*maxWord {
		return i
	}
	exact := exactWord(text[start:i])
	if len(exact) > 2*maxWord {
		return i
	}
	emit(start, i, []byte(exact))
	if folded := foldWord(exact); folded != exact && folded != "" {
		emit(start, i, []byte(FoldMark+folded))
	}
	return i
}

// cell is one character of a run and where it stands in the text.
type cell struct {
	r          rune
	start, end int
}

// scanRun emits the pairs of a run of characters written without spaces, and
// its last character, so that a single character is found by looking for it
// as a term and as the beginning of a pair. Markup does not end a run: in
// 读 [[庄子]] the reader sees 读庄子. What a link hides is cut on its own.
func scanRun(text []byte, start int, emit emitter) int {
	var buf [2 * utf8.UTFMax]byte
	prev, i := nextCell(text, start)
	for i < len(text) {
		next, after := nextCell(text, i)
		var hidden markup
		if after == i {
			hidden = markupAt(text, i)
			if next, after = nextCell(text, hidden.end); hidden.end == i || after == hidden.end {
				break
			}
		}
		n := utf8.EncodeRune(buf[:], prev.r)
		n += utf8.EncodeRune(buf[n:], next.r)
		emit(prev.start, next.end, buf[:n])
		for _, part := range hidden.targets[:hidden.count] {
			scanFrom(text[:part.end], part.start, emit)
		}
		prev, i = next, after
	}
	n := utf8.EncodeRune(buf[:], prev.r)
	emit(prev.start, prev.end, buf[:n])
	return i
}

// nextCell reads one character of a run, with the marks or jamo that belong
// to it composed. Where the run ends it returns the offset it was given.
func nextCell(text []byte, i int) (cell, int) {
	r, n := utf8.DecodeRune(text[i:])
	if !isPaired(r) {
		return cell{}, i
	}
	end := i + n
	if !isHalfKana(r) && !composes(text[end:]) {
		return cell{r, i, end}, end
	}
	for end < len(text) && composes(text[end:]) {
		_, m := utf8.DecodeRune(text[end:])
		end += m
	}
	whole := norm.NFKC.Bytes(text[i:end])
	r, _ = utf8.DecodeRune(whole)
	return cell{r, i, end}, end
}

func isHalfKana(r rune) bool { return r >= 0xFF66 && r <= 0xFF9D }

// composes reports whether text begins with something that joins the
// character before it: a kana voicing mark or a medial or final jamo.
func composes(text []byte) bool {
	if len(text) == 0 || text[0] < 0xE1 {
		return false
	}
	r, _ := utf8.DecodeRune(text)
	return r == 0x3099 || r == 0x309A || r == 0xFF9E || r == 0xFF9F ||
		r >= 0x1160 && r <= 0x11FF
}

// isPaired reports whether r belongs to a script written without spaces.
func isPaired(r rune) bool {
	switch {
	case r < 0xE00:
		return false
	case r >= 0x4E00 && r <= 0x9FFF, r >= 0x3400 && r <= 0x4DBF, r >= 0xAC00 && r <= 0xD7A3:
		return true
	case r >= 0x3041 && r <= 0x30FF:
		return r != 0x30FB && r != 0x30A0 && r != 0x309B && r != 0x309C
	case isHalfKana(r), r >= 0x1100 && r <= 0x11FF, r >= 0x20000 && r <= 0x3FFFF:
		return true
	case r == 0x3005, r == 0x3007, r >= 0x3105 && r <= 0x312F, r >= 0x3130 && r <= 0x318F,
		r >= 0xF900 && r <= 0xFAFF, r >= 0x31F0 && r <= 0x31FF:
		return true
	case r <= 0x17FF && r >= 0xE00:
		return unicode.In(r, unicode.Thai, unicode.Lao, unicode.Tibetan, unicode.Myanmar, unicode.Khmer)
	}
	return false
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Mn, r) ||
		unicode.Is(unicode.Mc, r) && !unicode.Is(unicode.Variation_Selector, r)
}

// IsPaired reports whether a term is a pair or a single character of a script
// written without spaces, as against a word.
func IsPaired(term string) bool {
	r, _ := utf8.DecodeRuneInString(term)
	return isPaired(r)
}

// IsFolded reports whether a term is the second, accentless form of a word.
func IsFolded(term string) bool { return strings.HasPrefix(term, FoldMark) }
