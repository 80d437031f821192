package builtin

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

//go:embed find_files.md
var findFilesDescription string

type findFilesArgs struct {
	Path        string `json:"path,omitempty" jsonschema:"Folder to search, relative to the vault." arg:"default=."`
	Query       string `json:"query,omitempty" jsonschema:"Fragments of the path, separated by spaces; all must occur, in any case." arg:"maxlen=500"`
	Glob        string `json:"glob,omitempty" jsonschema:"Glob such as *.ts or tests/**/test_*.py; without a slash it matches the name in any folder." arg:"maxlen=500"`
	Type        string `json:"type,omitempty" jsonschema:"Shorthand for extensions: py, ts, md, json and more." arg:"maxlen=40"`
	IncludeDirs bool   `json:"include_dirs,omitempty" jsonschema:"Also find folders; their paths end in a slash." arg:"default=false"`
	Sort        string `json:"sort,omitempty" jsonschema:"Order of the paths; modified is newest first." arg:"default=path,enum=path|modified"`
	HeadLimit   int    `json:"head_limit,omitempty" jsonschema:"Most paths to return." arg:"default=200,min=1,max=1000,clamp"`
	Offset      int    `json:"offset,omitempty" jsonschema:"Paths to skip, for the next page." arg:"default=0,min=0"`
}

// foundFiles is the data of find_files.
type foundFiles struct {
	tools.Clamped
	Paths      []string      `json:"paths"`
	Total      int           `json:"total"`
	Offset     int           `json:"offset,omitempty"`
	NextOffset int           `json:"next_offset,omitempty"`
	ByFolder   []folderCount `json:"by_folder,omitempty"` // with a type; all that match, not only those shown
	MoreFolder int           `json:"more_folders,omitempty"`
	Skipped    []string      `json:"skipped_folders,omitempty"`
	Denied     []string      `json:"unreadable_folders,omitempty"` // what lies in them is not known
}

// folderCount is how many of the files lie directly in a folder.
type folderCount struct {
	Folder string `json:"folder"`
	Count  int    `json:"count"`
}

// found is one path that matched.
type found struct {
	path     vaultpath.Path
	modified int64
	folder   bool
}

func findFiles() tools.Tool {
	return tools.Define(reading("find_files", tools.KindSearch, findFilesDescription), runFindFiles)
}

func runFindFiles(ctx context.Context, env *tools.Env, args findFilesArgs) (tools.Result, error) {
	sel, err := selectFiles(placer{env, "find_files"}, args.Path, args.Glob, args.Type)
	if err != nil {
		return tools.Result{}, err
	}
	sel.fragments = fragmentsOf(args.Query)
	list, private := collect(env.Sight(), sel, args.IncludeDirs)
	if err := ctx.Err(); err != nil {
		return tools.Result{}, err
	}
	sortFound(list, args.Sort)
	data := page(list, args.Offset, args.HeadLimit)
	data.Skipped = sel.skipped.found
	data.Denied = sel.denied(env.Sight())
	if args.Type != "" {
		data.countFolders(list)
	}
	res := tools.Result{Summary: data.summary(sel), Data: data, Labels: tools.VaultLabels(private)}
	if len(data.Paths) < data.Total {
		res.Truncated = &tools.Truncated{Shown: len(data.Paths), Total: data.Total}
	}
	return res, nil
}

// selectFiles checks the arguments that find_files and grep share.
func selectFiles(pl placer, path, pattern, typeName string) (*selection, error) {
	dir, err := pl.folder(path)
	if err != nil {
		return nil, err
	}
	g, err := parseGlob(pl.tool, pattern)
	if err != nil {
		return nil, err
	}
	exts, err := extensions(pl.tool, typeName)
	if err != nil {
		return nil, err
	}
	return &selection{dir: dir, glob: g, exts: exts, skipped: newSkips(dir)}, nil
}

