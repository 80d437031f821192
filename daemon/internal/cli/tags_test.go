package cli

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// kitchen is a vault in which recipes and meetings are tagged, and one note of each
// is not.
func kitchen() map[string]string {
	files := map[string]string{".obsidian/app.json": "{}"}
	for i, dish := range strings.Fields("soup bread curry salad stew cake pie noodles rice beans tart gravy") {
		files[fmt.Sprintf("Kitchen/%s.md", dish)] = "---\ntags: [recipe]\n---\n## Ingredients\n\nflour, butter, salt and " + dish + "\n\n## Steps\n\nheat the oven and stir the pan\n"
		files[fmt.Sprintf("Work/Talk %d.md", i)] = fmt.Sprintf("---\ntags: [meeting]\n---\n## Agenda\n\nbudget, roadmap and hiring, number %d\n", i)
	}
	files["inbox/dumplings.md"] = "## Ingredients\n\nflour, salt and butter\n\n## Steps\n\nheat the pan and stir\n"
	files["inbox/broken.md"] = "---\nx: [\n---\n## Ingredients\n\nflour, salt and butter\n\n## Steps\n\nheat the pan and stir\n"
	files["inbox/odd.md"] = "quantum chromodynamics\n"
	return files
}

func TestTagsSuggest(t *testing.T) { // design section 5: `ibid tags suggest`
	s := newTerminal(t, kitchen())
	code, stdout, stderr := s.run("tags", "suggest", "dumplings", "inbox/odd", "--json")
	var r struct {
		Notes []struct {
			Path        string
			Suggestions []struct {
				Tag        string
				Confidence float64
				Why        []string
			}
			Abstained bool
			Reason    string
		}
	}
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || code != exitOK || len(r.Notes) != 2 {
		t.Fatalf("exit %d, %v, %s%s", code, err, stdout, stderr)
	}
	first, second := r.Notes[0], r.Notes[1]
	if first.Path != "inbox/dumplings.md" || first.Abstained || len(first.Suggestions) != 1 || first.Suggestions[0].Tag != "recipe" ||
		first.Suggestions[0].Confidence < 0.5 || len(first.Suggestions[0].Why) == 0 {
		t.Errorf("%+v", first)
	}
	if !second.Abstained || second.Reason != "not_sure" || second.Suggestions == nil {
		t.Errorf("%+v", second)
	}
	if code, stdout, _ := s.run("tags", "suggest", "dumplings"); code != exitOK || !strings.Contains(stdout, "#recipe") || !strings.Contains(stdout, "12 of 12") {
		t.Errorf("as text: exit %d, %s", code, stdout)
	}
	_, stdout, _ = s.run("tags", "suggest", "--all")
	if !strings.Contains(stdout, "inbox/dumplings.md") || strings.Contains(stdout, "odd") {
		t.Errorf("of all notes: %s", stdout)
	}
}

func TestTagsApplyAndUndo(t *testing.T) {
	files := kitchen()
	s := newTerminal(t, files)
	before := files["inbox/dumplings.md"]
	code, _, stderr := s.run("tags", "apply", "dumplings")
	if code != exitFailed || s.read("inbox/dumplings.md") != before || !strings.Contains(stderr, "+tags: [recipe]") {
		t.Errorf("without --yes: exit %d, %s", code, stderr)
	}
	code, stdout, stderr := s.run("tags", "apply", "--all", "--yes", "--json")
	var r struct {
		Status string
		UndoID string `json:"undo_id"`
		Data   struct {
			Skipped []struct{ Path, Reason string }
		}
	}
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || code != exitOK || r.UndoID == "" {
		t.Fatalf("with --yes: exit %d, %v, %s%s", code, err, stdout, stderr)
	}
	if got := s.read("inbox/dumplings.md"); got != "---\ntags: [recipe]\n---\n"+before {
		t.Errorf("the note is %q", got)
	}
	if s.read("inbox/broken.md") != files["inbox/broken.md"] || len(r.Data.Skipped) != 1 || r.Data.Skipped[0].Path != "inbox/broken.md" || !strings.Contains(r.Data.Skipped[0].Reason, "line") {
		t.Errorf("a note with invalid properties: %q, %+v", s.read("inbox/broken.md"), r.Data.Skipped)
	}
	if code, _, stderr := s.run("undo", r.UndoID, "--yes"); code != exitOK || s.read("inbox/dumplings.md") != before {
		t.Errorf("undo: exit %d, %s, the note is %q", code, stderr, s.read("inbox/dumplings.md"))
	}
	if code, _, stderr := s.run("tags", "apply", "inbox/odd", "--tag", "strange", "--yes"); code != exitOK || !strings.Contains(s.read("inbox/odd.md"), "tags: [strange]") {
		t.Errorf("a named tag: exit %d, %s", code, stderr)
	}
}

