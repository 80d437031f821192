package server

import (
	"context"

	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/protocol"
)

// configSet changes the connection's settings. Nothing changes when they are
// wrong; the error never repeats the key.
func (s *Server) configSet(_ context.Context, c *protocol.Conn, p protocol.ConfigSetParams) (protocol.ConfigSetResult, error) {
	settings := config.Settings{Provider: p.Provider, Model: p.Model, BaseURL: p.BaseURL, Key: p.Key, Window: s.Settings.Window}
	if p.Provider == "" {
		key := s.Settings.Key
		settings = s.Settings
		if p.Key != "" {
			key = p.Key
		}
		settings.Key = key
	}
	settings, err := settings.WithFlags("", "")
	if err != nil {
		return protocol.ConfigSetResult{}, protocol.InvalidParams("provider", err.Error())
	}
	controller, err := s.Model(settings)
	if err != nil {
		return protocol.ConfigSetResult{}, protocol.InvalidParams("provider", err.Error())
	}
	s.mu.Lock()
	s.client(c).settings = settings
	s.mu.Unlock()
	return protocol.ConfigSetResult{Controller: controller.Name()}, nil
}
