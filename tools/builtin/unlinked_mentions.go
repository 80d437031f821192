package builtin

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

//go:embed unlinked_mentions.md
var unlinkedMentionsDescription string

type unlinkedMentionsArgs struct {
	Slug      string `json:"slug" jsonschema:"The note: its path without .md, or any shorter form that can mean only one note." arg:"nonempty"`
	Direction string `json:"direction,omitempty" jsonschema:"of: where other notes say this note's name. in: which notes this one names." arg:"default=of,enum=of|in"`
	Limit     int    `json:"limit,omitempty" jsonschema:"Most mentions to return." arg:"default=50,min=1,max=500,clamp"`
}

// mentions is the data of unlinked_mentions.
type mentions struct {
	tools.Clamped
	Path      string    `json:"path"`
	Slug      string    `json:"slug"`
	Direction string    `json:"direction"`
	Mentions  []mention `json:"mentions"` // by path and place
	Total     int       `json:"total"`
}

// mention is a place where a note is named without a link.
type mention struct {
	Path string   `json:"path"` // where it stands
	Line int      `json:"line"`
	Text string   `json:"text"` // as written
	To   []string `json:"to"`   // the notes of that name or alias
	In   string   `json:"in"`   // the line, cut around it
}

func unlinkedMentions() tools.Tool {
	return tools.Define(reading("unlinked_mentions", tools.KindSearch, unlinkedMentionsDescription), runUnlinkedMentions)
}

func runUnlinkedMentions(ctx context.Context, env *tools.Env, args unlinkedMentionsArgs) (tools.Result, error) {
	pl := placer{env, "unlinked_mentions"}
	p, err := pl.note(args.Slug)
	if err != nil {
		return tools.Result{}, err
	}
	found, total, err := pl.mentions(ctx, p, args)
	if err != nil {
		return tools.Result{}, err
	}
	data := &mentions{Path: p.String(), Slug: p.Slug(), Direction: args.Direction, Mentions: []mention{}, Total: total}
	private := isPrivate(env, p)
	for _, m := range found {
		private = private || isPrivate(env, m.From)
		for _, to := range m.To {
			private = private || isPrivate(env, to)
		}
		data.Mentions = append(data.Mentions, mention{Path: m.From.String(), Line: m.Span.Line, Text: m.Text, To: texts(m.To), In: m.Context})
	}
	res := tools.Result{Status: tools.StatusOK, Data: data, Labels: tools.VaultLabels(private)}
	where := fmt.Sprintf("name %q without a link", p.Slug())
	if args.Direction == "in" {
		where = fmt.Sprintf("in %q name a note without a link", p.Slug())
	}
	res.Summary = fmt.Sprintf("%d %s %s.", total, plural(total, "place", "places"), where)
	if len(found) < total {
		res.Truncated = &tools.Truncated{Shown: len(found), Total: total}
	}
	return res, nil
}

func (pl placer) mentions(ctx context.Context, p vaultpath.Path, args unlinkedMentionsArgs) ([]vaultindex.Mention, int, error) {
	if args.Direction == "of" {
		return pl.env.Sight().MentionsOf(ctx, p, args.Limit)
	}
	all, err := pl.env.Sight().MentionsIn(p)
	if err != nil {
		return nil, 0, pl.unreadable(p, err)
	}
	return all[:min(len(all), args.Limit)], len(all), nil
}
