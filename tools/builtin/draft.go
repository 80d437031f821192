package builtin

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/note"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// writing is the part of the description all writing tools share. They plan; what
// they return is written by nobody but the gate.
func writing(name string, kind tools.Kind, description string) tools.Spec {
	return tools.Spec{
		Name: name, Version: "1", Kind: kind, Effect: tools.EffectLocalReversible,
		MaxOutTokens: maxOutput / 3, Description: description,
	}
}

// draft is a change as it is put together by one call.
type draft struct {
	pl        placer
	was       edit.MapFiles // the bytes that files have now
	effects   []edit.Effect
	unseen    []vaultpath.Path
	given     map[vaultpath.Path]bool // the caller knows their whole new text
	sensitive []string
	warnings  []string
	private   bool
}

func (pl placer) draft() *draft {
	return &draft{pl: pl, was: edit.MapFiles{}, given: map[vaultpath.Path]bool{}}
}

// create adds a new file.
func (d *draft) create(p vaultpath.Path, after []byte) error {
	if err := checkText(p, nil, after); err != nil {
		return d.pl.ofNew(err, p)
	}
	d.effects = append(d.effects, edit.Effect{Op: edit.Create, Path: p, After: after})
	d.given[p] = true
	return nil
}

// ofNew is a refusal of the text of a new file: there is nothing to read, so the
// call it names is the tool's own.
func (pl placer) ofNew(err error, p vaultpath.Path) error {
	err = tools.FromEdit(err)
	if e, ok := errors.AsType[*tools.Error](err); ok {
		call := pl.call(p.String())
		if pl.tool == "create_note" {
			call = pl.call(folderName(p.Dir()))
		}
		return e.WithCall(call)
	}
	return err
}

// replace gives a file another text.
func (d *draft) replace(p vaultpath.Path, t *text, after []byte) error {
	if err := d.revise(p, t, after); err != nil {
		return err
	}
	d.effects = append(d.effects, edit.Effect{Op: edit.Replace, Path: p, Before: t.sum, After: after})
	return nil
}

// change is replace for edits that say themselves what they take away, so that
// only left-out text is looked for.
func (d *draft) change(p vaultpath.Path, t *text, after []byte) error {
	if err := d.replace(p, t, after); err != nil {
		return err
	}
	d.warnings, d.sensitive = nil, nil
	return nil
}

// revise holds a file's new text to the rules and tells what it seems to lose.
func (d *draft) revise(p vaultpath.Path, t *text, after []byte) error {
	d.was[p] = t.raw
	d.private = d.private || isPrivate(d.pl.env, p)
	if err := checkText(p, t.raw, after); err != nil {
		return err
	}
	if string(after) == string(t.raw) {
		return noChange(p)
	}
	return d.suspect(p, t.raw, after)
}

// suspect refuses a text with a line that stands for text that was left out
// (contracts 2.1), and has a person look at what else an edit may have lost.
func (d *draft) suspect(p vaultpath.Path, before, after []byte) error {
	var omitted []string
	for _, f := range edit.Suspect(before, after, d.pl.linkedTo(p)) {
		if f.Kind == edit.Omission {
			omitted = append(omitted, f.Message)
			continue
		}
		d.warnings = append(d.warnings, f.Message)
		d.sensitive = append(d.sensitive, strings.TrimSuffix(fmt.Sprintf("%q: %s", p, f.Message), "."))
	}
	if len(omitted) == 0 {
		return nil
	}
	e := tools.Errorf(tools.OmissionSuspected, "The new text of %q seems to leave out what it should keep. %s Give the text in full, or change only the part that is meant with edit_file", p, strings.Join(omitted, " "))
	e.Data = tools.Failure{Path: p.String(), Findings: omitted}
	return e.WithCall(callOf("edit_file", "path", p.String(), "old_text", "the text as it stands", "new_text", "the text as it shall be"))
}

// linkedTo counts the links that the caller sees and that lead to a subpath of p.
func (pl placer) linkedTo(p vaultpath.Path) func(string) int {
	return func(subpath string) int {
		n := 0
		for edge := range pl.env.Sight().Graph().LinksTo(p) {
			if sameSubpath(edge.Link.Subpath, subpath) {
				n++
			}
		}
		return n
	}
}

