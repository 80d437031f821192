package agent

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// The words by which English claims of change are known. Patterns are held
// against one masked sentence at a time.
const (
	// claimVerbs are past participles that say of a note that it was changed.
	claimVerbs = `updated|changed|edited|modified|created|added|deleted|removed|moved|renamed|re-tagged|retagged|tagged|untagged|` +
		`wrote|written|saved|inserted|appended|prepended|replaced|merged|rewrote|rewritten|fixed|corrected|linked|unlinked|trashed|archived|` +
		`split|marked|ticked|filled|set|made|applied|restored|reverted|undid|undone|cleaned|reorganized|reorganised|reformatted|converted|` +
		`copied|put|recorded|stored|revised|adjusted`
	claimAdverbs = `(?:have|had|just|already|now|also|successfully|then|therefore|finally|since|gone ahead and|went ahead and|both|indeed|accordingly|carefully|further)`
	claimThings  = `(?:notes?|files?|pages?|documents?|folders?|vault|tags?|propert(?:y|ies)|frontmatter|front matter|metadata|headings?|sections?|paragraphs?|` +
		`lines?|links?|wikilinks?|backlinks?|alias(?:es)?|tasks?|to-?dos?|checkbox(?:es)?|canvas|journal|diary|entry|entries|templates?|title|typos?|blocks?|changes?|edits?|` +
		`plan|list|log|draft|article|index)`
)

// englishVerbs and chineseVerbs are the verbs, one by one.
var (
	englishVerbs = setOf(strings.Split(claimVerbs, "|"))
	chineseVerbs = strings.Split(claimVerbsChinese, "|")
)

func setOf(words []string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}

