package builtin

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// placer turns the path argument of a tool into a vault path (R020, R021, R024,
// R171).
type placer struct {
	env  *tools.Env
	tool string
}

// call is the smallest correct call of the tool with this path.
func (pl placer) call(path string) string {
	switch pl.tool {
	case "grep":
		return callOf(pl.tool, "pattern", "TODO", "path", path)
	case "read_passages":
		return callOf(pl.tool, "query", "apple trees", "from", path)
	case "write_file":
		return callOf(pl.tool, "path", path, "content", "the whole text")
	case "edit_file":
		return callOf(pl.tool, "path", path, "old_text", "the text as it stands", "new_text", "the text as it shall be")
	case "create_note":
		return callOf(pl.tool, "title", "Title", "content", "Text", "folder", path)
	case "update_note":
		return callOf(pl.tool, "slug", strings.TrimSuffix(path, ".md"), "content", "More text", "mode", "append")
	case "move_note":
		return callOf(pl.tool, "slug", strings.TrimSuffix(path, ".md"), "folder", ".")
	case "update_properties":
		return `update_properties {"slug":` + quote(strings.TrimSuffix(path, ".md")) + `,"set":{"status":"done"}}`
	case "read_note", "get_backlinks", "list_tags", "related_notes", "get_links", "unlinked_mentions", "delete_note":
		return callOf(pl.tool, "slug", strings.TrimSuffix(path, ".md"))
	}
	return callOf(pl.tool, "path", path)
}

// maxShown bounds how much of an argument an error text repeats, in characters.
const maxShown = 200

// parse checks a path. What is absolute, leaves the vault or is hidden is
// WORKSPACE_PATH_DENIED (R223, X07).
func (pl placer) parse(raw string) (vaultpath.Path, error) {
	p, err := vaultpath.Parse(raw)
	if err != nil {
		return vaultpath.Root, pl.refuse(raw, err)
	}
	if p.Hidden() {
		e := tools.Errorf(tools.WorkspacePathDenied,
			"The path %q has a name that begins with a dot; such files and folders (.obsidian, .git, .trash) belong to programs, and no tool may touch them", cutRunes(raw, maxShown))
		e.Data.Path = raw
		return vaultpath.Root, e
	}
	return p, nil
}

// refuse explains a path that is no vault path, with its relative form when it
// lies inside the vault, and without one when it is an escape (X07).
func (pl placer) refuse(raw string, cause error) error {
	var bad *vaultpath.Error
	if !errors.As(cause, &bad) {
		return cause
	}
	if bad.Rule == vaultpath.RuleUTF8 || bad.Rule == vaultpath.RuleNUL {
		e := tools.Errorf(tools.InvalidArgument, "%s is no path: %s", quote(cutRunes(raw, maxShown)), bad.Hint)
		e.Data.Got = cutRunes(raw, maxShown)
		return e
	}
	e := tools.Errorf(tools.WorkspacePathDenied, "The path %q is not allowed (%s): only paths relative to the vault are, without \"..\"", cutRunes(raw, maxShown), bad.Rule)
	e.Data.Path = raw
	if inside, ok := pl.inside(raw); ok {
		e.Message += fmt.Sprintf("; it lies inside the vault, where it is called %q", inside)
		e.Data.Suggestions = []string{inside}
		e.Call = pl.call(inside)
	}
	return e
}

