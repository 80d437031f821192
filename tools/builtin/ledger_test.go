package builtin

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// elsewhere are the rows of R092–R173 that a tool by itself cannot keep: the file
// of the test that does, and its name.
var elsewhere = map[string][2]string{
	"R169": {"daemon/internal/agent/run_test.go", "TestSameFailureThreeTimesIsNotRun"},
	"R170": {"daemon/internal/agent/run_test.go", "TestParallelCallsPairInOrder"},
}

// Issue 4: every row of the ledger of tools is named by a test.
func TestEveryRowHasATest(t *testing.T) {
	here := rowsIn(t, ".", "..", "../edit", "../fetch")
	for n := 92; n <= 173; n++ {
		row := fmt.Sprintf("R%03d", n)
		switch test, other := elsewhere[row]; {
		case other && here[row]:
			t.Errorf("%s is tested here too; strike it from the list", row)
		case other:
			raw, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(test[0])))
			if err != nil || !strings.Contains(string(raw), "func "+test[1]+"(") {
				t.Errorf("%s: there is no %s in %s: %v", row, test[1], test[0], err)
			}
		case !here[row]:
			t.Errorf("%s has no test", row)
		}
	}
}

// rows are ids of the ledger, alone ("R157") or as a range ("R142–R167").
var rows = regexp.MustCompile(`\bR(\d{3})(?:–R(\d{3}))?\b`)

// rowsIn collects the rows that the tests of packages name one by one. Ranges
// name none: a table stands for many rows only where it says which is which.
func rowsIn(t *testing.T, dirs ...string) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Base(name) == "ledger_test.go" {
				continue
			}
			for _, m := range rows.FindAllStringSubmatch(string(raw), -1) {
				if n, err := strconv.Atoi(m[1]); err == nil && m[2] == "" {
					out[fmt.Sprintf("R%03d", n)] = true
				}
			}
		}
	}
	return out
}
