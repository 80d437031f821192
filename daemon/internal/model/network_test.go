package model_test

import (
	"bytes"
	"context"
	"errors"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/model/anthropic"
	"github.com/ibid-notes/ibid/daemon/internal/model/modeltest"
	"github.com/ibid-notes/ibid/daemon/internal/model/openai"
)

// ask sends the question to base and returns the failure it must end in.
func ask(t *testing.T, f face, base string, tr *http.Transport) *model.Error {
	t.Helper()
	defer tr.CloseIdleConnections()
	c, err := f.open(base, tr, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := c.Decide(context.Background(), question(), nil)
	e, ok := model.AsError(err)
	if !ok || resp.Attempts != 1 || strings.Contains(e.Error(), secret) {
		t.Fatalf("got %v after %d attempts", err, resp.Attempts)
	}
	return e
}

// Contracts 4.3, transport: a certificate that cannot be trusted is final.
func TestUntrustedCertificate(t *testing.T) {
	eachFace(t, func(t *testing.T, f face) {
		srv := httptest.NewUnstartedServer(http.NotFoundHandler())
		srv.Config.ErrorLog = log.New(&bytes.Buffer{}, "", 0)
		srv.StartTLS()
		defer srv.Close()
		if e := ask(t, f, srv.URL, &http.Transport{}); e.Kind != model.ErrNetwork || !strings.Contains(e.Message, "certificate") {
			t.Errorf("got %v", e)
		}
	})
}

// A redirect is not followed: the key would travel with it.
func TestRedirectKeepsTheKey(t *testing.T) {
	eachFace(t, func(t *testing.T, f face) {
		reached := make(chan struct{}, 1)
		other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached <- struct{}{} }))
		defer other.Close()
		srv := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
		defer srv.Close()
		if e := ask(t, f, srv.URL, &http.Transport{}); e.Kind != model.ErrBadRequest || !strings.Contains(e.Message, "redirects") {
			t.Errorf("got %v", e)
		}
		if len(reached) != 0 {
			t.Error("the redirect was followed")
		}
	})
}

// The environment's keys and addresses are not ours to use: a server without
// a key gets none.
func TestEnvironmentIsNotUsed(t *testing.T) {
	for _, name := range []string{"OPENAI_API_KEY", "OPENAI_ORG_ID", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"} {
		t.Setenv(name, "sk-env-must-not-be-sent")
	}
	t.Setenv("OPENAI_CUSTOM_HEADERS", "X-Extra: sk-env-must-not-be-sent")
	t.Setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Extra: sk-env-must-not-be-sent")
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1")
	t.Setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
	for _, open := range keyless {
		srv, tr, stop := modeltest.Pipe(modeltest.Scenario{Turns: []modeltest.Turn{{Reply: modeltest.Reply{Text: "ok"}}}}, "")
		c, err := open(tr)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Decide(context.Background(), question(), nil); err != nil {
			t.Error(err)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
		for name, values := range srv.Requests()[0].Header {
			if strings.Contains(strings.Join(values, " "), "sk-env") || name == "Authorization" || name == "X-Api-Key" {
				t.Errorf("%s: %s was sent: %v", c.Name(), name, values)
			}
		}
	}
}

// Without a key the provider's own address is not asked: it could only refuse. An
// address that was given may want none.
func TestNoKeyNoRequest(t *testing.T) {
	refuse := roundTrip(func(*http.Request) (*http.Response, error) {
		t.Error("a request was sent")
		return nil, errors.New("offline")
	})
	for variable, open := range map[string]func(base string) (model.Controller, error){
		"OPENAI_API_KEY": func(base string) (model.Controller, error) {
			return openai.New(openai.Options{Model: "m", BaseURL: base, Transport: refuse})
		},
		"ANTHROPIC_API_KEY": func(base string) (model.Controller, error) {
			return anthropic.New(anthropic.Options{Model: "m", BaseURL: base, Transport: refuse})
		},
	} {
		own := map[string]string{"OPENAI_API_KEY": "https://API.openai.com/v1", "ANTHROPIC_API_KEY": "https://api.anthropic.com"}[variable]
		for _, base := range []string{"", own} {
			c, err := open(base)
			if err != nil {
				t.Fatal(err)
			}
			_, err = c.Decide(context.Background(), question(), nil)
			if e, ok := model.AsError(err); !ok || e.Kind != model.ErrNoKey || !strings.Contains(e.Message, variable+"=") || !strings.Contains(e.Message, "--base-url http") {
				t.Errorf("%s at %q: %v", variable, base, err)
			}
		}
		c, err := open("http://127.0.0.1:1/v1")
		if err != nil {
			t.Fatal(err)
		}
		if err := c.(interface{ NeedKey() error }).NeedKey(); err != nil {
			t.Errorf("a model on this machine: %v", err)
		}
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
