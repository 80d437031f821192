package builtin

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"strings"
	"syscall"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// maxFile is the largest file a tool reads, in bytes (R025, R099, X08).
const maxFile = 2 << 20

// text is a file that was read and is UTF-8 text.
type text struct {
	raw  []byte
	body []byte // raw without a byte order mark
	sum  [sha256.Size]byte
}

func newText(raw []byte) *text {
	return &text{raw: raw, body: bytes.TrimPrefix(raw, bom), sum: sha256.Sum256(raw)}
}

var bom = []byte("\ufeff")

// sha is the hash of the raw bytes in hex.
func (t *text) sha() string { return hex.EncodeToString(t.sum[:]) }

// hasBOM tells whether the file begins with a byte order mark.
func (t *text) hasBOM() bool { return len(t.raw) != len(t.body) }

// lines returns where each line of the body starts. An empty body has none, and
// a final line break starts no further line.
func (t *text) lines() []int {
	var starts []int
	for at := 0; at < len(t.body); {
		starts = append(starts, at)
		next := bytes.IndexByte(t.body[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	return starts
}

// line returns line i (from 0) without its line break.
func (t *text) line(starts []int, i int) []byte {
	end := len(t.body)
	if i+1 < len(starts) {
		end = starts[i+1]
	}
	return trimBreak(t.body[starts[i]:end])
}

func trimBreak(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
}

// lineEnding says how lines end: "lf", "crlf", "mixed", or "" when none does.
func (t *text) lineEnding() string {
	all, crlf := bytes.Count(t.body, []byte("\n")), bytes.Count(t.body, []byte("\r\n"))
	switch {
	case all == 0:
		return ""
	case crlf == 0:
		return "lf"
	case crlf == all:
		return "crlf"
	}
	return "mixed"
}

// isText tells whether bytes can be shown: UTF-8 without NUL (R026, R190).
func isText(raw []byte) bool {
	return validUTF8(raw) && bytes.IndexByte(raw, 0) < 0
}

// load reads a file that a tool was given by path.
func (pl placer) load(p vaultpath.Path) (*text, error) {
	view := pl.env.Sight()
	if _, ok := view.ReadDir(p); ok {
		e := tools.Errorf(tools.IsDirectory, "%q is a folder, not a file", folderName(p))
		e.Data.Path = folderName(p)
		return nil, e.WithCall(callOf("list_dir", "path", folderName(p)))
	}
	if f, ok := view.File(p); ok && f.Size > maxFile {
		return nil, tooLarge(p, f.Size)
	}
	raw, err := view.ReadSole(p)
	if err != nil {
		return nil, pl.unreadable(p, err)
	}
	if len(raw) > maxFile {
		return nil, tooLarge(p, int64(len(raw)))
	}
	if !isText(raw) {
		return nil, binary(p, raw)
	}
	return newText(raw), nil
}

func tooLarge(p vaultpath.Path, size int64) error {
	e := tools.Errorf(tools.FileTooLarge, "%q has %d bytes; files over %d bytes (2 MiB) are neither read nor written. Search for the part that matters instead", p, size, maxFile)
	e.Data.Path = p.String()
	return e.WithCall(callOf("knowledge_search", "query", cutRunes(p.Name(), maxShown)))
}

func binary(p vaultpath.Path, raw []byte) error {
	what := "is not UTF-8 text"
	if bytes.HasPrefix(raw, []byte{0xff, 0xfe}) || bytes.HasPrefix(raw, []byte{0xfe, 0xff}) {
		what = "is UTF-16, not UTF-8 text; save it as UTF-8 to have it read"
	}
	e := tools.Errorf(tools.BinaryFile, "%q %s. Binary files are listed and linked, never read", p, what)
	e.Data.Path = p.String()
	return e.WithCall(callOf("list_dir", "path", folderName(p.Dir())))
}

// unreadable turns an error of reading a file into one the caller can act on.
func (pl placer) unreadable(p vaultpath.Path, err error) error {
	switch {
	case errors.Is(err, vaultindex.ErrVaultMissing):
		return pl.noVault()
	case errors.Is(err, vaultindex.ErrHardLink):
		return pl.closed(p, "has more than one hard link, so the same file may lie outside the vault too; make a copy of it and read that")
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.ENAMETOOLONG):
		return pl.noFile(p)
	case errors.Is(err, vaultindex.ErrTooLarge):
		return tooLarge(p, maxFile+1)
	case errors.Is(err, vaultindex.ErrNotRegular):
		return pl.closed(p, "is not a regular file (a pipe, a device or a link)")
	case errors.Is(err, fs.ErrPermission):
		return pl.closed(p, "exists but cannot be read: the system denies it to this user. Its permissions have to be changed first")
	case strings.Contains(err.Error(), "escapes from parent"): // os.Root has no sentinel
		return pl.closed(p, "leads out of the vault through a link")
	}
	return err
}

// noVault says that there is nothing to read at all.
func (pl placer) noVault() error {
	return tools.Errorf(tools.VaultMissing, "The vault's folder is gone: it was deleted or moved, or its drive is not mounted. Files cannot be read until it is back; search and listings still answer from what was indexed before").
		WithCall(callOf("list_dir", "path", "."))
}

// closed refuses a path that exists and must not be opened.
func (pl placer) closed(p vaultpath.Path, why string) error {
	e := tools.Errorf(tools.WorkspacePathDenied, "%q %s", p, why)
	e.Data.Path = p.String()
	return e.WithCall(callOf("list_dir", "path", folderName(p.Dir())))
}
