package graph

import (
	"slices"
	"sync"
	"sync/atomic"
)

// lexicon is what finds all names and aliases of a graph in a text, made when
// it is first asked for. Graphs with the same names share one. When a few names
// come, the next lexicon takes the large automaton over and has a small one of
// its own beside it; a name that went is still found, and then nothing has it.
type lexicon struct {
	base  *automaton // of an earlier graph; nil: one of all names has to be made
	added []string   // keys that are not in base

	making sync.Mutex
	made   atomic.Pointer[automata]
}

// automata are the large automaton and, where keys came since, a small one.
type automata [2]*automaton

// looseKeys is how many keys a lexicon may have beside its base before all is
// made anew. Making the small automaton takes a few milliseconds.
const looseKeys = 10_000

// automata returns what finds every name and alias of c, the graph the lexicon
// is of.
func (x *lexicon) automata(c *core) *automata {
	if made := x.made.Load(); made != nil {
		return made
	}
	x.making.Lock()
	defer x.making.Unlock()
	if made := x.made.Load(); made != nil {
		return made
	}
	made := &automata{x.base}
	if x.base == nil {
		made[0] = newAutomaton(c.nameKeys())
	}
	if len(x.added) > 0 {
		made[1] = newAutomaton(slices.Clone(x.added))
	}
	x.made.Store(made)
	return made
}

// next returns the lexicon after keys came.
func (x *lexicon) next(keys []string) *lexicon {
	base := x.base
	if made := x.made.Load(); made != nil {
		base = made[0]
	}
	if base == nil || len(x.added)+len(keys) > looseKeys {
		return new(lexicon)
	}
	return &lexicon{base: base, added: slices.Concat(x.added, keys)}
}

// scan calls hit for every occurrence of a key.
func (a *automata) scan(text []byte, hit func(start, end int)) {
	for _, one := range a {
		if one != nil {
			one.scan(text, hit)
		}
	}
}

// nameKeys returns the keys of all names and aliases of notes.
func (c *core) nameKeys() []string {
	var keys []string
	for _, v := range c.sorted {
		if key := v.nameKey(); key != "" {
			keys = append(keys, key)
		}
	}
	for key := range c.aliases.all() {
		keys = append(keys, key)
	}
	return slices.DeleteFunc(keys, func(key string) bool { return !mentionable(key) })
}