var (
	// activeForm has: what stands between subject and verb, the verb.
	activeForm   = regexp.MustCompile(`(?i)\b(?:I|we)((?:['’]ve)?(?:\s+` + claimAdverbs + `)*\s+)(` + claimVerbs + `)\b`)
	activeSecond = regexp.MustCompile(`(?i)\b(?:I|we)\b((?:['’]ve)?\s[^.;:!?]*?(?:\band|\bthen|,)\s+(?:` + claimAdverbs + `\s+)*)(` + claimVerbs + `)\b`)
	passiveForm  = regexp.MustCompile(`(?i)(?:\b(?:has|have)\s+(?:` + claimAdverbs + `\s+)*been|['’]s been|\bwas|\bwere|\b(?:is|are)\s+(?:now|successfully))\s+(?:` + claimAdverbs + `\s+)*(` + claimVerbs + `)\b`)
	ellipticForm = regexp.MustCompile(`(?i)^(?:[\s\-*+•✅☑✓✔️>_\d.)]|\[!\w+\][+-]?|done\b[!:,.—–-]*|ok(?:ay)?\b[,.!]*|sure\b[,.!]*|and\b|all set\b[!:,.—–-]*)*(?:(?:successfully|just|also|have|now)\s+)*(` + claimVerbs + `)\b`)
	nounVerb     = regexp.MustCompile(`(?i)^[\s\-*+•✅☑✓✔️_]*(?:(?:the|your|all|both|new)\s+)*(?:` + claimThings + `|\[\[x*\]\])\s+(?:successfully\s+|now\s+)*(` + claimVerbs + `)(?:\s+successfully)?[\s*_]*[.!]?\s*$`)

	// thing is something of a vault that can be changed.
	thing = regexp.MustCompile(`(?i)\b` + claimThings + `\b|\b(?:it|they|everything|all of them)\s*$|\[\[x*\]\]|\x60x*\x60|\.md\b|#\p{L}`)
	// ownThing is what a sentence about the notes would hardly be about.
	ownThing   = regexp.MustCompile(`(?i)\b(?:notes?|files?|folders?|vault|tags?|propert(?:y|ies)|frontmatter|links?|headings?|changes?|edits?)\b|\[\[x*\]\]|\x60x*\x60|\.md\b`)
	simplePast = regexp.MustCompile(`(?i)^(?:was|were)\b`)
	// pronoun stands for one, right after the verb.
	pronoun = regexp.MustCompile(`(?i)^\s+(?:it|them|both|everything|all of (?:it|them)|that|these|those)\b`)
	// strongVerb is said of nothing but files, notes and their tags.
	strongVerb = regexp.MustCompile(`(?i)^(?:renamed|re-?tagged|untagged|tagged|deleted|trashed|edited|modified|appended|prepended)$`)
	additive   = regexp.MustCompile(`(?i)^(?:added|appended|prepended|saved|inserted|wrote|written|copied|put)$`)
	determined = regexp.MustCompile(`(?i)^\s+(?:the|your|a|an|this|these|those|all|both|it|them|some|new|two|three|four|five|\d+|to|in|into|from|as|tags?|links?|notes?|propert|\[\[|\x60|#)`)

	// ownWords are parts of the answer and of the conversation.
	ownWords = regexp.MustCompile(`(?i)^\s+(?:(?:up|out|aside|apart|forth)\b|(?:my|this|the)\s+(?:own\s+)?(?:answer|reply|response|understanding|search|query|wording|explanation|translation|mind|calculation|mistake|assumption|citations?|quotes?|quotations?)\b|sure\b)`)
	// laidOut is said of how the answer is made, by the verbs in layingOut.
	laidOut   = regexp.MustCompile(`(?i)\b(?:below|above|here|in (?:order|brackets|bold|italics|quotes|quotation marks|this answer))\b`)
	layingOut = regexp.MustCompile(`(?i)^(?:linked|added|put|copied|wrote|written|marked|set|split|filled|converted)$`)
	// composed heads what an answer may hold itself.
	composed = regexp.MustCompile(`(?i)^\s+(?:(?:a|an|the|this|that|your|one|two|three|some|short|brief|small|quick|full|complete|new|simple|little|following)\s+)*(?:table|lists?|summar(?:y|ies)|overview|outline|comparison|timeline|diagram|suggestions?|proposals?|examples?|draft|selection|collection|group)\b(?:[^\[\x60#]*$| (?:of|for|from|about|with|in|into|to|as|under|below|here|that|which)\b)`)
	intoNote = regexp.MustCompile(`(?i)\b(?:in|into|as|under|called|named)\s+(?:(?:the|your|a|an|new|this|its|own)\s+)*(?:notes?|files?|vault|folder|page|document|journal|\[\[|\x60)`)
	toNote   = regexp.MustCompile(`(?i)\bto\s+(?:(?:the|your|a|an|new|this|its|own)\s+)*(?:notes?|files?|vault|folder|page|document|journal|end\b|top\b|\[\[|\x60)`)

	nothingAtAll = regexp.MustCompile(`(?i)^\s+(?:nothing|none|no\b|neither|not\b)`)
	nobody       = regexp.MustCompile(`(?i)\b(?:nothing|none|no|neither|not one)\b[^,;:]*$`)
	otherWill    = regexp.MustCompile(`(?i)\b(?:you|he|she|they|it|which|that|who|would|could|can|cannot|will|may|might|should|must|not|never|want|wish|plan|going|need|to|when|where|how)\b|n['’]t\b|['’](?:ll|d)\b`)
	hypothetical = regexp.MustCompile(`(?i)\b(?:if|unless|whether|once|until|when|whenever|as soon as|before|in case|suppose|imagine|as though|should|could|would|have you|did you)\b[^,;:]*$`)
	reported     = regexp.MustCompile(`(?i)\b(?:wrote|write|writes?|says?|said|states?|stated|reads|claims?|mentions?|notes that|record that)(?:\s+that)?[\s:]*$`)
	datedForm    = regexp.MustCompile(`(?i)\b(?:on|in|at|since|until|by|around|before|after|during)\s+(?:the\s+)?(?:\d|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|winter|you\b|yourself)|\bby [A-Z]|\b(?:yesterday|twice|times|ago|last (?:week|month|year|night)|every|each|daily|weekly|often|recently|lately|long ago)\b|\d{4}|\d+\s*[月日号]|[一二两三四五六七八九十\d]次|于\s*\d|由[^，。]{1,12}(?:更新|修改|创建|删除|添加)`)
	earlier      = regexp.MustCompile(`(?i)\b(?:earlier|previously|last time|a moment ago|in (?:the|my|our) (?:last|previous))\b|刚才|之前|先前|上次|上一轮`)

	linkMask = regexp.MustCompile(`\[\[x*\]\]`)
	nameMask = regexp.MustCompile(`\[\[x*\]\]|\x60x*\x60`)
	listing  = regexp.MustCompile(`^(?:\s|,|、|，|and\b|和|与|及|&)*$`)
	// objectLead is what stands before a link that is what was changed, or
	// where it went.
	objectLead = regexp.MustCompile(`(?i)(?:\b(?:notes?|files?|folders?|pages?|the|your|to|into|in|from|of|and|with|under|as|called|named)|\]\]|、|和|与|到|至|在|为|把|将|给|从|向|了|笔记|文件|标签|成)\s*[,，]?$`)

	// saysDone is an answer to a request that says no more than that.
	saysDone = regexp.MustCompile(`(?i)^[\s*_✅☑✓✔️]*(?:(?:it['’]s |it is |that['’]s |all )?done\b|(?:ok(?:ay)?|sure)[,.!]? (?:it['’]s |all )?done\b|(?:好的?[，。！ ]*)?(?:已?(?:全部|都)?(?:已经?)?完成了?|搞定|弄好了|办好了|做好了)[。！!.，]?)`)
	// changeWord is in a prompt that asks for a change.
	changeWord = regexp.MustCompile(`(?i)\b(?:update|change|edit|modify|create|add|delete|remove|move|rename|tag|untag|write|save|insert|append|replace|merge|rewrite|fix|correct|trash|archive|split|mark|tick|fill|set|restore|revert|undo|clean|reorganize|reorganise|reformat|convert|copy|put|record|make)\b|` + claimVerbsChinese)
)

// asksChange tells whether a prompt asks for something to be changed. What one
// is asked stands at the beginning or the end of a long prompt; what lies
// between is text that was pasted in.
func asksChange(prompt string) bool { return changeWord.MatchString(edges(prompt)) }

// maxEdge is how much of each end of a prompt is read, in bytes.
const maxEdge = 4 << 10

// edges is a prompt without what lies far from both its ends.
func edges(prompt string) string {
	if len(prompt) <= 2*maxEdge {
		return prompt
	}
	return beginning(prompt, maxEdge) + "\n" + ending(prompt, maxEdge)
}

// beginning is the first n bytes of a text at most, in whole characters.
func beginning(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// ending is the last n bytes of a text at most, in whole characters.
func ending(text string, n int) string {
	from := max(len(text)-n, 0)
	for from < len(text) && !utf8.RuneStart(text[from]) {
		from++
	}
	return text[from:]
}
