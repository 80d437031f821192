package server

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/tools"
)

// asker puts approvals to the person at a connection.
type asker struct {
	server  *Server
	conn    *protocol.Conn
	session string
	chinese bool // the person writes Chinese
}

// Ask implements gate.Asker. A client that is gone, or that closes the question without
// an answer, has given none: the approval can be answered later.
func (k *asker) Ask(ctx context.Context, a gate.Approval) (gate.Answer, error) {
	var r protocol.RequestPermissionResponse
	if err := k.conn.Call(ctx, protocol.MethodRequestPermission, k.request(a), &r); err != nil {
		return gate.Answer{}, err
	}
	if r.Outcome.Outcome != protocol.PermissionSelected {
		return gate.Answer{}, fmt.Errorf("the question was closed without an answer (%q)", r.Outcome.Outcome)
	}
	answer, err := k.read(a, r)
	if err != nil && answer.Option == gate.Reject {
		return gate.Answer{Option: gate.Reject, By: answer.By}, nil // whatever else it says, it says no
	}
	if err != nil {
		err = fmt.Errorf("%w: %w", gate.ErrUnusable, err)
	}
	return answer, err
}

// read takes an answer apart. Where what was kept back is not understood, nothing is
// granted.
func (k *asker) read(a gate.Approval, r protocol.RequestPermissionResponse) (gate.Answer, error) {
	by := k.server.nameOf(k.conn)
	answer := gate.Answer{Option: gate.Option(r.Outcome.OptionID), By: by}
	if !slices.Contains(a.Options, answer.Option) {
		return answer, fmt.Errorf("%q was not offered; use one of %v", answer.Option, a.Options)
	}
	var said protocol.ApprovalAnswer
	if err := r.Meta.ReadIbid(&said); err != nil {
		return answer, err
	}
	return answerOf(a, r.Outcome.OptionID, said, by)
}

func (k *asker) request(a gate.Approval) protocol.RequestPermissionRequest {
	meta := protocol.IbidMeta(protocol.ApprovalMeta{Approval: toApproval(a)})
	return protocol.RequestPermissionRequest{
		SessionID: k.session, Options: options(a, k.chinese), Meta: meta,
		ToolCall: protocol.ToolCallUpdate{
			ToolCallID: a.Origin.Call, Title: a.Title, ToolKind: kindOfChange(a.Files), Status: protocol.ToolPending, Meta: meta,
			Content: k.server.changeContent(changesOf(a)), Locations: k.server.placesOf(a.Files),
		},
	}
}

// optionWords are the answers in the two languages of the house.
var optionWords = map[gate.Option]struct {
	kind   protocol.PermissionKind
	en, zh string
}{
	gate.AllowOnce:   {protocol.AllowOnce, "Allow", "允许"},
	gate.AllowFiles:  {protocol.AllowAlways, "Allow for these files, until this answer is done", "本次回答期间，允许改动这些文件"},
	gate.AllowFolder: {protocol.AllowAlways, "Allow in this folder, until this answer is done", "本次回答期间，允许改动此文件夹"},
	gate.Reject:      {protocol.RejectOnce, "Do not", "不允许"},
}

func options(a gate.Approval, chinese bool) []protocol.PermissionOption {
	var all []protocol.PermissionOption
	for _, o := range a.Options {
		words := optionWords[o]
		name := words.en
		if chinese {
			name = words.zh
		}
		all = append(all, protocol.PermissionOption{OptionID: string(o), Name: name, Kind: words.kind})
	}
	return all
}

// timeForm is RFC 3339 in milliseconds, as all times on the wire.
const timeForm = "2006-01-02T15:04:05.000Z"

func stamp(t time.Time) string { return t.UTC().Format(timeForm) }

// maxDiffs bounds the diffs of one approval together, in bytes: with the texts beside
// them they fit into a frame however they are escaped.
const maxDiffs = 2 << 20

func toApproval(a gate.Approval) protocol.Approval {
	out := protocol.Approval{ID: a.ID, SessionID: a.Origin.Session, RunID: a.Origin.Run, CallID: a.Origin.Call, Tool: a.Origin.Tool,
		Class: string(a.Class), Title: a.Title, Reason: a.Reason, Rationale: a.Rationale, Sources: a.Sources, Asked: stamp(a.Asked), Expires: stamp(a.Expires)}
	room := maxDiffs
	for _, f := range a.Files {
		change := protocol.FileChange{Op: f.Op, Path: f.Path.String(), To: f.To.String(), Sha256Before: f.Before, Sha256After: f.After,
			Hunks: f.Hunks, Added: f.Added, Removed: f.Lost}
		if room -= len(f.Diff); room >= 0 {
			change.Diff = f.Diff
		}
		out.Files = append(out.Files, change)
	}
	for _, o := range a.Options {
		out.Options = append(out.Options, string(o))
	}
	return out
}

