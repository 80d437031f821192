package builtin

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

//go:embed write_file.md
var writeFileDescription string

type writeFileArgs struct {
	Path     string `json:"path" jsonschema:"File to write, relative to the vault. Missing folders are made." arg:"nonempty"`
	Content  string `json:"content" jsonschema:"The whole text of the file."`
	Expected string `json:"expected_sha256,omitempty" jsonschema:"The sha256 of the file that is to be overwritten, for callers that have read nothing in this session."`
}

// written is the data of the tools that change one file.
type written struct {
	tools.Change
	Path string `json:"path"`
	Slug string `json:"slug,omitempty"` // of a note
	followed
}

func writeFile() tools.Tool {
	return tools.Define(writing("write_file", tools.KindCreate, writeFileDescription), runWriteFile)
}

func runWriteFile(_ context.Context, env *tools.Env, args writeFileArgs) (tools.Result, error) {
	pl := placer{env, "write_file"}
	p, err := pl.parse(args.Path)
	if err != nil {
		return tools.Result{}, err
	}
	d, did, kept := pl.draft(), "", &relinked{}
	t, err := pl.load(p)
	switch {
	case failed(err, tools.FileNotFound):
		if args.Expected != "" {
			return tools.Result{}, err // it was to be there
		}
		if strings.HasSuffix(args.Path, "/") {
			return tools.Result{}, pl.noFileName(args.Path, p)
		}
		did, kept, err = d.writeNew(p, args.Content)
	case err == nil:
		did, err = d.overwrite(p, t, args)
	}
	if err != nil {
		return tools.Result{}, err
	}
	return d.ofOneFile(p, did, kept)
}

// noFileName refuses a path that is written as a folder's.
func (pl placer) noFileName(raw string, p vaultpath.Path) error {
	shown := cutRunes(raw, maxShown)
	e := tools.Errorf(tools.InvalidArgument, "The path %q ends in a slash, as a folder does; a file's does not, and create_directory makes folders", shown)
	e.Data = tools.Failure{Argument: "path", Got: shown}
	return e.WithCall(pl.call(p.String()))
}

// writeNew plans a file where there is none (R142, R143).
func (d *draft) writeNew(p vaultpath.Path, content string) (string, *relinked, error) {
	if err := d.pl.vacant(p); err != nil {
		return "", nil, err
	}
	if err := d.create(p, []byte(content)); err != nil {
		return "", nil, err
	}
	kept, err := d.keepLinks(map[vaultpath.Path][]byte{p: []byte(content)})
	if err != nil {
		return "", nil, err
	}
	lines := len(newText([]byte(content)).lines())
	return kept.said(fmt.Sprintf("Created %q with %d %s", p, lines, plural(lines, "line", "lines"))), kept, nil
}

// overwrite plans another text for a file that was read whole (2.3 rule 6).
func (d *draft) overwrite(p vaultpath.Path, t *text, args writeFileArgs) (string, error) {
	basis, err := d.pl.env.Basis(p, t.raw, args.Expected)
	if err == nil {
		err = basis.Whole()
	}
	if err != nil {
		return "", err
	}
	d.given[p] = true
	after := edit.Conform(t.raw, []byte(args.Content))
	return fmt.Sprintf("Replaced the text of %q", p), d.replace(p, t, after)
}

// ofOneFile is the result of a change of one file, and of links that kept their
// meaning.
func (d *draft) ofOneFile(p vaultpath.Path, did string, kept *relinked) (tools.Result, error) {
	prop, err := d.proposal(did)
	if err != nil {
		return tools.Result{}, err
	}
	prop.Main = p
	data := &written{Change: prop.Describe(), Path: p.String(), followed: kept.followed()}
	if p.IsNote() {
		data.Slug = p.Slug()
	}
	return prop.Propose(data), nil
}
