package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// describe says what the numbers depend on: command, machine, versions, date.
func describe(ctx context.Context, c *config) (string, error) {
	mini, err := startMiniSearch(ctx)
	if err != nil {
		return "", err
	}
	versions, err := mini.ask(miniRequest{Op: "versions"})
	if err != nil {
		return "", err
	}
	if err := mini.close(); err != nil {
		return "", err
	}
	rg := ripgrepVersion(ctx)
	if rg == "" {
		rg = "not installed, so not measured"
	}
	return fmt.Sprintf(`## Run

- Date: %s, revision %s
- Command: %s
- Machine: %s%s
- Ibid: built with %s
- Peers: MiniSearch %s on node %s; SQLite FTS5 in modernc.org/sqlite %s; ripgrep %s
`, time.Now().Format("2006-01-02"), revision(ctx), "`"+c.command()+"`", machine(), load(), runtime.Version(),
		versions.MiniSearch, versions.Node, moduleVersion("modernc.org/sqlite"), rg), nil
}

// command is what to type to run this again; vaults go by their folders' names.
func (c *config) command() string {
	sizes := make([]string, len(c.notes))
	for i, n := range c.notes {
		sizes[i] = fmt.Sprint(n)
	}
	command := fmt.Sprintf("go run . -notes %q -seed %d -runs %d", strings.Join(sizes, ","), c.seed, c.runs)
	if len(c.only) < len(parts) {
		command += " -only " + strings.Join(c.only, ",")
	}
	for _, vault := range c.vaults {
		command += " -vault …/" + filepath.Base(vault)
	}
	return command
}

func machine() string {
	return fmt.Sprintf("%d processors (%s), %s of memory, %s/%s",
		runtime.NumCPU(), field("/proc/cpuinfo", "model name"), memoryTotal(), runtime.GOOS, runtime.GOARCH)
}

func memoryTotal() string {
	var kb int64
	if _, err := fmt.Sscanf(field("/proc/meminfo", "MemTotal"), "%d kB", &kb); err != nil {
		return "an unknown amount"
	}
	return fmt.Sprintf("%.0f GB", float64(kb)*1024/1e9)
}

// field is the first value of a name in a file of "name: value" lines.
func field(file, name string) string {
	raw, err := os.ReadFile(file)
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(raw)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

// load warns of other work on the machine: it slows all sides, but not alike.
func load() string {
	raw, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(raw), " ")
	busy, err := strconv.ParseFloat(first, 64)
	if err != nil || busy < float64(runtime.NumCPU())/2 {
		return ""
	}
	return fmt.Sprintf("; **busy with other work** (load %s): times are longer than on a quiet machine, ratios less sure", first)
}

func revision(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}

func moduleVersion(path string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, m := range info.Deps {
		if m.Path == path {
			return m.Version
		}
	}
	return ""
}
