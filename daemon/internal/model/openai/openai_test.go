package openai

import "testing"

// The base URL of OpenAI's face has the version; a bare host gets it.
func TestBaseURL(t *testing.T) {
	tests := map[string]string{
		"":                                   "https://api.openai.com/v1",
		"http://localhost:11434":             "http://localhost:11434/v1",
		"http://localhost:11434/":            "http://localhost:11434/v1",
		"http://localhost:11434/v1":          "http://localhost:11434/v1",
		"http://localhost:11434/v1/":         "http://localhost:11434/v1",
		"https://openrouter.ai/api/v1":       "https://openrouter.ai/api/v1",
		"https://host/v1/chat/completions":   "https://host/v1",
		"https://host/openai/deployments/x/": "https://host/openai/deployments/x",
		"https://host/v1beta/openai":         "https://host/v1beta/openai",
	}
	for in, want := range tests {
		if u, err := baseURL(in); err != nil || u.String() != want {
			t.Errorf("%q gives %v, %v", in, u, err)
		}
	}
	if _, err := New(Options{Model: " "}); err == nil {
		t.Error("a client without a model is made")
	}
}

// Local models think aloud in their content; the tags may come in pieces.
func TestThinkSplitter(t *testing.T) {
	tests := []struct{ in, reasoning, text string }{
		{"plain", "", "plain"},
		{"<think>why</think>\n\nbecause", "why", "because"},
		{"  <think>a < b </thin </think> c", "a < b </thin ", "c"},
		{"<thinking> is a word", "", "<thinking> is a word"},
		{"x <think>no</think>", "", "x <think>no</think>"},
		{"<thin", "", "<thin"},
		{"<think>cut", "cut", ""},
		{"<think>cut</thi", "cut</thi", ""},
		{"<think></think>", "", ""},
		{" ", "", " "},
	}
	for _, tt := range tests {
		for size := 1; size <= len(tt.in); size++ {
			var s thinkSplitter
			reasoning, text := "", ""
			for rest := tt.in; rest != ""; {
				n := min(size, len(rest))
				r, x := s.write(rest[:n])
				reasoning, text, rest = reasoning+r, text+x, rest[n:]
			}
			r, x := s.flush()
			if reasoning+r != tt.reasoning || text+x != tt.text {
				t.Errorf("%q by %d gives %q and %q", tt.in, size, reasoning+r, text+x)
			}
		}
	}
}