// kindOfChange is ACP's word for a change: that of its gravest part.
func kindOfChange(files []gate.FileDiff) protocol.ToolKind {
	has := func(op string) bool {
		return slices.ContainsFunc(files, func(f gate.FileDiff) bool { return f.Op == op })
	}
	switch {
	case has("trash"):
		return protocol.ToolDelete
	case has("move"):
		return protocol.ToolMove
	}
	return protocol.ToolEdit
}

func (s *Server) placesOf(files []gate.FileDiff) []protocol.ToolLocation {
	var all []protocol.ToolLocation
	for _, f := range files[:min(len(files), maxPlaces)] {
		all = append(all, protocol.ToolLocation{Path: s.absolute(f.Path.String())})
	}
	return all
}

// maxPlaces bounds how many files a call points at.
const maxPlaces = 100

func (s *Server) absolute(path string) string {
	return filepath.Join(s.Vault.Root, filepath.FromSlash(path))
}

// changed is one path of a change, with the hashes of its texts.
type changed struct{ op, path, to, before, after string }

func changesOf(a gate.Approval) []changed {
	var all []changed
	for _, f := range a.Files {
		all = append(all, changed{f.Op, f.Path.String(), f.To.String(), f.Before, f.After})
	}
	return all
}

// maxContent bounds the texts that one call shows together, in bytes.
const maxContent = 2 << 20

// changeContent shows a change as ACP does: diffs of whole texts. What ACP has no form
// for, and what would be too long, is a line of text.
func (s *Server) changeContent(files []changed) []protocol.ToolCallContent {
	var all []protocol.ToolCallContent
	room := maxContent
	for _, f := range files {
		if content, ok := s.diffOf(f, &room); ok {
			all = append(all, content)
			continue
		}
		all = append(all, protocol.ToolText(lineOf(f)))
	}
	return all
}

// diffOf is the diff of one file, where it has texts that fit.
func (s *Server) diffOf(f changed, room *int) (protocol.ToolCallContent, bool) {
	none := protocol.ToolCallContent{}
	if f.op != "create" && f.op != "replace" && (f.op != "move" || f.after == "" || f.after == f.before) {
		return none, false
	}
	after, ok := s.text(f.after)
	if !ok {
		return none, false
	}
	var old *string
	if f.before != "" {
		before, ok := s.text(f.before)
		if !ok {
			return none, false
		}
		old = &before
		*room -= len(before)
	}
	if *room -= len(after); *room < 0 {
		return none, false
	}
	end := f.path
	if f.to != "" {
		end = f.to
	}
	return protocol.ToolDiff(s.absolute(end), old, after), true
}

// text returns bytes that the journal has, if they are text.
func (s *Server) text(sum string) (string, bool) {
	if s.Agent.Writer == nil || s.Agent.Writer.Gate == nil || sum == "" {
		return "", false
	}
	raw, err := s.Agent.Writer.Gate.Blob(sum)
	if err != nil || !utf8.Valid(raw) {
		return "", false
	}
	return string(raw), true
}

func lineOf(f changed) string {
	switch f.op {
	case "move":
		return fmt.Sprintf("Move %q to %q", f.path, f.to)
	case "trash":
		return fmt.Sprintf("Delete %q", f.path)
	case "mkdir":
		return fmt.Sprintf("Make the folder %q", f.path)
	}
	return fmt.Sprintf("Change %q (the texts are not shown: too long, or no text)", f.path)
}

// yes answers what the person has agreed to beforehand.
type yes struct{ by string }

// Ask implements gate.Asker.
func (y yes) Ask(context.Context, gate.Approval) (gate.Answer, error) {
	return gate.Answer{Option: gate.AllowOnce, By: y.by}, nil
}

// toolsError turns a refusal of the gate's into an error of the wire.
func toolsError(err *tools.Error) error {
	return protocol.NewError(string(err.Code), err.Message+".", "", err.Code == tools.StaleRead)
}
