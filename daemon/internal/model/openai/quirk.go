package openai

import (
	"net/http"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/model"
)

// quirk is a set of things this server does not take. Servers differ, and say
// so only when asked: a parameter that was refused by name is left out from
// then on, and the request is sent again at once.
type quirk uint32

const (
	noStreamOptions quirk = 1 << iota
	noTemperature
	otherMaxTokens
	noParallel
)

// refusals maps the name in a server's complaint to what it means. The longer
// names stand first: "max_completion_tokens" may mention "max_tokens" too.
var refusals = []struct {
	name string
	q    quirk
}{
	{"stream_options", noStreamOptions},
	{"include_usage", noStreamOptions},
	{"temperature", noTemperature},
	{"max_completion_tokens", otherMaxTokens},
	{"max_tokens", otherMaxTokens},
	{"parallel_tool_calls", noParallel},
}

// adapt learns from a refusal of a request that was built with used, and
// reports whether there is something new to try.
func (c *Client) adapt(used quirk, err error) bool {
	e, ok := model.AsError(err)
	if !ok || e.Kind != model.ErrBadRequest || e.Status != http.StatusBadRequest && e.Status != http.StatusUnprocessableEntity {
		return false
	}
	for _, r := range refusals {
		if strings.Contains(e.Message, r.name) && used&r.q == 0 {
			c.quirks.Or(uint32(r.q))
			return true
		}
	}
	return false
}
