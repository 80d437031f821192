package builtin

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/graph"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

//go:embed grep.md
var grepDescription string

type grepArgs struct {
	Pattern         string `json:"pattern" jsonschema:"What to look for in each line: a regular expression (RE2), or with fixed_strings the text itself." arg:"nonempty,maxlen=2000"`
	Path            string `json:"path,omitempty" jsonschema:"Folder or file to search, relative to the vault." arg:"default=."`
	Glob            string `json:"glob,omitempty" jsonschema:"Only files that match this glob; without a slash it matches the name in any folder." arg:"maxlen=500"`
	Type            string `json:"type,omitempty" jsonschema:"Only files of this type: md, py, ts, json and more." arg:"maxlen=40"`
	CaseInsensitive bool   `json:"case_insensitive,omitempty" jsonschema:"Take upper and lower case as the same." arg:"default=false"`
	FixedStrings    bool   `json:"fixed_strings,omitempty" jsonschema:"Take the pattern as it is, not as a regular expression." arg:"default=false"`
	OutputMode      string `json:"output_mode,omitempty" jsonschema:"Paths, lines, or numbers of lines." arg:"default=files_with_matches,enum=content|files_with_matches|count"`
	ContextBefore   int    `json:"context_before,omitempty" jsonschema:"Lines to show above each match, in content mode." arg:"default=0,min=0,max=20,clamp"`
	ContextAfter    int    `json:"context_after,omitempty" jsonschema:"Lines to show below each match, in content mode." arg:"default=0,min=0,max=20,clamp"`
	HeadLimit       int    `json:"head_limit,omitempty" jsonschema:"Most entries to return: files, or lines in content mode." arg:"default=250,min=1,max=1000,clamp"`
}

// The output modes of grep (R122).
const (
	modeContent = "content"
	modeFiles   = "files_with_matches"
	modeCount   = "count"
)

// grepped is the data of grep. Which list is filled depends on the mode.
type grepped struct {
	tools.Clamped
	Mode           string       `json:"output_mode"`
	Files          []string     `json:"files,omitempty"`
	Counts         []fileCount  `json:"counts,omitempty"`
	Matches        []lineMatch  `json:"matches,omitempty"`
	TotalFiles     int          `json:"total_files"`
	TotalLines     int          `json:"total_lines,omitempty"` // not counted in files_with_matches
	Searched       int          `json:"searched"`
	Skipped        *grepSkipped `json:"skipped,omitempty"`
	SkippedFolders []string     `json:"skipped_folders,omitempty"`
	DeniedFolders  []string     `json:"unreadable_folders,omitempty"` // what lies in them is not known

	limit   int
	room    int // bytes of text still to be shown
	full    bool
	private bool
}

// fileCount is how many lines of a file match.
type fileCount struct {
	Path  string `json:"path"`
	Count int    `json:"count"`
}

// grepSkipped counts the files that were not searched (R125).
type grepSkipped struct {
	Binary     int `json:"binary,omitempty"`
	TooLarge   int `json:"too_large,omitempty"`
	Unreadable int `json:"unreadable,omitempty"`
	Excluded   int `json:"excluded,omitempty"`  // by the user, in Obsidian's settings
	HardLink   int `json:"hard_link,omitempty"` // files that have another name, maybe outside the vault
}

func grep() tools.Tool {
	return tools.Define(reading("grep", tools.KindSearch, grepDescription), runGrep)
}

func runGrep(ctx context.Context, env *tools.Env, args grepArgs) (tools.Result, error) {
	p, err := parsePattern(args)
	if err != nil {
		return tools.Result{}, err
	}
	data := &grepped{Mode: args.OutputMode, limit: args.HeadLimit, room: maxOutput}
	files, err := data.targets(placer{env, "grep"}, args)
	if err != nil {
		return tools.Result{}, err
	}
	if env.Sight().VaultMissing() {
		return tools.Result{}, placer{env, "grep"}.noVault()
	}
	search := &lineSearch{pattern: p, firstOnly: args.OutputMode == modeFiles}
	if args.OutputMode == modeContent {
		search.before, search.after = args.ContextBefore, args.ContextAfter
	}
	if err := data.run(ctx, env.Sight(), search, files); err != nil {
		return tools.Result{}, err
	}
	return data.result(args.Pattern), nil
}

