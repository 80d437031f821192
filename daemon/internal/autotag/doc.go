// Package autotag is the tag steward: it learns how a vault is tagged and
// proposes tags for a note, with reasons, or abstains. It also looks after the
// vocabulary and plans the edits that apply and rename tags.
//
// It is pure but for reading through a vaultindex.View: it writes nothing and
// asks no model. What it plans is an edit.Set, which only the gate can apply.
//
// # The design in short
//
// Read takes the tagged notes that a view shows, excluded files and templates
// left out, as pages: the words of the text, signs (folders, properties, hosts,
// headings, words of tags) and links. Nothing of a page comes from its own
// tags. Learn weighs the evidence that pages give for each other's tags: each
// page is taken out in turn, its tags are guessed from the others, and a
// logistic regression around shipped weights learns what to trust in this vault.
// The bound below which nothing is proposed comes out of the same guesses.
//
// All of it is deterministic: nothing is drawn at random, and every sum is taken
// in a fixed order.
package autotag
