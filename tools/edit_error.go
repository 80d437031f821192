package tools

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/ibid-notes/ibid/tools/edit"
)

// NearText is the text of a file that comes closest to what was looked for.
type NearText struct {
	edit.Lines
	Text string `json:"text"`
}

// FromEdit makes a refusal of package edit one of this package, with everything
// it knows; the codes are spelt the same. Another error comes back as it is.
func FromEdit(err error) error {
	var refused *edit.Error
	if !errors.As(err, &refused) {
		return err
	}
	e := Errorf(Code(refused.Code), "%s", refused.Message)
	e.Data = Failure{
		Path: refused.Path.String(), Candidates: refused.Candidates, SHA256: refused.SHA.String(),
		Chunk: refused.Chunk, Line: refused.Line, Lines: refused.Matches,
	}
	if refused.Nearest != nil {
		e.Data.Nearest = &NearText{Lines: refused.Nearest.Lines, Text: refused.Nearest.Text}
	}
	e.Call = helpfulCall(refused)
	return e
}

// helpfulCall is the smallest call that shows what a refused edit needs, "" for
// the tool's own.
func helpfulCall(e *edit.Error) string {
	if e.Path.String() == "" {
		return ""
	}
	switch e.Code {
	case edit.NoMatch, edit.PatchContextNotFound, edit.PatchPrefixMissing:
		if e.Nearest != nil {
			return readCall(e.Path, e.Nearest.Lines.First, e.Nearest.Lines.Last-e.Nearest.Lines.First+1)
		}
		return readCall(e.Path, 0, 0)
	case edit.AmbiguousMatch, edit.CountMismatch, edit.PatchAmbiguous:
		if len(e.Matches) > 0 {
			first, last := e.Matches[0].First, e.Matches[len(e.Matches)-1].Last
			return readCall(e.Path, first, last-first+1)
		}
		return readCall(e.Path, 0, 0)
	case edit.FileNotFound:
		return `find_files {"query":` + quoteJSON(e.Path.Name()) + `}`
	case edit.FrontmatterInvalid, edit.NoChange:
		return readCall(e.Path, 0, 0)
	case edit.TargetExists:
		if len(e.Candidates) > 0 && !strings.HasSuffix(e.Candidates[0], "/") {
			return `find_files {"query":` + quoteJSON(e.Path.Name()) + `}`
		}
	}
	return ""
}

// quoteJSON writes a string as JSON.
func quoteJSON(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil { // a string always encodes
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}
