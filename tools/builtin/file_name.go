package builtin

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/tools"
)

// unfit are the characters that no platform's file system, or no link, can take
// in a name (F11).
const unfit = `*"\/<>:|?#^[]`

// maxName bounds a name made of a title, in bytes: less than the 255 of every
// file system, with room for the extension and what the trash adds.
const maxName = 200

// titleOf is a title as it is meant: on one line, without the extension that
// callers who think of files put behind it.
func titleOf(given string) string {
	title := strings.Join(strings.Fields(given), " ")
	if ext := len(title) - len(".md"); ext > 0 && strings.EqualFold(title[ext:], ".md") {
		return strings.TrimSpace(title[:ext])
	}
	return title
}

// fileName makes a name of a title (R150): what no platform or link can take
// becomes "-", white space one space, and a name too long is cut.
func fileName(title string) (string, error) {
	var b strings.Builder
	for _, r := range titleOf(title) {
		switch {
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200d' && r != '\u200c':
		case strings.ContainsRune(unfit, r):
			b.WriteByte('-')
		default:
			b.WriteRune(r)
		}
	}
	name := cutName(strings.Join(strings.Fields(b.String()), " "))
	if strings.HasPrefix(name, ".") {
		name = "-" + name[1:]
	}
	name = strings.TrimRight(name, ". ")
	if reserved(name) {
		name += "-"
	}
	if strings.Trim(name, "-. ") == "" {
		e := tools.Errorf(tools.InvalidArgument, "The argument \"title\" is %q, of which no file name can be made; it needs a letter or a digit", cutRunes(title, maxShown))
		e.Data = tools.Failure{Argument: "title", Got: cutRunes(title, maxShown)}
		return "", e
	}
	return name, nil
}

// cutName cuts a name to its bound, between characters.
func cutName(name string) string {
	if len(name) <= maxName {
		return name
	}
	at := maxName
	for !utf8.RuneStart(name[at]) {
		at--
	}
	return strings.TrimSpace(name[:at])
}

// reserved tells whether Windows keeps a name for a device, with any extension.
func reserved(name string) bool {
	stem, _, _ := strings.Cut(strings.ToUpper(name), ".")
	switch stem = strings.TrimSpace(stem); stem {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	return len(stem) == 4 && (strings.HasPrefix(stem, "COM") || strings.HasPrefix(stem, "LPT")) && stem[3] >= '0' && stem[3] <= '9'
}
