package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// probePatience is how long a provider may take to list its models.
const probePatience = 5 * time.Second

// maxList bounds the list of models, in bytes.
const maxList = 4 << 20

// Probe asks a provider for the list of its models, which costs nothing, and looks for
// name in it. at is the list's address. The error, a *model.Error, is nil when the model is there, or when the server keeps no list but
// answers. The key travels to the provider's own address only, as with any request.
func Probe(ctx context.Context, g *Guard, at *url.URL, header http.Header, name string) error {
	ctx, cancel := context.WithTimeout(ctx, probePatience)
	defer cancel()
	raw, err := list(ctx, g, at, header)
	if failed, ok := model.AsError(err); ok && noList(failed) {
		return nil
	}
	if err != nil && ctx.Err() != nil {
		return &model.Error{Kind: model.ErrTimeout, Message: fmt.Sprintf("%s did not answer within %g seconds.", at.Host, probePatience.Seconds())}
	}
	if err != nil {
		return typed(err)
	}
	return findModel(raw, at.Host, name)
}

func list(ctx context.Context, g *Guard, at *url.URL, header http.Header) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header = header
	resp, err := g.Client().Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	return io.ReadAll(io.LimitReader(resp.Body, maxList))
}

// noList tells the refusals of a server that answers and has no list to give.
func noList(e *model.Error) bool {
	return e.Kind == model.ErrNotFound || e.Status == http.StatusMethodNotAllowed || e.Status == http.StatusNotImplemented
}

func typed(err error) error {
	var failed *model.Error
	if errors.As(err, &failed) {
		return failed
	}
	return &model.Error{Kind: model.ErrNetwork, Message: "The connection to the model failed."}
}

// findModel looks for a model in a list as OpenAI and Anthropic write it. Ollama names
// a version behind a colon, which may be left out.
func findModel(raw []byte, host, name string) error {
	var r struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
		More bool `json:"has_more"`
	}
	if json.Unmarshal(raw, &r) != nil || len(r.Data) == 0 || r.More {
		return nil
	}
	for _, m := range r.Data {
		if m.ID == name || strings.TrimSuffix(m.ID, ":latest") == name || strings.TrimPrefix(m.ID, "models/") == name {
			return nil
		}
	}
	return &model.Error{Kind: model.ErrNotFound, Message: fmt.Sprintf("%s answers, and does not list the model %s.", host, name)}
}
