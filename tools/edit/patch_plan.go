package edit

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// PatchPlan is what a patch would do, and what is applied when it is granted:
// the set holds the very bytes (contracts 2.2.8).
type PatchPlan struct {
	Set   Set // empty when every chunk was there already
	Files []FilePlan
}

// FilePlan is what happens to one file of a patch.
type FilePlan struct {
	Op      Op
	Path    vaultpath.Path
	To      vaultpath.Path // moves only
	Before  Sum            // zero for a new file
	After   []byte         // nil for a deleted file and one that only moves
	Chunks  []ChunkPlan
	Already bool // nothing was left to do: the file is as the patch wants it
}

// Match says how exactly a chunk's lines were found.
type Match uint8

// The passes in which a chunk is looked for, in order (contracts 2.2.3).
const (
	MatchExact      Match = iota
	MatchTrailing         // but for white space at the ends of lines
	MatchTrimmed          // but for white space around lines
	MatchTypography       // and but for typographic quotes, dashes and spaces
)

// String names the pass, as results report it.
func (m Match) String() string {
	return [...]string{"exact", "trailing_space", "white_space", "typography"}[m]
}

// ChunkPlan is where a chunk was found.
type ChunkPlan struct {
	Index       int   // in the patch, from 1
	Lines       Lines // of the old file; for an insertion, the line before it (0 at the top)
	MatchedWith Match
	Already     bool // the file has the chunk's new lines instead of its old ones
}

// Plan works the patch out against the files, all of it in memory. Any fault
// refuses the whole patch. A file's section that is there already is left out of
// the set (contracts 2.2.7).
func (p *Patch) Plan(files Files) (*PatchPlan, error) {
	plan := &PatchPlan{}
	var effects []Effect
	for _, f := range p.Files {
		fp, effect, err := f.plan(files)
		if err != nil {
			return nil, err
		}
		plan.Files = append(plan.Files, fp)
		if !fp.Already {
			effects = append(effects, effect)
		}
	}
	set, err := NewSet(effects...)
	if err != nil {
		return nil, err
	}
	plan.Set = set
	return plan, nil
}

func (f FilePatch) plan(files Files) (FilePlan, Effect, error) {
	if f.Op == AddFile {
		return f.planAdd(files)
	}
	raw, ok := files.Read(f.Path)
	if !ok {
		return FilePlan{}, Effect{}, f.missing(files)
	}
	sum := SumOf(raw)
	if f.Op == DeleteFile {
		return FilePlan{Op: Trash, Path: f.Path, Before: sum}, Effect{Op: Trash, Path: f.Path, Before: sum}, nil
	}
	fp, err := f.planUpdate(files, raw)
	if err != nil {
		return FilePlan{}, Effect{}, f.locate(err, sum)
	}
	return fp, Effect{Op: fp.Op, Path: f.Path, To: fp.To, Before: sum, After: fp.After}, nil
}

// planAdd plans a new file. One that is there with the same text is done
// already.
func (f FilePatch) planAdd(files Files) (FilePlan, Effect, error) {
	fp := FilePlan{Op: Create, Path: f.Path, After: f.Text}
	if raw, ok := files.Read(f.Path); ok && string(raw) == string(f.Text) {
		fp.Already, fp.Before = true, SumOf(raw)
		return fp, Effect{}, nil
	}
	if err := free(files, f.Path); err != nil {
		return FilePlan{}, Effect{}, err
	}
	if err := CheckFormat(f.Path, nil, f.Text); err != nil {
		return FilePlan{}, Effect{}, err
	}
	return fp, Effect{Op: Create, Path: f.Path, After: f.Text}, nil
}

// free refuses a path where something stands, in any case of its name.
func free(files Files, p vaultpath.Path) error {
	there, taken := files.Taken(p)
	if !taken {
		return nil
	}
	err := refuse(TargetExists, "The path %s is taken by %s; update that file, or name another path", quote(p.String()), quote(there.String()))
	err.Path = p
	err.Candidates = []string{there.String()}
	return err
}

func (f FilePatch) missing(files Files) error {
	err := refuse(FileNotFound, "The file %s, named on line %d of the patch, does not exist", quote(f.Path.String()), f.Line)
	if there, ok := files.Taken(f.Path); ok && there != f.Path {
		err.Message += "; " + quote(there.String()) + " does"
		err.Candidates = []string{there.String()}
	}
	err.Path, err.Line = f.Path, f.Line
	return err
}

func (f FilePatch) planUpdate(files Files, raw []byte) (FilePlan, error) {
	if !utf8.Valid(raw) {
		return FilePlan{}, refuse(BinaryFile, "The file %s is not UTF-8 text; it cannot be patched", quote(f.Path.String()))
	}
	fp := FilePlan{Op: Replace, Path: f.Path, Before: SumOf(raw)}
	if f.MoveTo != "" {
		if there, taken := files.Taken(f.MoveTo); taken && there != f.Path {
			return FilePlan{}, free(files, f.MoveTo)
		}
		fp.Op, fp.To = Move, f.MoveTo
	}
	after, chunks, err := applyChunks(f.Path, raw, f.Chunks)
	if err != nil {
		return FilePlan{}, err
	}
	fp.Chunks = chunks
	if SumOf(after) != fp.Before {
		fp.After = after
		if err := CheckFormat(f.Path, raw, after); err != nil {
			return FilePlan{}, err
		}
	}
	fp.Already = fp.After == nil && fp.Op == Replace
	if fp.Already && !allAlready(chunks) {
		return FilePlan{}, refuse(NoChange, "The patch would leave %s as it is: old and new lines are the same", quote(f.Path.String()))
	}
	return fp, nil
}

func allAlready(chunks []ChunkPlan) bool {
	for _, c := range chunks {
		if !c.Already {
			return false
		}
	}
	return true
}

// locate adds the file to an error.
func (f FilePatch) locate(err error, sum Sum) error {
	var e *Error
	if errors.As(err, &e) {
		e.Path, e.SHA = f.Path, sum
		if e.Chunk > 0 {
			e.Message = fmt.Sprintf("Chunk %d (line %d of the patch), file %s: %s", e.Chunk, e.Line, quote(f.Path.String()), e.Message)
		}
	}
	return err
}
