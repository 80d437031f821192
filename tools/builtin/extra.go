package builtin

import "github.com/ibid-notes/ibid/tools"

// Extra returns tools beside the thirteen that only look: not part of what a model is shown
// by default, but mounted for the workflows that need no model.
func Extra() []tools.Tool {
	return []tools.Tool{readPassages(), getBacklinks(), relatedNotes(), listTags(), getLinks(), unlinkedMentions(), vaultHealth()}
}
