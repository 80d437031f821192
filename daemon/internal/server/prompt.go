package server

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strings"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/agent"
	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/daemon/internal/model/offline"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// prompt runs one turn. It is registered before anything behind it in the
// session's lane is looked at, so a cancel sent after it always finds it.
func (s *Server) prompt(ctx context.Context, c *protocol.Conn, p protocol.PromptRequest) (protocol.PromptResponse, error) {
	ss, err := s.session(p.SessionID)
	if err != nil {
		return protocol.PromptResponse{}, err
	}
	prompt, err := s.promptOf(p.Prompt)
	if err != nil {
		return protocol.PromptResponse{}, err
	}
	task := agent.Task{Session: ss.log, Prompt: prompt, Reads: ss.reads,
		IncludePrivate: ss.log.State().Header.IncludePrivate,
		Sink:           &sink{server: s, conn: c, session: p.SessionID, chinese: isChinese(prompt.Text)},
		Asker:          &asker{server: s, conn: c, session: p.SessionID, chinese: isChinese(prompt.Text)}}
	if err := s.choose(&task, c); err != nil {
		return protocol.PromptResponse{}, err
	}
	run, turn := ss.begin(ctx)
	defer ss.end(turn)
	protocol.ReleaseLane(ctx)
	select {
	case <-turn.ready:
	case <-run.Done():
	}
	task.Mode, task.EditFolders = ss.mode(), editFolders(s.settingsOf(c).EditFolders)
	if run.Err() != nil {
		return protocol.PromptResponse{StopReason: protocol.StopCancelled,
			Meta: protocol.IbidMeta(protocol.PromptMeta{Outcome: agent.StopCancelled})}, nil
	}
	s.sendCommands(c, p.SessionID)
	s.awaitIndex(run)
	out, err := s.Agent.Run(run, task)
	if err != nil {
		return protocol.PromptResponse{}, err
	}
	return toPromptResponse(out), nil
}

// readyPatience is how long a question waits for an index that is still being
// built: long enough for most vaults, short enough for a person. After it the
// answer says that there may be more.
const readyPatience = 5 * time.Second

func (s *Server) awaitIndex(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, readyPatience)
	defer cancel()
	if err := s.Index.WaitReady(ctx); err != nil {
		s.Log.Debug("Answering before the index is ready", "error", err)
	}
}

// choose says who decides: the offline controller for the commands that are
// workflows of their own (R401), else the one the settings name.
func (s *Server) choose(task *agent.Task, c *protocol.Conn) error {
	settings := s.settingsOf(c)
	if offline.IsCommand(task.Prompt.Text) {
		settings = config.Settings{Provider: config.Offline}
	}
	controller, err := s.Model(settings)
	if err != nil {
		return protocol.NewError("CONFIG", err.Error(), "Correct the provider, model or base URL.", false)
	}
	task.Controller, task.Window = controller, settings.Window
	if own, ok := controller.(offline.Controller); ok {
		own.IncludePrivate = task.IncludePrivate
		task.Controller, task.Window = own, agent.NoWindow
	}
	return nil
}

// promptOf turns content blocks into a prompt. Files of the vault become
// attached notes.
func (s *Server) promptOf(blocks []protocol.ContentBlock) (runtime.Prompt, error) {
	var p runtime.Prompt
	var texts []string
	for i, b := range blocks {
		switch b.Type {
		case protocol.ContentText:
			texts = append(texts, b.Text)
		case protocol.ContentResourceLink:
			if path, ok := s.vaultFile(b.URI); !ok {
				texts = append(texts, fmt.Sprintf("(Linked, outside the vault: %s)", b.URI))
			} else if !slices.Contains(p.Attached, path) {
				p.Attached = append(p.Attached, path)
			}
		case protocol.ContentResource:
			texts = append(texts, resourceText(b.Resource))
		default:
			return p, protocol.InvalidParams(fmt.Sprintf("prompt[%d].type", i), "must be text, resource_link or resource; Ibid reads text only")
		}
	}
	p.Text = strings.TrimSpace(strings.Join(texts, "\n"))
	if p.Text == "" {
		return p, protocol.InvalidParams("prompt", `must hold some text, as in [{"type":"text","text":"What did I write about sleep?"}]`)
	}
	return p, nil
}

func resourceText(r *protocol.ResourceContents) string {
	if r == nil || r.Text == "" {
		return ""
	}
	return fmt.Sprintf("Attached text from %s:\n\n%s", r.URI, r.Text)
}

// vaultFile returns the vault path of a file URI that lies in the vault. What
// is hidden is none of the vault's.
func (s *Server) vaultFile(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return "", false
	}
	path := u.Path
	if goruntime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	rel, ok := s.relative(filepath.FromSlash(path))
	if !ok {
		return "", false
	}
	p, err := vaultpath.Parse(rel)
	return p.String(), err == nil && !p.Hidden()
}

// fileURI is the inverse of vaultFile.
func (s *Server) fileURI(path string) string {
	abs := filepath.ToSlash(filepath.Join(s.Vault.Root, filepath.FromSlash(path)))
	if !strings.HasPrefix(abs, "/") {
		abs = "/" + abs // C:/… on Windows
	}
	return (&url.URL{Scheme: "file", Path: abs}).String()
}

// relative returns the vault path of an absolute path inside the vault.
func (s *Server) relative(abs string) (string, bool) {
	for _, p := range []string{abs, resolved(abs)} {
		rel, err := filepath.Rel(s.Vault.Root, p)
		if err == nil && filepath.IsLocal(rel) && rel != "." {
			return filepath.ToSlash(rel), true
		}
	}
	return "", false
}

// cancel ends the session's turn. An unknown session has none.
func (s *Server) cancel(_ context.Context, _ *protocol.Conn, p protocol.CancelNotification) error {
	ss, err := s.session(p.SessionID)
	var unknown *protocol.Error
	if errors.As(err, &unknown) {
		return nil
	}
	if err != nil {
		return err
	}
	ss.cancel()
	return nil
}

// sendCommands tells the client the slash commands.
func (s *Server) sendCommands(c *protocol.Conn, session string) {
	var commands []protocol.AvailableCommand
	for _, cmd := range offline.Commands() {
		commands = append(commands, protocol.AvailableCommand{Name: cmd.Name, Description: cmd.Description,
			Input: &protocol.CommandInput{Hint: cmd.Hint}})
	}
	s.update(c, session, protocol.AvailableCommandsUpdate{AvailableCommands: commands})
}

func (s *Server) update(c *protocol.Conn, session string, u protocol.SessionUpdate) {
	s.notify(c, protocol.NotifySessionUpdate, protocol.SessionNotification{SessionID: session, Update: u})
}

func toPromptResponse(out agent.Outcome) protocol.PromptResponse {
	meta := protocol.PromptMeta{
		Outcome: out.Outcome, Detail: protocol.OutcomeDetail(out.Detail), Failed: out.Failed,
		Usage: protocol.TokenUsage{InputTokens: out.Usage.InputTokens, OutputTokens: out.Usage.OutputTokens},
	}
	for _, c := range out.Citations {
		meta.Citations = append(meta.Citations, protocol.Citation(c))
	}
	for _, c := range out.Calls {
		meta.ToolCalls = append(meta.ToolCalls, protocol.ToolReport(c))
	}
	return protocol.PromptResponse{StopReason: protocol.StopReason(out.StopReason), Meta: protocol.IbidMeta(meta)}
}
