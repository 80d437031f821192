package wire

import (
	"net/http"
	"testing"
	"time"
)

func TestParseBase(t *testing.T) {
	good := map[string]string{
		"http://localhost:11434/v1/": "http://localhost:11434/v1",
		" https://api.x.ai/v1 ":      "https://api.x.ai/v1",
		"localhost:1234/v1":          "http://localhost:1234/v1",
		"127.0.0.1:1234":             "http://127.0.0.1:1234",
		"[::1]:1234":                 "http://[::1]:1234",
		"api.deepseek.com":           "https://api.deepseek.com",
	}
	for in, want := range good {
		if u, err := ParseBase(in); err != nil || u.String() != want {
			t.Errorf("%q gives %v, %v", in, u, err)
		}
	}
	for _, in := range []string{"", "http://", "ftp://x", "https://me:secret@x/v1", "https://x/v1?key=1", "https://x/#f", "https://%zz"} {
		if u, err := ParseBase(in); err == nil {
			t.Errorf("%q is accepted as %v", in, u)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		name, value string
		want        time.Duration
	}{
		{"Retry-After", "2", 2 * time.Second},
		{"Retry-After", "0.5", time.Second / 2},
		{"Retry-After", "Mon, 30 Nov 2026 12:00:09 GMT", 9 * time.Second},
		{"Retry-After", "Mon, 30 Nov 2026 11:00:00 GMT", 0},
		{"Retry-After", "-1", 0},
		{"Retry-After", "soon", 0},
		{"Retry-After", "NaN", 0},
		{"Retry-After", "1e300", 24 * time.Hour},
		{"Retry-After-Ms", "250", time.Second / 4},
	}
	for _, tt := range tests {
		h := http.Header{}
		h.Set(tt.name, tt.value)
		if got := RetryAfter(h, now); got != tt.want {
			t.Errorf("%s: %s gives %v", tt.name, tt.value, got)
		}
	}
}
