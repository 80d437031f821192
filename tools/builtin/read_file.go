package builtin

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

//go:embed read_file.md
var readFileDescription string

type readFileArgs struct {
	Path   string `json:"path" jsonschema:"File to read, relative to the vault." arg:"nonempty"`
	Offset int    `json:"offset,omitempty" jsonschema:"First line to read; lines count from 1." arg:"default=1,min=1"`
	Limit  int    `json:"limit,omitempty" jsonschema:"Most lines to read." arg:"default=2000,min=1,max=10000,clamp"`
	Force  bool   `json:"force,omitempty" jsonschema:"Give the text again although it was read before and has not changed." arg:"default=false"`
}

// fileFacts are what read_file says of a file, with or without its text.
type fileFacts struct {
	tools.Clamped
	Path       string `json:"path"`
	SHA256     string `json:"sha256"` // of the raw bytes
	StartLine  int    `json:"start_line"`
	EndLine    int    `json:"end_line"` // below start_line when the file is empty
	TotalLines int    `json:"total_lines"`
}

// fileText is the data of read_file.
type fileText struct {
	fileFacts
	NextOffset   int    `json:"next_offset,omitempty"`
	Size         int    `json:"size"` // bytes
	LineEnding   string `json:"line_ending,omitempty"`
	BOM          bool   `json:"bom,omitempty"`
	FinalNewline bool   `json:"final_newline"`
	CutLine      int    `json:"cut_line,omitempty"` // a line too long to show whole
	Content      string `json:"content"`            // each line: number, tab, text
}

func readFile() tools.Tool {
	return tools.Define(reading("read_file", tools.KindRead, readFileDescription), runReadFile)
}

func runReadFile(_ context.Context, env *tools.Env, args readFileArgs) (tools.Result, error) {
	pl := placer{env, "read_file"}
	p, err := pl.parse(args.Path)
	if err != nil {
		return tools.Result{}, err
	}
	t, err := pl.load(p)
	if err != nil {
		return tools.Result{}, err
	}
	starts := t.lines()
	if args.Offset > max(1, len(starts)) {
		return tools.Result{}, pastEnd(p, args.Offset, len(starts))
	}
	data := &fileText{Size: len(t.raw), LineEnding: t.lineEnding(), BOM: t.hasBOM(), FinalNewline: strings.HasSuffix(string(t.body), "\n")}
	data.fileFacts = fileFacts{Path: p.String(), SHA256: t.sha(), StartLine: args.Offset, TotalLines: len(starts)}
	data.fill(t, starts, args.Limit)
	receipt := tools.Receipt{Tool: pl.tool, Path: p, SHA256: data.SHA256, StartLine: data.StartLine, EndLine: data.EndLine,
		Total: data.TotalLines, Evidence: env.Evidence(), At: env.Time()}
	if res, ok := notModified(env, data, receipt, args.Force); ok {
		return res, nil
	}
	return data.result(env, p), nil
}

func pastEnd(p vaultpath.Path, offset, total int) error {
	e := tools.Errorf(tools.InvalidArgument, "The argument \"offset\" is %d, but %q has %d lines", offset, p, total)
	e.Data = tools.Failure{Argument: "offset", Got: fmt.Sprint(offset), Allowed: fmt.Sprintf("integer from 1 to %d; default 1", max(1, total)), Path: p.String()}
	return e.WithCall(callOf("read_file", "path", p.String()))
}

// fill writes the lines, as many as the limit and the size of a result allow. A
// first line that is too long by itself is cut, so that there is always
// progress.
func (d *fileText) fill(t *text, starts []int, limit int) {
	var b strings.Builder
	end := min(len(starts), d.StartLine-1+limit)
	i, room := d.StartLine-1, maxOutput
	for ; i < end && room > 0; i++ {
		line := t.line(starts, i)
		if len(line) > room {
			if b.Len() > 0 {
				break
			}
			line = cutBytes(line, room)
			d.CutLine = i + 1
		}
		room -= len(line)
		fmt.Fprintf(&b, "%6d\t%s\n", i+1, line)
	}
	d.EndLine = i
	if i < len(starts) {
		d.NextOffset = i + 1
	}
	d.Content = b.String()
}

// cutBytes cuts text to at most n bytes, between characters.
func cutBytes(s []byte, n int) []byte {
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// notModified answers a re-read of text that the model still has (R027, R172,
// R232, X10), and otherwise records the read.
func notModified(env *tools.Env, d *fileText, r tools.Receipt, force bool) (tools.Result, bool) {
	if env.Reads == nil {
		return tools.Result{}, false
	}
	if old, ok := env.Reads.Seen(r); ok && !force {
		facts := d.fileFacts
		return tools.Result{
			Status:     tools.StatusNotModified,
			Summary:    fmt.Sprintf("%s is unchanged since it was read as %s; force=true gives the text again.", d.span(), old.Evidence),
			Data:       &facts,
			EvidenceID: old.Evidence,
			Labels:     labels(env, r.Path),
		}, true
	}
	env.Reads.Record(r)
	return tools.Result{}, false
}

// span says in words which lines were read.
func (d *fileFacts) span() string {
	if d.TotalLines == 0 {
		return fmt.Sprintf("%q, which is empty,", d.Path)
	}
	return fmt.Sprintf("Lines %d–%d of %d of %q", d.StartLine, d.EndLine, d.TotalLines, d.Path)
}

func (d *fileText) result(env *tools.Env, p vaultpath.Path) tools.Result {
	res := tools.Result{Status: tools.StatusOK, Summary: d.span() + ".", Data: d, Labels: labels(env, p)}
	if d.TotalLines == 0 {
		res.Summary = fmt.Sprintf("%q is empty.", d.Path)
	}
	if d.CutLine > 0 {
		res.Summary += fmt.Sprintf(" Line %d is too long to show whole; grep finds what stands further on.", d.CutLine)
	}
	if d.NextOffset > 0 {
		res.Truncated = &tools.Truncated{Shown: d.EndLine - d.StartLine + 1, Total: d.TotalLines}
		res.Summary += " Go on with " + callOf("read_file", "path", d.Path, "offset", d.NextOffset) + "."
	}
	return res
}

// labels are those of text of one file.
func labels(env *tools.Env, p vaultpath.Path) tools.Labels {
	return tools.VaultLabels(isPrivate(env, p))
}

// isPrivate tells whether a file that the session may see is private.
func isPrivate(env *tools.Env, p vaultpath.Path) bool {
	f, ok := env.Sight().File(p)
	return ok && f.Private
}
