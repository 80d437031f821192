package protocol

import "encoding/json"

// Tags: proposals for notes, changes of the vocabulary, and how good the proposals are.
const (
	MethodTagsSuggest  = "_ibid/tags/suggest"
	MethodTagsApply    = "_ibid/tags/apply"
	MethodTagsRename   = "_ibid/tags/rename"
	MethodTagsHealth   = "_ibid/tags/health"
	MethodTagsEvaluate = "_ibid/tags/evaluate"
)

// TagsSuggestParams asks for tags for notes; without paths, for all notes of the vault.
// A path may be shortened as far as it can mean only one note.
type TagsSuggestParams struct {
	Paths          []string `json:"paths,omitempty"`
	Limit          *int     `json:"limit,omitempty"` // most tags for one note, from 1, default 3; rules add to them
	IncludePrivate bool     `json:"includePrivate,omitempty"`
}

// TagsSuggestResult lists what is proposed, by note.
type TagsSuggestResult struct {
	Notes []TagAdvice `json:"notes"`
	Seq   int         `json:"seq"`
	// Truncated tells how many notes were left out, so that the result fits into a frame.
	Truncated map[string]int `json:"truncated,omitempty"`
}

// TagAdvice is what is proposed for one note. Abstained says why there is nothing:
// not_sure, no_tags_yet, not_a_note, excluded or template.
type TagAdvice struct {
	Path        string          `json:"path"`
	Suggestions []TagSuggestion `json:"suggestions"`
	Abstained   string          `json:"abstained,omitempty"`
}

// TagSuggestion is a tag, without '#', and how sure it is, from 0 to 1.
type TagSuggestion struct {
	Tag        string      `json:"tag"`
	Confidence float64     `json:"confidence"`
	Why        []TagReason `json:"why"`
	New        bool        `json:"new,omitempty"`  // no note has it yet
	Rule       bool        `json:"rule,omitempty"` // a rule of the person's asks for it
}

// TagReason is one thing that speaks for a tag, as a sentence in both languages.
type TagReason struct {
	Kind    string   `json:"kind"`
	English string   `json:"english"`
	Chinese string   `json:"chinese"`
	Notes   []string `json:"notes"` // where it comes from
}

// TagsApplyParams gives notes tags. Without Approved the plan is shown, and nothing is
// written.
type TagsApplyParams struct {
	Notes          []TagChange `json:"notes"`
	IncludePrivate bool        `json:"includePrivate,omitempty"`
	Approved       bool        `json:"approved,omitempty"`
}

// TagChange names tags for a note.
type TagChange struct {
	Path string   `json:"path"`
	Tags []string `json:"tags"`
}

// TagsApplyResult is a result object as that of a tool, in snake_case. Its data also
// lists the notes that were left as they are, and why.
type TagsApplyResult = json.RawMessage

// TagsRenameParams renames a tag and all below it in every note that may be seen.
type TagsRenameParams struct {
	From           string `json:"from"`
	To             string `json:"to"`
	IncludePrivate bool   `json:"includePrivate,omitempty"`
	Approved       bool   `json:"approved,omitempty"`
}

// TagsRenameResult is a result object, as TagsApplyResult is.
type TagsRenameResult = json.RawMessage

// TagsHealthParams asks for a look over the vocabulary.
type TagsHealthParams struct {
	IncludePrivate bool `json:"includePrivate,omitempty"`
}

// TagsHealthResult lists what a person may want to mend, and the vocabulary.
type TagsHealthResult struct {
	Findings []TagFinding `json:"findings"`
	Tags     []TagUse     `json:"tags"`
	// Truncated tells of which lists how many entries were left out, so that the result
	// fits into a frame.
	Truncated map[string]int `json:"truncated,omitempty"`
}

// TagFinding is something about the vocabulary: spellings, twins, alike, places, nest,
// once or unused.
type TagFinding struct {
	Kind  string   `json:"kind"`
	Tags  []string `json:"tags"` // the most used first
	To    []string `json:"to"`   // what they could become: one for all, or one for each
	Notes int      `json:"notes"`
}

// TagUse is a tag and how the vault uses it.
type TagUse struct {
	Tag       string     `json:"tag"`
	Notes     int        `json:"notes"`
	InText    int        `json:"inText"` // of these, notes with their tags in the text
	Parent    string     `json:"parent,omitempty"`
	Children  []string   `json:"children"`
	Spellings []string   `json:"spellings"` // where there are several
	Script    string     `json:"script"`    // han, latin, other or mixed
	Style     string     `json:"style"`     // kebab-case, snake_case, camelCase, Capital, UPPER or plain
	Plural    bool       `json:"plural,omitempty"`
	Folders   []TagCount `json:"folders"` // the five with the most of its notes
	With      []TagCount `json:"with"`    // the five tags that stand beside it most
}

// TagCount is a name and in how many notes.
type TagCount struct {
	Name  string `json:"name"`
	Notes int    `json:"notes"`
}

// TagsEvaluateParams measures the proposals by leave-one-out.
type TagsEvaluateParams struct {
	Precision      float64 `json:"precision,omitempty"` // what is tuned for, above 0 and below 1; 0 is 0.975
	NoProperties   bool    `json:"noProperties,omitempty"`
	IncludePrivate bool    `json:"includePrivate,omitempty"`
}

// TagsEvaluateResult is what was measured: Ibid first, then methods everybody knows.
type TagsEvaluateResult struct {
	Notes           int        `json:"notes"` // with tags
	Tuned           int        `json:"tuned"`
	Reported        int        `json:"reported"`
	Tags            int        `json:"tags"`
	RareTags        int        `json:"rareTags"` // fewer than ten notes have them
	Bound           float64    `json:"bound"`
	OutOfVocabulary int        `json:"outOfVocabulary"`
	Scores          []TagScore `json:"scores"`
	Calibration     []TagBin   `json:"calibration"`
	Text            string     `json:"text"` // all of it as a table for a person
}

// TagScore is how well a method did. Each measure is its value and the ends of its
// 95 % interval.
type TagScore struct {
	Method     string    `json:"method"`
	Coverage   []float64 `json:"coverage"`
	Precision1 []float64 `json:"precision1"`
	Precision3 []float64 `json:"precision3"`
	Recall3    []float64 `json:"recall3"`
	RareRecall []float64 `json:"rareRecall"`
	Abstains   bool      `json:"abstains"`
}

// TagBin is how often proposals were right that were said to be so sure.
type TagBin struct {
	From  float64 `json:"from"`
	To    float64 `json:"to"`
	Tags  int     `json:"tags"`
	Said  float64 `json:"said"`
	Right float64 `json:"right"`
}
