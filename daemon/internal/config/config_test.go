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
	t.Setenv("OPENAI_API_KEY", "k-test")
	s, err := Settings{}.WithFlags("openai:org/model:7b", "http://127.0.0.1:1/v1")
	if err != nil {
		t.Fatal(err)
	}
	if s.Provider != OpenAI || s.Model != "org/model:7b" || s.Key != "k-test" {
		t.Errorf("WithFlags = %+v", s)
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