// targets lists the files to search. A path that is a file is searched whatever
// its name. What the user excluded in Obsidian is left out of a search of the
// whole vault, and searched in a folder that is named (design 5, Private).
func (d *grepped) targets(pl placer, args grepArgs) ([]*graph.File, error) {
	p, err := pl.parse(args.Path)
	if err != nil {
		return nil, err
	}
	if f, ok := pl.env.Sight().File(p); ok {
		return []*graph.File{f}, nil
	}
	sel, err := selectFiles(pl, args.Path, args.Glob, args.Type)
	if err != nil {
		return nil, err
	}
	var files []*graph.File
	for f := range sel.files(pl.env.Sight()) {
		if f.Excluded && p == vaultpath.Root {
			d.skip(skipExcluded)
			continue
		}
		files = append(files, f)
	}
	d.SkippedFolders = sel.skipped.found
	d.DeniedFolders = sel.denied(pl.env.Sight())
	return files, nil
}

const (
	// grepBatch is how many files are searched before their matches are put in
	// order, and how many that is while lines are kept: once enough is shown, what
	// comes after is only counted.
	grepBatch, grepBatchKept = 4096, 512
	// grepShare is how many neighbouring files one goroutine searches at a time.
	grepShare = 32
)

func (d *grepped) run(ctx context.Context, view *vaultindex.View, search *lineSearch, files []*graph.File) error {
	readers := make([]*vaultindex.Reader, max(2, min(8, runtime.GOMAXPROCS(0))))
	for i := range readers {
		readers[i] = view.NewReader()
		defer readers[i].Close()
	}
	search.sample(readers[0], files)
	for _, r := range readers {
		r.Need(search.pattern.need.text)
	}
	results := make([]fileMatches, min(len(files), grepBatch))
	for len(files) > 0 {
		size := grepBatch
		if search.keep = 0; d.Mode == modeContent && !d.full {
			search.keep, size = d.limit-len(d.Matches), grepBatchKept
		}
		batch := files[:min(len(files), size)]
		files = files[len(batch):]
		if err := search.files(ctx, readers, batch, results); err != nil {
			return err
		}
		for i := range batch {
			d.add(&results[i])
		}
	}
	return nil
}

// samples is how many files are looked at to learn which bytes are rare, when
// there are many.
const samples = 16

// sample learns which byte of the literal to look for from some of the files.
func (s *lineSearch) sample(r *vaultindex.Reader, files []*graph.File) {
	if len(files) < 8*samples || s.pattern.need.text == "" {
		return
	}
	var c byteCensus
	for i := range samples {
		f := files[i*len(files)/samples]
		if unsearched(f) == "" {
			_, _ = r.Read(f, func(raw []byte, _ bool) bool { // what cannot be read tells nothing
				c.add(raw[:min(len(raw), 4<<10)])
				return false
			})
		}
	}
	s.pattern.need.choose(c.weight(s.pattern.need.fold))
}

// files searches a batch of files, a share of them with each reader in turn.
func (s *lineSearch) files(ctx context.Context, readers []*vaultindex.Reader, batch []*graph.File, results []fileMatches) error {
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for _, r := range readers {
		group.Go(guarded(func() error {
			for {
				to := int(next.Add(grepShare))
				from := to - grepShare
				if from >= len(batch) || ctx.Err() != nil {
					return ctx.Err()
				}
				for i := from; i < min(to, len(batch)); i++ {
					results[i] = fileMatches{}
					grepFile(r, s, batch[i], &results[i])
				}
			}
		}))
	}
	return group.Wait()
}

// guarded makes a panic in a goroutine an error, so that it ends the call and
// not the daemon.
func guarded(do func() error) func() error {
	return func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic in a tool's goroutine: %v\n%s", p, debug.Stack())
			}
		}()
		return do()
	}
}

