package note

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// blockParser finds block structure only: no inline parser and no paragraph
// transformer is installed. What stands inside a paragraph is read by
// inlineScanner, whose work is linear; goldmark's own inline parsers are not on
// hostile input.
var blockParser = parser.NewParser(parser.WithBlockParsers(
	util.Prioritized(inlineStop{}, 1),
	util.Prioritized(parser.NewSetextHeadingParser(), 100),
	util.Prioritized(parser.NewThematicBreakParser(), 200),
	util.Prioritized(parser.NewListParser(), 300),
	util.Prioritized(parser.NewListItemParser(), 400),
	util.Prioritized(parser.NewCodeBlockParser(), 500),
	util.Prioritized(parser.NewATXHeadingParser(), 600),
	util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
	util.Prioritized(parser.NewBlockquoteParser(), 800),
	util.Prioritized(footnoteParser{}, 850),
	util.Prioritized(skipParser{trigger: '<', open: openHTML}, 900),
	util.Prioritized(skipParser{trigger: '$', open: openMath}, 950),
	util.Prioritized(parser.NewParagraphParser(), 1000),
))

// lastMathKey holds the offset of the last `$$` of the body.
var lastMathKey = parser.NewContextKey()

func parseBlocks(body []byte) ast.Node {
	pc := parser.NewContext()
	pc.Set(lastMathKey, lastMath(body))
	stop := &stopNode{ends: true}
	pc.Set(stopKey, stop)
	root := blockParser.Parse(text.NewReader(body), parser.WithContext(pc))
	stop.leave()
	return root
}

// lastMath returns the offset of the last `$$`, or -1.
func lastMath(b []byte) int {
	for at := len(b); ; {
		if at = bytes.LastIndexByte(b[:at], '$'); at <= 0 {
			return -1
		}
		if b[at-1] == '$' {
			return at - 1
		}
	}
}

var (
	kindSkip     = ast.NewNodeKind("Skip")
	kindFootnote = ast.NewNodeKind("FootnoteDefinition")
)

// skipNode is a block in which nothing counts: HTML or display math.
type skipNode struct {
	ast.BaseBlock
	closes func(line []byte) bool // whether the line ends the block
	blank  bool                   // the ending line is blank and not part of it
	done   bool                   // ended on its first line
	stop   int                    // offset behind its last line
}

func (n *skipNode) Kind() ast.NodeKind         { return kindSkip }
func (n *skipNode) IsRaw() bool                { return true }
func (n *skipNode) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

// skipParser parses skipNodes; open decides about the line from its first
// character on and returns nil for an ordinary one.
type skipParser struct {
	trigger byte
	open    func(line []byte, seg text.Segment, pc parser.Context) *skipNode
}

func (p skipParser) Trigger() []byte { return []byte{p.trigger} }

func (p skipParser) Open(_ ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := r.PeekLine()
	at := pc.BlockOffset()
	if at < 0 || line[at] != p.trigger {
		return nil, parser.NoChildren
	}
	n := p.open(line[at:], segment, pc)
	if n == nil {
		return nil, parser.NoChildren
	}
	n.stop = segment.Stop
	r.AdvanceToEOL()
	return n, parser.NoChildren
}

func (p skipParser) Continue(node ast.Node, r text.Reader, _ parser.Context) parser.State {
	n := node.(*skipNode)
	line, segment := r.PeekLine()
	closes := !n.done && n.closes(line)
	if n.done || closes && n.blank {
		return parser.Close
	}
	n.stop = segment.Stop
	r.AdvanceToEOL()
	if closes {
		return parser.Close
	}
	return parser.Continue | parser.NoChildren
}

func (p skipParser) Close(ast.Node, text.Reader, parser.Context) {}
func (p skipParser) CanInterruptParagraph() bool                 { return true }
func (p skipParser) CanAcceptIndentedLine() bool                 { return false }

func openHTML(line []byte, _ text.Segment, pc parser.Context) *skipNode {
	last := pc.LastOpenedBlock().Node
	kind := htmlOpens(line, last != nil && ast.IsParagraph(last))
	if kind == 0 {
		return nil
	}
	blank := kind >= htmlBlock
	return &skipNode{
		closes: func(line []byte) bool { return htmlCloses(kind, line) },
		blank:  blank,
		done:   !blank && htmlCloses(kind, line),
	}
}

// openMath opens a block of display math at a line that starts with `$$`, does
// not close it, and is followed by a `$$` somewhere.
func openMath(line []byte, segment text.Segment, pc parser.Context) *skipNode {
	if !opensMath(line) || pc.Get(lastMathKey).(int) < segment.Stop {
		return nil
	}
	return &skipNode{closes: hasMathFence}
}

func opensMath(line []byte) bool {
	return bytes.HasPrefix(line, []byte("$$")) && !hasMathFence(line[2:])
}

func hasMathFence(line []byte) bool { return bytes.Contains(line, []byte("$$")) }

// footnoteNode is a footnote definition, `[^id]: …`, with what is indented
// below it.
type footnoteNode struct {
	ast.BaseBlock
	id []byte
}

func (n *footnoteNode) Kind() ast.NodeKind         { return kindFootnote }
func (n *footnoteNode) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

type footnoteParser struct{}

func (footnoteParser) Trigger() []byte { return []byte{'['} }

// Open takes definitions of the document only: nested ones would be containers
// that nesting does not count.
func (footnoteParser) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, _ := r.PeekLine()
	at := pc.BlockOffset()
	if at < 0 || parent.Kind() != ast.KindDocument {
		return nil, parser.NoChildren
	}
	id, n := footnoteLabel(line[at:])
	if n == 0 {
		return nil, parser.NoChildren
	}
	r.Advance(at + n)
	return &footnoteNode{id: bytes.Clone(id)}, parser.HasChildren
}

// footnoteLabel reads `[^id]:` at the start of line and returns the id and the
// length of it all. An id holds no space (HB9).
func footnoteLabel(line []byte) (id []byte, n int) {
	if !bytes.HasPrefix(line, []byte("[^")) {
		return nil, 0
	}
	end := bytes.IndexAny(line[:min(len(line), maxLabel)], "] \t\r\n")
	if end <= 2 || line[end] != ']' || end+1 >= len(line) || line[end+1] != ':' {
		return nil, 0
	}
	return line[2:end], end + 2
}

func (footnoteParser) Continue(_ ast.Node, r text.Reader, _ parser.Context) parser.State {
	line, _ := r.PeekLine()
	if util.IsBlank(line) {
		return parser.Continue | parser.HasChildren
	}
	at, padding := util.IndentPosition(line, r.LineOffset(), 4)
	if at < 0 {
		return parser.Close
	}
	r.AdvanceAndSetPadding(at, padding)
	return parser.Continue | parser.HasChildren
}

func (footnoteParser) Close(ast.Node, text.Reader, parser.Context) {}
func (footnoteParser) CanInterruptParagraph() bool                 { return true }
func (footnoteParser) CanAcceptIndentedLine() bool                 { return false }
