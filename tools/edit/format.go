package edit

import (
	"bytes"

	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// CheckFormat refuses a change after which a file's properties, canvas or base
// could no longer be read, unless that was so before (contracts 2.2.9). before is
// nil for a new file. Files of other kinds always pass.
func CheckFormat(path vaultpath.Path, before, after []byte) error {
	var parse func([]byte) *note.Note
	switch path.Ext() {
	case "md":
		parse = note.Parse
	case "canvas":
		parse = note.ParseCanvas
	case "base":
		parse = note.ParseBase
	default:
		return nil
	}
	was := note.Note{}
	if before != nil {
		was = *parse(before)
	}
	is := parse(after)
	if p := formatProblem(is); p != nil && formatProblem(&was) == nil {
		err := refuse(FrontmatterInvalid, "After the change line %d of %s could not be read: %s Correct that line", p.Line, quote(path.String()), p.Message)
		err.Path, err.Line = path, p.Line
		return err
	}
	if was.HasFrontmatter && !is.HasFrontmatter && bytes.HasPrefix(bytes.TrimPrefix(after, bom), []byte("---")) {
		err := refuse(FrontmatterInvalid, "After the change the properties of %s would not end; keep the line --- below them", quote(path.String()))
		err.Path, err.Line = path, 1
		return err
	}
	return nil
}

// formatProblem returns the first problem for which a file cannot be read.
func formatProblem(n *note.Note) *note.Problem {
	for i, p := range n.Problems {
		switch p.Code {
		case note.ProblemFrontmatter, note.ProblemFrontmatterSize, note.ProblemCanvas, note.ProblemBase:
			return &n.Problems[i]
		}
	}
	return nil
}
