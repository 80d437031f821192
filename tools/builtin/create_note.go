package builtin

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

//go:embed create_note.md
var createNoteDescription string

type createNoteArgs struct {
	Title   string   `json:"title" jsonschema:"Title of the note; the file is named after it." arg:"nonempty,maxlen=1000"`
	Content string   `json:"content" jsonschema:"Markdown of the note. A property block at its beginning is taken over."`
	Tags    []string `json:"tags,omitempty" jsonschema:"Tags, with or without #."`
	Folder  string   `json:"folder,omitempty" jsonschema:"Folder for the note; . is the vault itself. Left out, a fitting one is chosen."`
	Topic   string   `json:"topic,omitempty" jsonschema:"What the note is about, to choose the folder by." arg:"maxlen=1000"`
}

// noteMade is the data of create_note.
type noteMade struct {
	tools.Change
	Path       string `json:"path"`
	Slug       string `json:"slug"`
	Title      string `json:"title"`
	FolderFrom string `json:"folder_from"` // why it lies where it lies
	followed
}

func createNote() tools.Tool {
	return tools.Define(writing("create_note", tools.KindCreate, createNoteDescription), runCreateNote)
}

func runCreateNote(ctx context.Context, env *tools.Env, args createNoteArgs) (tools.Result, error) {
	pl := placer{env, "create_note"}
	name, err := fileName(args.Title)
	if err != nil {
		return tools.Result{}, err
	}
	tags, err := tagArgs(args.Tags)
	if err != nil {
		return tools.Result{}, err
	}
	where, err := pl.homeOf(ctx, args, tags)
	if err != nil {
		return tools.Result{}, err
	}
	p, err := where.folder.Join(name + ".md")
	if err != nil {
		return tools.Result{}, err
	}
	if err := pl.vacant(p); err != nil {
		return tools.Result{}, err
	}
	text, err := newNoteText(env, where.folder, name, args, tags)
	if err != nil {
		return tools.Result{}, pl.ofNew(err, p)
	}
	return pl.noteMade(p, text, where)
}

func (pl placer) noteMade(p vaultpath.Path, text []byte, where home) (tools.Result, error) {
	d := pl.draft()
	if err := d.create(p, text); err != nil {
		return tools.Result{}, err
	}
	kept, err := d.keepLinks(map[vaultpath.Path][]byte{p: text})
	if err != nil {
		return tools.Result{}, err
	}
	prop, err := d.proposal(kept.said(fmt.Sprintf("Created the note %q in %q, because %s", p.Slug(), folderName(where.folder), where.why)))
	if err != nil {
		return tools.Result{}, err
	}
	prop.Main = p
	return prop.Propose(&noteMade{Change: prop.Describe(), Path: p.String(), Slug: p.Slug(), Title: p.Name(), FolderFrom: where.why, followed: kept.followed()}), nil
}

// homeOf is the folder that was named (R148), or the one chosen.
func (pl placer) homeOf(ctx context.Context, args createNoteArgs, tags []any) (home, error) {
	if strings.TrimSpace(args.Folder) == "" {
		return pl.chooseHome(ctx, args.Title, args.Topic, tags)
	}
	p, err := pl.parse(args.Folder)
	if err != nil {
		return home{}, err
	}
	return home{p, "that folder was named"}, nil
}

// newNoteText is the text of a new note, with properties as the vault has them.
func newNoteText(env *tools.Env, folder vaultpath.Path, name string, args createNoteArgs, tags []any) ([]byte, error) {
	style := styleOf(env, folder)
	text := []byte(args.Content)
	if len(tags) > 0 && style.inline && !note.Parse(text).HasFrontmatter {
		text = append(beforeMore(text), inlineTags(tags)+"\n"...)
		tags = nil
	}
	var edits []edit.PropertyEdit
	if style.created != "" && !hasProperty(text, style.created) {
		edits = append(edits, edit.PropertyEdit{Key: style.created, Value: env.Time().Local().Format(style.layout)})
	}
	if title := titleOf(args.Title); name != title { // the title would be lost: the file cannot have it
		edits = append(edits, edit.PropertyEdit{Key: "aliases", Op: edit.AppendItems, Value: []any{title}})
	}
	if len(tags) > 0 {
		edits = append(edits, edit.PropertyEdit{Key: "tags", Op: edit.AppendItems, Value: tags})
	}
	return withProperties(env, text, edits)
}

// beforeMore ends a text so that a paragraph can follow.
func beforeMore(text []byte) []byte {
	body := strings.TrimRight(string(text), " \t\r\n")
	if body == "" {
		return nil
	}
	return []byte(body + "\n\n")
}

func hasProperty(text []byte, key string) bool {
	for _, p := range note.Parse(text).Properties {
		if strings.EqualFold(p.Key, key) {
			return true
		}
	}
	return false
}

// withProperties edits the properties of a text, those that need it. What stands
// there already is left as it is written.
func withProperties(env *tools.Env, text []byte, edits []edit.PropertyEdit) ([]byte, error) {
	types := edit.PropertyTypes(env.View.Settings().PropertyTypes)
	for _, e := range edits {
		after, err := edit.EditProperties(text, types, e)
		if isNoChange(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		text = after
	}
	return text, nil
}

// propertiesOf are the edits that give a note the properties of another text: its
// keys are set, others stay (R156).
func propertiesOf(given *note.Note) []edit.PropertyEdit {
	var edits []edit.PropertyEdit
	for _, p := range given.Properties {
		edits = append(edits, edit.PropertyEdit{Key: p.Key, Value: p.Value})
	}
	return edits
}
