package commit

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"github.com/ibid-notes/ibid/daemon/internal/gate/journal"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

func vaultMissing() error {
	return tools.Errorf(tools.VaultMissing, "The vault's folder is not where it was, so nothing was written; put it back or mount its drive")
}

func cancelled() error {
	return tools.Errorf(tools.Cancelled, "The change was cancelled before it began; nothing was written")
}

// stale says that the file at p is not the one the change was decided on.
func stale(p vaultpath.Path, now string) error {
	e := tools.Errorf(tools.StaleRead, "%q changed since it was read, so nothing was written; read it again and decide anew", p)
	e.Data.Path, e.Data.Got = p.String(), now
	return e
}

func gone(p vaultpath.Path) error {
	e := tools.Errorf(tools.StaleRead, "%q is not there any more, so nothing was written; look where it went", p)
	e.Data.Path = p.String()
	return e
}

// notWritten words why a change could not be made. The cause is for the log; what
// a caller sees holds no path of this machine.
func (v *Vault) notWritten(err error) error {
	var known *tools.Error
	if errors.As(err, &known) {
		return known
	}
	v.log.Error("A change could not be written", "err", err)
	reason := "the disk did not take it"
	var theirs failed
	switch {
	case errors.Is(err, syscall.ENOSPC):
		reason = "the disk is full"
	case timedOut(err):
		reason = "Obsidian did not answer in time"
	case errors.As(err, &theirs):
		reason = "Obsidian gave no usable answer"
	case errors.Is(err, syscall.EROFS):
		reason = "the disk cannot be written"
	case errors.Is(err, fs.ErrPermission):
		reason = "this user may not write there, or another program holds the file"
	}
	return tools.Errorf(tools.Internal, "The change was not made: %s; all files are as they were", reason)
}

func outcomeUnknown(e journal.Entry, cause error) error {
	var names []string
	for _, s := range e.Steps {
		names = append(names, fmt.Sprintf("%q", s.Path))
	}
	return tools.Errorf(tools.OutcomeUnknown,
		"The change of %s was cut short and could not be taken back yet (%v); read the files before anything else. It is settled when Ibid writes or starts again (%s)",
		strings.Join(names, ", "), cause, e.ID)
}
