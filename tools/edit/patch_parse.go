package edit

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// ParsePatch reads a patch (R166). Blank lines and spaces around its markers, a
// heredoc or a code fence around the whole, and CRLF are forgiven; everything
// else that is wrong is PATCH_SYNTAX with the line. Files that are named twice to
// be updated become one.
func ParsePatch(text string) (*Patch, error) {
	switch {
	case len(text) > MaxPatchBytes:
		return nil, refuse(PatchSyntax, "The patch has %d bytes, and at most %d are taken; split it", len(text), MaxPatchBytes)
	case !utf8.ValidString(text):
		return nil, refuse(PatchSyntax, "The patch is not valid UTF-8")
	}
	p := &patchParser{patch: &Patch{}}
	p.lines, p.first = envelope(strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n"))
	if err := p.parse(); err != nil {
		return nil, err
	}
	return p.patch, nil
}

// envelope takes blank lines, a heredoc and a code fence off both ends, and
// returns how many lines stood before the rest.
func envelope(lines []string) (inner []string, first int) {
	if strings.TrimSpace(strings.Join(lines, "")) == "" {
		return nil, 0
	}
	for range 3 {
		for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
			lines, first = lines[1:], first+1
		}
		for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
			lines = lines[:len(lines)-1]
		}
		closing := ""
		if len(lines) > 1 {
			closing = wrapperEnd(lines[0])
		}
		if closing == "" || strings.TrimSpace(lines[len(lines)-1]) != closing {
			break
		}
		lines, first = lines[1:len(lines)-1], first+1
	}
	return lines, first
}

var heredoc = regexp.MustCompile(`<<-?\s*['"]?([A-Za-z_]+)['"]?\s*\)?$`)

// wrapperEnd returns the line that ends what line opens, "" when it opens
// nothing.
func wrapperEnd(line string) string {
	line = strings.TrimSpace(line)
	if m := heredoc.FindStringSubmatch(line); m != nil {
		return m[1]
	}
	if strings.HasPrefix(line, "```") {
		return "```"
	}
	return ""
}

const (
	beginPatch = "*** Begin Patch"
	endPatch   = "*** End Patch"
	addFile    = "*** Add File:"
	deleteFile = "*** Delete File:"
	updateFile = "*** Update File:"
	moveTo     = "*** Move to:"
	endOfFile  = "*** End of File"
)

type patchParser struct {
	patch  *Patch
	lines  []string
	first  int // lines of the text before lines
	at     int
	chunks int
}

// number is the line of the text that is read, from 1.
func (p *patchParser) number() int { return p.first + p.at + 1 }

func (p *patchParser) fail(format string, args ...any) error {
	err := refuse(PatchSyntax, "Line %d of the patch: "+format, append([]any{p.number()}, args...)...)
	err.Line = p.number()
	return err
}

func (p *patchParser) parse() error {
	if len(p.lines) == 0 || strings.TrimSpace(p.lines[0]) != beginPatch {
		return p.fail("a patch starts with %q", beginPatch)
	}
	last := len(p.lines) - 1
	if last == 0 || strings.TrimSpace(p.lines[last]) != endPatch {
		p.at = last
		return p.fail("a patch ends with %q", endPatch)
	}
	p.lines = p.lines[:last]
	for p.at = 1; p.at < len(p.lines); {
		if err := p.section(); err != nil {
			return err
		}
	}
	if len(p.patch.Files) == 0 {
		return p.fail("the patch names no file; begin a section with %q", updateFile+" path")
	}
	return p.merge()
}

// section reads one file.
func (p *patchParser) section() error {
	line := strings.TrimSpace(p.lines[p.at])
	if line == "" {
		p.at++
		return nil
	}
	if len(p.patch.Files) >= MaxPatchFiles {
		return p.fail("a patch changes at most %d files; split it", MaxPatchFiles)
	}
	for op, marker := range map[PatchOp]string{AddFile: addFile, DeleteFile: deleteFile, UpdateFile: updateFile} {
		if name, ok := strings.CutPrefix(line, marker); ok {
			return p.file(op, name)
		}
	}
	return p.fail("%s starts no file; begin a section with %q, %q or %q", quote(line), addFile+" path", updateFile+" path", deleteFile+" path")
}

func (p *patchParser) file(op PatchOp, name string) error {
	path, err := p.path(name)
	if err != nil {
		return err
	}
	f := FilePatch{Op: op, Path: path, Line: p.number()}
	p.at++
	switch op {
	case AddFile:
		err = p.added(&f)
	case UpdateFile:
		err = p.updated(&f)
	}
	p.patch.Files = append(p.patch.Files, f)
	return err
}

func (p *patchParser) path(name string) (vaultpath.Path, error) {
	name = strings.TrimSpace(name)
	if file := strings.TrimRight(name, "/"); file != name && file != "" {
		return "", p.fail("%s ends in a slash, as a folder does, and a patch is of files; write %s", quote(name), quote(file))
	}
	path, err := vaultpath.Parse(name)
	if err == nil && path == vaultpath.Root {
		return "", p.fail("the marker lacks a path; write one relative to the vault's root")
	}
	if err == nil {
		err = checkPath(path)
	}
	if err != nil {
		return "", p.denied(path, err)
	}
	return path, nil
}

