package builtin

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

//go:embed update_note.md
var updateNoteDescription string

type updateNoteArgs struct {
	Slug     string   `json:"slug,omitempty" jsonschema:"The note: its path without .md, or any shorter form that can mean only one note."`
	Target   string   `json:"target,omitempty" jsonschema:"In place of slug: a title, an alias, or words that only one note fits." arg:"maxlen=1000"`
	Content  string   `json:"content" jsonschema:"The new text, by mode. With append it may be empty, to change only title or tags."`
	Title    string   `json:"title,omitempty" jsonschema:"New title: the file is renamed and all links follow." arg:"maxlen=1000"`
	Tags     []string `json:"tags,omitempty" jsonschema:"The tags the note's properties shall have, in place of those they have."`
	Mode     string   `json:"mode,omitempty" jsonschema:"replace the text below the properties, append to it, or replace one section." arg:"default=replace,enum=replace|append|section"`
	Section  string   `json:"section,omitempty" jsonschema:"With mode section: a heading, a path of headings as A#B, or a block id as ^id."`
	Expected string   `json:"expected_sha256,omitempty" jsonschema:"The sha256 of the note, for callers that have read nothing in this session."`
}

// noteUpdated is the data of update_note.
type noteUpdated struct {
	tools.Change
	Path string `json:"path"` // afterwards
	Slug string `json:"slug"`
	From string `json:"from,omitempty"` // before, where it was renamed
	followed
}

func updateNote() tools.Tool {
	return tools.Define(writing("update_note", tools.KindEdit, updateNoteDescription), runUpdateNote)
}

func runUpdateNote(ctx context.Context, env *tools.Env, args updateNoteArgs) (tools.Result, error) {
	pl := placer{env, "update_note"}
	if err := args.check(); err != nil {
		return tools.Result{}, err
	}
	p, err := pl.noteOrTarget(ctx, args.Slug, args.Target)
	if err != nil {
		return tools.Result{}, err
	}
	t, err := pl.load(p)
	if err != nil {
		return tools.Result{}, err
	}
	basis, err := env.Basis(p, t.raw, args.Expected)
	if err != nil {
		return tools.Result{}, err
	}
	after, err := args.apply(env, p, t)
	if err != nil {
		return tools.Result{}, located(err, p, t)
	}
	if args.Mode == "replace" {
		err = basis.Whole()
	} else {
		err = basis.CoversChange(t.raw, after)
	}
	if err != nil {
		return tools.Result{}, err
	}
	d := pl.draft()
	d.given[p] = basis.ByHash()
	return d.updated(p, t, after, args)
}

// check refuses arguments that do not go together.
func (a updateNoteArgs) check() error {
	bad := func(arg, format string, args ...any) error {
		e := tools.Errorf(tools.InvalidArgument, format, args...)
		e.Data.Argument = arg
		return e
	}
	blank := strings.TrimSpace(a.Content) == ""
	switch {
	case strings.TrimSpace(a.Slug) == "" && strings.TrimSpace(a.Target) == "":
		return bad("slug", "update_note needs the argument \"slug\" or \"target\", to say which note is meant")
	case a.Mode == "section" && strings.TrimSpace(a.Section) == "":
		return bad("section", "With mode section the argument \"section\" is missing; name a heading or a block id")
	case a.Mode != "section" && a.Section != "":
		return bad("mode", "The argument \"section\" goes with mode section, and mode is %s", a.Mode)
	case blank && a.Mode == "replace":
		return bad("content", "The argument \"content\" is empty, which would delete the note's text; with mode append an empty content changes only title and tags")
	case blank && a.Mode == "append" && a.Title == "" && a.Tags == nil:
		return bad("content", "The argument \"content\" is empty, and neither title nor tags are given; nothing is left to do")
	}
	return nil
}

// apply returns the note with its new text, properties and heading.
func (a updateNoteArgs) apply(env *tools.Env, p vaultpath.Path, t *text) ([]byte, error) {
	after, err := a.newText(env, t.raw)
	if isNoChange(err) && (a.Tags != nil || a.Title != "") {
		after, err = t.raw, nil // the text is there already, and more was asked for
	}
	if err != nil {
		return nil, err
	}
	if a.Tags != nil {
		tags, err := tagArgs(a.Tags)
		if err != nil {
			return nil, err
		}
		if len(tags) == 0 && !hasProperty(after, "tags") {
			return a.withTitle(env, p, after) // there are none to take away
		}
		if after, err = withProperties(env, after, []edit.PropertyEdit{{Key: "tags", Value: tags}}); err != nil {
			return nil, err
		}
	}
	return a.withTitle(env, p, after)
}

func (a updateNoteArgs) withTitle(env *tools.Env, p vaultpath.Path, raw []byte) ([]byte, error) {
	if a.Title == "" {
		return raw, nil
	}
	return a.followTitle(env, p, raw)
}

