package vaultgen

import (
	"math/rand/v2"
	"strings"
)

// vocabulary is the number of distinct words of each language. Real vaults of
// 10,000 notes have some tens of thousands.
const vocabulary = 30_000

// rank picks a word's number so that few are common and most are rare, as in
// every language (Zipf, more or less: the square of the logarithm's inverse is
// near enough and needs no table).
func rank(r *rand.Rand) int {
	f := r.Float64()
	return int(f * f * f * f * vocabulary)
}

var (
	onsets = strings.Fields("b br c ch cl d dr f fl g gr h j k l m n p pl qu r s sh sl st t th tr v w y z")
	vowels = strings.Fields("a e i o u ai ea ee io oo ou")
	codas  = strings.Fields("b ck d g l ll m n nd ng nt p r rd rk s ss st t x")
)

// word is a made-up English-looking word.
func word(r *rand.Rand) string { return spell(rank(r)) }

// spell writes word number n; the common ones are short.
func spell(n int) string {
	var b strings.Builder
	for first := true; first || n > 0; first = false {
		b.WriteString(onsets[n%len(onsets)])
		n /= len(onsets)
		b.WriteString(vowels[n%len(vowels)])
		n /= len(vowels)
	}
	b.WriteString(codas[b.Len()*7%len(codas)])
	return b.String()
}

// hanCount is how many characters are used: those a newspaper needs.
const hanCount = 3000

// han is a word of two Chinese characters, now and then one.
func han(r *rand.Rand) string {
	n := rank(r)
	first, second := rune(0x4e00+n*7%hanCount*6), rune(0x4e00+(n*13+5)%hanCount*6)
	if n%11 == 0 {
		return string(first)
	}
	return string([]rune{first, second})
}

// tag is one of some two hundred tags, half of them nested.
func tag(r *rand.Rand) string {
	n := rank(r) % 200
	if n%2 == 0 {
		return spell(n)
	}
	return spell(n%20) + "/" + spell(n)
}
