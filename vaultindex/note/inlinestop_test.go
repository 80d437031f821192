package note

import (
	"testing"

	"github.com/yuin/goldmark/ast"
)

// goldmark makes no inline nodes, and the document holds all of its blocks and
// nothing else.
func TestBlocksHoldNoInlines(t *testing.T) {
	for _, body := range []string{"", "\n\n", "text", "# h\n\na *b*\n\n- x\n  - y\n\n> q\n> w\n", "    code\n\nt\n===\n", "- a\n\n- b", "[^1]: f\n\n    g\n"} {
		blocks := 0
		err := ast.Walk(parseBlocks([]byte(body)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if entering {
				blocks++
				if n.Type() == ast.TypeInline || n.Kind() == kindStop {
					t.Errorf("%q has a node %s", body, n.Kind())
				}
			}
			return ast.WalkContinue, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if want := body != "" && body != "\n\n"; (blocks > 1) != want {
			t.Errorf("%q has %d blocks", body, blocks-1)
		}
	}
}
