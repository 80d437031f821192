// Package config holds Ibid's settings, their defaults and their checks, and
// says where a vault's state lives.
package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Version of the daemon, set by the linker in a release.
var Version = "0.1.0"

// The names of the providers a model can come from.
const (
	Offline   = "offline"
	OpenAI    = "openai"
	Anthropic = "anthropic"
)

// Settings are what a person chose, from the settings file, flags, the
// environment or the wire. Key is only ever held in memory.
type Settings struct {
	Provider string  `json:"provider,omitempty"` // offline (default), openai, anthropic
	Model    string  `json:"model,omitempty"`
	BaseURL  string  `json:"baseUrl,omitempty"`
	Window   int     `json:"window,omitempty"` // tokens the model takes; 0 = 32,768
	Private  Private `json:"private,omitzero"`
	Key      string  `json:"-"`
}

// Load reads the user's settings file; a missing one means the defaults.
func Load() (Settings, error) {
	path, err := settingsPath()
	if err != nil {
		return Settings{}, err
	}
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Settings{Provider: Offline}, nil
	}
	if err != nil {
		return Settings{}, fmt.Errorf("read the settings file: %w", err)
	}
	return parse(raw)
}

func settingsPath() (string, error) {
	state, _, err := baseDirs()
	return filepath.Join(state, "settings.json"), err
}

func parse(raw []byte) (Settings, error) {
	var s Settings
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&s); err != nil {
		return s, fmt.Errorf("settings.json: %w; the smallest right form is {\"provider\": \"offline\"}", err)
	}
	return s, s.Check()
}

// Check names the first setting that is wrong and its right form.
func (s *Settings) Check() error {
	if s.Provider == "" {
		s.Provider = Offline
	}
	if err := s.Private.Check(); err != nil {
		return err
	}
	switch s.Provider {
	case Offline:
		return nil
	case OpenAI, Anthropic:
	default:
		return fmt.Errorf("provider %q is not known; use offline, openai or anthropic, as in openai:gpt-4o-mini", s.Provider)
	}
	if s.Model == "" {
		return fmt.Errorf("provider %s needs a model, as in --model %s:NAME", s.Provider, s.Provider)
	}
	if s.BaseURL != "" && !strings.HasPrefix(s.BaseURL, "http://") && !strings.HasPrefix(s.BaseURL, "https://") {
		return fmt.Errorf("base URL %q is not an http(s) URL, as in http://127.0.0.1:11434/v1", s.BaseURL)
	}
	return nil
}

// WithFlags applies --model PROVIDER:NAME and --base-url URL, and takes the
// key from the environment.
func (s Settings) WithFlags(model, baseURL string) (Settings, error) {
	if model != "" {
		provider, name, _ := strings.Cut(model, ":")
		s.Provider, s.Model = provider, name
	}
	if baseURL != "" {
		s.BaseURL = baseURL
	}
	if err := s.Check(); err != nil {
		return s, err
	}
	if s.Key == "" {
		s.Key = os.Getenv(KeyVariable(s.Provider))
	}
	return s, nil
}

// KeyVariable is the environment variable that holds the provider's key.
func KeyVariable(provider string) string {
	switch provider {
	case OpenAI:
		return "OPENAI_API_KEY"
	case Anthropic:
		return "ANTHROPIC_API_KEY"
	}
	return ""
}
