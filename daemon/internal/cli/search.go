package cli

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"github.com/ibid-notes/ibid/protocol"
)

type searchCmd struct {
	Query          []string `arg:"" optional:"" sep:"none" help:"Words, a question, or a query in Obsidian's search language. word* finds all that begins so. Quotes around all of it keep the shell from taking signs of the query."`
	Limit          int      `help:"Most notes to show, 1 to 100. More than 100 is 100." default:"10"`
	IncludePrivate bool     `help:"Show private notes too."`
	Batch          bool     `help:"Read queries from standard input, one a line, and answer each with a line of JSON."`
}

// searchJSON is what --json prints.
type searchJSON struct {
	Query    string    `json:"query"`
	Hits     []hitJSON `json:"hits"`
	Total    int       `json:"total"`
	Notices  []string  `json:"notices"`
	Near     []string  `json:"near"`
	Indexing bool      `json:"indexing"`
	Seq      int       `json:"seq"`
	TookMs   float64   `json:"took_ms"`
}

type hitJSON struct {
	Path    string   `json:"path"`
	Title   string   `json:"title"`
	Score   float64  `json:"score"`
	Excerpt string   `json:"excerpt"`
	Heading string   `json:"heading"`
	Line    int      `json:"line"`
	Why     []string `json:"why"`
	Tags    []string `json:"tags"`
}

// Run searches once, or once for every line of standard input.
func (c searchCmd) Run(e env) error {
	query := strings.Join(c.Query, " ")
	if c.Batch == (strings.TrimSpace(query) != "") {
		return usageError{errors.New(`give a query, as in: ibid search "sleep", or --batch and queries on standard input`)}
	}
	if c.Limit < 1 {
		return usageError{fmt.Errorf("--limit %d is out of range: give 1 to 100", c.Limit)}
	}
	return e.with(func(cl *client) error {
		if c.Batch {
			return c.batch(e, cl)
		}
		return c.one(e, cl, query, e.json)
	})
}

// maxQueryLine bounds a line of a batch.
const maxQueryLine = 1 << 20

func (c searchCmd) batch(e env, cl *client) error {
	lines := bufio.NewScanner(e.stdin)
	lines.Buffer(nil, maxQueryLine)
	for lines.Scan() {
		if query := strings.TrimSpace(lines.Text()); query != "" {
			if err := c.one(e, cl, query, true); err != nil {
				if err := printJSON(e.stdout, map[string]any{"query": query, "error": toFailure(err)}); err != nil {
					return err
				}
			}
		}
	}
	return lines.Err()
}

func (c searchCmd) one(e env, cl *client, query string, asJSON bool) error {
	var r protocol.SearchQueryResult
	err := cl.call(e.ctx, protocol.MethodSearchQuery, protocol.SearchQueryParams{
		Query: query, Limit: &c.Limit, IncludePrivate: c.IncludePrivate}, &r)
	if err != nil {
		return err
	}
	e.lang = e.lang.ofText(query)
	if !c.Batch { // whose lines each carry their own
		if len(r.Hits) == 0 {
			fmt.Fprintln(e.stderr, e.lang.say("found nothing"))
		}
		for _, n := range r.Notices {
			fmt.Fprintln(e.stderr, n)
		}
		if len(r.Near) > 0 {
			fmt.Fprintln(e.stderr, e.lang.say("similar names", oneLine(strings.Join(r.Near, ", "))))
		}
	}
	if asJSON {
		out := searchJSON{Query: query, Hits: []hitJSON{}, Total: r.Total, Notices: r.Notices, Near: r.Near, Indexing: r.Indexing, Seq: r.Seq, TookMs: r.TookMs}
		for _, h := range r.Hits {
			out.Hits = append(out.Hits, hitJSON(h))
		}
		return printJSON(e.stdout, out)
	}
	return printHits(e, r)
}

func printHits(e env, r protocol.SearchQueryResult) error {
	var b strings.Builder
	for _, h := range r.Hits {
		fmt.Fprintf(&b, "%s", oneLine(h.Path))
		if h.Line > 0 {
			fmt.Fprintf(&b, ":%d", h.Line)
		}
		if h.Heading != "" {
			fmt.Fprintf(&b, "  # %s", oneLine(h.Heading))
		}
		if h.Excerpt != "" {
			fmt.Fprintf(&b, "\n    %s", strings.Join(strings.Fields(h.Excerpt), " "))
		}
		why := make([]string, len(h.Why))
		for i, reason := range h.Why {
			why[i] = e.lang.why(reason)
		}
		fmt.Fprintf(&b, "\n    (%s)\n", oneLine(strings.Join(why, "; ")))
	}
	if len(r.Hits) < r.Total {
		fmt.Fprintln(&b, e.lang.say("more hits", len(r.Hits), r.Total))
	}
	_, err := fmt.Fprint(e.stdout, b.String())
	return err
}
