package graph

import (
	"hash/maphash"
	"iter"
	"maps"
)

// shardCount is how finely a table is split. A write copies one shard and the
// list of shards: at 100,000 keys that is about 200 entries and 8 KB.
const shardCount = 512

var seed = maphash.MakeSeed()

// table is a map that is copied on write, a shard at a time.
//
//   - A table reached from a published graph is never written.
//   - Every update has a generation higher than its parent's. A shard of the
//     update's own generation was copied by it, so only it can see the shard,
//     and it may write there without copying again.
type table[V any] struct {
	shards []shard[V] // nil or shardCount of them
	size   int
}

type shard[V any] struct {
	generation uint64
	entries    map[string]V
}

func shardOf(key string) uint64 { return maphash.String(seed, key) % shardCount }

func (t *table[V]) get(key string) V {
	if t.shards == nil {
		var zero V
		return zero
	}
	return t.shards[shardOf(key)].entries[key]
}

// next returns a table an update may write to.
func (t *table[V]) next() table[V] {
	shards := make([]shard[V], shardCount)
	copy(shards, t.shards)
	return table[V]{shards: shards, size: t.size}
}

func (t *table[V]) own(key string, generation uint64) map[string]V {
	s := &t.shards[shardOf(key)]
	if s.generation != generation {
		s.generation = generation
		s.entries = maps.Clone(s.entries)
	}
	if s.entries == nil {
		s.entries = make(map[string]V)
	}
	return s.entries
}

func (t *table[V]) set(generation uint64, key string, value V) {
	entries := t.own(key, generation)
	t.size -= len(entries)
	entries[key] = value
	t.size += len(entries)
}

func (t *table[V]) remove(generation uint64, key string) {
	entries := t.own(key, generation)
	t.size -= len(entries)
	delete(entries, key)
	t.size += len(entries)
}

// all yields the entries in no order.
func (t *table[V]) all() iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, s := range t.shards {
			for key, value := range s.entries {
				if !yield(key, value) {
					return
				}
			}
		}
	}
}
