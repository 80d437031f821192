package wire

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// windowForms find how many tokens a model takes in a provider's refusal, the surest
// first. Beside it stands how many were sent, which is not asked for here.
var windowForms = []*regexp.Regexp{
	regexp.MustCompile(`"n_ctx"\s*:\s*(\d+)`),                                             // llama.cpp
	regexp.MustCompile(`(?i)>\s*(\d[\d,]*)`),                                              // Anthropic: 210000 tokens > 200000 maximum
	regexp.MustCompile(`(?i)(\d[\d,]*)(?: tokens?)? (?:maximum|max)(?: context|,|\b)`),    // Mistral: 32768 maximum context length
	regexp.MustCompile(`(?i)context (?:length|window|size|limit)[^\d.;]{0,40}(\d[\d,]*)`), // OpenAI, vLLM, LM Studio, Ollama
	regexp.MustCompile(`(?i)(?:limit|maximum|max)[^\d.;]{0,60}(\d[\d,]*)`),                // Gemini, OpenAI's configured limit
	regexp.MustCompile(`(?i)n_ctx[^\d]{0,5}(\d+)`),
}

// The least and the most tokens that are believed to be a model's window: other numbers
// in a refusal are something else.
const (
	leastWindow = 512
	mostWindow  = 100_000_000
)

// windowIn is how many tokens the model takes, as far as a refusal for its size says
// so; 0 for other failures.
func windowIn(kind model.ErrorKind, message string, body []byte) int {
	if kind != model.ErrContextOverflow {
		return 0
	}
	for _, form := range windowForms {
		for _, text := range []string{message, string(body)} {
			m := form.FindStringSubmatch(text)
			if m == nil {
				continue
			}
			n, err := strconv.Atoi(strings.ReplaceAll(m[1], ",", ""))
			if err == nil && n >= leastWindow && n <= mostWindow {
				return n
			}
		}
	}
	return 0
}