// sameSubpath tells whether a link's subpath ends in the heading or block that
// another names.
func sameSubpath(link, named string) bool {
	headings, block, _ := note.SplitSubpath(link)
	wanted, id, _ := note.SplitSubpath(named)
	if id != "" || block != "" {
		return strings.EqualFold(id, block)
	}
	return len(headings) > 0 && len(wanted) > 0 && note.HeadingKey(headings[len(headings)-1]) == note.HeadingKey(wanted[len(wanted)-1])
}

// checkText holds a text that is to be written to the limits (X27) and to its
// file's format. before is nil for a new file.
func checkText(p vaultpath.Path, before, after []byte) error {
	switch {
	case len(after) > maxFile:
		return tooLargeToWrite(p, len(after))
	case !isText(after):
		e := tools.Errorf(tools.BinaryFile, "The text for %q holds a NUL or is not UTF-8; only text is written", p)
		e.Data.Path = p.String()
		return e
	}
	return edit.CheckFormat(p, before, after)
}

func tooLargeToWrite(p vaultpath.Path, size int) error {
	e := tools.Errorf(tools.FileTooLarge, "The text for %q would have %d bytes; files over %d bytes (2 MiB) are neither read nor written. Write it as several files", p, size, maxFile)
	e.Data.Path = p.String()
	return e
}

func noChange(p vaultpath.Path) error {
	e := tools.Errorf(tools.NoChange, "%q has this text already; nothing is left to do", p)
	e.Data.Path = p.String()
	return e.WithCall(callOf("read_file", "path", p.String()))
}

// proposal closes the draft: the set with the folders it needs, held to names
// that every system can have (F11).
func (d *draft) proposal(did string) (tools.Proposal, error) {
	set, err := edit.NewSet(d.effects...)
	if err != nil {
		return tools.Proposal{}, err
	}
	if err := set.Portable(); err != nil {
		return tools.Proposal{}, err
	}
	if set, err = set.WithParents(d.pl.env.All().SeesFolder); err != nil {
		return tools.Proposal{}, err
	}
	return tools.Proposal{
		Set: set, Before: d.was.Read, Did: did, Unseen: d.unseen, Known: d.known(),
		Sensitive: d.sensitive, Warnings: d.warnings, Private: d.private,
	}, nil
}

// known are the receipts of the files with new texts.
func (d *draft) known() []tools.Receipt {
	var known []tools.Receipt
	for _, e := range d.effects {
		end := e.Path
		if e.Op == edit.Move {
			end = e.To
		}
		switch {
		case e.After == nil || slices.Contains(d.unseen, e.Path):
		case d.given[e.Path]:
			known = append(known, d.pl.env.KnownWhole(end, e.After))
		default:
			known = append(known, d.pl.env.KnownAfter(e.Path, end, d.was[e.Path], e.After)...)
		}
	}
	return known
}

// vacant refuses a path that a new file or folder cannot have, because something
// stands there or on the way, in any case of its name (contracts 2.1.2). What the
// session may not see gives no more away than that another name is needed
// (design 5 Private).
func (pl placer) vacant(p vaultpath.Path) error {
	if p == vaultpath.Root {
		e := tools.Errorf(tools.InvalidArgument, "The path names the vault itself; name a file or folder in it")
		return e.WithCall(pl.call("Notes/Title.md"))
	}
	if err := pl.fits(p); err != nil {
		return err
	}
	dir, all := vaultpath.Root, pl.env.All()
	for seg := range strings.SplitSeq(p.String(), "/") {
		want, err := dir.Join(seg)
		if err != nil {
			return err
		}
		there, ok := entryLike(all, dir, want)
		if !ok {
			break
		}
		if want == p || there.Path != want || !there.IsDir() {
			return pl.taken(p, there)
		}
		dir = want
	}
	return pl.vacantOnDisk(p)
}

// Bounds of a new path, in bytes: those of the names of every file system, and of
// the paths of macOS with room for the vault's own.
const (
	maxSegment = 255
	maxPath    = 800
)

// fits refuses a path that is too long for some system.
func (pl placer) fits(p vaultpath.Path) error {
	why := ""
	if len(p) > maxPath {
		why = fmt.Sprintf("it has %d bytes; paths of more than %d cannot be had on every system", len(p), maxPath)
	}
	for seg := range strings.SplitSeq(p.String(), "/") {
		if len(seg) > maxSegment {
			why = fmt.Sprintf("a name in it has %d bytes; no file system has names of more than %d", len(seg), maxSegment)
		}
	}
	if why == "" {
		return nil
	}
	shown := cutRunes(p.String(), maxShown)
	e := tools.Errorf(tools.InvalidArgument, "The path %q is too long: %s. Choose a shorter one", shown, why)
	e.Data = tools.Failure{Argument: "path", Got: shown}
	return e.WithCall(pl.call("Notes/Title.md"))
}