func (p *patchParser) denied(path vaultpath.Path, why error) error {
	err := refuse(WorkspacePathDenied, "Line %d of the patch: %v", p.number(), why)
	var e *Error
	if errors.As(why, &e) {
		err.Message = fmt.Sprintf("Line %d of the patch: %s", p.number(), e.Message)
	}
	err.Line, err.Path = p.number(), path
	return err
}

// added reads the lines of a new file.
func (p *patchParser) added(f *FilePatch) error {
	var text strings.Builder
	for ; p.at < len(p.lines); p.at++ {
		line := p.lines[p.at]
		if isMarker(line) {
			break
		}
		plus, ok := strings.CutPrefix(line, "+")
		switch {
		case ok:
			text.WriteString(plus + "\n")
		case strings.TrimSpace(line) == "" && p.onlyBlank():
		default:
			return p.fail("every line of an added file starts with '+', also a blank one: write %s", quote("+"+line))
		}
	}
	f.Text = []byte(text.String())
	return nil
}

// onlyBlank reports that nothing but blank lines stands before the next marker.
func (p *patchParser) onlyBlank() bool {
	for _, line := range p.lines[p.at:] {
		if isMarker(line) {
			return true
		}
		if strings.TrimSpace(line) != "" {
			return false
		}
	}
	return true
}

// isMarker reports a line that starts a section. Such a line cannot be context:
// that has a space before it.
func isMarker(line string) bool {
	for _, marker := range []string{addFile, deleteFile, updateFile} {
		if strings.HasPrefix(line, marker) {
			return true
		}
	}
	return false
}

// updated reads the target of a move and the chunks of a file.
func (p *patchParser) updated(f *FilePatch) error {
	if p.at < len(p.lines) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(p.lines[p.at]), moveTo); ok {
			to, err := p.path(name)
			if err != nil {
				return err
			}
			if p.at++; to != f.Path {
				f.MoveTo = to
			}
		}
	}
	for p.at < len(p.lines) && !isMarker(p.lines[p.at]) {
		if strings.TrimSpace(p.lines[p.at]) == "" && p.onlyBlank() {
			p.at++
			continue
		}
		if err := p.chunk(f); err != nil {
			return err
		}
	}
	if len(f.Chunks) == 0 && f.MoveTo == "" {
		return p.fail("the file %s is updated, but nothing says how; add a chunk that begins with @@", quote(f.Path.String()))
	}
	return nil
}

var unifiedRanges = regexp.MustCompile(`^-\d+(,\d+)? \+\d+(,\d+)?( @@.*)?$`)

// chunk reads the anchors and lines of one chunk.
func (p *patchParser) chunk(f *FilePatch) error {
	if p.chunks++; p.chunks > MaxPatchChunks {
		return p.fail("a patch has at most %d chunks; split it", MaxPatchChunks)
	}
	c := Chunk{Index: p.chunks, Line: p.number()}
	for p.at < len(p.lines) && strings.HasPrefix(p.lines[p.at], "@@") {
		p.anchor(&c, p.lines[p.at][2:])
		p.at++
	}
	for p.at < len(p.lines) && !isMarker(p.lines[p.at]) && !strings.HasPrefix(p.lines[p.at], "@@") {
		if strings.TrimRight(p.lines[p.at], " \t") == endOfFile {
			c.EOF = true
			p.at++
			break
		}
		if p.lines[p.at] == "" && p.onlyBlank() {
			break
		}
		if strings.HasPrefix(p.lines[p.at], moveTo) {
			return p.fail("%q stands directly below %q", moveTo, updateFile)
		}
		c.Lines = append(c.Lines, p.line(p.lines[p.at]))
		p.at++
	}
	if len(c.Lines) == 0 {
		return p.fail("a chunk has no lines; write context with ' ', old lines with '-', new ones with '+' before them")
	}
	f.Chunks = append(f.Chunks, c)
	return nil
}

func (p *patchParser) anchor(c *Chunk, text string) {
	text = strings.TrimSpace(text)
	if unifiedRanges.MatchString(text) {
		c.Ranges = true
		return
	}
	if text = strings.TrimSpace(strings.TrimSuffix(text, "@@")); text != "" {
		c.Anchors = append(c.Anchors, text)
	}
}

// line reads one line of a chunk. An empty one is an empty line of context.
func (p *patchParser) line(text string) PatchLine {
	l := PatchLine{Text: text, Line: p.number()}
	if text == "" {
		l.Mark = ' '
		return l
	}
	if strings.IndexByte(" -+", text[0]) >= 0 {
		l.Mark, l.Text = text[0], text[1:]
	}
	return l
}

// merge puts several updates of one file together and refuses any other file
// that is named twice.
func (p *patchParser) merge() error {
	byFold := map[string]int{}
	var out []FilePatch
	for _, f := range p.patch.Files {
		i, twice := byFold[f.Path.Fold()]
		switch {
		case !twice:
			byFold[f.Path.Fold()] = len(out)
			out = append(out, f)
		case f.Op == UpdateFile && out[i].Op == UpdateFile && f.Path == out[i].Path && f.MoveTo == "":
			out[i].Chunks = append(out[i].Chunks, f.Chunks...)
		default:
			err := refuse(PatchSyntax, "Line %d of the patch: the file %s is named twice; put all that happens to it into one section", f.Line, quote(f.Path.String()))
			err.Line, err.Path = f.Line, f.Path
			return err
		}
	}
	p.patch.Files = out
	return nil
}
