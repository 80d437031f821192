package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
)

// UnmarshalJSON refuses an answer of which any part does not fit: what a person kept
// back must not be granted because it was not understood.
func (a *ApprovalAnswer) UnmarshalJSON(raw []byte) error {
	type fields ApprovalAnswer
	return readAnswer(raw, (*fields)(a))
}

// UnmarshalJSON reads the parts of an answer as ApprovalAnswer does.
func (p *ApprovalsDecideParams) UnmarshalJSON(raw []byte) error {
	type fields ApprovalsDecideParams
	return readAnswer(raw, (*fields)(p))
}

func readAnswer(raw []byte, fields any) error {
	if lonely(raw) {
		return InvalidParams("answer", "holds half of a surrogate pair (as in \"\\ud800\"), which is no text; send text that is UTF-8")
	}
	err := json.Unmarshal(raw, fields)
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && e.Field == "" {
		return InvalidParams("answer", `want an object, as in {"hunks": [0]}, not `+e.Value)
	}
	return err
}

// lonely tells whether valid JSON escapes half of a surrogate pair, which encoding/json
// would replace in silence.
func lonely(raw []byte) bool {
	for at := bytes.IndexByte(raw, '\\'); at >= 0 && at < len(raw); {
		unit, ok := escaped(raw[at:])
		switch {
		case !ok:
			at += 2
		case unit>>10 == 0xD800>>10:
			low, ok := escaped(raw[at+6:])
			if !ok || low>>10 != 0xDC00>>10 {
				return true
			}
			at += 12
		case unit>>10 == 0xDC00>>10:
			return true
		default:
			at += 6
		}
		next := bytes.IndexByte(raw[at:], '\\')
		if next < 0 {
			return false
		}
		at += next
	}
	return false
}

// escaped reads the UTF-16 unit that b begins with an escape of.
func escaped(b []byte) (uint64, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	unit, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	return unit, err == nil
}

// UnmarshalJSON takes a list with paths; plain numbers for hunks of the one file, whose
// path is then ""; and an object of lists by path.
func (c *HunkChoice) UnmarshalJSON(raw []byte) error {
	wrong := InvalidParams("hunks", `want a list of numbers from 0, as in [0, 2], of files, as in [{"path": "Tea.md", "hunks": [0]}], or lists by path, as in {"Tea.md": [0]}`)
	*c = nil
	if bytes.Equal(raw, nullID) {
		return nil
	}
	var plain []*int
	if json.Unmarshal(raw, &plain) == nil {
		hunks, ok := numbers(plain)
		if !ok {
			return wrong
		}
		*c = HunkChoice{{Hunks: hunks}}
		return nil
	}
	named, ok := namedHunks(raw)
	for _, f := range named {
		hunks, whole := numbers(f.Hunks)
		ok = ok && whole && f.Path != nil && f.Hunks != nil
		if ok {
			*c = append(*c, FileHunks{Path: *f.Path, Hunks: hunks})
		}
	}
	if !ok || len(named) == 0 {
		return wrong
	}
	return nil
}

// hunksGiven is FileHunks as it was sent: with what is missing or null.
type hunksGiven struct {
	Path  *string `json:"path"`
	Hunks []*int  `json:"hunks"`
}

// namedHunks reads a list of files, or lists by path.
func namedHunks(raw []byte) ([]hunksGiven, bool) {
	var list []hunksGiven
	if json.Unmarshal(raw, &list) == nil {
		return list, true
	}
	var byPath map[string][]*int
	if json.Unmarshal(raw, &byPath) != nil {
		return nil, false
	}
	list = nil
	for path, hunks := range byPath {
		list = append(list, hunksGiven{&path, hunks})
	}
	slices.SortFunc(list, func(a, b hunksGiven) int { return bytes.Compare([]byte(*a.Path), []byte(*b.Path)) })
	return list, true
}

// numbers are hunks, none of which may be null or less than 0.
func numbers(list []*int) ([]int, bool) {
	out := make([]int, 0, len(list))
	for _, n := range list {
		if n == nil || *n < 0 {
			return nil, false
		}
		out = append(out, *n)
	}
	return out, true
}
