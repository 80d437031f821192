package builtin

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
)

//go:embed create_directory.md
var createDirectoryDescription string

type createDirectoryArgs struct {
	Path string `json:"path" jsonschema:"Folder to make, relative to the vault. Missing folders above it are made too." arg:"nonempty"`
}

// folderMade is the data of create_directory.
type folderMade struct {
	tools.Change
	Path    string `json:"path"`
	Existed bool   `json:"existed,omitempty"` // then there was nothing to do
}

func createDirectory() tools.Tool {
	return tools.Define(writing("create_directory", tools.KindCreate, createDirectoryDescription), runCreateDirectory)
}

func runCreateDirectory(_ context.Context, env *tools.Env, args createDirectoryArgs) (tools.Result, error) {
	pl := placer{env, "create_directory"}
	p, err := pl.parse(args.Path)
	if err != nil {
		return tools.Result{}, err
	}
	if env.Sight().SeesFolder(p) {
		return tools.Result{Summary: fmt.Sprintf("The folder %q is there already; nothing had to be made.", folderName(p)),
			Data: &folderMade{Change: tools.Change{Changes: "nothing changed", Files: []tools.ChangedFile{}}, Path: folderName(p), Existed: true}}, nil
	}
	if err := pl.vacant(p); err != nil {
		return tools.Result{}, err
	}
	d := pl.draft()
	d.effects = append(d.effects, edit.Effect{Op: edit.Mkdir, Path: p})
	prop, err := d.proposal(fmt.Sprintf("Made the folder %q", p))
	if err != nil {
		return tools.Result{}, err
	}
	prop.Main = p
	return prop.Propose(&folderMade{Change: prop.Describe(), Path: p.String()}), nil
}