func collect(view *vaultindex.View, sel *selection, folders bool) (list []found, private bool) {
	for f := range sel.files(view) {
		list = append(list, found{path: f.Path, modified: f.ModTime})
		private = private || f.Private
	}
	if folders {
		for p := range sel.folders(view) {
			list = append(list, found{path: p, folder: true, modified: newestIn(view, p)})
		}
	}
	return list, private
}

// newestIn is when a folder's own files changed last, for the order.
func newestIn(view *vaultindex.View, dir vaultpath.Path) int64 {
	entries, _ := view.ReadDir(dir)
	newest := int64(math.MinInt64)
	for _, e := range entries {
		if !e.IsDir() {
			newest = max(newest, e.File.ModTime)
		}
	}
	return newest
}

func sortFound(list []found, by string) {
	slices.SortFunc(list, func(a, b found) int {
		if by == "modified" && a.modified != b.modified {
			return cmp.Compare(b.modified, a.modified)
		}
		return cmp.Compare(a.path, b.path)
	})
}

// page cuts the part that is shown.
func page(list []found, offset, limit int) *foundFiles {
	d := &foundFiles{Paths: []string{}, Total: len(list), Offset: offset}
	start := min(offset, len(list))
	end := min(start+limit, len(list))
	for _, f := range list[start:end] {
		d.Paths = append(d.Paths, f.name())
	}
	if end < len(list) {
		d.NextOffset = end
	}
	return d
}

func (f found) name() string {
	if f.folder {
		return f.path.String() + "/"
	}
	return f.path.String()
}

// maxFolders bounds the folders that are counted one by one.
const maxFolders = 50

// countFolders says where the files are (R193), fullest folder first.
func (d *foundFiles) countFolders(list []found) {
	counts := map[vaultpath.Path]int{}
	for _, f := range list {
		counts[f.path.Dir()]++
	}
	for folder, n := range counts {
		d.ByFolder = append(d.ByFolder, folderCount{folderName(folder), n})
	}
	slices.SortFunc(d.ByFolder, func(a, b folderCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Folder, b.Folder))
	})
	if len(d.ByFolder) > maxFolders {
		d.MoreFolder = len(d.ByFolder) - maxFolders
		d.ByFolder = d.ByFolder[:maxFolders]
	}
}

func (d *foundFiles) summary(sel *selection) string {
	var b strings.Builder
	where := ""
	if sel.dir != vaultpath.Root {
		where = fmt.Sprintf(" below %q", sel.dir)
	}
	switch {
	case d.Total == 0:
		fmt.Fprintf(&b, "Nothing%s matches.", where)
	case len(d.Paths) == 0:
		fmt.Fprintf(&b, "%s; offset %d is past the end.", matchCount(d.Total, where), d.Offset)
	default:
		fmt.Fprintf(&b, "%s; shown are %d to %d.", matchCount(d.Total, where), d.Offset+1, d.Offset+len(d.Paths))
	}
	if n := len(d.ByFolder) + d.MoreFolder; n > 0 {
		fmt.Fprintf(&b, " They lie in %d %s, most in %q.", n, plural(n, "folder", "folders"), d.ByFolder[0].Folder)
	}
	if d.NextOffset > 0 {
		fmt.Fprintf(&b, " Go on with offset=%d.", d.NextOffset)
	}
	b.WriteString(skipNote(d.Skipped))
	b.WriteString(deniedNote(d.Denied))
	return b.String()
}

func matchCount(n int, where string) string {
	return fmt.Sprintf("%d %s%s", n, plural(n, "path matches", "paths match"), where)
}

// skipNote tells of folders that were not looked into.
func skipNote(skipped []string) string {
	if len(skipped) == 0 {
		return ""
	}
	return fmt.Sprintf(" Not searched: %s (dependencies or build results; give one as path to look inside).", strings.Join(skipped[:min(3, len(skipped))], ", "))
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
