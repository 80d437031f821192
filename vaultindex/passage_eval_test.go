package vaultindex

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// evalSeed divides the questions into those the rules were made with and those
// that tell how good they are.
const evalSeed = 20261201

// evalDay is in the year that the sample vault speaks of.
var evalDay = time.Date(2026, 3, 20, 8, 0, 0, 0, time.UTC)

// halves are the questions to tune with and those to report.
func halves() (tune, report []asked) {
	r := rand.New(rand.NewPCG(evalSeed, evalSeed))
	for _, i := range r.Perm(len(evaluation)) {
		if len(tune) < len(evaluation)/2 {
			tune = append(tune, evaluation[i])
		} else {
			report = append(report, evaluation[i])
		}
	}
	return tune, report
}

// corpus is the folder of a vault of the evaluation, "" where it is not here.
func corpus(vault string) string {
	if vault == sampleNotes {
		return filepath.Join("testdata", "vault")
	}
	dir, err := filepath.Abs(".")
	for ; err == nil && filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		at := filepath.Join(filepath.Dir(dir), "shared", "corpus", vault)
		if _, err := os.Stat(at); err == nil {
			return at
		}
	}
	return ""
}

// tally counts what questions came to.
type tally struct{ right, wrong, lost, invented, silent int }

func (n tally) precision() float64 { return share(n.right, n.right+n.wrong+n.invented) }
func (n tally) recall() float64    { return share(n.right, n.right+n.wrong+n.lost) }

func share(part, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(part) / float64(of)
}

func (q asked) answeredBy(p Passage) bool {
	return hasOneOf(p.Text, q.says) && hasOneOf(string(p.Path), q.note)
}

// hasOneOf reports whether a text has one of the parts that "|" divides.
func hasOneOf(text, parts string) bool {
	return slices.ContainsFunc(strings.Split(parts, "|"), func(part string) bool { return strings.Contains(text, part) })
}

// count asks one question and counts what comes of it.
func (n *tally) count(t *testing.T, v *View, q asked) {
	t.Helper()
	all, err := v.Passages(t.Context(), PassageRequest{Query: q.question, Limit: 4, Today: evalDay})
	switch {
	case err != nil:
		t.Errorf("%s: %v", q.question, err)
	case q.note == "" && len(all) == 0:
		n.silent++
	case q.note == "":
		n.invented++
		t.Logf("invented (%s): %s: %s:%d %.90q", q.vault, q.question, all[0].Path, all[0].LineStart, all[0].Text)
	case len(all) == 0:
		n.lost++
		t.Logf("lost (%s): %s", q.vault, q.question)
	case q.answeredBy(all[0]):
		n.right++
	default:
		n.wrong++
		t.Logf("wrong (%s): %s: %s:%d %.90q", q.vault, q.question, all[0].Path, all[0].LineStart, all[0].Text)
	}
}

// Promise 2 over real vaults: what stands there is found, and what comes near is
// not passed off as an answer.
func TestAnswersOverRealVaults(t *testing.T) {
	views := map[string]*View{}
	for _, vault := range []string{sampleNotes, kepanoNotes, gardenNotes} {
		dir := corpus(vault)
		if dir == "" {
			t.Skip("the corpora are not here")
		}
		snap := openReadyT(t, dir).Acquire()
		t.Cleanup(snap.Release)
		views[vault] = snap.View(false)
	}
	tune, report := halves()
	for _, half := range []struct {
		name      string
		questions []asked
		floor     bool
	}{{"tune", tune, false}, {"report", report, true}, {"later", slices.Concat(fresh, last), true}} {
		var n tally
		for _, q := range half.questions {
			n.count(t, views[q.vault], q)
		}
		t.Logf("%s: %d questions: right %d, wrong %d, lost %d; invented %d, silent %d; precision %.3f, recall %.3f",
			half.name, len(half.questions), n.right, n.wrong, n.lost, n.invented, n.silent, n.precision(), n.recall())
		if half.floor && (n.precision() < minEvalPrecision || n.recall() < minEvalRecall) {
			t.Errorf("precision %.3f and recall %.3f; want %.2f and %.2f at least", n.precision(), n.recall(), minEvalPrecision, minEvalRecall)
		}
	}
}

// Measured when this was written: 0.983 and 0.967 on the half the rules were made
// with, 1.000 and 0.964 on the other, 0.952 and 0.930 on later questions. When they
// were first asked, the fresh ones had 0.750 and 0.724 and the last 0.769 and 0.714,
// which is what to expect of questions nobody has thought of. Before properties
// answered and passages had to meet demands, both halves had 0.407 and 0.319.
const (
	minEvalPrecision = 0.93
	minEvalRecall    = 0.90
)
