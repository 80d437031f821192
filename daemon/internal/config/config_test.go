package config

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestOpenVaultNamesWhatIsWrong(t *testing.T) {
	t.Setenv(HomeVariable, t.TempDir())
	dir := t.TempDir()
	file := filepath.Join(dir, "a.md")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "nowhere"): "does not exist",
		file:                          "is a file",
	} {
		_, err := OpenVault(path)
		var bad *VaultError
		if !errors.As(err, &bad) || !strings.Contains(bad.Reason, want) || bad.Hint == "" {
			t.Errorf("OpenVault(%s) = %v, want a VaultError with %q and a hint", path, err, want)
		}
	}
}

func TestOpenVaultIsOneVaultThroughEveryPath(t *testing.T) {
	t.Setenv(HomeVariable, t.TempDir())
	dir := t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip("symlinks are not to be had here:", err)
	}
	direct, err := OpenVault(dir)
	if err != nil {
		t.Fatal(err)
	}
	linked, err := OpenVault(link)
	if err != nil {
		t.Fatal(err)
	}
	if direct != linked {
		t.Errorf("the same folder gave two vaults: %v and %v", direct, linked)
	}
}

// Odd folders each give a clause that says what is wrong, or work.
func TestOddVaultsAndHomes(t *testing.T) {
	t.Setenv(HomeVariable, t.TempDir())
	dir := t.TempDir()
	mkdir := func(name string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Skip("this system has no such names:", err)
		}
		return path
	}
	if v, err := OpenVault(mkdir("two\nlines \x1b[31m")); err != nil || !strings.HasSuffix(v.Root, "two\nlines \x1b[31m") {
		t.Errorf("a line break in the name: %v", err)
	}
	var bad *VaultError
	if _, err := OpenVault(mkdir("caf\xe9")); !errors.As(err, &bad) || !strings.Contains(bad.Reason, "UTF-8") {
		t.Errorf("a name that is no UTF-8: %v", err)
	}
	if _, err := OpenVault(filepath.Join(dir, strings.Repeat("long/", 2000))); !errors.As(err, &bad) || !strings.Contains(bad.Reason, "too long") {
		t.Errorf("a path that is too long: %v", bad)
	}
	home := mkdir("home")
	t.Setenv(HomeVariable, home)
	if _, err := OpenVault(mkdir("home/state/vaults/x/Notes")); !errors.As(err, &bad) || !strings.Contains(bad.Reason, "Ibid's own") {
		t.Errorf("a vault in the state folder: %v", err)
	}
	if _, err := OpenVault(mkdir("home/Notes")); err != nil {
		t.Errorf("a vault beside the state folder: %v", err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, home := range []string{file, filepath.Join(file, "below"), "caf\xe9"} {
		t.Setenv(HomeVariable, home)
		var place *PlaceError
		if _, err := Load(); !errors.As(err, &place) || !strings.Contains(place.Hint, HomeVariable) {
			t.Errorf("the home %q: Load gives %v", home, err)
		}
		if _, err := OpenVault(dir); !errors.As(err, &place) {
			t.Errorf("the home %q: OpenVault gives %v", home, err)
		}
	}
	blocked := mkdir("blocked")
	if err := os.WriteFile(filepath.Join(blocked, "state"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(HomeVariable, blocked)
	v, err := OpenVault(mkdir("vault"))
	if err != nil {
		t.Fatal(err)
	}
	var place *PlaceError
	if err := v.MakeDirs(); !errors.As(err, &place) || !strings.Contains(place.Reason, "a file where a folder must be") {
		t.Errorf("a file in the home's place for state: %v", err)
	}
}

func TestHomeInsideTheVaultIsRefused(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(HomeVariable, filepath.Join(dir, ".ibid-home"))
	_, err := OpenVault(dir)
	if err == nil || !strings.Contains(err.Error(), HomeVariable) {
		t.Errorf("a home inside the vault gave %v, want an error naming %s", err, HomeVariable)
	}
}

func TestSettings(t *testing.T) {
	for name, tc := range map[string]struct{ raw, wantErr string }{
		"empty":         {`{}`, ""},
		"unknown field": {`{"providr":"openai"}`, "providr"},
		"no model":      {`{"provider":"openai"}`, "needs a model"},
		"bad provider":  {`{"provider":"acme","model":"x"}`, "acme"},
		"bad url":       {`{"provider":"openai","model":"x","baseUrl":"ftp://x"}`, "ftp://x"},
		"bad folder":    {`{"private":{"folders":["../x"]}}`, "../x"},
		"all folders":   {`{"private":{"folders":["."]}}`, "whole vault"},
		"no tag":        {`{"private":{"tags":["#"]}}`, "no tag"},
		"no property":   {`{"private":{"properties":{" ":"x"}}}`, "no name"},
		"whole":         {`{"provider":"openai","model":"x","private":{"folders":["Diary"]}}`, ""},
	} {
		_, err := parse([]byte(tc.raw))
		if (err == nil) != (tc.wantErr == "") || (err != nil && !strings.Contains(err.Error(), tc.wantErr)) {
			t.Errorf("%s: parse = %v, want error with %q", name, err, tc.wantErr)
		}
	}
}

func TestFlagsTakeTheKeyFromTheEnvironment(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", " k-test\n")
	s, err := Settings{}.WithFlags(new("openai:org/model:7b"), new("http://127.0.0.1:1/v1"))
	if err != nil {
		t.Fatal(err)
	}
	if s.Provider != OpenAI || s.Model != "org/model:7b" || s.Key != "k-test" {
		t.Errorf("WithFlags = %+v", s)
	}
}

// What was named wrong is never answered by the offline controller instead.
func TestWrongFlagsAreNamed(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	for _, tc := range []struct {
		model, baseURL *string
		setting        string
		says           []string
	}{
		{new(""), nil, "model", []string{`""`, "PROVIDER:NAME"}},
		{new(":"), nil, "model", []string{`":"`, "PROVIDER:NAME"}},
		{new(":x"), nil, "model", []string{`":x"`, "PROVIDER:NAME"}},
		{new("openai"), nil, "model", []string{"openai:NAME"}},
		{new("openai:"), nil, "model", []string{"openai:NAME"}},
		{new("anthropic: "), nil, "model", []string{"anthropic:NAME"}},
		{new("openai:a\nb"), nil, "model", []string{`"a\nb"`, "openai:NAME"}},
		{new("foo:bar"), nil, "provider", []string{`"foo"`, "openai"}},
		{new("foo"), nil, "provider", []string{`"foo"`, "openai:foo"}},
		{new("claude-sonnet-4-5"), nil, "provider", []string{"anthropic:claude-sonnet-4-5"}},
		{new("OpenAI:x"), nil, "provider", []string{`"OpenAI"`, "--model openai:x"}},
		{new("ollama:llama3.2"), nil, "provider", []string{`"ollama"`, "--model openai:llama3.2 --base-url http://127.0.0.1:11434/v1"}},
		{new("LMStudio:qwen"), nil, "provider", []string{"--model openai:qwen --base-url http://127.0.0.1:1234/v1"}},
		{nil, new("nonsense"), "baseUrl", []string{`"nonsense"`, "http://"}},
		{nil, new(""), "baseUrl", []string{`""`, "http://"}},
		{nil, new("http://localhost:1"), "baseUrl", []string{"http://localhost:1", "--model"}},
		{new("offline"), new("nonsense"), "baseUrl", []string{`"nonsense"`, "http://"}},
		{new("openai:x"), new("nonsense"), "baseUrl", []string{`"nonsense"`, "http://"}},
		{new("openai:x"), new("http://"), "baseUrl", []string{`"http://"`}},
		{new("openai:x"), new("http://:80/v1"), "baseUrl", []string{`"http://:80/v1"`}},
		{new("openai:x"), new("http://a b/"), "baseUrl", []string{`"http://a b/"`}},
		{new("openai:x"), new("http://h:port/"), "baseUrl", []string{`"http://h:port/"`}},
		{new("openai:x"), new("ftp://h/"), "baseUrl", []string{`"ftp://h/"`}},
		{new("openai:x"), new("http://me:pass-word@h/"), "baseUrl", []string{"password", "address alone"}},
		{new("openai:x"), new("http://h/?key=pass-word"), "baseUrl", []string{"query", "address alone"}},
	} {
		s, err := Settings{}.WithFlags(tc.model, tc.baseURL)
		var bad *SettingError
		if !errors.As(err, &bad) || bad.Setting != tc.setting || strings.Contains(bad.Message, "pass-word") {
			t.Errorf("%+v: got %+v, %v; want the setting %s named", tc, s, err, tc.setting)
			continue
		}
		for _, want := range tc.says {
			if !strings.Contains(bad.Message, want) {
				t.Errorf("%q lacks %q", bad.Message, want)
			}
		}
	}
	for _, model := range []*string{nil, new("offline"), new("openai:gpt-5"), new("anthropic:claude")} {
		if _, err := (Settings{}).WithFlags(model, nil); err != nil {
			t.Errorf("a right model is refused: %v", err)
		}
	}
	s := Settings{Provider: OpenAI, Model: "x", Key: "secret\nX-Header: 1"}
	if _, err := s.WithFlags(nil, nil); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a key of two lines gives %v", err)
	}
}

func TestPrivateRulesAddUp(t *testing.T) { // design section 5, "Private"
	own := Private{Folders: []string{"Diary"}, Properties: map[string]string{"status": "secret"}}
	rules := own.With(Private{Tags: []string{"health"}, Folders: []string{"Work"}}).Rules()
	if !slices.Equal(rules.Folders, []string{"Diary", "Work"}) || !slices.Equal(rules.Tags, []string{"private", "health"}) {
		t.Errorf("rules %+v", rules)
	}
	if rules.Properties["private"] != "true" || rules.Properties["status"] != "secret" {
		t.Errorf("properties %v", rules.Properties)
	}
	if len(own.Folders) != 1 || len(own.Properties) != 1 {
		t.Errorf("adding up changed what was added to: %+v", own)
	}
}

// A ~ that no shell expanded is the user's folder.
func TestHomeInPaths(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	t.Setenv(HomeVariable, "~/state")
	if err := os.Mkdir(filepath.Join(home, "Notes"), 0o700); err != nil {
		t.Fatal(err)
	}
	v, err := OpenVault("~/Notes")
	if err != nil || filepath.Base(v.Root) != "Notes" || !strings.HasPrefix(v.State, filepath.Join(home, "state")) {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := OpenVault("~Notes"); err == nil {
		t.Error("~Notes is no path of the user's folder")
	}
}
