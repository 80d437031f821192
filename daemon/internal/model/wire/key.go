package wire

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// NeedKey is the error of asking a provider at its own address without a key, where
// the answer could only be a refusal; nil where a key is there, or where the address is
// another one, which may want none, as a model on this machine does. own is the
// provider's own address, variable what holds its key, and example a model of it.
func NeedKey(provider string, base *url.URL, key, own, variable, example string) error {
	if key != "" || !sameHost(base, own) {
		return nil
	}
	return &model.Error{Kind: model.ErrNoKey, Provider: provider, Message: fmt.Sprintf(
		"No key is set for %s, so nothing was sent. Give it in the environment, as in %s=KEY ibid ask \"QUESTION\" --model %s:%s, "+
			"or in the plugin's settings under API key. A model on this machine needs none: --model openai:NAME --base-url http://127.0.0.1:11434/v1",
		base.Hostname(), variable, provider, example)}
}

func sameHost(base *url.URL, own string) bool {
	u, err := url.Parse(own)
	return err == nil && strings.EqualFold(base.Hostname(), u.Hostname())
}
