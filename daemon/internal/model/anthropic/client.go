// Package anthropic is the controller for Anthropic's Messages API. It is the
// only importer of Anthropic's SDK.
package anthropic

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/model/wire"
)

// Provider is the name before the colon of "anthropic:MODEL".
const Provider = "anthropic"

// DefaultBaseURL is Anthropic's own address; it has no /v1.
const DefaultBaseURL = "https://api.anthropic.com"

// DefaultMaxTokens is the bound of an answer that a request does not name; the
// API wants one.
const DefaultMaxTokens = 8192

// Options say which model is asked, and where.
type Options struct {
	// Model is the model's name.
	Model string
	// BaseURL is the address without /v1; one that has it, or a trailing
	// slash, is understood. Empty means DefaultBaseURL.
	BaseURL string
	// Key is sent as x-api-key; empty sends none. The environment is never
	// looked at.
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
	model string
	key   string
	base  *url.URL
	guard *wire.Guard
	sdk   sdk.Client
	retry wire.Retry
	// cold is set once the model refused a temperature.
	cold atomic.Bool
}

// New checks the options; it sends nothing. Its error is an *model.Error.
func New(o Options) (*Client, error) {
	if strings.TrimSpace(o.Model) == "" {
		return nil, &model.Error{Kind: model.ErrInvalid, Provider: Provider, Message: "A model name is needed, such as anthropic:claude-sonnet-4-5."}
	}
	base, err := baseURL(o.BaseURL)
	if err != nil {
		return nil, err
	}
	guard := &wire.Guard{Next: o.Transport, Key: o.Key}
	if wire.IsLoopback(base) {
		guard.FirstByte = wire.TotalTimeout
	}
	return &Client{
		model: o.Model,
		key:   o.Key,
		base:  base,
		guard: guard,
		sdk:   sdk.NewClient(sdkOptions(base, o.Key, guard)...),
		retry: wire.Retry{Jitter: o.Jitter, Logger: o.Logger, Key: o.Key},
	}, nil
}

// sdkOptions leave nothing to the SDK's environment, retries or telemetry.
func sdkOptions(base *url.URL, key string, guard *wire.Guard) []option.RequestOption {
	opts := []option.RequestOption{
		option.WithoutEnvironmentDefaults(),
		option.WithoutOpenTelemetry(),
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
	u.Path = strings.TrimSuffix(u.Path, "/messages")
	u.Path = strings.TrimSuffix(u.Path, "/v1")
	return u, nil
}

// Name is "anthropic:" and the model.
func (c *Client) Name() string { return Provider + ":" + c.model }

// NeedKey is an error of model.ErrNoKey when asking could only be refused: Anthropic's own
// address, and no key. It sends nothing.
func (c *Client) NeedKey() error {
	return wire.NeedKey(Provider, c.base, c.key, DefaultBaseURL, config.KeyVariable(config.Anthropic), "claude-sonnet-4-5")
}

// Probe asks the provider for its models, which costs nothing, and looks for this one;
// its error is a *model.Error. See wire.Probe.
func (c *Client) Probe(ctx context.Context) error {
	header := http.Header{"User-Agent": {"ibid"}, "Accept": {"application/json"}, "Anthropic-Version": {"2023-06-01"}}
	if c.key != "" {
		header.Set("X-Api-Key", c.key)
	}
	list := c.base.JoinPath("v1", "models")
	list.RawQuery = "limit=1000"
	return wire.Probe(ctx, c.guard, list, header, c.model)
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
		cold := c.cold.Load()
		resp, err := c.attempt(ctx, req, cold, emit)
		return resp, c.adapt(cold, err), err
	})
}

// adapt learns that the model takes no temperature: newer ones refuse it.
func (c *Client) adapt(cold bool, err error) bool {
	e, ok := model.AsError(err)
	if cold || !ok || e.Status != http.StatusBadRequest || !strings.Contains(e.Message, "temperature") {
		return false
	}
	c.cold.Store(true)
	return true
}

func (c *Client) attempt(ctx context.Context, req model.Request, cold bool, emit func(model.Event)) (model.Response, error) {
	var raw *http.Response
	err := c.sdk.Post(ctx, "v1/messages", c.params(req, cold), &raw, option.WithJSONSet("stream", true))
	if err != nil {
		return model.Response{}, err
	}
	defer func() { _ = raw.Body.Close() }()
	a := newAnswer(c, req.Messages, emit)
	if err := a.read(raw); err != nil {
		return model.Response{Usage: a.usage()}, err
	}
	return a.response(), nil
}
