package builtin

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"time"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

//go:embed list_dir.md
var listDirDescription string

type listDirArgs struct {
	Path       string `json:"path" jsonschema:"Folder to list, relative to the vault; . is the vault itself."`
	Recursive  bool   `json:"recursive,omitempty" jsonschema:"Also list what lies below." arg:"default=false"`
	MaxEntries int    `json:"max_entries,omitempty" jsonschema:"Most entries to return." arg:"default=200,min=1,max=5000,clamp"`
}

// listing is the data of list_dir.
type listing struct {
	tools.Clamped
	Path    string     `json:"path"`
	Entries []dirEntry `json:"entries"` // folders before files, what lies in a folder after it
	Folders int        `json:"folders"` // all, also those not shown
	Files   int        `json:"files"`
	Skipped []string   `json:"skipped_folders,omitempty"`
	Denied  []string   `json:"unreadable_folders,omitempty"` // what lies in them is not known

	limit   int
	skips   skips
	private bool
}

// dirEntry is one folder or file. A folder's path ends in a slash.
type dirEntry struct {
	Path     string `json:"path"`
	Type     string `json:"type"` // "dir" or "file"
	Size     *int64 `json:"size,omitempty"`
	Modified string `json:"modified,omitempty"`
}

func listDir() tools.Tool {
	return tools.Define(reading("list_dir", tools.KindRead, listDirDescription), runListDir)
}

func runListDir(ctx context.Context, env *tools.Env, args listDirArgs) (tools.Result, error) {
	dir, err := placer{env, "list_dir"}.folder(args.Path)
	if err != nil {
		return tools.Result{}, err
	}
	if env.Sight().Denied(dir) {
		return tools.Result{}, placer{env, "list_dir"}.closed(dir, "cannot be listed: the system denies it to this user. Its permissions have to be changed first")
	}
	data := &listing{Path: folderName(dir), Entries: []dirEntry{}, limit: args.MaxEntries, skips: newSkips(dir)}
	if err := data.list(ctx, env.Sight(), dir, args.Recursive); err != nil {
		return tools.Result{}, err
	}
	data.Skipped = data.skips.found
	data.denied(env.Sight(), dir, args.Recursive)
	total := data.Folders + data.Files
	res := tools.Result{Summary: data.summary(total), Data: data, Labels: tools.VaultLabels(data.private)}
	if len(data.Entries) < total {
		res.Truncated = &tools.Truncated{Shown: len(data.Entries), Total: total}
	}
	return res, nil
}

// list adds the entries of a folder: its folders, each with what lies in it if
// that is wanted, then its files. It counts all and keeps up to the limit.
func (l *listing) list(ctx context.Context, view *vaultindex.View, dir vaultpath.Path, recursive bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	entries, _ := view.ReadDir(dir)
	for _, e := range entries {
		if !e.IsDir() || l.skips.covers(e.Path) {
			continue
		}
		l.Folders++
		l.keep(dirEntry{Path: e.Path.String() + "/", Type: "dir"})
		if recursive {
			if err := l.list(ctx, view, e.Path, true); err != nil {
				return err
			}
		}
	}
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		l.Files++
		l.private = l.private || e.File.Private
		l.keep(dirEntry{Path: e.Path.String(), Type: "file", Size: &e.File.Size, Modified: stamp(e.File.ModTime)})
	}
	return nil
}

func (l *listing) keep(e dirEntry) {
	if len(l.Entries) < l.limit {
		l.Entries = append(l.Entries, e)
	}
}

func (l *listing) summary(total int) string {
	s := fmt.Sprintf("%q has %d %s and %d %s.", l.Path, l.Folders, plural(l.Folders, "folder", "folders"), l.Files, plural(l.Files, "file", "files"))
	if len(l.Entries) < total {
		s += fmt.Sprintf(" Shown are the first %d; list a folder of it, raise max_entries, or use find_files.", len(l.Entries))
	}
	return s + skipNote(l.Skipped) + deniedNote(l.Denied)
}

// denied notes the folders that should have been listed and could not be.
func (l *listing) denied(view *vaultindex.View, dir vaultpath.Path, recursive bool) {
	for _, p := range view.DeniedFolders(dir) {
		if (recursive || p.Dir() == dir) && !l.skips.covers(p) {
			l.Denied = append(l.Denied, p.String())
		}
	}
}

// deniedNote tells of folders that the system does not let us list.
func deniedNote(denied []string) string {
	if len(denied) == 0 {
		return ""
	}
	return fmt.Sprintf(" Cannot be listed, the system denies it: %s.", quotedSome(denied))
}

// quotedSome quotes the first few names and counts the rest.
func quotedSome(names []string) string {
	const few = 3
	var quoted []string
	for _, name := range names[:min(few, len(names))] {
		quoted = append(quoted, quote(name))
	}
	s := strings.Join(quoted, ", ")
	if len(names) > few {
		s += fmt.Sprintf(" and %d more", len(names)-few)
	}
	return s
}

// stamp writes a time of a file, in UTC to the second.
func stamp(unixNano int64) string {
	return time.Unix(0, unixNano).UTC().Format(time.RFC3339)
}
