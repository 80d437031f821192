package tools

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestUnknownToolListsNames(t *testing.T) { // contracts 2.1.1
	env := &Env{NewEvidenceID: func() string { return "E1" }}
	res := New(sample()).Call(t.Context(), env, "simple", nil)
	if res.Status != StatusError || res.Code != UnknownTool || res.EvidenceID != "E1" {
		t.Errorf("%+v", res)
	}
	for _, part := range []string{`"simple"`, "did you mean sample", `sample {"path":"a.md"}`} {
		if !strings.Contains(res.Summary, part) {
			t.Errorf("%q does not say %q", res.Summary, part)
		}
	}
	far := New(sample()).Call(t.Context(), env, "qqqqqqqqqqqq", nil)
	if f := far.Data.(*Failure); f.Suggestions != nil || f.Allowed != "sample" {
		t.Errorf("%+v", f)
	}
}

func TestPanicIsInternal(t *testing.T) {
	tool := sampleWith(func(context.Context, *Env, sampleArgs) (Result, error) { panic("/home/someone/vault broke") })
	res := New(tool).Call(t.Context(), &Env{}, "sample", json.RawMessage(`{"path":"a"}`))
	if res.Code != Internal || res.Status != StatusError || strings.Contains(res.Summary, "someone") {
		t.Errorf("%+v", res)
	}
}

func TestUnexpectedErrorKeepsItsPaths(t *testing.T) {
	tool := sampleWith(func(context.Context, *Env, sampleArgs) (Result, error) { return Result{}, errBroken })
	res := New(tool).Call(t.Context(), &Env{}, "sample", json.RawMessage(`{"path":"a"}`))
	if res.Code != Internal || strings.Contains(res.Summary, "secret") {
		t.Errorf("%+v", res)
	}
}

func TestCancelledCall(t *testing.T) { // contracts 2.1.1
	ctx, cancel := context.WithCancel(t.Context())
	tool := sampleWith(func(ctx context.Context, _ *Env, _ sampleArgs) (Result, error) {
		cancel()
		<-ctx.Done()
		return Result{}, ctx.Err()
	})
	registry := New(tool)
	for _, when := range []string{"during", "before"} {
		res := registry.Call(ctx, &Env{}, "sample", json.RawMessage(`{"path":"a"}`))
		if res.Status != StatusCancelled || res.Code != Cancelled {
			t.Errorf("%s: %+v", when, res)
		}
	}
}

func TestTimeout(t *testing.T) { // R322, R328
	synctest.Test(t, func(t *testing.T) {
		tool := sampleWith(func(ctx context.Context, _ *Env, _ sampleArgs) (Result, error) {
			<-ctx.Done()
			return Result{}, ctx.Err()
		})
		start := time.Now()
		res := New(tool).Call(t.Context(), &Env{}, "sample", json.RawMessage(`{"path":"a"}`))
		if res.Status != StatusTimeout || res.Code != Timeout || time.Since(start) != DefaultTimeout {
			t.Errorf("after %s: %+v", time.Since(start), res)
		}
	})
}

func TestErrorBringsItsOwnCall(t *testing.T) { // R257
	tool := sampleWith(func(context.Context, *Env, sampleArgs) (Result, error) {
		return Result{}, Errorf(FileNotFound, "There is no file b.md").WithCall(`sample {"path":"c.md"}`)
	})
	res := New(tool).Call(t.Context(), &Env{}, "sample", json.RawMessage(`{"path":"b.md"}`))
	want := `There is no file b.md. Smallest correct call: sample {"path":"c.md"}`
	if res.Summary != want || res.Data.(*Failure).Call != `sample {"path":"c.md"}` {
		t.Errorf("%+v", res)
	}
}

