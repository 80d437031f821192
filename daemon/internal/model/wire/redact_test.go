package wire_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/daemon/internal/model/wire"
)

// A key comes back in more than one spelling, and in a failure's words.
func TestKeyInEverySpelling(t *testing.T) {
	const key = `k+/=/secret"7`
	for _, form := range []string{key, `k%2B%2F%3D%2Fsecret%227`, `k+%2F=%2Fsecret%227`, `k+/=/secret\"7`} {
		r := wire.Retry{Key: key}
		resp, err := r.Do(context.Background(), "p", nil, func(context.Context, func(model.Event)) (model.Response, bool, error) {
			return model.Response{Message: model.UserText("see " + form)}, false, nil
		})
		if got := resp.Message.Text(); err != nil || got != "see [key]" {
			t.Errorf("%s in an answer shows as %q, %v", form, got, err)
		}
		_, err = r.Do(context.Background(), "p", nil, func(context.Context, func(model.Event)) (model.Response, bool, error) {
			return model.Response{}, false, &model.Error{Kind: model.ErrBadRequest, Message: "bad address /v1?key=" + form}
		})
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s in a failure shows as %v", form, err)
		}
		if got := wire.Scrub("bad "+form, key, 100); got != "bad [key]" {
			t.Errorf("%s is scrubbed to %q", form, got)
		}
	}
}

// A word that a local server takes for a key may stand in an answer.
func TestWordsAreNoKeys(t *testing.T) {
	resp, err := wire.Retry{Key: "ollama"}.Do(context.Background(), "p", nil, func(context.Context, func(model.Event)) (model.Response, bool, error) {
		return model.Response{Message: model.UserText("ollama runs here")}, false, nil
	})
	if got := resp.Message.Text(); err != nil || got != "ollama runs here" {
		t.Errorf("got %q, %v", got, err)
	}
}
