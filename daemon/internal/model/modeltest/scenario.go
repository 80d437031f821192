// Package modeltest is a scripted model behind real wire formats: one HTTP
// server with the face of OpenAI's Chat Completions and the face of
// Anthropic's Messages, which plays the turns of a scenario, checks what each
// request says, and breaks the wire where the scenario wants it broken.
package modeltest

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Scenario is one behaviour: what is asked, and what the model answers turn by
// turn. Client and Final are for the driver of the product; the server plays
// Turns.
type Scenario struct {
	Name string `json:"name"`
	// Seed makes random chunking repeatable.
	Seed uint64 `json:"seed,omitempty"`
	// Provider is openai, anthropic or both (empty): other faces are refused.
	Provider     string         `json:"provider,omitempty"`
	ClockStart   string         `json:"clock_start,omitempty"`
	VaultFixture string         `json:"vault_fixture,omitempty"`
	Input        string         `json:"input,omitempty"`
	Turns        []Turn         `json:"turns"`
	Client       map[string]any `json:"client,omitempty"`
	Final        map[string]any `json:"final,omitempty"`
}

// Turn is one request that must come, and the answer it gets.
type Turn struct {
	Expect []Expect `json:"expect,omitempty"`
	Reply  Reply    `json:"reply"`
	Wire   Wire     `json:"wire,omitempty"`
}

// Expect is a check of a request. Paths that begin with $ look at the request
// as it was sent; paths that begin with @ look at the same request in one form
// for both faces (see Canonical), so that a scenario need not know the face.
type Expect struct {
	Path string `json:"path"`
	// Op is eq, contains, absent, count, matches or lt.
	Op    string `json:"op"`
	Value any    `json:"value,omitempty"`
	// Face limits the check to openai or anthropic.
	Face string `json:"face,omitempty"`
}

// Reply is what the model says.
type Reply struct {
	Text      string `json:"text,omitempty"`
	Reasoning string `json:"reasoning,omitempty"`
	// Signature goes with Reasoning on the Anthropic face.
	Signature string `json:"signature,omitempty"`
	Calls     []Call `json:"calls,omitempty"`
	// Stop is end, tool_calls, length, refusal, content_filter, "none" for no
	// reason at all, or any other word, which is sent as it is. Empty means
	// what fits.
	Stop  string `json:"stop,omitempty"`
	Usage *Usage `json:"usage,omitempty"`
	// Model is the name the answer carries; empty means the one asked for.
	Model string `json:"model,omitempty"`
}

// Call is a tool call of the reply.
type Call struct {
	// ID is made up when empty: call_T_N, with turn and number from 1.
	ID   string `json:"id,omitempty"`
	Name string `json:"name"`
	// Args is sent as JSON; RawArgs, where set, is sent as it is.
	Args    any     `json:"args,omitempty"`
	RawArgs *string `json:"raw_args,omitempty"`
}

// Usage is what the reply counts.
type Usage struct {
	Input      int `json:"input"`
	Output     int `json:"output"`
	CacheRead  int `json:"cache_read,omitempty"`
	CacheWrite int `json:"cache_write,omitempty"`
	Reasoning  int `json:"reasoning,omitempty"`
}

// Wire says how the reply travels.
type Wire struct {
	// Chunking is whole (one event for each block), token (about four
	// letters), byte (one letter an event, one byte a write), or random. Empty
	// means the server's default.
	Chunking string `json:"chunking,omitempty"`
	// Plain sends one JSON document although a stream was asked for.
	Plain bool `json:"plain,omitempty"`
	// Delays are waited for before the events, one each, as Go durations.
	Delays []string `json:"delays,omitempty"`
	Faults []Fault  `json:"faults,omitempty"`
}

// Load reads a scenario from a .yaml, .yml or .json file. A key that is not
// known is an error.
func Load(path string) (Scenario, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Scenario{}, fmt.Errorf("read scenario: %w", err)
	}
	sc, err := Parse(data)
	if err != nil {
		return Scenario{}, fmt.Errorf("scenario %s: %w", path, err)
	}
	return sc, nil
}

// Parse reads a scenario from YAML or JSON, which is YAML too.
func Parse(data []byte) (Scenario, error) {
	var tree any
	if err := yaml.Unmarshal(data, &tree); err != nil {
		return Scenario{}, fmt.Errorf("not YAML: %w", err)
	}
	text, err := json.Marshal(tree)
	if err != nil {
		return Scenario{}, fmt.Errorf("keys must be text: %w", err)
	}
	var sc Scenario
	dec := json.NewDecoder(strings.NewReader(string(text)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&sc); err != nil {
		return Scenario{}, fmt.Errorf("not a scenario: %w", err)
	}
	return sc, sc.check()
}

// check finds mistakes in a scenario before it runs.
func (sc Scenario) check() error {
	for i, t := range sc.Turns {
		for _, e := range t.Expect {
			if err := e.check(); err != nil {
				return fmt.Errorf("turn %d: %w", i+1, err)
			}
		}
		if err := t.Wire.check(); err != nil {
			return fmt.Errorf("turn %d: %w", i+1, err)
		}
	}
	return nil
}