// inside finds the relative form of a path that lies in the vault after
// cleaning.
func (pl placer) inside(raw string) (string, bool) {
	clean := path.Clean(strings.ReplaceAll(raw, `\`, "/"))
	rel := clean
	if absolute(clean) {
		var ok bool
		if rel, ok = pl.belowRoot(clean); !ok {
			return "", false
		}
	}
	p, err := vaultpath.Parse(rel)
	if err != nil || p.Hidden() {
		return "", false
	}
	if p == vaultpath.Root {
		return ".", true
	}
	return p.String(), true
}

func absolute(clean string) bool {
	return strings.HasPrefix(clean, "/") || len(clean) > 1 && clean[1] == ':'
}

// belowRoot cuts the vault's own path from an absolute one. A leading slash
// that means the vault's root is understood when something is there.
func (pl placer) belowRoot(clean string) (string, bool) {
	if pl.env.Root != "" {
		root := path.Clean(strings.ReplaceAll(pl.env.Root, `\`, "/"))
		if clean == root {
			return ".", true
		}
		if rel, ok := strings.CutPrefix(clean, strings.TrimSuffix(root, "/")+"/"); ok {
			return rel, true
		}
	}
	p, err := vaultpath.Parse(strings.TrimPrefix(clean, "/"))
	if err != nil || p == vaultpath.Root {
		return "", false
	}
	_, isFile := pl.env.Sight().File(p)
	_, isFolder := pl.env.Sight().ReadDir(p)
	return p.String(), isFile || isFolder
}

// folder checks a path that must be a folder.
func (pl placer) folder(raw string) (vaultpath.Path, error) {
	p, err := pl.parse(raw)
	if err != nil {
		return p, err
	}
	if pl.env.Sight().SeesFolder(p) {
		return p, nil
	}
	if _, isFile := pl.env.Sight().File(p); isFile {
		e := tools.Errorf(tools.NotADirectory, "%q is a file, not a folder", p)
		e.Data.Path = p.String()
		return p, e.WithCall(pl.call(folderName(p.Dir())))
	}
	return p, pl.noFolder(p)
}

// noFolder is FILE_NOT_FOUND with the folders that may have been meant.
func (pl placer) noFolder(p vaultpath.Path) error {
	near := nearFolders(pl.env.Sight().Folders(), p, maxSuggestions)
	e := tools.Errorf(tools.FileNotFound, "There is no folder %q in the vault%s", cutRunes(p.String(), maxShown), meant(near))
	e.Data = tools.Failure{Path: p.String(), Suggestions: near}
	first := "."
	if len(near) > 0 {
		first = near[0]
	}
	return e.WithCall(pl.call(first))
}

// noFile is FILE_NOT_FOUND with up to five ranked suggestions (X06, R087).
func (pl placer) noFile(p vaultpath.Path) error {
	near := texts(pl.env.Sight().Suggest(p.String(), maxSuggestions))
	e := tools.Errorf(tools.FileNotFound, "There is no file %q in the vault%s", cutRunes(p.String(), maxShown), meant(near))
	e.Data = tools.Failure{Path: p.String(), Suggestions: near}
	if len(near) > 0 {
		return e.WithCall(pl.call(near[0]))
	}
	return e.WithCall(callOf("find_files", "query", cutRunes(p.Name(), maxShown)))
}

// maxSuggestions bounds the names offered for a wrong one (X06).
const maxSuggestions = 5

// meant puts suggestions in words.
func meant(near []string) string {
	if len(near) == 0 {
		return "; nothing has a name like it"
	}
	quoted := make([]string, len(near))
	for i, s := range near {
		quoted[i] = quote(s)
	}
	return "; did you mean " + strings.Join(quoted, " or ") + "?"
}

func texts(paths []vaultpath.Path) []string {
	var list []string
	for _, p := range paths {
		list = append(list, p.String())
	}
	return list
}

// nearFolders ranks folders by how near their names come to p: the same but for
// case, the same name elsewhere, a name that holds the other.
func nearFolders(folders []vaultpath.Path, p vaultpath.Path, limit int) []string {
	var ranks [3][]string
	bases := make([]string, 0, len(folders))
	fold, base := p.Fold(), vaultpath.Fold(p.Base())
	for _, f := range folders {
		other := vaultpath.Fold(f.Base())
		bases = append(bases, other)
		switch {
		case f.Fold() == fold:
			ranks[0] = append(ranks[0], f.String())
		case other == base:
			ranks[1] = append(ranks[1], f.String())
		case len(base) > 2 && strings.Contains(other, base), len(other) > 2 && strings.Contains(base, other):
			ranks[2] = append(ranks[2], f.String())
		}
	}
	near := append(append(ranks[0], ranks[1]...), ranks[2]...)
	if len(near) == 0 {
		if guess := tools.Nearest(base, bases); guess != "" {
			near = append(near, folders[slices.Index(bases, guess)].String())
		}
	}
	return near[:min(limit, len(near))]
}

// folderName shows a folder; the root is ".".
func folderName(p vaultpath.Path) string {
	if p == vaultpath.Root {
		return "."
	}
	return p.String()
}
