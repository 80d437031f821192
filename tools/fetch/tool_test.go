package fetch_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/builtin"
	"github.com/ibid-notes/ibid/tools/fetch"
)

// The tool, over a real client and a real server: what the pieces promise holds
// for the whole (R022, R047, R136, R141).
func TestTheToolOverAServer(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/inside":
			http.Redirect(w, r, "http://169.254.169.254/latest/meta-data/", http.StatusFound)
		case "/gone":
			http.Error(w, "gone", http.StatusGone)
		default:
			w.Header().Set("Content-Type", "text/html; charset=gb2312")
			_, _ = w.Write([]byte("<title>\xd6\xd0\xce\xc4</title><h2>\xd6\xd0</h2><p>" + strings.Repeat("\xce\xc4", 300)))
		}
	})
	registry := tools.New(builtin.Web()...)
	call := func(args string) tools.Result {
		return registry.Call(t.Context(), &tools.Env{Web: s.client}, "web_fetch", json.RawMessage(args))
	}
	res := call(`{"url":"http://example.org/","extract_mode":"markdown","max_chars":100}`)
	raw, err := json.Marshal(res)
	if err != nil || res.Status != tools.StatusOK || !strings.Contains(string(raw), `"content":"## 中\n\n文文`) || !strings.Contains(string(raw), `"title":"中文"`) ||
		res.Truncated == nil || res.Truncated.Shown != 100 || res.Labels.Integrity != tools.IntegrityWeb {
		t.Errorf("%s %v", raw, err)
	}
	for url, code := range map[string]tools.Code{
		"http://example.org/inside": tools.SSRFBlocked, "http://127.0.0.1:11434/": tools.SSRFBlocked, "http://localhost/": tools.SSRFBlocked, "file:///etc/passwd": tools.InvalidArgument,
		"http://example.org/gone": tools.FetchStatus, "http://nobody.example.org/": tools.FetchDNS,
	} {
		if res := call(`{"url":"` + url + `"}`); res.Code != code {
			t.Errorf("%s: %s %s", url, res.Code, res.Summary)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if res := registry.Call(ctx, &tools.Env{Web: fetch.New(nil)}, "web_fetch", json.RawMessage(`{"url":"http://example.org/"}`)); res.Code != tools.Cancelled {
		t.Errorf("%+v", res)
	}
}