// vacantFor is vacant for a file that moves: where only the case of its name
// changes, it does not stand in its own way. Another file can, on systems that
// tell the two names apart.
func (pl placer) vacantFor(from, to vaultpath.Path) error {
	if to.Fold() != from.Fold() || to.Dir() != from.Dir() {
		return pl.vacant(to)
	}
	if there, ok := entryLike(pl.env.All(), to.Dir(), to); ok && there.Path == to {
		return pl.taken(to, there)
	}
	return nil
}

// entryLike finds what has the name, in its own spelling or else in another.
func entryLike(view *vaultindex.View, dir, want vaultpath.Path) (vaultindex.Entry, bool) {
	entries, _ := view.ReadDir(dir)
	var like vaultindex.Entry
	found, fold := false, want.Fold()
	for _, e := range entries {
		if e.Path == want {
			return e, true
		}
		if !found && e.Path.Fold() == fold {
			like, found = e, true
		}
	}
	return like, found
}

// taken refuses p because of what stands there, or in its way.
func (pl placer) taken(p vaultpath.Path, there vaultindex.Entry) error {
	sight := pl.env.Sight()
	_, seesFile := sight.File(there.Path)
	if !seesFile && !sight.SeesFolder(there.Path) && !sight.Denied(there.Path) {
		return pl.cannotCreate(p)
	}
	code, what, call := tools.TargetExists, "file", callOf("read_file", "path", there.Path.String())
	if there.IsDir() {
		what, call = "folder", callOf("list_dir", "path", there.Path.String())
	}
	how := fmt.Sprintf("%q is taken by a %s", p, what)
	switch {
	case there.Path.Fold() != p.Fold() && !there.IsDir():
		code, how = tools.NotADirectory, fmt.Sprintf("%q cannot lie below %q, which is a file", p, there.Path)
	case there.Path.Fold() != p.Fold():
		how = fmt.Sprintf("The folder of %q is spelt %q in the vault", p, there.Path)
	case there.Path != p:
		how += fmt.Sprintf(" of the name %q; names that differ only in case are one name on many systems", there.Path)
	}
	e := tools.Errorf(code, "%s. Nothing is overwritten: change what is there, or choose another name", how)
	e.Data = tools.Failure{Path: p.String(), Candidates: []string{there.Path.String()}}
	return e.WithCall(call)
}

// cannotCreate refuses a name, and says nothing of what has it, nor that another
// session would see it.
func (pl placer) cannotCreate(p vaultpath.Path) error {
	e := tools.Errorf(tools.PolicyDenied, "%q cannot be used as the name of anything new; choose another name", p)
	e.Data.Path = p.String()
	return e
}

// vacantOnDisk looks for what the index does not know yet, or never lists.
func (pl placer) vacantOnDisk(p vaultpath.Path) error {
	_, err := pl.env.All().ReadSole(p)
	switch {
	case errors.Is(err, vaultindex.ErrVaultMissing):
		return pl.noVault()
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	if _, seen := pl.env.Sight().ReadSole(p); errors.Is(seen, fs.ErrNotExist) {
		return pl.cannotCreate(p)
	}
	e := tools.Errorf(tools.TargetExists, "%q is taken. Nothing is overwritten: change what is there, or choose another name", p)
	e.Data = tools.Failure{Path: p.String(), Candidates: []string{p.String()}}
	return e.WithCall(callOf("read_file", "path", p.String()))
}

// located adds the file to a refusal of package edit that does not know it.
func located(err error, p vaultpath.Path, t *text) error {
	var e *edit.Error
	if !errors.As(err, &e) {
		return err
	}
	own := *e
	own.Path, own.SHA = p, t.sum
	return &own
}

// failed tells whether an error has the code.
func failed(err error, code tools.Code) bool {
	var e *tools.Error
	return errors.As(err, &e) && e.Code == code
}

// isNoChange tells whether an edit was refused because all stands as it shall.
func isNoChange(err error) bool {
	var e *edit.Error
	return errors.As(err, &e) && e.Code == edit.NoChange
}