func (a updateNoteArgs) newText(env *tools.Env, raw []byte) ([]byte, error) {
	switch a.Mode {
	case "append":
		return appendText(raw, a.Content)
	case "section":
		return a.sectionText(raw)
	}
	given := note.Parse([]byte(a.Content))
	body := []byte(a.Content)
	if given.HasFrontmatter {
		body = body[given.Frontmatter.End:]
	}
	after := edit.Conform(raw, append(headOf(raw, body), body...))
	return withProperties(env, after, propertiesOf(given))
}

// headOf is what stays above a note's text: its properties (R156), and the blank
// lines below them.
func headOf(raw, body []byte) []byte {
	n := note.Parse(raw)
	if !n.HasFrontmatter {
		return nil
	}
	end := n.Frontmatter.End
	head := bytes.Clone(raw[:end])
	if len(body) == 0 || body[0] == '\n' || body[0] == '\r' {
		return head
	}
	rest := raw[end:]
	return append(head, rest[:len(rest)-len(bytes.TrimLeft(rest, "\r\n"))]...)
}

// sectionText edits a section or a block. Where the text brings headings of its
// own, it stands for the section with all below it; else what is below stays.
func (a updateNoteArgs) sectionText(raw []byte) ([]byte, error) {
	address := strings.TrimSpace(a.Section)
	if strings.HasPrefix(strings.TrimPrefix(address, "#"), "^") {
		done, err := edit.EditBlock(raw, edit.BlockEdit{ID: address, Text: a.Content})
		return done.After, err
	}
	text := a.Content
	section, err := edit.FindSection(raw, address, 0)
	if err != nil {
		return nil, err
	}
	first, rest, _ := strings.Cut(strings.TrimLeft(text, "\r\n"), "\n")
	if strings.TrimSpace(first) == strings.TrimSpace(string(raw[section.Start:section.Body])) {
		text = rest // the heading itself, which stays
	}
	done, err := edit.EditSection(raw, edit.SectionEdit{Heading: address, Text: text, Subsections: len(note.Parse([]byte(text)).Headings) > 0})
	return done.After, err
}

// followTitle gives a title property, or the first heading, that is the old title
// the new one. Where neither is, and the file's name cannot be the title, that is
// kept as an alias.
func (a updateNoteArgs) followTitle(env *tools.Env, p vaultpath.Path, raw []byte) ([]byte, error) {
	title, n, old := titleOf(a.Title), note.Parse(raw), p.Name()
	name, err := fileName(a.Title)
	if err != nil {
		return nil, err
	}
	if textProperty(n, "title") == old {
		return withProperties(env, raw, []edit.PropertyEdit{{Key: "title", Value: title}})
	}
	if len(n.Headings) > 0 && n.Headings[0].Level == 1 && n.Headings[0].Text == old {
		span := n.Headings[0].Span
		if at := bytes.Index(raw[span.Start:span.End], []byte(old)); at >= 0 {
			at += span.Start
			return joined(raw[:at], []byte(title), raw[at+len(old):]), nil
		}
	}
	if name != title {
		return withProperties(env, raw, []edit.PropertyEdit{{Key: "aliases", Op: edit.AppendItems, Value: []any{title}}})
	}
	return raw, nil
}

func joined(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// updated makes the result: of an edit, or of an edit and a rename in one.
func (d *draft) updated(p vaultpath.Path, t *text, after []byte, args updateNoteArgs) (tools.Result, error) {
	to, err := d.pl.renamed(p, args.Title)
	if err != nil {
		return tools.Result{}, err
	}
	if to == p {
		if err := d.replace(p, t, after); err != nil {
			return tools.Result{}, err
		}
		return d.updatedData(p, p, &relinked{}, fmt.Sprintf("Updated %q", p.Slug()))
	}
	if string(after) != string(t.raw) {
		if err := d.revise(p, t, after); err != nil {
			return tools.Result{}, err
		}
	}
	r := d.pl.relink(map[vaultpath.Path]vaultpath.Path{p: to})
	r.texts[p] = after
	done, err := r.plan()
	if err != nil {
		return tools.Result{}, err
	}
	d.take(done)
	return d.updatedData(p, to, done, fmt.Sprintf("Updated %q, renamed it to %q and rewrote %s", p.Slug(), to.Slug(), done.counted()))
}

func (d *draft) updatedData(p, to vaultpath.Path, done *relinked, did string) (tools.Result, error) {
	prop, err := d.proposal(did)
	if err != nil {
		return tools.Result{}, err
	}
	prop.Main = p
	data := &noteUpdated{Change: prop.Describe(), Path: to.String(), Slug: to.Slug(), followed: done.followed()}
	if to != p {
		data.From = p.String()
	}
	return prop.Propose(data), nil
}

// renamed is the path of a note under a new title, p itself without one.
func (pl placer) renamed(p vaultpath.Path, title string) (vaultpath.Path, error) {
	if strings.TrimSpace(title) == "" {
		return p, nil
	}
	name, err := fileName(title)
	if err != nil {
		return p, err
	}
	to, err := p.Dir().Join(name + p.Base()[len(p.Name()):])
	if err != nil || to == p {
		return to, err
	}
	return to, pl.vacantFor(p, to)
}
