package app

import (
	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/model/anthropic"
	"github.com/ibid-notes/ibid/daemon/internal/model/offline"
	"github.com/ibid-notes/ibid/daemon/internal/model/openai"
)

// openController makes the controller that checked settings name. It sends
// nothing.
func openController(s config.Settings) (model.Controller, error) {
	switch s.Provider {
	case config.OpenAI:
		return openai.New(openai.Options{Model: s.Model, BaseURL: s.BaseURL, Key: s.Key})
	case config.Anthropic:
		return anthropic.New(anthropic.Options{Model: s.Model, BaseURL: s.BaseURL, Key: s.Key})
	}
	return offline.New(), nil
}
