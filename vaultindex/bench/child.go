package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// childMark is the first argument of a process that measures one thing: peak
// memory is a property of a process.
const childMark = "child"

// children are what a child process can do. Each prints its result as JSON.
var children = map[string]func(context.Context, []string) (any, error){
	"ibid-cold": ibidCold, // vault, cache, name of the profiles or ""
	"ibid-warm": ibidWarm, // vault, cache, query, path expected first
	"fts-cold":  ftsCold,  // vault, database
}

func runChild(ctx context.Context, args []string) error {
	do, ok := children[args[0]]
	if !ok {
		return fmt.Errorf("no child is called %q", args[0])
	}
	result, err := do(ctx, args[1:])
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(result)
}

// inChild runs this program again for one measurement and returns the
// processor time it took.
func inChild(ctx context.Context, result any, args ...string) (time.Duration, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, self, append([]string{childMark}, args...)...)
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("%s: %w", args[0], err)
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return cpu, json.Unmarshal(out.Bytes(), result)
}

// memory is a value of this process's status in bytes (VmHWM is the most
// memory it ever held); 0 on systems that do not tell.
func memory(name string) int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		rest, ok := strings.CutPrefix(line, name+":")
		if !ok {
			continue
		}
		kb, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
		if err != nil {
			return 0
		}
		return kb * 1024
	}
	return 0
}
