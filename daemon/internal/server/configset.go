package server

import (
	"context"
	"errors"

	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/protocol"
)

// configSet changes the connection's settings, and the vault's private rules
// when they are given. Nothing changes when something is wrong; the error never
// repeats the key.
func (s *Server) configSet(ctx context.Context, c *protocol.Conn, p protocol.ConfigSetParams) (protocol.ConfigSetResult, error) {
	settings, err := s.wanted(p)
	if err != nil {
		return protocol.ConfigSetResult{}, err
	}
	controller, err := s.Model(settings)
	if err != nil {
		return protocol.ConfigSetResult{}, protocol.InvalidParams("provider", err.Error())
	}
	if p.Private != nil {
		if err := s.setPrivate(ctx, config.Private(*p.Private)); err != nil {
			return protocol.ConfigSetResult{}, err
		}
	}
	s.mu.Lock()
	s.client(c).settings = settings
	s.mu.Unlock()
	return protocol.ConfigSetResult{Controller: controller.Name()}, nil
}

// wanted are the settings asked for. Without a provider they are those the
// daemon was started with; a key may be added to them.
func (s *Server) wanted(p protocol.ConfigSetParams) (config.Settings, error) {
	settings := s.Settings
	if p.Provider != "" {
		settings = config.Settings{Provider: p.Provider, Model: p.Model, BaseURL: p.BaseURL, Window: s.Settings.Window,
			Mode: s.Settings.Mode, EditFolders: s.Settings.EditFolders}
	} else if p.Model != "" || p.BaseURL != "" {
		return settings, protocol.InvalidParams("provider", "must be given beside model and baseUrl: offline, openai or anthropic")
	}
	if p.Mode != "" {
		settings.Mode = p.Mode
	}
	if p.EditFolders != nil {
		settings.EditFolders = p.EditFolders
	}
	if p.Key != "" {
		settings.Key = p.Key
	}
	settings, err := settings.WithFlags(nil, nil)
	if err != nil {
		return settings, wrongSetting(err)
	}
	return settings, nil
}

// wrongSetting names the parameter that holds a wrong setting.
func wrongSetting(err error) error {
	field := "provider"
	var bad *config.SettingError
	if errors.As(err, &bad) {
		field = bad.Setting
	}
	return protocol.InvalidParams(field, err.Error())
}

// setPrivate makes the rules those of the vault, for every connection. What
// the daemon's own settings hide stays hidden.
func (s *Server) setPrivate(ctx context.Context, p config.Private) error {
	if err := p.Check(); err != nil {
		return protocol.InvalidParams("private", err.Error())
	}
	_, err := s.Index.SetPrivate(ctx, s.Settings.Private.With(p).Rules())
	return err
}
