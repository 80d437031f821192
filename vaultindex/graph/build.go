package graph

import (
	"cmp"
	"slices"
	"strings"
)

// build makes the graph of many files at once. It ends in what change would end
// in, table for table, without collecting edits to lists that do not exist yet:
// every list is made once, in its order, and every link is folded once.
//
// Parts of the files are worked on in parallel, but where a part's results go
// follows from its place alone, so the outcome does not depend on who was first.
type build struct {
	core
	nodes []*node
	parts []part  // one a chunk of nodes
	known Targets // nil when links are to be resolved
}

// part is what a chunk of files adds to the tables.
type part struct {
	names, tags, aliases []filing[string]
	links                []filing[uint64]
	stats                Stats
	numbers              []int32 // room for the targets of one file
}

// filing is a file that belongs under a key.
type filing[K cmp.Ordered] struct {
	key  K
	hash uint64
	file *vertex
}

// build returns the graph of files, to come after c, of which nothing is left.
// The files are sorted by path, visible, and no two have the same.
func (c *core) build(files []*File, known Targets) *Graph {
	b := &build{core: *c, known: known, nodes: make([]*node, len(files)), parts: make([]part, (len(files)+chunk-1)/chunk)}
	b.generation++
	b.lexicon, b.stats = new(lexicon), Stats{}
	b.place(files)
	b.names.table = fill(b.names.table, b.generation, b.parts, func(p *part) []filing[string] { return p.names }, own)
	b.names.arrange()
	b.each(b.read)
	b.mentions.table = fill(b.mentions.table, b.generation, b.parts, func(p *part) []filing[uint64] { return p.links }, itself)
	b.tags.table = fill(b.tags.table, b.generation, b.parts, func(p *part) []filing[string] { return p.tags }, strings.Clone)
	b.aliases.table = fill(b.aliases.table, b.generation, b.parts, func(p *part) []filing[string] { return p.aliases }, strings.Clone)
	for i := range b.parts {
		b.stats.add(&b.parts[i].stats)
	}
	next := b.core // a copy, so that the graph does not keep the parts alive
	return &Graph{Lens{core: &next}}
}

// own is for keys that need no copy: they are parts of what lives as long.
func own(key string) string { return key }

// each calls do for every part, several at a time.
func (b *build) each(do func(p *part, nodes []*node)) {
	inParallel(len(b.parts), func(i int) {
		do(&b.parts[i], b.nodes[i*chunk:min((i+1)*chunk, len(b.nodes))])
	})
}

// place gives every file its vertex, its number and its name.
func (b *build) place(files []*File) {
	b.sorted = make([]*vertex, len(files))
	b.slots = slots{used: int32(len(files))}
	for from := 0; from < len(files); from += slotsPerPage {
		b.slots.pages = append(b.slots.pages, &page{generation: b.generation})
	}
	inParallel(len(b.parts), func(at int) {
		from, p := at*chunk, &b.parts[at]
		vertices := make([]vertex, min(chunk, len(files)-from))
		p.names = make([]filing[string], 0, len(vertices))
		for i := range vertices {
			v, f := &vertices[i], files[from+i]
			i += from
			*v = vertex{path: f.Path, fold: f.Path.Fold(), number: int32(i)}
			v.units = utf16Len(v.fold)
			// A node of its own: it goes, with all the note holds, when the note changes.
			b.nodes[i] = &node{vertex: v, file: f}
			b.sorted[i] = v
			b.slots.pages[i/slotsPerPage].nodes[i%slotsPerPage] = b.nodes[i]
			key := stem(v.fold)
			p.names = append(p.names, filing[string]{key, hashOf(key), v})
		}
	})
}

