package vaultindex

import "github.com/ibid-notes/ibid/vaultindex/note"

// canvasText is the text of a canvas's cards and the labels of its groups and
// arrows (F1), of the same nodes as the graph knows.
func canvasText(raw []byte) string { return note.CanvasText(raw) + "\n" + note.CanvasLabels(raw) }
