package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// miniSearch is the JavaScript peer, a node process that answers one request
// at a time. It is not safe for concurrent use.
type miniSearch struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	answers *bufio.Reader
}

// miniRequest is one line to minisearch.mjs.
type miniRequest struct {
	Op        string    `json:"op"`
	Vault     string    `json:"vault,omitempty"`
	Docs      []miniDoc `json:"docs,omitempty"`
	Paths     []string  `json:"paths,omitempty"`
	Path      string    `json:"path,omitempty"`
	Query     string    `json:"query,omitempty"`
	Limit     int       `json:"limit,omitempty"`
	All       bool      `json:"all,omitempty"`       // every word is required
	Prefix    bool      `json:"prefix,omitempty"`    // words may go on
	Forgiving bool      `json:"forgiving,omitempty"` // prefixes and misspellings, as Omnisearch asks
}

// miniDoc is a note with Omnisearch's fields.
type miniDoc struct {
	Path      string `json:"path"`
	Basename  string `json:"basename"`
	Directory string `json:"directory"`
	Aliases   string `json:"aliases"`
	Content   string `json:"content"`
	Headings1 string `json:"headings1"`
	Headings2 string `json:"headings2"`
	Headings3 string `json:"headings3"`
}

// miniAnswer is one line from minisearch.mjs. Times are in milliseconds.
type miniAnswer struct {
	Ms         float64  `json:"ms"`
	CPU        float64  `json:"cpu"`
	Peak       int64    `json:"peak"`
	Steady     int64    `json:"steady"`
	Notes      int      `json:"notes"`
	Paths      []string `json:"paths"`
	Node       string   `json:"node"`
	MiniSearch string   `json:"minisearch"`
}

func (a miniAnswer) took() time.Duration { return milliseconds(a.Ms) }

func milliseconds(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

// installMiniSearch fetches what the lock file names, once.
func installMiniSearch(ctx context.Context) error {
	if _, err := os.Stat("node_modules/minisearch/package.json"); err == nil {
		return nil
	}
	out, err := exec.CommandContext(ctx, "npm", "ci", "--no-audit", "--no-fund").CombinedOutput()
	if err != nil {
		return fmt.Errorf("npm ci: %w\n%s", err, out)
	}
	return nil
}

func startMiniSearch(ctx context.Context) (*miniSearch, error) {
	if err := installMiniSearch(ctx); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "node", "--expose-gc", "minisearch.mjs")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start node: %w", err)
	}
	return &miniSearch{cmd, in, bufio.NewReader(out)}, nil
}

// ask sends one request and waits for its answer.
func (m *miniSearch) ask(req miniRequest) (miniAnswer, error) {
	line, err := json.Marshal(req)
	if err != nil {
		return miniAnswer{}, err
	}
	if _, err := m.in.Write(append(line, '\n')); err != nil {
		return miniAnswer{}, fmt.Errorf("MiniSearch %s: %w", req.Op, err)
	}
	answer, err := m.answers.ReadBytes('\n')
	if err != nil {
		return miniAnswer{}, fmt.Errorf("MiniSearch %s: %w", req.Op, err)
	}
	var a miniAnswer
	return a, json.Unmarshal(answer, &a)
}

// close ends the process; it exits when its input does.
func (m *miniSearch) close() error {
	return errors.Join(m.in.Close(), m.cmd.Wait())
}