func TestResultNamesAndLabels(t *testing.T) { // R168
	env := &Env{NewEvidenceID: func() string { return "E7" }}
	res := New(sample()).Call(t.Context(), env, "sample", json.RawMessage(`{"path":"a"}`))
	if res.EvidenceID != "E7" || res.Labels != VaultLabels(false) {
		t.Errorf("%+v", res)
	}
	old := sampleWith(func(_ context.Context, env *Env, _ sampleArgs) (Result, error) {
		if env.Evidence() != "E7" {
			t.Errorf("evidence during the call is %q", env.Evidence())
		}
		return Result{Status: StatusNotModified, EvidenceID: "E2"}, nil
	})
	if res := New(old).Call(t.Context(), env, "sample", json.RawMessage(`{"path":"a"}`)); res.EvidenceID != "E2" {
		t.Errorf("the earlier result is %q, want E2 (X10)", res.EvidenceID)
	}
}

func TestResultJSON(t *testing.T) { // contracts 2.1.1: the keys exactly, nothing empty
	full := Result{Status: StatusPartial, Code: PolicyDenied, Summary: "s", Data: 1, NextCursor: "c", Truncated: &Truncated{1, 2},
		EvidenceID: "e", SHABefore: "b", SHAAfter: "a", UndoID: "u", Labels: VaultLabels(true)}
	for _, c := range []struct {
		res  Result
		want string
	}{
		{Result{Status: StatusOK}, `{"status":"ok","summary":""}`},
		{full, `{"status":"partial","code":"POLICY_DENIED","summary":"s","data":1,"next_cursor":"c","truncated":{"shown":1,"total":2},` +
			`"evidence_id":"e","sha_before":"b","sha_after":"a","undo_id":"u","labels":{"integrity":"note","confidentiality":"private"}}`},
	} {
		got, err := json.Marshal(c.res)
		if err != nil || string(got) != c.want {
			t.Errorf("got %s %v\nwant %s", got, err, c.want)
		}
	}
}

func TestTwoToolsOfOneNamePanic(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("New took two tools of one name")
		}
	}()
	New(sample(), sample())
}

func TestEveryCodeHasOneRow(t *testing.T) { // contracts 2.1.1 rule 5: a closed set
	seen := map[Code]bool{}
	statuses := Statuses()
	for _, info := range Codes() {
		if seen[info.Code] || info.Meaning == "" || info.Recovery == "" || !slices.Contains(statuses, info.Status) {
			t.Errorf("bad row %+v", info)
		}
		seen[info.Code] = true
	}
	if len(seen) != 45 { // 42 of contracts 2.1.1, two of design section 5, and VAULT_MISSING
		t.Errorf("%d codes", len(seen))
	}
	for _, code := range strings.Fields(contractCodes) {
		if _, ok := Code(code).Info(); !ok {
			t.Errorf("%s has no row", code)
		}
	}
	if _, ok := Code("NO_SUCH").Info(); ok {
		t.Error("NO_SUCH is known")
	}
}

const contractCodes = `INVALID_ARGUMENT UNKNOWN_TOOL TOOL_NOT_LOADED WORKSPACE_PATH_DENIED FILE_NOT_FOUND NOTE_NOT_FOUND
NOTE_AMBIGUOUS IS_DIRECTORY NOT_A_DIRECTORY TARGET_EXISTS FILE_TOO_LARGE BINARY_FILE READ_REQUIRED STALE_READ NO_MATCH
AMBIGUOUS_MATCH COUNT_MISMATCH NO_CHANGE OMISSION_SUSPECTED PATCH_SYNTAX PATCH_CONTEXT_NOT_FOUND PATCH_AMBIGUOUS
PATCH_PREFIX_MISSING FRONTMATTER_INVALID SSRF_BLOCKED FETCH_STATUS FETCH_TIMEOUT FETCH_TOO_LARGE FETCH_TYPE APPROVAL_DENIED
APPROVAL_EXPIRED POLICY_DENIED TAINT_BLOCKED BUDGET_EXHAUSTED REPEATED_FAILURE TRUNCATED_CALL TIMEOUT CANCELLED
OUTCOME_UNKNOWN MCP_UNTRUSTED MCP_DRIFT INTERNAL FETCH_DNS FETCH_REDIRECT`
