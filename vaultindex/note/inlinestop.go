package note

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// goldmark walks over all blocks once they are known, and makes text nodes of
// what stands in them, even without any inline parser: a third of its time, for
// nodes that nobody reads. It has no switch for that. So the first child of the
// document is a node that says it is the last one, and the walk is over.
// Without it the outcome is the same, only later.

var kindStop = ast.NewNodeKind("Stop")

// stopKey holds the stopNode of a document.
var stopKey = parser.NewContextKey()

// stopNode ends the walk; it is taken out of the document by leave.
type stopNode struct {
	ast.BaseBlock
	ends bool // nothing follows, whatever does
}

func (n *stopNode) Kind() ast.NodeKind         { return kindStop }
func (n *stopNode) IsRaw() bool                { return true }
func (n *stopNode) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

func (n *stopNode) NextSibling() ast.Node {
	if n.ends {
		return nil
	}
	return n.BaseBlock.NextSibling()
}

// leave takes the node out of its document, if it ever got into one.
func (n *stopNode) leave() {
	n.ends = false
	if root := n.Parent(); root != nil {
		root.RemoveChild(root, n)
	}
}

// inlineStop puts the stopNode into the document before the first block. It
// never opens a block itself.
type inlineStop struct{}

func (inlineStop) Trigger() []byte {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	return all
}

func (inlineStop) Open(parent ast.Node, _ text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if parent.Kind() == ast.KindDocument && parent.FirstChild() == nil {
		parent.AppendChild(parent, pc.Get(stopKey).(*stopNode))
	}
	return nil, parser.NoChildren
}

func (inlineStop) Continue(ast.Node, text.Reader, parser.Context) parser.State { return parser.Close }
func (inlineStop) Close(ast.Node, text.Reader, parser.Context)                 {}
func (inlineStop) CanInterruptParagraph() bool                                 { return false }
func (inlineStop) CanAcceptIndentedLine() bool                                 { return true }