func TestTagsRenameAndUndo(t *testing.T) {
	files := kitchen()
	s := newTerminal(t, files)
	if code, _, _ := s.run("tags", "rename", "recipe", "cooking/recipe"); code != exitFailed || s.read("Kitchen/soup.md") != files["Kitchen/soup.md"] {
		t.Errorf("without --yes: exit %d, %q", code, s.read("Kitchen/soup.md"))
	}
	code, stdout, stderr := s.run("tags", "rename", "#recipe", "cooking/recipe", "--yes")
	if code != exitOK || !strings.Contains(stdout, "at 12 places") {
		t.Fatalf("exit %d, %s%s", code, stdout, stderr)
	}
	if got := s.read("Kitchen/soup.md"); got != strings.Replace(files["Kitchen/soup.md"], "recipe", "cooking/recipe", 1) {
		t.Errorf("the note is %q", got)
	}
	id := regexp.MustCompile(`"undo_id":"([^"]+)"`).FindStringSubmatch(stdout)
	if id == nil {
		t.Fatalf("no undo id in %s", stdout)
	}
	if code, _, _ := s.run("undo", id[1], "--yes"); code != exitOK || s.read("Kitchen/soup.md") != files["Kitchen/soup.md"] {
		t.Errorf("undo: exit %d, the note is %q", code, s.read("Kitchen/soup.md"))
	}
}

func TestTagsHealthAndEval(t *testing.T) {
	files := kitchen()
	files["a.md"] = "---\ntags: [Recipes]\n---\n"
	s := newTerminal(t, files)
	if code, stdout, _ := s.run("tags", "health"); code != exitOK || !strings.Contains(stdout, "#recipe #Recipes → #recipe") {
		t.Errorf("health: exit %d, %s", code, stdout)
	}
	code, stdout, _ := s.run("tags", "eval", "--json")
	var r struct {
		Notes  int
		Scores []struct {
			Method    string
			Precision struct{ Value, Low, High float64 } `json:"precision_1"`
		}
	}
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || code != exitOK || r.Notes != 25 || len(r.Scores) != 4 || r.Scores[0].Method != "Ibid" || r.Scores[0].Precision.High == 0 {
		t.Errorf("eval: exit %d, %v, %s", code, err, stdout)
	}
}

func TestTagsSayWhatIsWrong(t *testing.T) {
	files := kitchen()
	files["Rules.md"] = "---\ntag-rules:\n  never: [two words]\n---\n"
	s := newTerminal(t, files)
	for name, tc := range map[string]struct {
		args []string
		exit int
		says string
	}{
		"no notes":     {[]string{"tags", "suggest"}, exitUsage, "--all"},
		"both":         {[]string{"tags", "suggest", "a", "--all"}, exitUsage, "--all"},
		"no such note": {[]string{"tags", "suggest", "nowhere"}, exitFailed, "nowhere"},
		"no tag":       {[]string{"tags", "rename", "recipe", "two words"}, exitFailed, "two words"},
		"unused":       {[]string{"tags", "rename", "none", "some"}, exitFailed, "#none"},
		"wrong rules":  {[]string{"tags", "suggest", "dumplings"}, exitFailed, "Rules.md"},
		"precision":    {[]string{"tags", "eval", "--precision", "1"}, exitFailed, "precision"},
		"limit":        {[]string{"tags", "suggest", "dumplings", "--limit", "0"}, exitFailed, "limit"},
	} {
		if code, _, stderr := s.run(tc.args...); code != tc.exit || !strings.Contains(stderr, tc.says) {
			t.Errorf("%s: exit %d, %q; want %d and %q", name, code, stderr, tc.exit, tc.says)
		}
	}
}

// In Chinese, help on tags and what they say have no English sentence.
func TestTagsInChinese(t *testing.T) {
	s := newTerminal(t, kitchen())
	t.Setenv("LC_ALL", "zh_CN.UTF-8")
	t.Setenv("COLUMNS", "400")
	english := regexp.MustCompile(`[A-Za-z]+ [a-z]{2,} [a-z]{2,}`)
	for _, args := range [][]string{{"tags", "--help"}, {"tags", "suggest", "--help"}, {"tags", "apply", "--help"}, {"tags", "rename", "--help"},
		{"tags", "health", "--help"}, {"tags", "eval", "--help"}, {"tags", "suggest", "dumplings", "inbox/odd"}, {"tags", "health"}} {
		run := s.run
		if slices.Contains(args, "--help") {
			run = s.bare
		}
		code, stdout, _ := run(args...)
		_, said, _ := strings.Cut(stdout, "\n") // behind the line that names the command
		if found := english.FindAllString(said, -1); code != exitOK || len(found) > 0 {
			t.Errorf("%v: exit %d, %q in\n%s", args, code, found, stdout)
		}
	}
}
