package model_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/model/modeltest"
)

func status(code int, retryAfter, body string) modeltest.Turn {
	return broken(modeltest.Fault{Kind: modeltest.FaultStatus, Status: code, RetryAfter: retryAfter, Body: body})
}

func broken(f modeltest.Fault) modeltest.Turn {
	return modeltest.Turn{
		Reply: modeltest.Reply{Text: "one two three four", Calls: twoCalls.Calls},
		Wire:  modeltest.Wire{Faults: []modeltest.Fault{f}},
	}
}

var good = modeltest.Turn{Reply: modeltest.Reply{Text: "fine"}}

// bubble runs a decision in virtual time and says how long it took there.
func bubble(t *testing.T, f face, turns ...modeltest.Turn) (o outcome, took time.Duration) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		o = play(t, f, "token", question(), turns...)
	})
	return o, o.took
}

// Contracts 4.3, status: failures that do not pass are told at once, in
// words, and never with the key, even where the provider repeats it.
func TestFinalStatus(t *testing.T) {
	echo := `{"error":{"type":"x","message":"Incorrect API key provided: ` + secret + ` and sk-proj-****abcd1234."}}`
	tests := []struct {
		name string
		turn modeltest.Turn
		kind model.ErrorKind
		says string
	}{
		{"401", status(401, "", echo), model.ErrAuth, "[key]"},
		{"403", status(403, "", ""), model.ErrForbidden, "not allowed"},
		{"404", status(404, "", `{"error":"model \"m-1\" not found, try pulling it first"}`), model.ErrNotFound, "pulling"},
		{"400", status(400, "", `{"detail":"bad thing"}`), model.ErrBadRequest, "bad thing"},
		{"422", status(422, "", "not json at all"), model.ErrBadRequest, "(422)"},
		{"overflow", status(400, "", `{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum"}}`), model.ErrContextOverflow, "210000"},
		{"413", status(413, "", ""), model.ErrContextOverflow, "(413)"},
		{"quota", status(429, "", `{"error":{"code":"insufficient_quota","message":"You exceeded your current quota."}}`), model.ErrQuota, "credit"},
		{"402", status(402, "", ""), model.ErrQuota, "(402)"},
		{"redirect", status(307, "", ""), model.ErrBadRequest, "base URL"},
		{"html", broken(modeltest.Fault{Kind: modeltest.FaultHTML}), model.ErrMalformed, "web page"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			eachFace(t, func(t *testing.T, f face) {
				o, took := bubble(t, f, tt.turn)
				e := o.failure(t)
				if e.Kind != tt.kind || !strings.Contains(e.Error(), tt.says) || e.Provider != f.name {
					t.Errorf("got %s: %v", e.Kind, e)
				}
				if strings.Contains(e.Error(), "abcd1234") || o.resp.Attempts != 1 || took != 0 {
					t.Errorf("got %v after %d attempts, %v", e, o.resp.Attempts, took)
				}
			})
		})
	}
}

// Contracts 2.21.6: failures that pass are tried again, 1, 2, 4, 8 s apart,
// and what was shown before is taken back.
func TestPassingFailures(t *testing.T) {
	tests := []struct {
		name string
		turn modeltest.Turn
		took time.Duration
	}{
		{"408", status(408, "", ""), time.Second},
		{"409", status(409, "", ""), time.Second},
		{"429", status(429, "", ""), time.Second},
		{"429 seconds", status(429, "7", ""), 7 * time.Second},
		{"429 date", status(429, "Sat, 01 Jan 2000 00:00:20 GMT", ""), 20 * time.Second},
		{"429 negative", status(429, "-5", ""), time.Second},
		{"429 past", status(429, "Fri, 31 Dec 1999 23:00:00 GMT", ""), time.Second},
		{"500", status(500, "", ""), time.Second},
		{"502 page", status(502, "", "<html>Bad gateway</html>"), time.Second},
		{"503", status(503, "3", ""), 3 * time.Second},
		{"529", status(529, "", ""), time.Second},
		{"late overload", broken(modeltest.Fault{Kind: modeltest.FaultLateError, After: 5}), time.Second},
		{"late rate limit", broken(modeltest.Fault{Kind: modeltest.FaultLateError, After: 3, Body: "rate_limit_error"}), time.Second},
		{"reset before", broken(modeltest.Fault{Kind: modeltest.FaultReset}), time.Second},
		{"reset after", broken(modeltest.Fault{Kind: modeltest.FaultReset, After: 6}), time.Second},
		{"cut", broken(modeltest.Fault{Kind: modeltest.FaultCut, After: 9}), time.Second},
		{"cut in a line", broken(modeltest.Fault{Kind: modeltest.FaultCutBytes, After: 700}), time.Second},
		{"nothing", broken(modeltest.Fault{Kind: modeltest.FaultCutBytes, After: 0}), time.Second},
		{"bad chunk", broken(modeltest.Fault{Kind: modeltest.FaultBadChunk, After: 4}), time.Second},
		{"silence", broken(modeltest.Fault{Kind: modeltest.FaultStall, After: 5}), 61 * time.Second},
		{"silence before", broken(modeltest.Fault{Kind: modeltest.FaultStall}), 61 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			eachFace(t, func(t *testing.T, f face) {
				o, took := bubble(t, f, tt.turn, good)
				if o.err != nil || o.resp.Attempts != 2 || o.resp.Message.Text() != "fine" || len(o.resp.Message.Calls()) != 0 {
					t.Fatalf("got %+v, %v", o.resp, o.err)
				}
				if took != tt.took || o.shown() != "fine" {
					t.Errorf("took %v, want %v; shown %q", took, tt.took, o.shown())
				}
			})
		})
	}
}

