package model_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// prober is a controller that can be looked at without being asked anything.
type prober interface {
	Probe(ctx context.Context) error
}

// A provider is looked at through the list of its models: whether it is there, takes
// the key, and has the model. The key goes to its own address and nowhere else.
func TestProbe(t *testing.T) {
	answers := map[string]struct {
		status int
		body   string
		kind   model.ErrorKind // "" for none
		says   string
	}{
		"listed":     {200, `{"data":[{"id":"m-1"}]}`, "", ""},
		"latest":     {200, `{"data":[{"id":"m-1:latest"}]}`, "", ""},
		"not listed": {200, `{"data":[{"id":"m-2"}]}`, model.ErrNotFound, "does not list the model m-1"},
		"more pages": {200, `{"data":[{"id":"m-2"}],"has_more":true}`, "", ""},
		"no list":    {404, `{}`, "", ""},
		"not JSON":   {200, `pong`, "", ""},
		"a page":     {200, `<html>`, model.ErrMalformed, "web page"},
		"bad key":    {401, `{"error":{"message":"wrong ` + secret + `"}}`, model.ErrAuth, "refused (401)"},
		"redirect":   {302, ``, model.ErrBadRequest, "redirects elsewhere"},
		"down":       {503, ``, model.ErrOverloaded, "overloaded"},
	}
	eachFace(t, func(t *testing.T, f face) {
		for name, a := range answers {
			elsewhere := false
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				elsewhere = elsewhere || r.Method != http.MethodGet || r.URL.Path != "/v1/models" ||
					r.Header.Get("Authorization") != "Bearer "+secret && r.Header.Get("X-Api-Key") != secret
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(a.status)
				_, _ = w.Write([]byte(a.body))
			}))
			err := probe(t, f, s.URL, s.Client().Transport)
			s.Close()
			e, failed := model.AsError(err)
			if elsewhere || failed != (a.kind != "") || failed && (e.Kind != a.kind || !strings.Contains(e.Message, a.says) || strings.Contains(e.Message, secret)) {
				t.Errorf("%s: %v, elsewhere %v", name, err, elsewhere)
			}
		}
	})
}

// Nobody listens: that is what is said, and what to do.
func TestProbeNobody(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	eachFace(t, func(t *testing.T, f face) {
		e, ok := model.AsError(probe(t, f, url, &http.Transport{}))
		if !ok || e.Kind != model.ErrNetwork || !strings.Contains(e.Message, "nothing listens") || !strings.Contains(e.Message, "ollama serve") {
			t.Errorf("%v", e)
		}
	})
}

func probe(t *testing.T, f face, url string, tr http.RoundTripper) error {
	t.Helper()
	c, err := f.open(url, tr, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c.(prober).Probe(t.Context())
}
