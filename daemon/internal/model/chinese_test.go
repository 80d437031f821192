package model_test

import (
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// A failure is told in Chinese, with the particulars behind it.
func TestErrorInChinese(t *testing.T) {
	for _, kind := range []model.ErrorKind{model.ErrNetwork, model.ErrAuth, model.ErrTimeout, model.ErrServer, model.ErrQuota} {
		e := &model.Error{Kind: kind, Provider: "openai", Message: "It failed."}
		if said := e.InChinese(); strings.HasPrefix(said, "openai") || !strings.HasSuffix(said, "（openai: It failed.）") {
			t.Errorf("%s: %s", kind, said)
		}
	}
}
