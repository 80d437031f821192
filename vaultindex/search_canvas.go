package vaultindex

import (
	"encoding/json"
	"strings"
)

// canvasText is the text of a canvas's cards and the labels of its groups and
// arrows (F1). A file that is no canvas has none.
func canvasText(raw []byte) string {
	var canvas struct {
		Nodes []struct{ Text, Label string }
		Edges []struct{ Label string }
	}
	if json.Unmarshal(raw, &canvas) != nil {
		return ""
	}
	var parts []string
	for _, n := range canvas.Nodes {
		parts = append(parts, n.Text, n.Label)
	}
	for _, e := range canvas.Edges {
		parts = append(parts, e.Label)
	}
	return strings.Join(parts, "\n")
}
