// Package graph is the immutable graph of a vault: its files, what links to
// what by Obsidian's own resolution, backlinks, tags and names.
//
// A Graph never changes. Update makes the next one and shares with the old all
// that did not change, so readers hold one for as long as they like.
package graph
