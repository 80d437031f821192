package offline

import "testing"

// Why notes are related is told in the language of the prompt.
func TestKinship(t *testing.T) {
	why := []string{"both linked from Tea", "both tagged x"}
	if said := (&turn{}).kinship(why); said != "both linked from Tea; both tagged x" {
		t.Error(said)
	}
	if said := (&turn{chinese: true}).kinship(why); said != "都链接自 Tea；都有标签 x" {
		t.Error(said)
	}
}