// read takes in what the files hold. The names are known by now.
func (b *build) read(p *part, nodes []*node) {
	tags := make(map[string]string) // as written → key; vaults have few
	for _, n := range nodes {
		from := len(p.links)
		b.links(p, n)
		p.links = p.links[:from+len(uniqueFilings(p.links[from:]))]
		from = len(p.tags)
		for tag := range n.file.Facts.Tags() {
			key, known := tags[tag.Name]
			if !known {
				key = tagKey(tag.Name)
				tags[tag.Name] = key
			}
			p.tags = append(p.tags, filing[string]{key, hashOf(key), n.vertex})
		}
		p.tags = p.tags[:from+len(uniqueFilings(p.tags[from:]))]
		for _, key := range aliasKeys(n.file) {
			p.aliases = append(p.aliases, filing[string]{key, hashOf(key), n.vertex})
		}
		p.stats.countNode(n, 1)
	}
}

// links resolves the links of n, and files it under what they mention.
func (b *build) links(p *part, n *node) {
	count := n.file.Facts.LinkCount()
	if count == 0 {
		return
	}
	n.out = make([]*vertex, count)
	known := b.recall(p, n)
	for i, link := range n.file.Facts.Links() {
		r := requestOf(linkpath(link))
		if !known {
			n.out[i] = b.resolve(r, n.place())
		}
		if link.Path != "" {
			p.links = append(p.links, filing[uint64]{r.hash, r.hash, n.vertex})
		}
	}
}

// uniqueFilings sorts the filings of one file and drops those it has twice.
func uniqueFilings[K cmp.Ordered](list []filing[K]) []filing[K] {
	slices.SortFunc(list, func(a, b filing[K]) int { return cmp.Compare(a.key, b.key) })
	return slices.CompactFunc(list, func(a, b filing[K]) bool { return a.key == b.key })
}

// fill makes the shards of a table of what the parts file. The list of a key is
// in the order of the files, and exactly as long as it must be.
func fill[K cmp.Ordered](
	t table[K, []*vertex], generation uint64, parts []part, of func(*part) []filing[K], keep func(K) K,
) table[K, []*vertex] {
	var ends [shardCount]int
	for i := range parts {
		for _, f := range of(&parts[i]) {
			ends[f.hash%shardCount]++
		}
	}
	total := 0
	for s, n := range ends {
		ends[s], total = total, total+n
	}
	all := make([]filing[K], total)
	for i := range parts {
		for _, f := range of(&parts[i]) {
			at := &ends[f.hash%shardCount]
			all[*at] = f
			*at++
		}
	}
	t.shards, t.size = make([]shard[K, []*vertex], shardCount), 0
	inParallel(shardCount, func(s int) {
		from := 0
		if s > 0 {
			from = ends[s-1]
		}
		t.shards[s] = shard[K, []*vertex]{generation, lists(all[from:ends[s]], keep)}
	})
	for _, s := range t.shards {
		t.size += len(s.entries)
	}
	return t
}

// lists is what a shard holds. The filings of a key come in the order of their
// files, which the numbers of the vertices have here.
func lists[K cmp.Ordered](filings []filing[K], keep func(K) K) map[K][]*vertex {
	slices.SortFunc(filings, func(a, b filing[K]) int {
		switch { // spelt out, as most of this time goes by here
		case a.hash != b.hash:
			return cmp.Compare(a.hash, b.hash)
		case a.key != b.key:
			return cmp.Compare(a.key, b.key)
		}
		return cmp.Compare(a.file.number, b.file.number)
	})
	room := make([]*vertex, len(filings))
	keys := 0
	for i, f := range filings {
		room[i] = f.file
		if i == 0 || f.key != filings[i-1].key {
			keys++
		}
	}
	entries := make(map[K][]*vertex, keys)
	for from := 0; from < len(filings); {
		to := from + 1
		for to < len(filings) && filings[to].key == filings[from].key {
			to++
		}
		entries[keep(filings[from].key)] = room[from:to:to]
		from = to
	}
	return entries
}

// arrange brings every list into the postings' own order.
func (p *postings[K]) arrange() {
	for _, s := range p.shards {
		for _, list := range s.entries {
			if len(list) > 1 {
				slices.SortFunc(list, p.order)
			}
		}
	}
}
