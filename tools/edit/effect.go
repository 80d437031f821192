package edit

import "github.com/ibid-notes/ibid/vaultindex/vaultpath"

// Op is what an effect does to its path.
type Op uint8

// The kinds of effect.
const (
	Create  Op = iota + 1 // a new file with After as its bytes
	Replace               // other bytes for a file that has those of Before
	Move                  // a file to another path, with other bytes where After is not nil
	Trash                 // a file to the trash the vault is set to (X26)
	Mkdir                 // a new folder
	Rmdir                 // a folder that Mkdir made, if it is empty; only inverse sets have it
)

var opNames = [...]string{Create: "create", Replace: "replace", Move: "move", Trash: "trash", Mkdir: "mkdir", Rmdir: "rmdir"}

// String returns the op's name in lower case, "" for none.
func (o Op) String() string {
	if int(o) >= len(opNames) {
		return ""
	}
	return opNames[o]
}

// MarshalText writes what String returns.
func (o Op) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads the name of an op.
func (o *Op) UnmarshalText(text []byte) error {
	for op := Create; int(op) < len(opNames); op++ {
		if opNames[op] == string(text) {
			*o = op
			return nil
		}
	}
	return refuse(InvalidArgument, "The op %q is none; use create, replace, move, trash or mkdir", text)
}

// Effect is one change of one path. Whoever has it must not change After.
type Effect struct {
	Op     Op             `json:"op"`
	Path   vaultpath.Path `json:"path"`
	To     vaultpath.Path `json:"to,omitempty"`    // Move only
	Before Sum            `json:"before,omitzero"` // of the file at Path; known for Replace, Move and Trash
	After  []byte         `json:"after"`           // Create, Replace; Move with other bytes. nil is not the same as empty
}

// ends returns the path where the file stands afterwards, false when nothing
// does.
func (e Effect) ends() (vaultpath.Path, bool) {
	switch e.Op {
	case Move:
		return e.To, true
	case Create, Replace, Mkdir:
		return e.Path, true
	}
	return "", false
}

// makes reports that the effect puts something where nothing was.
func (e Effect) makes() bool { return e.Op == Create || e.Op == Move || e.Op == Mkdir }

// isFolder reports that the path names a folder.
func (e Effect) isFolder() bool { return e.Op == Mkdir || e.Op == Rmdir }

// paths returns the one or two paths the effect touches.
func (e Effect) paths() []vaultpath.Path {
	if e.Op == Move {
		return []vaultpath.Path{e.Path, e.To}
	}
	return []vaultpath.Path{e.Path}
}
