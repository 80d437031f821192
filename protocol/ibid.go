package protocol

// The _ibid extension: methods beside ACP v1 that the plugin, the command line
// and any other client may use. Field names are camelCase on the wire; lines
// start at 1; paths are vault paths; columns are UTF-16 code units.

// The methods and notifications of the _ibid namespace.
const (
	MethodSearchQuery   = "_ibid/search/query"
	MethodNoteBacklinks = "_ibid/note/backlinks"
	MethodNoteGet       = "_ibid/note/get"
	MethodIndexStatus   = "_ibid/index/status"
	MethodIndexUpdate   = "_ibid/index/update"
	MethodIndexPause    = "_ibid/index/pause"
	MethodIndexResume   = "_ibid/index/resume"
	MethodGraphGet      = "_ibid/graph/get"
	MethodToolCall      = "_ibid/tool/call"
	MethodDoctor        = "_ibid/doctor"
	MethodConfigSet     = "_ibid/config/set"

	NotifyIndexChanged  = "_ibid/index/changed"
	NotifyIndexProgress = "_ibid/index/progress"
)

// SearchQueryParams asks for notes. MinSeq waits for that snapshot first.
type SearchQueryParams struct {
	Query          string `json:"query"`
	Limit          *int   `json:"limit,omitempty"` // from 1, default 10; above 100 it is 100, and a notice says so
	MinSeq         int    `json:"minSeq,omitempty"`
	IncludePrivate bool   `json:"includePrivate,omitempty"`
	From           string `json:"from,omitempty"` // the open note, for ranking
}

// SearchQueryResult lists notes, best first.
type SearchQueryResult struct {
	Hits     []SearchHit `json:"hits"`
	Total    int         `json:"total"`
	Notices  []string    `json:"notices"` // what was searched or left out, when it matters
	Near     []string    `json:"near"`    // files with similar names, when nothing was found
	Indexing bool        `json:"indexing"`
	Seq      int         `json:"seq"`
	TookMs   float64     `json:"tookMs"`
}

// SearchHit is one note found.
type SearchHit struct {
	Path    string   `json:"path"`
	Title   string   `json:"title"`
	Score   float64  `json:"score"`
	Excerpt string   `json:"excerpt"`
	Heading string   `json:"heading"`
	Line    int      `json:"line"`
	Why     []string `json:"why"`
	Tags    []string `json:"tags"` // the first of them, to 64 KiB
}

// NoteBacklinksParams names a note.
type NoteBacklinksParams struct {
	Path           string `json:"path"`
	IncludePrivate bool   `json:"includePrivate,omitempty"`
}

// NoteBacklinksResult lists the links to the note.
type NoteBacklinksResult struct {
	Path      string     `json:"path"`
	Backlinks []Backlink `json:"backlinks"`
	Seq       int        `json:"seq"`
	// Truncated tells how many backlinks were left out, so that the result fits into a
	// frame.
	Truncated map[string]int `json:"truncated,omitempty"`
}

// Backlink is one link to a note, with the line it stands on.
type Backlink struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Context string `json:"context"` // cut around the link; empty when the note has changed since it was indexed
	Heading string `json:"heading"` // the nearest above the link
	Embed   bool   `json:"embed"`
	Key     string `json:"key,omitempty"` // the property the link stands in
}

// IndexStatusParams is empty.
type IndexStatusParams struct{}

// IndexPhase is what the index is doing.
type IndexPhase string

// The phases of the index.
const (
	IndexScanning IndexPhase = "scanning"
	IndexReading  IndexPhase = "reading"
	IndexIndexing IndexPhase = "indexing"
	IndexReady    IndexPhase = "ready"
	// IndexPaused and IndexVaultMissing interrupt the others: what is known is
	// still answered.
	IndexPaused       IndexPhase = "paused"
	IndexVaultMissing IndexPhase = "vault_missing"
)

// IndexStatusResult tells what the index holds and does.
type IndexStatusResult struct {
	Phase      IndexPhase `json:"phase"`
	Done       int        `json:"done"`
	Total      int        `json:"total"`
	Seq        int        `json:"seq"`
	Notes      int        `json:"notes"`
	Files      int        `json:"files"`
	Links      int        `json:"links"`
	Unresolved int        `json:"unresolved"`
	Tags       int        `json:"tags"`
	Bytes      int        `json:"bytes"`
	Skipped    []Skipped  `json:"skipped"`
	TookMs     float64    `json:"tookMs"`
	Problem    string     `json:"problem,omitempty"` // a sentence for a person when something is degraded
	// Truncated tells how many skipped files were left out, so that the result fits into
	// a frame.
	Truncated map[string]int `json:"truncated,omitempty"`
}

// Skipped is a file, or the rest of it, that is not searched, and why.
type Skipped struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// IndexUpdateParams brings the index up to date; Rebuild starts from nothing.
type IndexUpdateParams struct {
	Rebuild bool `json:"rebuild,omitempty"`
}

// IndexUpdateResult tells what the index holds now.
type IndexUpdateResult = IndexStatusResult

// IndexPauseParams stops reading and indexing, for every client of the vault, until
// index/resume or until no daemon serves the vault any more. What is known is still
// answered; index/update is refused with INDEX_PAUSED.
type IndexPauseParams struct{}

// IndexPauseResult tells how far the index was; its phase is paused, unless the
// vault is missing.
type IndexPauseResult = IndexStatusResult

// IndexResumeParams goes on where index/pause stopped. The answer comes when the
// vault has been looked at again; index/progress tells how far that is.
type IndexResumeParams struct{}

// IndexResumeResult tells what the index holds now; the full text may still be
// catching up.
type IndexResumeResult = IndexStatusResult

// IndexChangedEvent says that snapshot Seq is published and which files it changed.
type IndexChangedEvent struct {
	Seq   int      `json:"seq"`
	Paths []string `json:"paths"`
}

// IndexProgressEvent may be dropped when the client is slow.
type IndexProgressEvent struct {
	Phase IndexPhase `json:"phase"`
	Done  int        `json:"done"`
	Total int        `json:"total"`
	Path  string     `json:"path"`
}

// GraphGetParams asks for the links and tags of the vault: in one answer, or in pages
// where Limit or Cursor is given. Pages are all of one snapshot. Only the latest paging
// of a connection is kept, for two minutes after its last page; a cursor of another is
// answered GRAPH_CHANGED, and the client begins anew.
type GraphGetParams struct {
	Limit  int    `json:"limit,omitempty"`  // most source files of a page; a page may hold fewer, 0 = as many as fit
	Cursor string `json:"cursor,omitempty"` // the nextCursor of the page before
}

// GraphGetResult has the shapes of Obsidian's metadata cache. The pages of a graph are
// joined by uniting their maps: files come in the order of their paths, each is a key of
// both link maps, and one with very many links goes on in the next page. Tags come last.
type GraphGetResult struct {
	ResolvedLinks   map[string]map[string]int `json:"resolvedLinks"`
	UnresolvedLinks map[string]map[string]int `json:"unresolvedLinks"`
	Tags            map[string]int            `json:"tags"`
	Seq             int                       `json:"seq,omitempty"`        // of a page: the snapshot
	NextCursor      string                    `json:"nextCursor,omitempty"` // of a page that is not the last
}
