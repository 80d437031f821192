package cli

import (
	"bytes"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/config"
)

type versionCmd struct{}

// versionJSON is what --json prints.
type versionJSON struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"` // "" where it is not known
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// Run prints the version, as --version does.
func (versionCmd) Run(e env) error {
	_, err := fmt.Fprintln(e.stdout, versionText(e.json))
	return err
}

func version() versionJSON {
	v := versionJSON{Version: config.Version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	changed := ""
	for _, s := range build.Settings {
		switch {
		case s.Key == "vcs.revision":
			v.Commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+changed"
		}
	}
	if v.Commit != "" {
		v.Commit += changed
	}
	return v
}

// versionText is the version as --version prints it. The first line alone, "ibid X.Y.Z",
// is what the plugin reads.
func versionText(asJSON bool) string {
	v := version()
	if asJSON {
		var b bytes.Buffer
		if err := printJSON(&b, v); err == nil {
			return strings.TrimSuffix(b.String(), "\n")
		}
	}
	commit := v.Commit
	if commit == "" {
		commit = "unknown"
	}
	return fmt.Sprintf("ibid %s\ncommit %s\ngo %s\nplatform %s", v.Version, commit, strings.TrimPrefix(v.Go, "go"), v.Platform)
}
