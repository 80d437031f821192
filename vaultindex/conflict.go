package vaultindex

import (
	"regexp"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// conflictForms are the names that sync programs give to the other version of
// a file that was changed in two places: Obsidian Sync, Dropbox, Nextcloud,
// Syncthing, Resilio and the Chinese clouds. A number behind a name
// ("Note 2.md") is no sign: people write it themselves.
var conflictForms = regexp.MustCompile(`(?i)\(.*conflict(ed)? copy.*\)|[ _-]conflicted copy|\.sync-conflict-\d{8}-\d{6}|\.conflict\d*$|冲突副本|衝突副本|冲突的副本`)

// isConflictCopy tells whether a file is a sync program's second version of
// another: nobody may take it for the note itself.
func isConflictCopy(p vaultpath.Path) bool { return conflictForms.MatchString(p.Name()) }
