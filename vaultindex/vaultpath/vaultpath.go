// Package vaultpath is the only constructor of vault paths.
//
// A vault path names a file or folder of the vault the way Obsidian does:
// relative to the vault's root, `/` between segments on every platform, NFC,
// no leading or trailing slash, no `.` or `..` segment. The root itself is "".
package vaultpath

// Path is a clean vault path. Only this package converts a string to a Path
// (a repository test holds that), so whoever has one need not check it again.
type Path string
