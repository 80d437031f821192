package server

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/agent"
	"github.com/ibid-notes/ibid/daemon/internal/config"
	"github.com/ibid-notes/ibid/protocol"
	"github.com/ibid-notes/ibid/tools"
)

func TestEventsComeAfterInitialize(t *testing.T) {
	h := newHouse(t, orchard)
	early, late := h.connect(), h.guest()
	var status protocol.IndexStatusResult
	early.call(protocol.MethodIndexStatus, protocol.IndexStatusParams{}, &status) // it is served, but told nothing
	write(t, h.vault.Root, "New.md", "A new note.\n")
	_, err := h.index.Refresh(t.Context())
	must(t, err)
	heard := func(g *guest) func() bool {
		return func() bool {
			return slices.ContainsFunc(g.changed, func(e protocol.IndexChangedEvent) bool {
				return slices.Contains(e.Paths, "New.md") && e.Seq > status.Seq
			})
		}
	}
	late.until("the change", heard(late))
	early.call(protocol.MethodInitialize, protocol.InitializeRequest{ProtocolVersion: 1}, nil)
	write(t, h.vault.Root, "Newer.md", "A newer note.\n")
	_, err = h.index.Refresh(t.Context())
	must(t, err)
	early.until("the second change", func() bool { return len(early.changed) > 0 })
	early.mu.Lock()
	defer early.mu.Unlock()
	if heard(early)() {
		t.Errorf("before initialize it was told %+v", early.changed)
	}
}

func TestInitializeAnnounces(t *testing.T) {
	h := newHouse(t, orchard)
	g := h.connect()
	var r protocol.InitializeResponse
	g.call(protocol.MethodInitialize, protocol.InitializeRequest{ProtocolVersion: 7}, &r)
	var a protocol.Announcement
	if r.ProtocolVersion != 1 || !r.AgentCapabilities.LoadSession || !r.AgentCapabilities.Meta.Ibid(&a) || a.VaultID != h.vault.ID || !slices.Contains(a.Features, "search/query") {
		t.Errorf("initialize answered %+v, %+v", r, a)
	}
	g.refused(protocol.CodeInvalidParams, protocol.MethodAuthenticate, map[string]string{"methodId": "x"})
}

func TestSearchLimits(t *testing.T) {
	h := newHouse(t, orchard)
	for i := range 120 {
		write(t, h.vault.Root, "many/"+strings.Repeat("a", i+1)+".md", "Quince jam.\n")
	}
	_, err := h.index.Refresh(t.Context())
	must(t, err)
	g := h.guest()
	search := func(p protocol.SearchQueryParams) (r protocol.SearchQueryResult) {
		t.Helper()
		g.call(protocol.MethodSearchQuery, p, &r)
		return r
	}
	if r := search(protocol.SearchQueryParams{Query: "quince"}); len(r.Hits) != 10 || r.Total != 120 || r.Seq < 1 {
		t.Errorf("by default %d hits of %d", len(r.Hits), r.Total)
	}
	if r := search(protocol.SearchQueryParams{Query: "quince", Limit: new(3)}); len(r.Hits) != 3 {
		t.Errorf("with a limit of 3: %d hits", len(r.Hits))
	}
	r := search(protocol.SearchQueryParams{Query: "quince", Limit: new(1000)}) // design section 5, "Numbers"
	if len(r.Hits) != 100 || !slices.ContainsFunc(r.Notices, func(n string) bool { return strings.Contains(n, "100") && strings.Contains(n, "1000") }) {
		t.Errorf("with a limit of 1000: %d hits, notices %q", len(r.Hits), r.Notices)
	}
	for _, wrong := range []struct {
		field string
		p     any
	}{
		{"limit", map[string]any{"query": "quince", "limit": 0}},
		{"limit", protocol.SearchQueryParams{Query: "quince", Limit: new(-1)}},
		{"limit", map[string]any{"query": "quince", "limit": "3"}},
		{"limit", map[string]any{"query": "quince", "limit": 2.5}},
		{"limit", map[string]any{"query": "quince", "limit": 1e30}},
		{"minSeq", protocol.SearchQueryParams{Query: "quince", MinSeq: -1}},
		{"from", protocol.SearchQueryParams{Query: "quince", From: "../x"}},
		{"query", protocol.SearchQueryParams{Query: "/(/"}},
	} {
		e := g.refused(protocol.CodeInvalidParams, protocol.MethodSearchQuery, wrong.p)
		if !strings.HasPrefix(e.Message, wrong.field) || e.Data == nil || e.Data.Code != protocol.ErrorInvalidArgument || e.Data.Input != wrong.field {
			t.Errorf("a wrong %s is answered with %q and %+v", wrong.field, e.Message, e.Data)
		}
	}
	if r := search(protocol.SearchQueryParams{Query: "sad"}); len(r.Hits) != 0 || r.Total != 0 {
		t.Errorf("a private note is found: %+v", r)
	}
	if r := search(protocol.SearchQueryParams{Query: "sad", IncludePrivate: true}); len(r.Hits) != 1 || r.Hits[0].Path != "Diary.md" {
		t.Errorf("with private notes: %+v", r.Hits)
	}
}

