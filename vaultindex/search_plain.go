package vaultindex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Signs that people write beside words and between them.
const (
	enclosing = `"'“”‘’«»‹›„「」『』《》〈〉（）()【】¿¡`
	dividing  = ",;、，。；：！？…‥"
	ending    = ".:!?"
	between   = dividing + "“”「」『』《》〈〉（）【】" // in a word; ’ is an apostrophe there
)

// plain reads the words of an OR as people write them. Bare words only rank, so
// a comma behind one does no harm; in an OR each has to stand in the note, and
// the comma need not. What is ruled out, and what an operator is asked for, is
// what was typed.
func (p *queryParser) plain(q query) query {
	switch q.kind {
	case wordQuery:
		return p.plainWord(q)
	case andQuery:
		var subs []query
		for _, sub := range q.subs {
			if sub.kind != wordQuery || len(pieces(sub.text)) > 0 {
				subs = append(subs, p.plain(sub))
			}
		}
		switch len(subs) {
		case 0:
			return q
		case 1:
			return subs[0]
		}
		return query{kind: andQuery, subs: subs}
	}
	return q // an OR within this one was read so itself
}

// plainWord takes the signs off a word, and divides it where they stand in it. A
// word of nothing but signs stays what it is.
func (p *queryParser) plainWord(q query) query {
	all := pieces(q.text)
	if len(all) == 0 {
		return q
	}
	if room := max(1, 1+maxQueryParts-p.parts); len(all) > room {
		all, p.cut = all[:room], true
	}
	p.parts += len(all) - 1
	if len(all) == 1 {
		return p.leaf(wordQuery, all[0])
	}
	words := query{kind: andQuery}
	for _, piece := range all {
		words.subs = append(words.subs, p.leaf(wordQuery, piece))
	}
	return words
}

// pieces are the words that a text without spaces has between its signs. Between
// two digits a sign belongs to a number.
func pieces(text string) []string {
	var all []string
	add := func(piece string) {
		piece = strings.TrimRight(strings.TrimLeft(piece, enclosing+dividing), enclosing+dividing+ending)
		if strings.ContainsFunc(piece, func(r rune) bool { return !unicode.IsPunct(r) }) {
			all = append(all, piece)
		}
	}
	start := 0
	for at, r := range text {
		end := at + utf8.RuneLen(r)
		if r == utf8.RuneError || !strings.ContainsRune(between, r) || betweenDigits(text[:at], text[end:]) {
			continue
		}
		add(text[start:at])
		start = end
	}
	add(text[start:])
	return all
}

// betweenDigits reports whether one text ends in a digit and another begins with
// one.
func betweenDigits(before, after string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	return unicode.IsDigit(r) && unicode.IsDigit(firstRune(after))
}
