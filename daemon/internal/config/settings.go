// Package config holds Ibid's settings, their defaults and their checks, and
// says where a vault's state lives.
package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
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
	// Mode is how new conversations ask before notes are changed: ask (default), plan,
	// edit. EditFolders are those in which edit changes notes without asking.
	Mode        string   `json:"mode,omitempty"`
	EditFolders []string `json:"editFolders,omitempty"`
	Key         string   `json:"-"`
}

// Load reads the user's settings file; a missing one means the defaults.
func Load() (Settings, error) {
	path, err := settingsPath()
	if err != nil {
		return Settings{}, err
	}
	raw, err := readSettings(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Settings{Provider: Offline}, nil
	}
	if err != nil {
		return Settings{}, fmt.Errorf("read the settings file: %w", err)
	}
	return parse(raw)
}

// maxSettings bounds the settings file, in bytes.
const maxSettings = 1 << 20

// readSettings reads the file. It may be a link to one, as people keep their
// settings together.
func readSettings(path string) ([]byte, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	return ReadState(real, maxSettings)
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

// SettingError is a setting that is wrong: what was given, the rule, and the
// smallest right form. It never holds a key.
type SettingError struct {
	Setting string // provider, model, baseUrl, key, window, private, mode or editFolders
	Message string
}

func (e *SettingError) Error() string { return e.Message }

func wrong(setting, format string, args ...any) error {
	return &SettingError{Setting: setting, Message: fmt.Sprintf(format, args...)}
}

// Check names the first setting that is wrong and its right form.
func (s *Settings) Check() error {
	if s.Provider == "" {
		s.Provider = Offline
	}
	if err := s.Private.Check(); err != nil {
		return wrong("private", "%v", err)
	}
	if err := s.checkChanges(); err != nil {
		return err
	}
	if s.Window < 0 {
		return wrong("window", "window %d is no number of tokens, as in 32768; 0 stands for that", s.Window)
	}
	if err := checkBaseURL(s.BaseURL); err != nil {
		return err
	}
	if err := s.checkModel(); err != nil {
		return err
	}
	if s.Key = strings.TrimSpace(s.Key); strings.ContainsFunc(s.Key, unicode.IsControl) {
		return wrong("key", "the key holds a line break or another control character; give it as the provider shows it")
	}
	return nil
}

func (s *Settings) checkModel() error {
	switch s.Provider {
	case Offline:
		return nil
	case OpenAI, Anthropic:
	default:
		return wrong("provider", "provider %q is not known; use offline, openai or anthropic, as in openai:gpt-5-mini%s", s.Provider, meant(s.Provider, s.Model))
	}
	if strings.TrimSpace(s.Model) == "" {
		return wrong("model", "provider %s needs a model, as in --model %s:NAME", s.Provider, s.Provider)
	}
	if strings.ContainsFunc(s.Model, unicode.IsControl) {
		return wrong("model", "model %q holds a control character; give its name alone, as in %s:NAME", s.Model, s.Provider)
	}
	return nil
}

// checkChanges names what is wrong with the settings about changes of notes.
func (s *Settings) checkChanges() error {
	switch s.Mode {
	case "", "ask", "plan", "edit":
	default:
		return wrong("mode", "mode %q is not known; use ask, plan or edit", s.Mode)
	}
	for _, f := range s.EditFolders {
		if p, err := vaultpath.Parse(strings.TrimSpace(f)); err != nil {
			return wrong("editFolders", "folder %q: %v", f, err)
		} else if p.Hidden() {
			return wrong("editFolders", "folder %q is hidden, and nothing in it is ever changed; name a folder of notes, as in Inbox", f)
		}
	}
	return nil
}

// checkBaseURL takes an address that requests can be sent to, and that can be
// shown: a password in it could not be.
func checkBaseURL(text string) error {
	if text == "" {
		return nil
	}
	u, err := url.Parse(text)
	if err == nil && (u.User != nil || u.RawQuery != "" || u.Fragment != "") {
		return wrong("baseUrl", "the base URL holds a user, a password, a query or a fragment; give the address alone, as in http://127.0.0.1:11434/v1")
	}
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || strings.ContainsFunc(text, unicode.IsSpace) {
		return wrong("baseUrl", "base URL %q is not an http(s) URL, as in http://127.0.0.1:11434/v1", text)
	}
	return nil
}

// WithFlags applies --model PROVIDER:NAME and --base-url URL where they were
// given, and takes the key from the environment. What was given wrong is an
// error: nobody is to be answered by another model than the one named.
func (s Settings) WithFlags(model, baseURL *string) (Settings, error) {
	if model != nil {
		provider, name, found := strings.Cut(*model, ":")
		if provider == "" {
			return s, wrong("model", "model %q names no provider; the form is PROVIDER:NAME, as in openai:gpt-5-mini, or offline", *model)
		}
		if s.Provider, s.Model = provider, name; !found && !isProvider(provider) {
			return s, wrong("provider", "%q names no provider; the form is PROVIDER:NAME, as in %s:%s", *model, likelyProvider(provider), *model)
		}
	}
	if baseURL != nil {
		if s.BaseURL = *baseURL; *baseURL == "" {
			return s, wrong("baseUrl", "base URL %q is not an http(s) URL, as in http://127.0.0.1:11434/v1", *baseURL)
		}
	}
	if err := s.Check(); err != nil {
		return s, err
	}
	if baseURL != nil && s.Provider == Offline {
		return s, wrong("baseUrl", "base URL %q is of use to a model, and none is named; add it, as in --model openai:NAME", *baseURL)
	}
	if s.Key == "" {
		s.Key = os.Getenv(KeyVariable(s.Provider))
	}
	return s, s.Check()
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