func TestSearchWaitsForASnapshot(t *testing.T) {
	h := newHouse(t, orchard)
	g := h.guest()
	snap := h.index.Acquire()
	next := int(snap.Seq) + 1
	snap.Release()
	found := make(chan protocol.SearchQueryResult, 1)
	go func() {
		var r protocol.SearchQueryResult
		_ = g.try(protocol.MethodSearchQuery, protocol.SearchQueryParams{Query: "quince", MinSeq: next}, &r)
		found <- r
	}()
	g.call(protocol.MethodIndexStatus, protocol.IndexStatusParams{}, nil) // answered beside the search that waits
	select {
	case r := <-found:
		t.Errorf("answered at once with snapshot %d, want %d", r.Seq, next)
	default:
	}
	write(t, h.vault.Root, "Quince.md", "Quince jam.\n")
	_, err := h.index.Refresh(t.Context())
	must(t, err)
	if r := <-found; r.Seq < next {
		t.Errorf("answered with snapshot %d, want %d", r.Seq, next)
	}
}

func TestToolCall(t *testing.T) {
	g := newHouse(t, orchard).guest()
	call := func(p protocol.ToolCallParams) (r tools.Result) {
		t.Helper()
		g.call(protocol.MethodToolCall, p, &r)
		return r
	}
	if r := call(protocol.ToolCallParams{Name: "read_note", Arguments: json.RawMessage(`{"slug":"Apple"}`)}); r.Status != tools.StatusOK || r.EvidenceID == "" {
		t.Errorf("%+v", r)
	}
	if r := call(protocol.ToolCallParams{Name: "list_tags"}); r.Status != tools.StatusOK {
		t.Errorf("without arguments: %+v", r)
	}
	if r := call(protocol.ToolCallParams{Name: "read_notes"}); r.Code != tools.UnknownTool {
		t.Errorf("an unknown tool: %+v", r)
	}
	private := protocol.ToolCallParams{Name: "read_note", Arguments: json.RawMessage(`{"slug":"Diary"}`)}
	if r := call(private); r.Status != tools.StatusError {
		t.Errorf("a private note: %+v", r)
	}
	private.IncludePrivate = true
	if r := call(private); r.Status != tools.StatusOK || r.Labels.Confidentiality != tools.ConfidentialityPrivate {
		t.Errorf("a private note, allowed: %+v", r)
	}
}

