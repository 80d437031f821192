package cli

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ibid-notes/ibid/protocol"
)

type undoCmd struct {
	ID    string `arg:"" optional:"" help:"The change to take back, as ibid undo --list names it. Undoing an undo does the change again."`
	List  bool   `help:"List the changes that Ibid made, the latest first. So does ibid undo alone."`
	OfRun string `name:"run" placeholder:"RUN" help:"Take back all that one run did."`
	File  string `placeholder:"PATH" help:"Take back the latest change that touched this file; with --list, list those that did."`
	Yes   bool   `help:"Do not ask before."`
}

// entryJSON is a change as --json prints it.
type entryJSON struct {
	ID       string     `json:"id"`
	At       string     `json:"at"`
	Title    string     `json:"title"`
	State    string     `json:"state"`
	Session  string     `json:"session,omitempty"`
	Run      string     `json:"run,omitempty"`
	Tool     string     `json:"tool,omitempty"`
	Undoes   []string   `json:"undoes"`
	UndoneBy string     `json:"undone_by,omitempty"`
	Undoable bool       `json:"undoable"`
	Files    []fileJSON `json:"files"`
}

type fileJSON struct {
	Op        string `json:"op"`
	Path      string `json:"path"`
	To        string `json:"to,omitempty"`
	SHABefore string `json:"sha_before,omitempty"`
	SHAAfter  string `json:"sha_after,omitempty"`
	State     string `json:"state,omitempty"`
	Trash     string `json:"trash,omitempty"`
}

// doneJSON is an undo that was made.
type doneJSON struct {
	UndoID   string     `json:"undo_id"`
	Title    string     `json:"title"`
	Files    []fileJSON `json:"files"`
	Findings []string   `json:"findings,omitempty"`
}

// Run lists changes, or takes some back.
func (c undoCmd) Run(e env) error {
	named := 0
	for _, v := range []string{c.ID, c.OfRun, c.File} {
		if v != "" {
			named++
		}
	}
	if named > 1 && !c.List {
		return usageError{errors.New("say one thing to undo: an id, --run or --file")}
	}
	return e.with(func(cl *client) error {
		if c.List || named == 0 {
			return c.list(e, cl)
		}
		return c.undo(e, cl)
	})
}

func (c undoCmd) entries(e env, cl *client, limit int, before string) (protocol.UndoListResult, error) {
	var r protocol.UndoListResult
	err := cl.call(e.ctx, protocol.MethodUndoList, protocol.UndoListParams{Limit: &limit, Run: c.OfRun, File: c.File, Before: before}, &r)
	return r, err
}

// allEntries asks for page after page.
func (c undoCmd) allEntries(e env, cl *client) (protocol.UndoListResult, error) {
	all, err := c.entries(e, cl, pageOfEntries, "")
	for last := all; err == nil && len(last.Entries) > 0 && len(all.Entries) < all.Total; {
		last, err = c.entries(e, cl, pageOfEntries, last.Entries[len(last.Entries)-1].ID)
		all.Entries = append(all.Entries, last.Entries...)
	}
	return all, err
}

// listed is how many changes are listed for a person; JSON has all.
const listed = 30

// pageOfEntries is how many changes are asked for at once; a test has smaller pages.
var pageOfEntries = 500

func (c undoCmd) list(e env, cl *client) error {
	var r protocol.UndoListResult
	var err error
	if e.json {
		r, err = c.allEntries(e, cl)
	} else {
		r, err = c.entries(e, cl, listed, "")
	}
	if err != nil {
		return err
	}
	if e.json {
		out := []entryJSON{}
		for _, entry := range r.Entries {
			out = append(out, toEntryJSON(entry))
		}
		return printJSON(e.stdout, map[string]any{"entries": out, "total": r.Total})
	}
	if len(r.Entries) == 0 {
		fmt.Fprintln(e.stderr, e.lang.say("no changes"))
	}
	for _, entry := range r.Entries {
		fmt.Fprintf(e.stdout, "%s  %s  %s%s\n", entry.ID, localTime(entry.At), oneLine(entry.Title), e.lang.fate(entry))
	}
	if more := r.Total - len(r.Entries); more > 0 {
		fmt.Fprintln(e.stderr, e.lang.say("more changes", more))
	}
	return nil
}

// fate says what became of a change, where that is more than that it was made.
func (l language) fate(entry protocol.JournalEntry) string {
	switch {
	case entry.UndoneBy != "":
		return l.say("undone by", entry.UndoneBy)
	case !entry.Undoable:
		return l.say("never made")
	}
	return ""
}

func localTime(stamp string) string {
	at, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		return stamp
	}
	return at.Local().Format(time.DateTime)
}

func (c undoCmd) undo(e env, cl *client) error {
	if !c.Yes {
		agreed, err := c.agreed(e, cl)
		if err != nil {
			return err
		}
		if !agreed {
			return errors.New(e.lang.say("nothing undone"))
		}
	}
	var r protocol.UndoApplyResult
	if err := cl.call(e.ctx, protocol.MethodUndoApply, protocol.UndoApplyParams{ID: c.ID, Run: c.OfRun, File: c.File}, &r); err != nil {
		return err
	}
	if err := printUndone(e, r); err != nil {
		return err
	}
	if r.Refused != "" {
		return silent{}
	}
	return nil
}

// agreed asks the person, with what would be taken back.
func (c undoCmd) agreed(e env, cl *client) (bool, error) {
	if !isTerminal(e.stdin) {
		return false, usageError{errors.New("undo asks first; give --yes where nobody can answer")}
	}
	r, err := c.allEntries(e, cl)
	if err != nil {
		return false, err
	}
	var titles []string
	for _, entry := range r.Entries {
		if c.ID == "" && (!entry.Undoable || len(entry.Undoes) > 0) || c.ID != "" && entry.ID != c.ID {
			continue
		}
		titles = append(titles, "  "+localTime(entry.At)+"  "+oneLine(entry.Title))
		if c.File != "" {
			break
		}
	}
	return e.confirms(strings.Join(titles, "\n") + "\n" + e.lang.say("undo?"))
}

func printUndone(e env, r protocol.UndoApplyResult) error {
	if e.json {
		out := []doneJSON{}
		for _, change := range r.Changes {
			out = append(out, doneJSON{change.UndoID, change.Title, toFilesJSON(change.Files), change.Findings})
		}
		doc := map[string]any{"undone": out}
		if r.Refused != "" {
			doc["refused"] = r.Refused
		}
		return printJSON(e.stdout, doc)
	}
	for _, change := range r.Changes {
		fmt.Fprintln(e.stdout, e.lang.say("undone", oneLine(change.Title), change.UndoID))
		for _, f := range change.Findings {
			fmt.Fprintln(e.stdout, "  "+oneLine(f))
		}
	}
	if r.Refused != "" {
		fmt.Fprintln(e.stderr, "ibid: "+e.lang.say("undo refused", oneLine(r.Refused)))
	}
	return nil
}

func toEntryJSON(entry protocol.JournalEntry) entryJSON {
	return entryJSON{ID: entry.ID, At: entry.At, Title: entry.Title, State: entry.State, Session: entry.SessionID, Run: entry.RunID, Tool: entry.Tool,
		Undoes: entry.Undoes, UndoneBy: entry.UndoneBy, Undoable: entry.Undoable, Files: toFilesJSON(entry.Files)}
}

func toFilesJSON(files []protocol.FileChange) []fileJSON {
	out := []fileJSON{}
	for _, f := range files {
		out = append(out, fileJSON{f.Op, f.Path, f.To, f.Sha256Before, f.Sha256After, f.State, f.Trash})
	}
	return out
}
