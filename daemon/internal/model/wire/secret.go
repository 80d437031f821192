package wire

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// keyLike matches what keys look like, also when a provider shows a part of
// one in its own message.
var keyLike = regexp.MustCompile(`(?i)\b(?:(?:sk|pk|xai|gsk)[-_][a-z0-9*._\-]{6,}|(?:key|api)[-_][a-z0-9*._\-]{16,}|bearer [a-z0-9*._\-]{6,})`)

// Scrub takes key, and whatever else looks like one, out of a text that is
// going to be shown, and bounds the text to max bytes.
func Scrub(text, key string, max int) string {
	if len(key) > 3 {
		text = strings.ReplaceAll(text, key, "[key]")
	}
	text = newSecret(key).redact(text)
	text = keyLike.ReplaceAllString(text, "[key]")
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "�")), " ")
	if len(text) <= max {
		return text
	}
	for max > 0 && !utf8.RuneStart(text[max]) {
		max--
	}
	return text[:max] + "…"
}
