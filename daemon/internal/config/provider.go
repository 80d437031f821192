package config

import (
	"fmt"
	"strings"
)

func isProvider(name string) bool { return name == Offline || name == OpenAI || name == Anthropic }

// likelyProvider is whose model a name without a provider most likely is.
func likelyProvider(model string) string {
	if strings.HasPrefix(model, "claude") {
		return Anthropic
	}
	return OpenAI
}

// addresses are those of servers that people take for providers of their own: they
// speak OpenAI's protocol.
var addresses = map[string]string{
	"ollama":     "http://127.0.0.1:11434/v1",
	"lmstudio":   "http://127.0.0.1:1234/v1",
	"lm-studio":  "http://127.0.0.1:1234/v1",
	"llamacpp":   "http://127.0.0.1:8080/v1",
	"llama.cpp":  "http://127.0.0.1:8080/v1",
	"vllm":       "http://127.0.0.1:8000/v1",
	"openrouter": "https://openrouter.ai/api/v1",
	"deepseek":   "https://api.deepseek.com/v1",
}

// meant adds to an unknown provider what was probably meant; "" where nobody can tell.
func meant(provider, model string) string {
	small := strings.ToLower(provider)
	if model == "" {
		model = "NAME"
	}
	if isProvider(small) {
		return fmt.Sprintf("; its name is written small: --model %s:%s", small, model)
	}
	if address, ok := addresses[small]; ok {
		return fmt.Sprintf("; %s speaks OpenAI's protocol: --model %s:%s --base-url %s", provider, OpenAI, model, address)
	}
	return ""
}
