// Package edit makes changes to notes as values, purely: bytes and a request
// in, new bytes or a refusal out, no I/O. What is written, when and by whom is
// the gate's business.
//
// # The design in short
//
// A change of the vault is a Set: effects (create, replace, move, trash,
// mkdir) that touch every path once. A set is whole: it holds the new bytes and
// the hash of the old ones, so what was planned is what is applied. Set.Hash
// binds an approval, Set.Inverse is the undo, Set.Summarize is what a person
// reads.
//
// New bytes come from one of the editors, which all go the same way: find the
// place in the current bytes, change these bytes only, look at the result, and
// refuse rather than guess.
//
//	ReplaceText      text that occurs exactly once, or as often as was said
//	ParsePatch, Plan patches in Codex's grammar over many files, all or nothing
//	EditSection      the text below a heading, addressed from the note's parse
//	EditBlock        a block, addressed by its id
//	EditProperties   frontmatter keys, every other byte kept
//	Rewriter         links whose file moved
//	Conform          a whole new text in the line ends and with the mark of the old
//
// Three checks stand beside them. CheckFormat tells that a note's properties, a
// canvas or a base can still be read. Suspect finds what an overwriting may have
// lost without meaning to; it reports and does not decide. Compare makes the
// diff, whose hunks can be taken one by one.
//
// Every refusal is an *Error with a Code of a closed set. Its message names the
// input, the rule, and the smallest right form.
package edit
