package edit

import "github.com/ibid-notes/ibid/vaultindex/vaultpath"

// Limits of a patch (contracts 2.2.1).
const (
	MaxPatchBytes  = 1 << 20
	MaxPatchFiles  = 50
	MaxPatchChunks = 500
)

// Patch is a change of several files in Codex's grammar (R163-R166):
//
//	*** Begin Patch
//	*** Add File: path
//	+line
//	*** Delete File: path
//	*** Update File: path
//	*** Move to: path
//	@@ anchor
//	 context
//	-old line
//	+new line
//	*** End of File
//	*** End Patch
type Patch struct {
	Files []FilePatch
}

// PatchOp is what a patch does with a file.
type PatchOp uint8

// The kinds of file sections.
const (
	AddFile PatchOp = iota + 1
	DeleteFile
	UpdateFile
)

// FilePatch is one section of a patch.
type FilePatch struct {
	Op     PatchOp
	Path   vaultpath.Path
	MoveTo vaultpath.Path // UpdateFile only; "" when the file stays
	Text   []byte         // AddFile only: the new file, ended by a line feed unless empty
	Chunks []Chunk        // UpdateFile only
	Line   int            // of the patch, from 1
}

// Chunk is a run of lines to be found in a file and changed.
type Chunk struct {
	Index   int      // in the whole patch, from 1
	Anchors []string // what stands behind each @@, outermost first; empty ones left out
	Ranges  bool     // an @@ had line numbers as in a unified diff, which mean nothing here
	Lines   []PatchLine
	EOF     bool // the lines are the file's last
	Line    int  // of the patch, from 1
}

// PatchLine is one line of a chunk. Mark is ' ', '-' or '+', or 0 for a line that
// starts with none of them.
type PatchLine struct {
	Mark byte
	Text string // without mark and line end; the whole line where Mark is 0
	Line int    // of the patch, from 1
}

// old returns the lines the file has: context and what is taken away.
func (c Chunk) old() []PatchLine { return c.without('+') }

// new returns the lines the file shall have: context and what is added.
func (c Chunk) new() []PatchLine { return c.without('-') }

func (c Chunk) without(mark byte) []PatchLine {
	var out []PatchLine
	for _, l := range c.Lines {
		if l.Mark != mark {
			out = append(out, l)
		}
	}
	return out
}
