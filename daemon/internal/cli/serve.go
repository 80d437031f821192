package cli

import (
	"github.com/ibid-notes/ibid/daemon/internal/app"
	"github.com/ibid-notes/ibid/protocol"
)

// modelFlags choose the model of a command.
type modelFlags struct {
	Model   *string `help:"The model, as PROVIDER:NAME: openai:…, anthropic:…, or offline." placeholder:"PROVIDER:NAME"`
	BaseURL *string `help:"The provider's address, as http://127.0.0.1:11434/v1." placeholder:"URL"`
}

type serveCmd struct {
	modelFlags
}

// Run serves the vault to the process on the other end of standard input and
// output, until that ends.
func (c serveCmd) Run(e env) error {
	o, err := e.options(c.modelFlags)
	if err != nil {
		return err
	}
	return app.Serve(e.ctx, o, protocol.Stdio(e.frames, e.wire))
}
