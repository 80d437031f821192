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
type table[K comparable, V any] struct {
	shards []shard[K, V] // nil or shardCount of them
	size   int
	hash   func(K) uint64
}

type shard[K comparable, V any] struct {
	generation uint64
	entries    map[K]V
}

func hashOf(key string) uint64 { return maphash.String(seed, key) }

func itself(key uint64) uint64 { return key }

func (t *table[K, V]) get(key K) V { return t.at(key, t.hash(key)) }

// at is get for who knows the key's hash.
func (t *table[K, V]) at(key K, hash uint64) V {
	if t.shards == nil {
		var zero V
		return zero
	}
	return t.shards[hash%shardCount].entries[key]
}

// next returns a table an update may write to.
func (t *table[K, V]) next() table[K, V] {
	shards := make([]shard[K, V], shardCount)
	copy(shards, t.shards)
	return table[K, V]{shards: shards, size: t.size, hash: t.hash}
}

func (t *table[K, V]) own(key K, generation uint64) map[K]V {
	s := &t.shards[t.hash(key)%shardCount]
	if s.generation != generation {
		s.generation = generation
		s.entries = maps.Clone(s.entries)
	}
	if s.entries == nil {
		s.entries = make(map[K]V)
	}
	return s.entries
}

func (t *table[K, V]) set(generation uint64, key K, value V) {
	entries := t.own(key, generation)
	t.size -= len(entries)
	entries[key] = value
	t.size += len(entries)
}

func (t *table[K, V]) remove(generation uint64, key K) {
	entries := t.own(key, generation)
	t.size -= len(entries)
	delete(entries, key)
	t.size += len(entries)
}

// all yields the entries in no order.
func (t *table[K, V]) all() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for _, s := range t.shards {
			for key, value := range s.entries {
				if !yield(key, value) {
					return
				}
			}
		}
	}
}
