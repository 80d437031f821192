package vaultindex

import (
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Phase says what the index is doing. A search is answered in each of them;
// before Ready it may miss notes and is labelled so.
type Phase string

// The phases, in the order a cold start goes through them.
const (
	Scanning Phase = "scanning" // listing folders
	Reading  Phase = "reading"  // reading and parsing what changed; names are known
	Indexing Phase = "indexing" // graph known, full text catching up
	Ready    Phase = "ready"
)

// The phases that interrupt the others. What is known is still answered.
const (
	Paused       Phase = "paused"        // by Pause; Done and Total say how far it was
	VaultMissing Phase = "vault_missing" // the vault's folder is gone, cannot be listed, or is another one that is empty
)

// Reasons why a file or folder is not indexed, or not wholly. They are part of
// the wire: short and stable.
const (
	SkipTextTruncated    = "text_truncated"    // full text holds its first 2 MiB only
	SkipTooLarge         = "too_large"         // over 32 MiB: known by name only
	SkipNotUTF8          = "not_utf8"          // bad bytes are read as U+FFFD
	SkipUnreadable       = "unreadable"        // the system refused to open or list it
	SkipPathTooLong      = "path_too_long"     // what lies deeper has a longer path than the system takes
	SkipNotRegular       = "not_regular"       // FIFO, socket or device: never opened
	SkipSymlinkFile      = "symlink_file"      // a symlink to a file, or to nothing (F7)
	SkipSymlinkLoop      = "symlink_loop"      // leads back into the vault or where another link leads (F7)
	SkipSymlinkOutside   = "symlink_outside"   // leads out of the vault
	SkipNameInvalid      = "name_invalid"      // the name is not UTF-8 or no vault path
	SkipNameTaken        = "name_taken"        // differs from another name only in Unicode form
	SkipCloudPlaceholder = "cloud_placeholder" // lies in a cloud, not on this disk; never fetched
)

// Skip is one file or folder that is not indexed, or not wholly.
type Skip struct {
	Path   string // relative to the vault, as far as it can be written as UTF-8
	Reason string // one of the Skip… constants
}

// Status is what the index is doing and what it holds.
type Status struct {
	Phase       Phase
	Done, Total int    // files of this phase; 0, 0 when ready
	Seq         uint64 // of the current snapshot
	Stats       graph.Stats
	Skipped     []Skip // sorted by path
	Vault       string // absolute, symlinks resolved
	TookMs      int64  // from Open to the first Ready, or until now
	// Watching is how changes are noticed: "events", "polling" when the
	// system has no watches left, "off".
	Watching string
	// Problem is a sentence for a person when something is degraded (watches
	// ran out, the cache cannot be written), else "".
	Problem string
}

// Event is one piece of news. Exactly one field is set.
type Event struct {
	Changed  *Changed
	Progress *Progress
}

// Changed says that snapshot Seq is out and what is different in it since the
// event before. Two that were not fetched in time are merged, never lost.
type Changed struct {
	Seq   uint64
	Paths []vaultpath.Path // sorted; content, not only times, differs
}

// Progress is how far a phase is. It may be dropped when nobody fetches it.
type Progress struct {
	Phase       Phase
	Done, Total int
	Path        vaultpath.Path // the file being read, when there is one
}
