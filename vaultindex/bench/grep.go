package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/builtin"
)

// heldText is how much text the index holds in memory between searches through
// all lines, in bytes (ARCHITECTURE.md). A vault of no more has a stricter bound.
const heldText = 64 << 20

// grepRounds is how often a pattern is looked for; the median counts.
const grepRounds = 7

// grepKind is one kind of pattern.
type grepKind struct {
	name           string
	pattern        string
	fixed, anyCase bool
	bound          bound
}

// grepKinds are patterns of words that the vault holds, neither the commonest
// nor the rarest.
func grepKinds(s *sampler, held bool) []grepKind {
	word, most := s.wordList(1, 6)[0], atMost(1)
	if held {
		most = atMost(0.25)
	}
	return []grepKind{
		{"literal", word, true, false, most},
		{"literal, any case", word, true, true, none},
		{"two Chinese characters", s.han(2), true, false, most},
		{"regex with a literal", word + `\s+[a-z]{2,9}\s`, false, false, most},
		{"regex of a link", `\[\[[^\]]*` + word, false, false, most},
		{"regex of a date", `20\d\d-1[0-2]-\d\d`, false, false, none},
	}
}

func ripgrepVersion(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "rg", "--version").Output()
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimPrefix(line, "ripgrep ")
}

// measureGrep searches as the daemon does, with a watcher: only then is text that
// is held in memory taken without a look at the disk.
func (s *size) measureGrep(ctx context.Context) error {
	if ripgrepVersion(ctx) == "" {
		s.report.print("| grep | ripgrep is not installed | | | |\n")
		return nil
	}
	if err := s.reopen(ctx, true); err != nil {
		return err
	}
	for _, kind := range grepKinds(newSampler(s.options()), s.cold.bytes <= heldText) {
		progress("%d notes: grep, %s", s.notes, kind.name)
		ours, theirs, lines, err := s.grepBoth(ctx, kind)
		if err != nil {
			return err
		}
		m := against("ripgrep", ours, theirs)
		m.absolute += fmt.Sprintf("; %d lines", lines)
		s.report.line("grep, "+kind.name, m, kind.bound)
	}
	return s.reopen(ctx, false)
}

// grepBoth takes turns, and insists that both count the same lines.
func (s *size) grepBoth(ctx context.Context, kind grepKind) (ours, theirs time.Duration, lines int, err error) {
	registry := tools.New(builtin.Reading()...)
	var ourTimes, theirTimes []time.Duration
	for range grepRounds {
		start := time.Now()
		n, err := s.grepIbid(ctx, registry, kind)
		ourTimes = append(ourTimes, time.Since(start))
		if err != nil {
			return 0, 0, 0, err
		}
		start = time.Now()
		m, err := s.grepRipgrep(ctx, kind)
		theirTimes = append(theirTimes, time.Since(start))
		if err != nil {
			return 0, 0, 0, err
		}
		if n != m {
			return 0, 0, 0, fmt.Errorf("%q: Ibid counts %d lines, ripgrep %d", kind.pattern, n, m)
		}
		lines = n
	}
	return middle(ourTimes), middle(theirTimes), lines, nil
}

// grepIbid calls the tool as an agent does.
func (s *size) grepIbid(ctx context.Context, registry *tools.Registry, kind grepKind) (lines int, err error) {
	args, err := json.Marshal(map[string]any{
		"pattern": kind.pattern, "glob": "*.md", "output_mode": "count", "head_limit": 1000,
		"fixed_strings": kind.fixed, "case_insensitive": kind.anyCase,
	})
	if err != nil {
		return 0, err
	}
	snap := s.ix.Acquire()
	defer snap.Release()
	result := registry.Call(ctx, &tools.Env{View: snap.View(false)}, "grep", args)
	if result.Code != "" {
		return 0, fmt.Errorf("grep: %s", result.Summary)
	}
	raw, err := json.Marshal(result.Data)
	if err != nil {
		return 0, err
	}
	var counted struct {
		TotalLines int `json:"total_lines"`
	}
	return counted.TotalLines, json.Unmarshal(raw, &counted)
}

func (s *size) grepRipgrep(ctx context.Context, kind grepKind) (lines int, err error) {
	args := []string{"--count", "--no-filename", "--no-ignore", "--no-config", "--glob", "*.md"}
	if kind.fixed {
		args = append(args, "--fixed-strings")
	}
	if kind.anyCase {
		args = append(args, "--ignore-case")
	}
	out, err := exec.CommandContext(ctx, "rg", append(args, "--regexp", kind.pattern, s.vault)...).Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) && failed.ExitCode() == 1 {
		return 0, nil // nothing found
	}
	if err != nil {
		return 0, fmt.Errorf("rg: %w", err)
	}
	for line := range bytes.Lines(out) {
		n, err := strconv.Atoi(strings.TrimSpace(string(line)))
		if err != nil {
			return 0, fmt.Errorf("rg: %w", err)
		}
		lines += n
	}
	return lines, nil
}
