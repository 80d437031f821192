package note

// The closed set of problem codes. A problem never stops a parse: the rest of
// the note is still read.
const (
	// ProblemFrontmatter: the properties are not valid YAML, so there are none (6.4, 6.5).
	ProblemFrontmatter = "frontmatter_invalid"
	// ProblemFrontmatterSize: the frontmatter is larger than 256 KiB or unfolds to too many values.
	ProblemFrontmatterSize = "frontmatter_too_large"
	// ProblemTagKey: `tag:` is no property of Obsidian's since 1.9 (T7, T15).
	ProblemTagKey = "legacy_tag_key"
	// ProblemTagsString: `tags:` holds several tags in one string (T7, T11).
	ProblemTagsString = "legacy_tags_string"
	// ProblemAliasKey: `alias:` is no property of Obsidian's since 1.9 (6.7, T15).
	ProblemAliasKey = "legacy_alias_key"
	// ProblemClassKey: `cssclass:` is no property of Obsidian's since 1.9 (T15).
	ProblemClassKey = "legacy_cssclass_key"
	// ProblemTag: an entry of `tags:` cannot be a tag (T1, T3, T7).
	ProblemTag = "invalid_tag"
	// ProblemUnquotedLink: a property holds [[x]] without quotes, which YAML reads as a list (6.4).
	ProblemUnquotedLink = "unquoted_property_link"
	// ProblemUTF8: the text is not valid UTF-8; broken bytes show as U+FFFD.
	ProblemUTF8 = "not_utf8"
	// ProblemTruncated: the note was read line by line, see Note.Truncated.
	ProblemTruncated = "truncated"
	// ProblemTooMany: the note holds more than MaxFacts links, tags, … and the rest was left out.
	ProblemTooMany = "too_many_facts"
	// ProblemCanvas: a .canvas file is not valid JSON Canvas (F1).
	ProblemCanvas = "canvas_invalid"
	// ProblemBase: a .base file is not valid YAML (F2).
	ProblemBase = "base_invalid"
)

// MaxFacts bounds how many headings, links, tags and other facts, together, are
// kept of one file.
const MaxFacts = 500_000

func (n *Note) problem(code string, line int, message string) {
	n.Problems = append(n.Problems, Problem{Code: code, Message: message, Line: line})
}
