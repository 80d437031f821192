package cli

import (
	"bufio"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ibid-notes/ibid/protocol"
)

type graphCmd struct{}

// graphPage is how many files are asked for at a time.
const graphPage = 5000

// Run prints the graph, in the shapes of Obsidian's metadata cache. It asks for pages:
// the graph of a large vault is longer than one answer may be, and than is good to hold.
func (graphCmd) Run(e env) error {
	return e.with(func(cl *client) error {
		out := bufio.NewWriterSize(e.stdout, 64<<10)
		tags := map[string]int{}
		show := func(r protocol.GraphGetResult) {
			printGraph(env{stdout: out, lang: e.lang}, r)
			maps.Copy(tags, r.Tags)
		}
		end := func() { printTags(env{stdout: out}, tags) }
		if e.json {
			doc := newGraphDocument(out)
			show, end = doc.add, doc.end
		}
		if err := readGraph(e, cl, show); err != nil {
			return err
		}
		end()
		return out.Flush()
	})
}

// readGraph hands on the graph page by page. What comes after the first page breaks
// the output off when it fails.
func readGraph(e env, cl *client, use func(protocol.GraphGetResult)) error {
	params := protocol.GraphGetParams{Limit: graphPage}
	for {
		var r protocol.GraphGetResult
		if err := cl.call(e.ctx, protocol.MethodGraphGet, params, &r); err != nil {
			if params.Cursor != "" {
				err = &brokenOffError{err}
			}
			return err
		}
		use(r)
		if r.NextCursor == "" {
			return nil
		}
		params.Cursor = r.NextCursor
	}
}

// brokenOffError is a failure after a part of the output was printed.
type brokenOffError struct{ error }

func (b *brokenOffError) Unwrap() error { return b.error }

// printGraph prints a line for each link: from, to, how often, and whether it leads
// nowhere yet.
func printGraph(e env, r protocol.GraphGetResult) {
	for _, from := range slices.Sorted(maps.Keys(r.ResolvedLinks)) {
		printLinks(e, from, "", r.ResolvedLinks[from])
		printLinks(e, from, " "+e.lang.say("unresolved"), r.UnresolvedLinks[from])
	}
}

func printLinks(e env, from, mark string, to map[string]int) {
	for _, target := range slices.Sorted(maps.Keys(to)) {
		fmt.Fprintf(e.stdout, "%s -> %s (%d)%s\n", oneLine(from), oneLine(target), to[target], mark)
	}
}

// printTags prints a line for each tag: it and how often it occurs.
func printTags(e env, tags map[string]int) {
	for _, tag := range slices.Sorted(maps.Keys(tags)) {
		fmt.Fprintf(e.stdout, "%s (%d)\n", oneLine(tag), tags[tag])
	}
}

// graphDocument writes one document of all pages: resolved links as they come, the
// unresolved, which are few, and the tags at the end.
type graphDocument struct {
	put        func(text string)
	resolved   objects
	unresolved objects
	rest       strings.Builder // the unresolved
	tags       map[string]int
}

// newGraphDocument begins a document. A failure to write shows when out is flushed.
func newGraphDocument(out *bufio.Writer) *graphDocument {
	d := &graphDocument{tags: map[string]int{}}
	d.put = func(text string) { _, _ = out.WriteString(text) }
	d.resolved.put = d.put
	d.unresolved.put = func(text string) { d.rest.WriteString(text) }
	d.put(`{"resolvedLinks":{`)
	return d
}

func (d *graphDocument) add(r protocol.GraphGetResult) {
	for _, from := range slices.Sorted(maps.Keys(r.ResolvedLinks)) {
		d.resolved.add(from, r.ResolvedLinks[from])
		d.unresolved.add(from, r.UnresolvedLinks[from])
	}
	maps.Copy(d.tags, r.Tags)
}

func (d *graphDocument) end() {
	d.resolved.end()
	d.unresolved.end()
	d.put(`},"unresolvedLinks":{`)
	d.put(d.rest.String())
	d.put(`},"tags":` + jsonText(d.tags) + "}\n")
}

// objects writes the members of an object of objects. A member may come in several
// pieces, one after the other.
type objects struct {
	put   func(text string)
	begun bool
	open  string // the member that is being written
	some  bool   // it has something
}

func (o *objects) add(name string, members map[string]int) {
	if !o.begun || o.open != name {
		if o.end(); o.begun {
			o.put(",")
		}
		o.begun, o.open, o.some = true, name, false
		o.put(jsonText(name) + ":{")
	}
	for _, key := range slices.Sorted(maps.Keys(members)) {
		if o.some {
			o.put(",")
		}
		o.some = true
		o.put(jsonText(key) + ":" + strconv.Itoa(members[key]))
	}
}

// end closes the member that is being written.
func (o *objects) end() {
	if o.begun {
		o.put("}")
	}
}

// jsonText is a value as printJSON prints it, without the line break.
func jsonText(v any) string {
	var b strings.Builder
	_ = printJSON(&b, v) // strings and numbers always have an encoding
	return strings.TrimSuffix(b.String(), "\n")
}