func TestConfigSet(t *testing.T) {
	const key = "sk-very-secret-\"-key"
	h := newHouse(t, orchard)
	g, other := h.guest(), h.guest()
	h.add("good", newPuppet())
	var r protocol.ConfigSetResult
	g.call(protocol.MethodConfigSet, protocol.ConfigSetParams{Provider: config.OpenAI, Model: "good", Key: key}, &r)
	if r.Controller != "puppet" {
		t.Errorf("the controller is %q", r.Controller)
	}
	for name, p := range map[string]protocol.ConfigSetParams{
		"an unknown provider":       {Provider: "gemini", Model: "x", Key: key},
		"no model":                  {Provider: config.OpenAI, Key: key},
		"no address":                {Provider: config.OpenAI, Model: "good", BaseURL: "localhost:1", Key: key},
		"an unknown model":          {Provider: config.OpenAI, Model: "bad", Key: key},
		"a model without provider":  {Model: "good", Key: key},
		"a folder outside":          {Provider: config.Offline, Private: &protocol.PrivateSetting{Folders: []string{"../x"}}, Key: key},
		"the whole vault":           {Provider: config.Offline, Private: &protocol.PrivateSetting{Folders: []string{"."}}, Key: key},
		"a key of two lines":        {Provider: config.OpenAI, Model: "good", Key: key + "\nX-Header: very-secret"},
		"an address of no model's":  {BaseURL: "http://localhost:1", Key: key},
		"no address, offline":       {Provider: config.Offline, BaseURL: "nonsense", Key: key},
		"no name":                   {Provider: config.Anthropic, Model: " ", Key: key},
		"no tag":                    {Provider: config.Offline, Private: &protocol.PrivateSetting{Tags: []string{"#"}}, Key: key},
		"a property without a name": {Provider: config.Offline, Private: &protocol.PrivateSetting{Properties: map[string]string{"": "x"}}, Key: key},
	} {
		if e := g.refused(protocol.CodeInvalidParams, protocol.MethodConfigSet, p); strings.Contains(e.Error(), "very-secret") || e.Message == "" {
			t.Errorf("%s: %q", name, e.Message)
		}
	}
	if got := h.modelsInUse(); !slices.Contains(got, "good") {
		t.Errorf("after wrong settings the connections have the models %q", got)
	}
	other.wantOutcome(other.prompt(other.newSession(), "When do apples ripen?"), agent.OutcomeFinal, protocol.StopEndTurn)
	var d protocol.DoctorResult
	g.call(protocol.MethodDoctor, protocol.DoctorParams{}, &d)
	if raw, err := json.Marshal(d); err != nil || strings.Contains(string(raw), "very-secret") || !strings.Contains(string(raw), "puppet") {
		t.Errorf("doctor says %s %v", raw, err)
	}
	g.call(protocol.MethodConfigSet, protocol.ConfigSetParams{}, &r)
	if r.Controller != "offline" {
		t.Errorf("without a provider the controller is %q, want the daemon's own", r.Controller)
	}
	if strings.Contains(h.log.String(), "very-secret") {
		t.Error("the key is in the log")
	}
}

func TestConfigSetPrivateCountsAtOnceForAll(t *testing.T) { // design section 5
	h := newHouse(t, orchard)
	g, other := h.guest(), h.guest()
	finds := func(g *guest, query string) bool {
		t.Helper()
		var r protocol.SearchQueryResult
		g.call(protocol.MethodSearchQuery, protocol.SearchQueryParams{Query: query}, &r)
		return len(r.Hits) > 0
	}
	if !finds(other, "plums") {
		t.Fatal("the note is not found before")
	}
	g.call(protocol.MethodConfigSet, protocol.ConfigSetParams{Private: &protocol.PrivateSetting{Folders: []string{"sub"}}}, nil)
	if finds(g, "plums") || finds(other, "plums") || finds(g, "sad") {
		t.Error("what the new rules hide, or the defaults, is found")
	}
	g.call(protocol.MethodConfigSet, protocol.ConfigSetParams{}, nil)
	if finds(other, "plums") {
		t.Error("settings without private rules changed them")
	}
	g.call(protocol.MethodConfigSet, protocol.ConfigSetParams{Private: &protocol.PrivateSetting{}}, nil)
	// What is hidden is hidden at once; what is shown again may first be read.
	g.call(protocol.MethodIndexUpdate, protocol.IndexUpdateParams{}, nil)
	if !finds(other, "plums") || finds(other, "sad") {
		t.Error("after the rules were taken back, the defaults do not count")
	}
}

func TestDaemonsOwnPrivateRulesStay(t *testing.T) {
	h := newHouse(t, orchard)
	h.server.Settings.Private = config.Private{Folders: []string{"sub"}}
	g := h.guest()
	g.call(protocol.MethodConfigSet, protocol.ConfigSetParams{Private: &protocol.PrivateSetting{Folders: []string{"水果"}}}, nil)
	for _, query := range []string{"plums", "苹果", "sad"} {
		var r protocol.SearchQueryResult
		g.call(protocol.MethodSearchQuery, protocol.SearchQueryParams{Query: query}, &r)
		for _, hit := range r.Hits {
			if hit.Path != "Apple.md" && hit.Path != "Pear.md" {
				t.Errorf("%q finds %s", query, hit.Path)
			}
		}
	}
}