// grepFile searches one file.
func grepFile(r *vaultindex.Reader, search *lineSearch, f *graph.File, m *fileMatches) {
	m.path, m.private = f.Path.String(), f.Private
	if m.skipped = unsearched(f); m.skipped != "" {
		return
	}
	raw, err := r.Read(f, func(raw []byte, valid bool) bool {
		m.skipped = notText(raw, valid)
		return m.skipped == "" && search.pattern.need.in(raw)
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		// It went away, or became private: as a file without matches.
	case errors.Is(err, vaultindex.ErrHardLink):
		m.skipped = skipHardLink
	case err != nil:
		m.skipped = skipUnreadable
	case raw != nil:
		search.search(bytes.TrimPrefix(raw, bom), m)
	}
}

// unsearched says why a file is not even opened.
func unsearched(f *graph.File) skipReason {
	switch {
	case f.Size > maxFile:
		return skipTooLarge
	case binaryExt[f.Path.Ext()]:
		return skipBinary
	}
	return ""
}

// notText says why what a file holds is not searched.
func notText(raw []byte, valid bool) skipReason {
	switch {
	case len(raw) > maxFile:
		return skipTooLarge
	case !valid && !isText(raw):
		return skipBinary
	}
	return ""
}

// binaryExt are extensions of files that are not worth opening.
var binaryExt = binaryExtensions()

func binaryExtensions() map[string]bool {
	set := map[string]bool{"zip": true, "gz": true, "7z": true, "exe": true, "dll": true, "woff": true, "woff2": true, "ttf": true}
	for _, kind := range []string{"pdf", "epub", "office", "image", "audio", "video"} {
		for _, ext := range fileTypes[kind] {
			set[ext] = true
		}
	}
	delete(set, "svg") // is text
	return set
}

// add takes in what was found in one file.
func (d *grepped) add(m *fileMatches) {
	if m.skipped != "" {
		d.skip(m.skipped)
		return
	}
	d.Searched++
	if m.count == 0 {
		return
	}
	d.TotalFiles++
	if d.Mode != modeFiles {
		d.TotalLines += m.count
	}
	switch {
	case d.Mode == modeContent:
		d.addLines(m)
	case d.TotalFiles > d.limit:
		d.full = true
	case d.Mode == modeCount:
		d.Counts = append(d.Counts, fileCount{m.path, m.count})
		d.private = d.private || m.private
	default:
		d.Files = append(d.Files, m.path)
		d.private = d.private || m.private
	}
}

func (d *grepped) addLines(m *fileMatches) {
	for i := range m.lines {
		if d.full || len(d.Matches) == d.limit {
			d.full = true
			return
		}
		d.Matches = append(d.Matches, m.lines[i])
		d.private = d.private || m.private
		d.room -= m.lines[i].size()
		d.full = d.room <= 0
	}
}

// size is how much text a match puts out, in bytes.
func (m *lineMatch) size() int {
	n := len(m.Path) + len(m.Text)
	for _, line := range m.Before {
		n += len(line)
	}
	for _, line := range m.After {
		n += len(line)
	}
	return n
}

func (d *grepped) skip(why skipReason) {
	if d.Skipped == nil {
		d.Skipped = &grepSkipped{}
	}
	switch why {
	case skipBinary:
		d.Skipped.Binary++
	case skipTooLarge:
		d.Skipped.TooLarge++
	case skipUnreadable:
		d.Skipped.Unreadable++
	case skipExcluded:
		d.Skipped.Excluded++
	case skipHardLink:
		d.Skipped.HardLink++
	}
}

func (d *grepped) result(source string) tools.Result {
	res := tools.Result{Data: d, Labels: tools.VaultLabels(d.private)}
	shown, total := len(d.Files)+len(d.Counts), d.TotalFiles
	if d.Mode == modeContent {
		shown, total = len(d.Matches), d.TotalLines
	}
	if shown < total {
		res.Truncated = &tools.Truncated{Shown: shown, Total: total}
	}
	res.Summary = d.summary(source, shown, total)
	return res
}

func (d *grepped) summary(source string, shown, total int) string {
	var b strings.Builder
	searched := fmt.Sprintf("%d %s searched", d.Searched, plural(d.Searched, "file", "files"))
	files := fmt.Sprintf("%d %s", d.TotalFiles, plural(d.TotalFiles, "file", "files"))
	switch {
	case d.TotalFiles == 0:
		fmt.Fprintf(&b, "No line matches %q in %s.", cutRunes(source, 60), searched)
	case d.Mode == modeFiles:
		fmt.Fprintf(&b, "%s of %s have lines that match.", files, searched)
	default:
		fmt.Fprintf(&b, "%d %s in %s of %s.", d.TotalLines, plural(d.TotalLines, "line matches", "lines match"), files, searched)
	}
	if shown < total {
		fmt.Fprintf(&b, " Shown are the first %d; narrow with path, glob, type or a longer pattern.", shown)
	}
	b.WriteString(d.Skipped.note())
	b.WriteString(skipNote(d.SkippedFolders))
	b.WriteString(deniedNote(d.DeniedFolders))
	return b.String()
}

// note says in words what was not searched; "" when all was.
func (s *grepSkipped) note() string {
	if s == nil {
		return ""
	}
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{s.Binary, "binary"}, {s.TooLarge, "over 2 MiB"}, {s.Unreadable, "unreadable"}, {s.Excluded, "excluded by the user"}, {s.HardLink, "with more than one hard link"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	return " Skipped: " + strings.Join(parts, ", ") + "."
}
