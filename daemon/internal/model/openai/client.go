// Package openai is the controller for every server that speaks OpenAI's Chat
// Completions: OpenAI itself, Ollama, LM Studio, llama.cpp, vLLM, OpenRouter
// and others. It is the only importer of OpenAI's SDK.
package openai

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/model/wire"
)

// Provider is the name before the colon of "openai:MODEL".
const Provider = "openai"

// DefaultBaseURL is OpenAI's own address.
const DefaultBaseURL = "https://api.openai.com/v1"

// Options say which model is asked, and where.
type Options struct {
	// Model is the model's name at the server.
	Model string
	// BaseURL is the address up to the version, with or without a trailing
	// slash; a bare host gets /v1. Empty means DefaultBaseURL.
	BaseURL string
	// Key is sent as a bearer token; empty sends none. The environment is
	// never looked at.
	Key string
	// Transport sends requests; nil means http.DefaultTransport, which takes
	// proxies from the environment.
	Transport http.RoundTripper
	// Logger hears about failed attempts at debug level; nil means silence.
	Logger *slog.Logger
	// Jitter is for tests: see wire.Retry.
	Jitter func() float64
}

// Client is a model.Controller. It is safe for use by several runs at once.
type Client struct {
	model   string
	key     string
	base    *url.URL
	guard   *wire.Guard
	service sdk.ChatCompletionService
	retry   wire.Retry
	quirks  atomic.Uint32
}

// New checks the options; it sends nothing. Its error is an *model.Error.
func New(o Options) (*Client, error) {
	if strings.TrimSpace(o.Model) == "" {
		return nil, &model.Error{Kind: model.ErrInvalid, Provider: Provider, Message: "A model name is needed, such as openai:gpt-5-mini."}
	}
	base, err := baseURL(o.BaseURL)
	if err != nil {
		return nil, err
	}
	guard := &wire.Guard{Next: o.Transport, Key: o.Key}
	if wire.IsLoopback(base) {
		// A model on this machine may read a long prompt for minutes before
		// its first word.
		guard.FirstByte = wire.TotalTimeout
	}
	return &Client{
		model:   o.Model,
		key:     o.Key,
		base:    base,
		guard:   guard,
		service: sdk.NewChatCompletionService(sdkOptions(base, o.Key, guard)...),
		retry:   wire.Retry{Jitter: o.Jitter, Logger: o.Logger, Key: o.Key},
	}, nil
}

// sdkOptions leave nothing to the SDK's environment, retries or telemetry.
func sdkOptions(base *url.URL, key string, guard *wire.Guard) []option.RequestOption {
	opts := []option.RequestOption{
		option.WithBaseURL(base.String() + "/"),
		option.WithHTTPClient(guard.Client()),
		option.WithMaxRetries(0),
		option.WithHeader("User-Agent", "ibid"),
		option.WithHeader("Accept", "text/event-stream, application/json"),
	}
	if key != "" {
		opts = append(opts, option.WithAPIKey(key))
	}
	for _, name := range []string{"Arch", "Lang", "OS", "Package-Version", "Runtime", "Runtime-Version", "Retry-Count", "Timeout"} {
		opts = append(opts, option.WithHeaderDel("X-Stainless-"+name))
	}
	return opts
}

func baseURL(text string) (*url.URL, error) {
	if strings.TrimSpace(text) == "" {
		text = DefaultBaseURL
	}
	u, err := wire.ParseBase(text)
	if err != nil {
		return nil, err
	}
	u.Path = strings.TrimSuffix(u.Path, "/chat/completions")
	if u.Path == "" {
		u.Path = "/v1"
	}
	return u, nil
}

// Name is "openai:" and the model.
func (c *Client) Name() string { return Provider + ":" + c.model }

// NeedKey is an error of model.ErrNoKey when asking could only be refused: OpenAI's own
// address, and no key. It sends nothing.
func (c *Client) NeedKey() error {
	return wire.NeedKey(Provider, c.base, c.key, DefaultBaseURL, config.KeyVariable(config.OpenAI), "gpt-5-mini")
}

// Probe asks the server for its models, which costs nothing, and looks for this one; its
// error is a *model.Error. See wire.Probe.
func (c *Client) Probe(ctx context.Context) error {
	header := http.Header{"User-Agent": {"ibid"}, "Accept": {"application/json"}}
	if c.key != "" {
		header.Set("Authorization", "Bearer "+c.key)
	}
	return wire.Probe(ctx, c.guard, c.base.JoinPath("models"), header, c.model)
}

// origin marks what came from this server in a conversation's raw pieces.
func (c *Client) origin() string { return Provider + "@" + c.base.Host }

// Decide asks the model once; see model.Controller.
func (c *Client) Decide(ctx context.Context, req model.Request, emit func(model.Event)) (model.Response, error) {
	if err := model.Check(req); err != nil {
		return model.Response{}, err
	}
	if err := c.NeedKey(); err != nil {
		return model.Response{}, err
	}
	return c.retry.Do(ctx, Provider, emit, func(ctx context.Context, emit func(model.Event)) (model.Response, bool, error) {
		q := quirk(c.quirks.Load())
		resp, err := c.attempt(ctx, req, q, emit)
		return resp, c.adapt(q, err), err
	})
}

func (c *Client) attempt(ctx context.Context, req model.Request, q quirk, emit func(model.Event)) (model.Response, error) {
	var raw *http.Response
	_, err := c.service.New(ctx, c.params(req, q), option.WithJSONSet("stream", true), option.WithResponseBodyInto(&raw))
	if err != nil {
		return model.Response{}, err
	}
	defer func() { _ = raw.Body.Close() }()
	a := newAnswer(c, req.Messages, emit)
	if err := a.read(raw); err != nil {
		return model.Response{Usage: a.usage}, err
	}
	return a.response(), nil
}
