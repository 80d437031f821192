package wire

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// maxDetail bounds a provider's own words inside our messages, in bytes.
const maxDetail = 300

// StatusError is the error of an answer with a status other than 2xx.
func StatusError(resp *http.Response, body []byte, key string) *model.Error {
	f := parseFailure(body)
	e := &model.Error{Status: resp.StatusCode, RetryAfter: RetryAfter(resp.Header, time.Now())}
	e.Kind = statusKind(resp.StatusCode, f)
	e.Message = sentence(e.Kind, resp.StatusCode, Scrub(f.Message, key, maxDetail))
	e.Window = windowIn(e.Kind, f.Message, body)
	return e
}

// LateError is the error that came as an event inside a stream which had begun
// well; payload is the event's JSON.
func LateError(payload []byte, key string) *model.Error {
	f := parseFailure(payload)
	status, _ := strconv.Atoi(f.Code)
	if status < 400 || status > 599 {
		status = lateStatus[cmp.Or(f.Type, f.Code)]
	}
	kind := statusKind(cmp.Or(status, http.StatusInternalServerError), f)
	return &model.Error{Kind: kind, Status: status, Message: sentence(kind, status, Scrub(f.Message, key, maxDetail)),
		Window: windowIn(kind, f.Message, payload)}
}

// lateStatus gives the status that the same failure has before a stream.
var lateStatus = map[string]int{
	"overloaded_error":      529,
	"rate_limit_error":      429,
	"rate_limit_exceeded":   429,
	"insufficient_quota":    429,
	"invalid_request_error": 400,
	"authentication_error":  401,
	"permission_error":      403,
	"not_found_error":       404,
	"request_too_large":     413,
	"billing_error":         402,
	"timeout_error":         408,
	"api_error":             500,
	"server_error":          500,
}

// failure is what providers agree on, more or less, in an error's body.
type failure struct{ Message, Type, Code string }

// parseFailure reads {"error":{message,type,code}}, {"error":"…"},
// {"message":"…"} and {"detail":"…"}; anything else is a failure without words.
func parseFailure(body []byte) failure {
	var outer struct {
		Error, Message, Detail json.RawMessage
	}
	if json.Unmarshal(body, &outer) != nil {
		return failure{}
	}
	var inner struct {
		Message, Type, Code json.RawMessage
	}
	if json.Unmarshal(outer.Error, &inner) == nil && inner.Message != nil {
		return failure{Message: plain(inner.Message), Type: plain(inner.Type), Code: plain(inner.Code)}
	}
	return failure{Message: cmp.Or(plain(outer.Error), plain(outer.Message), plain(outer.Detail))}
}

// plain is a JSON string's text, or a number as written.
func plain(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil {
		return n.String()
	}
	return ""
}

var (
	overflow = regexp.MustCompile(`(?i)context[ _]?(length|window|size|limit)|exceed_context_size|maximum context|prompt is too long|too many (input )?tokens|context the overflows|tokens? exceeds? the|exceeds? the (available|maximum) (context|input|number of tokens)|input is too long`)
	noCredit = regexp.MustCompile(`(?i)insufficient[_ ](quota|balance|credit)|credit balance|exceeded your current quota|billing`)
)

func statusKind(status int, f failure) model.ErrorKind {
	words := f.Message + " " + f.Code + " " + f.Type
	switch {
	case status == http.StatusUnauthorized:
		return model.ErrAuth
	case status == http.StatusPaymentRequired, status == 429 && noCredit.MatchString(words):
		return model.ErrQuota
	case status == http.StatusForbidden:
		return model.ErrForbidden
	case status == http.StatusNotFound:
		return model.ErrNotFound
	case status == http.StatusTooManyRequests:
		return model.ErrRateLimited
	case status == http.StatusServiceUnavailable, status == 529:
		return model.ErrOverloaded
	case status == http.StatusRequestTimeout, status == http.StatusConflict, status >= 500:
		return serverKind(words)
	case status == http.StatusRequestEntityTooLarge, overflow.MatchString(words):
		return model.ErrContextOverflow
	case noCredit.MatchString(words):
		return model.ErrQuota
	}
	return model.ErrBadRequest
}

// serverKind finds the overload, and the overflow of local servers, that some
// report as a plain 500.
func serverKind(words string) model.ErrorKind {
	if strings.Contains(strings.ToLower(words), "overloaded") {
		return model.ErrOverloaded
	}
	if overflow.MatchString(words) {
		return model.ErrContextOverflow
	}
	return model.ErrServer
}

var sentences = map[model.ErrorKind]string{
	model.ErrAuth:            "The key is missing or was refused",
	model.ErrForbidden:       "The key is not allowed to use this model",
	model.ErrNotFound:        "There is no such model at this address",
	model.ErrRateLimited:     "The provider asks to send less",
	model.ErrQuota:           "The account has no credit left",
	model.ErrOverloaded:      "The provider is overloaded",
	model.ErrServer:          "The provider failed",
	model.ErrContextOverflow: "The request is larger than the model can read",
	model.ErrBadRequest:      "The provider refused the request",
}

func sentence(kind model.ErrorKind, status int, detail string) string {
	s := sentences[kind]
	if status >= 300 && status < 400 {
		s = "The address redirects elsewhere, which is not followed; check the base URL"
	}
	if status != 0 {
		s += fmt.Sprintf(" (%d)", status)
	}
	if detail != "" {
		return s + ": " + detail
	}
	return s + "."
}

// RetryAfter reads how long to wait: milliseconds, seconds, or a date. What is
// negative, past or unreadable counts as not said.
func RetryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return seconds(ms / 1000)
	}
	text := strings.TrimSpace(h.Get("Retry-After"))
	if s, err := strconv.ParseFloat(text, 64); err == nil {
		return seconds(s)
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// seconds turns a number into a duration between 0 and a day.
func seconds(s float64) time.Duration {
	const day = 24 * 60 * 60
	if !(s > 0) {
		return 0
	}
	return time.Duration(min(s, day) * float64(time.Second))
}
