package anthropic

import "testing"

// The base URL of Anthropic has no /v1 (design section 5, Models).
func TestBaseURL(t *testing.T) {
	tests := map[string]string{
		"":                             "https://api.anthropic.com",
		"http://127.0.0.1:9/":          "http://127.0.0.1:9",
		"http://127.0.0.1:9/v1":        "http://127.0.0.1:9",
		"http://127.0.0.1:9/v1/":       "http://127.0.0.1:9",
		"https://host/proxy/anthropic": "https://host/proxy/anthropic",
		"https://host/x/v1/messages":   "https://host/x",
	}
	for in, want := range tests {
		if u, err := baseURL(in); err != nil || u.String() != want {
			t.Errorf("%q gives %v, %v", in, u, err)
		}
	}
	if _, err := New(Options{}); err == nil {
		t.Error("a client without a model is made")
	}
}
