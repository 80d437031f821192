package edit_test

import (
	"testing"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
)

// Every code has its row among the codes of the tools, spelt the same (contracts
// 2.1.1 rule 5).
func TestCodesAreThoseOfTools(t *testing.T) {
	for _, c := range edit.Codes() {
		if _, ok := tools.Code(c).Info(); !ok {
			t.Errorf("%s is no code of tools", c)
		}
	}
}
