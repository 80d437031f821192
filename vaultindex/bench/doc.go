// Command bench measures Ibid's index beside its peers on the same generated
// vaults, in one run: MiniSearch with the fields of Omnisearch, SQLite FTS5
// over the tokens Ibid indexes, and ripgrep. With -vault it also measures
// search quality on query sets made from real vaults.
//
// It prints Markdown; every number in it was measured in that run. It is a
// module of its own so that peers stay out of Ibid's dependencies.
package main
