// Package vaultpath is the only constructor of vault paths.
//
// A vault path names a file or folder of the vault the way Obsidian does:
// relative to the vault's root, `/` between segments on every platform, NFC,
// no leading or trailing slash, no `.` or `..` segment. The root itself is "".
package vaultpath

import "strings"

// Path is a clean vault path. Only this package converts a string to a Path
// (a repository test holds that), so whoever has one need not check it again.
type Path string

// Root is the vault's own folder.
const Root Path = ""

// String returns the path as text; the root is "".
func (p Path) String() string { return string(p) }

// Base returns the last segment, extension included; "" for the root.
func (p Path) Base() string {
	return string(p[strings.LastIndexByte(string(p), '/')+1:])
}

// Ext returns the lower-cased extension without its dot, "" when there is none
// (rule 4.14: X.MD is a note). A leading dot starts a hidden name, not an
// extension.
func (p Path) Ext() string {
	base := p.Base()
	i := strings.LastIndexByte(base, '.')
	if i <= 0 {
		return ""
	}
	return strings.ToLower(base[i+1:])
}

// IsNote reports whether the path has a note's extension, in any case.
func (p Path) IsNote() bool { return p.Ext() == "md" }

// Name returns the last segment without a note's `.md`; other extensions stay,
// as they do in Obsidian's links (W1).
func (p Path) Name() string {
	base := p.Base()
	if p.IsNote() {
		return base[:len(base)-len(".md")]
	}
	return base
}

// Slug returns the whole path without a note's `.md`.
func (p Path) Slug() string {
	if p.IsNote() {
		return string(p[:len(p)-len(".md")])
	}
	return string(p)
}

// Dir returns the folder the path stands in, Root for a top-level name and for
// the root itself.
func (p Path) Dir() Path {
	i := strings.LastIndexByte(string(p), '/')
	if i < 0 {
		return Root
	}
	return p[:i]
}

// Hidden reports whether any segment starts with a dot. Such files are outside
// the vault as Obsidian models it (F5): `.obsidian`, `.trash`, `.git`.
func (p Path) Hidden() bool {
	return strings.HasPrefix(string(p), ".") || strings.Contains(string(p), "/.")
}

// HasPrefix reports whether p is dir or stands below it, by whole segments and
// exact case. Everything stands below the root.
func (p Path) HasPrefix(dir Path) bool {
	if dir == Root || p == dir {
		return true
	}
	return len(p) > len(dir) && p[len(dir)] == '/' && p[:len(dir)] == dir
}

// Join returns the path of rel inside the folder p. It checks rel as Parse
// checks input: rel may have several segments and may not leave p.
func (p Path) Join(rel string) (Path, error) {
	q, err := Parse(rel)
	if err != nil || p == Root {
		return q, err
	}
	if q == Root {
		return p, nil
	}
	return p + "/" + q, nil
}

// Relative resolves a link written `./x` or `../x` against the folder p
// (rule 4.3). It reports false when the link leaves the vault or is no path.
func (p Path) Relative(link string) (Path, bool) {
	dir := p
	for {
		switch {
		case link == "." || link == "..":
			link += "/"
		case strings.HasPrefix(link, "./"):
			link = link[2:]
		case strings.HasPrefix(link, "../"):
			if dir == Root {
				return Root, false
			}
			dir, link = dir.Dir(), link[3:]
		default:
			q, err := dir.Join(link)
			return q, err == nil
		}
	}
}
