package wire

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// A request that is too large is known as such in every provider's words, and what the
// model takes is read out of them where they say it.
func TestWindowOfARefusal(t *testing.T) {
	for _, tc := range []struct {
		status int
		words  string
		want   int
	}{
		{400, "This model's maximum context length is 8192 tokens. However, you requested 9001 tokens (4905 in the messages, 4096 in the completion). Please reduce the length of the messages or completion.", 8192},
		{400, "This model's maximum context length is 16,385 tokens. However, your messages resulted in 20000 tokens.", 16385},
		{400, "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300000 tokens. Please reduce the length of the messages.", 272000},
		{400, "prompt is too long: 210000 tokens > 200000 maximum", 200000},
		{400, "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again", 200000},
		{400, "Trying to keep the first 5012 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input", 4096},
		{400, "the request exceeds the available context size. try increasing the context size or enable context shift", 0},
		{500, "input length exceeds the context length", 0},
		{400, "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", 1048576},
		{400, "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length", 32768},
		{413, "", 0},
		{400, "Please reduce the length of the messages. context_length_exceeded", 0},
		{400, "context length is 3 tokens", 0},
	} {
		body, err := json.Marshal(map[string]any{"error": map[string]any{"message": tc.words, "type": "invalid_request_error"}})
		if err != nil {
			t.Fatal(err)
		}
		e := StatusError(&http.Response{StatusCode: tc.status, Header: http.Header{}}, body, "")
		if e.Kind != model.ErrContextOverflow || e.Window != tc.want {
			t.Errorf("%q is %s with a window of %d, want %d", tc.words, e.Kind, e.Window, tc.want)
		}
	}
	llama := []byte(`{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_prompt_tokens":5000,"n_ctx":4096}}`)
	if e := LateError(llama, ""); e.Kind != model.ErrContextOverflow || e.Window != 4096 {
		t.Errorf("llama.cpp: %+v", e)
	}
	if e := LateError([]byte(`{"error":{"message":"the limit of 4096 requests is reached","type":"rate_limit_error"}}`), ""); e.Window != 0 {
		t.Errorf("another failure: %+v", e)
	}
}
