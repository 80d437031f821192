package server

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// answerOf turns what a client answered into the gate's answer.
func answerOf(a gate.Approval, option string, said protocol.ApprovalAnswer, by string) (gate.Answer, error) {
	answer := gate.Answer{Option: gate.Option(option), Text: said.Text, Note: said.Note, By: by}
	if err := checkGiven(said); err != nil {
		return answer, err
	}
	for _, choice := range said.Hunks {
		path, err := hunksOf(a, choice.Path)
		if err == nil {
			err = offered(a, path, choice.Hunks)
		}
		if err != nil {
			return answer, err
		}
		if answer.Hunks == nil {
			answer.Hunks = map[vaultpath.Path][]int{}
		}
		answer.Hunks[path] = append(answer.Hunks[path], choice.Hunks...)
	}
	return answer, nil
}

// hunksOf is the file that hunks are chosen of. Without a name it is the one that has
// hunks.
func hunksOf(a gate.Approval, name string) (vaultpath.Path, error) {
	if name != "" {
		p, err := vaultpath.Parse(name)
		if err != nil {
			return p, protocol.InvalidParams("hunks", err.Error())
		}
		return p, nil
	}
	var only vaultpath.Path
	for _, f := range a.Files {
		if f.Op == "replace" {
			if only != "" {
				return only, protocol.InvalidParams("hunks", `must name the file where several are changed, as in [{"path": "Tea.md", "hunks": [0]}]`)
			}
			only = f.Path
		}
	}
	if only == "" {
		return only, protocol.InvalidParams("hunks", "can be chosen of changed files only, and this change has none; allow it or reject it whole")
	}
	return only, nil
}

// maxText bounds a text that a person gives, in bytes, as those of the tools are.
const maxText = 2 << 20

// checkGiven refuses a text that no tool could write either.
func checkGiven(said protocol.ApprovalAnswer) error {
	switch {
	case said.Text == nil:
		return nil
	case said.Hunks != nil:
		return protocol.InvalidParams("text", "cannot be given together with hunks; give one of them")
	case len(*said.Text) > maxText:
		return protocol.InvalidParams("text", fmt.Sprintf("has %d bytes, and at most %d (2 MiB) are written", len(*said.Text), maxText))
	case strings.IndexByte(*said.Text, 0) >= 0 || !utf8.ValidString(*said.Text):
		return protocol.InvalidParams("text", "holds a NUL or is not UTF-8; only text is written")
	}
	return nil
}

// offered refuses files and hunks that the change does not have.
func offered(a gate.Approval, path vaultpath.Path, hunks []int) error {
	known := false
	for _, f := range a.Files {
		known = known || f.Path == path || f.To == path
		if f.Path != path || f.Op != "replace" {
			continue
		}
		for _, n := range hunks {
			if n < 0 || n >= f.Hunks {
				return protocol.InvalidParams("hunks", fmt.Sprintf("names hunk %d of %q, which has %d, counted from 0", n, path, f.Hunks))
			}
		}
	}
	if !known {
		return protocol.InvalidParams("hunks", fmt.Sprintf("names %q, which the change does not touch; name its files only", path))
	}
	return nil
}
