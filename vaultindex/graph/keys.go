package graph

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

const noteExt = ".md"

// stem is the key under which the files that a link could mean and the links
// that could mean a file meet: the folded last segment without any ".md". It
// covers both names rule 4.2 tries.
func stem(fold string) string {
	fold = lastSegment(fold)
	for strings.HasSuffix(fold, noteExt) {
		fold = strings.TrimSuffix(fold, noteExt)
	}
	return fold
}

func lastSegment(s string) string { return s[strings.LastIndexByte(s, '/')+1:] }

// parent returns the folder of a folded path, "" for the root.
func parent(fold string) string { return fold[:max(0, strings.LastIndexByte(fold, '/'))] }

// endsIn reports whether suffix is the end of fold, by whole segments (4.9).
func endsIn(fold, suffix string) bool {
	rest, ok := strings.CutSuffix(fold, suffix)
	return ok && (rest == "" || rest[len(rest)-1] == '/')
}

// below returns a folded name in a folded folder.
func below(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

func utf16Len(s string) int32 {
	n := 0
	for _, r := range s {
		n += max(1, utf16.RuneLen(r))
	}
	return int32(n)
}

var plainSpaces = strings.NewReplacer("\u00a0", " ", "\u202f", " ")

// normal is how Obsidian spells a link's path in its cache: NFC, plain spaces.
func normal(link string) string { return plainSpaces.Replace(norm.NFC.String(link)) }

// linkText is the key of an unresolved link (4.15).
func linkText(link string) string { return strings.TrimSuffix(normal(link), noteExt) }

// linkpath is what a link asks for. A file card of a canvas names a whole path
// and nothing else (F1), as a link that starts at the root does (4.4).
func linkpath(link note.Link) string {
	if link.Kind == note.CanvasFile {
		return "/" + link.Path
	}
	return link.Path
}

// mentionKeys returns the hashes of the stems a note links to. A link to the
// note itself has none. Hashes do: two stems that share one only make a file be
// looked at in vain.
func mentionKeys(facts note.Packed) []uint64 {
	keys := make([]uint64, 0, facts.LinkCount())
	for _, link := range facts.Links() {
		if link.Path != "" {
			keys = append(keys, hashOf(stem(vaultpath.Fold(link.Path))))
		}
	}
	return unique(keys)
}

func tagKeys(facts note.Packed) []string {
	var keys []string
	for tag := range facts.Tags() {
		keys = append(keys, tagKey(tag.Name))
	}
	return unique(keys)
}

func aliasKeys(f *File) []string {
	var keys []string
	for _, alias := range aliasesOf(f) {
		keys = append(keys, nameKey(alias))
	}
	return unique(keys)
}

func nameKey(name string) string { return vaultpath.Fold(strings.TrimSpace(name)) }

func unique[K cmp.Ordered](keys []K) []K {
	slices.Sort(keys)
	return slices.Compact(keys)
}

// nameStem returns the last segment of a folded path without its extension. A
// number after a dot is none ("v1.2"), nor is anything with a space ("Dr. No").
func nameStem(fold string) string {
	base := lastSegment(fold)
	ext := path.Ext(base)
	if len(ext) < 2 || ext == base || ext[1] <= '9' || strings.Contains(ext, " ") {
		return base
	}
	return strings.TrimSuffix(base, ext)
}