// Five requests of one at most, and the failure is the last one's.
func TestGivesUp(t *testing.T) {
	eachFace(t, func(t *testing.T, f face) {
		fail := status(529, "", "")
		o, took := bubble(t, f, fail, fail, fail, fail, fail)
		if e := o.failure(t); e.Kind != model.ErrOverloaded || o.resp.Attempts != model.MaxAttempts || took != 15*time.Second {
			t.Errorf("got %v after %d attempts, %v", e, o.resp.Attempts, took)
		}
	})
}

// A wait beyond a minute is the user's to decide on.
func TestHugeRetryAfter(t *testing.T) {
	for _, after := range []string{"3600", "99999999999999999999", "Sat, 01 Jan 2050 00:00:00 GMT"} {
		eachFace(t, func(t *testing.T, f face) {
			o, took := bubble(t, f, status(429, after, ""))
			if e := o.failure(t); e.Kind != model.ErrRateLimited || e.RetryAfter < time.Hour || e.RetryAfter > 24*366*50*time.Hour || took != 0 {
				t.Errorf("%s: got %v, wait %v, after %v", after, e, e.RetryAfter, took)
			}
		})
	}
}

// One byte a second is not silence, but five minutes are the end of it.
func TestTotalTimeout(t *testing.T) {
	slow := good
	for range 40 {
		slow.Wire.Delays = append(slow.Wire.Delays, "50s")
	}
	slow.Reply.Text = strings.Repeat("word ", 60)
	eachFace(t, func(t *testing.T, f face) {
		o, took := bubble(t, f, slow)
		if e := o.failure(t); e.Kind != model.ErrTimeout || took != 5*time.Minute || o.resp.Attempts != 1 {
			t.Errorf("got %v after %v, %d attempts", e, took, o.resp.Attempts)
		}
	})
}

// Pauses under a minute are patience, not failure.
func TestSlowIsNotSilent(t *testing.T) {
	slow := good
	slow.Wire.Delays = []string{"50s", "50s", "50s"}
	eachFace(t, func(t *testing.T, f face) {
		if o, took := bubble(t, f, slow); o.err != nil || took != 150*time.Second {
			t.Errorf("got %v after %v", o.err, took)
		}
	})
}

// Cancelling while waiting for the next attempt ends the wait.
func TestCancelWhileWaiting(t *testing.T) {
	eachFace(t, func(t *testing.T, f face) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			time.AfterFunc(10*time.Second, cancel)
			o := playIn(t, ctx, f, "token", question(), status(429, "30", ""))
			if e := o.failure(t); e.Kind != model.ErrCancelled || o.took != 10*time.Second {
				t.Errorf("got %v after %v", e, o.took)
			}
		})
	})
}

// Nobody listens: said at once on this machine, without five attempts.
func TestUnreachable(t *testing.T) {
	eachFace(t, func(t *testing.T, f face) {
		c, err := f.open("http://127.0.0.1:1", &http.Transport{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := c.Decide(context.Background(), question(), nil)
		e, ok := model.AsError(err)
		if !ok || e.Kind != model.ErrNetwork || resp.Attempts != 1 || !strings.Contains(e.Message, "127.0.0.1:1: nothing listens") {
			t.Errorf("got %v after %d attempts", err, resp.Attempts)
		}
	})
}
