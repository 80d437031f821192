package wire

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// Limits of one decision (contracts 2.21.6).
const (
	// TotalTimeout bounds a decision with all its attempts and waits.
	TotalTimeout = 5 * time.Minute
	// IdleTimeout is how long a provider may send nothing at all.
	IdleTimeout = time.Minute
	// MaxWait is the longest Retry-After that is waited for; a longer one is
	// told to the user instead.
	MaxWait = time.Minute
	// firstWait is the back-off before the second attempt; it doubles.
	firstWait = time.Second
)

// Retry sends one request until it is answered: MaxAttempts times at most, and
// only after failures that pass by themselves. No tool runs while it is at it,
// so an attempt has no effect but what emit showed, and that is taken back by
// an EventAttempt. The zero value is ready for use.
type Retry struct {
	// Jitter gives numbers in [0, 1); nil means a random source.
	Jitter func() float64
	// Logger is told about failed attempts at debug level; nil means none.
	Logger *slog.Logger
	// Key is taken out of all that comes back, whoever said it: events, answers
	// and failures.
	Key string
}

// Attempt sends the request once. Its error must be an *model.Error; adapted
// is true when the request was changed to what the server takes, so that
// sending it again at once makes sense.
type Attempt func(ctx context.Context, emit func(model.Event)) (resp model.Response, adapted bool, err error)

// Do runs attempts for provider within TotalTimeout, and each of them within
// MaxSaid.
func (r Retry) Do(ctx context.Context, provider string, emit func(model.Event), attempt Attempt) (model.Response, error) {
	parent := ctx
	ctx, cancel := context.WithTimeout(ctx, TotalTimeout)
	defer cancel()
	hidden := newSecret(r.Key)
	var spent model.Usage
	for n := 1; ; n++ {
		resp, adapted, err := once(ctx, newShow(emit, n, hidden), attempt)
		spent = spent.Add(resp.Usage)
		resp.Attempts, resp.Usage = n, spent
		if err == nil {
			return resp, nil
		}
		failure := settle(parent, ctx, provider, err)
		failure.Message = hidden.redact(failure.Message)
		r.log(provider, n, failure)
		wait := r.wait(n, failure)
		if adapted {
			wait = 0
		}
		if ctx.Err() != nil || n == model.MaxAttempts || !(adapted || failure.Retryable()) || tooLong(ctx, wait) {
			return resp, failure
		}
		if emit != nil {
			emit(model.Event{Kind: model.EventAttempt, Attempt: n + 1, Wait: wait, Text: failure.Message})
		}
		if err := sleep(ctx, wait); err != nil {
			return resp, settle(parent, ctx, provider, err)
		}
	}
}

// once makes one attempt and shows what it says.
func once(ctx context.Context, s *show, attempt Attempt) (model.Response, bool, error) {
	ctx, s.stop = context.WithCancel(ctx)
	defer s.stop()
	resp, adapted, err := attempt(ctx, s.event)
	if s.tooLarge {
		return model.Response{Usage: resp.Usage}, false, TooLarge()
	}
	if err == nil {
		s.end()
	}
	s.secret.response(&resp)
	return resp, adapted, err
}

// settle says whose doing a failure is: the caller's, our time limit's, or the
// provider's.
func settle(parent, ctx context.Context, provider string, err error) *model.Error {
	if errors.Is(parent.Err(), context.Canceled) {
		return &model.Error{Kind: model.ErrCancelled, Provider: provider, Message: "The request was cancelled."}
	}
	if ctx.Err() != nil {
		return &model.Error{Kind: model.ErrTimeout, Provider: provider, Final: true,
			Message: "The model took too long to answer; the request was given up."}
	}
	if e, ok := model.AsError(err); ok {
		e.Provider = provider
		return e
	}
	return &model.Error{Kind: model.ErrNetwork, Provider: provider, Message: "The connection to the model failed."}
}

// wait is the pause after attempt n: what the provider asked for, else 1, 2,
// 4, 8 s, each shortened by up to a half so that clients do not march in step.
func (r Retry) wait(n int, e *model.Error) time.Duration {
	jitter := r.Jitter
	if jitter == nil {
		jitter = rand.Float64
	}
	if e.RetryAfter > 0 {
		return e.RetryAfter + time.Duration(jitter()*float64(firstWait)/4)
	}
	full := firstWait << (n - 1)
	return full - time.Duration(jitter()*float64(full)/2)
}

// tooLong reports a wait beyond MaxWait, or beyond the time that is left.
func tooLong(ctx context.Context, wait time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return wait > MaxWait+firstWait || ok && time.Until(deadline) <= wait
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

func (r Retry) log(provider string, n int, e *model.Error) {
	if r.Logger == nil {
		return
	}
	r.Logger.Debug("Model request failed", "provider", provider, "attempt", n,
		"kind", string(e.Kind), "status", e.Status, "retryAfter", e.RetryAfter)
}
