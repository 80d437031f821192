package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"strings"
	"time"
)

//go:embed intro.md
var intro string

// report collects the lines, which are also printed as they come.
type report struct {
	text strings.Builder
}

func newReport(ctx context.Context, c *config) (*report, error) {
	r := &report{}
	about, err := describe(ctx, c)
	if err != nil {
		return nil, err
	}
	r.print("%s", about)
	return r, nil
}

func (r *report) print(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	r.text.WriteString(text)
	fmt.Print(text)
}

// section begins a table of ratios.
func (r *report) section(format string, args ...any) {
	r.print("\n## "+format+"\n\n", args...)
	r.print("| what | Ibid beside | measured | bound | |\n|---|---|---|---|---|\n")
}

func (r *report) line(what string, m measured, b bound) {
	r.print("| %s | %s | [%s] | %s | %s |\n", what, m.ratio(), m.absolute, b.text(m), b.verdict(m.value))
}

// save writes the report below its introduction.
func (r *report) save(file string) error {
	if file == "" {
		return nil
	}
	return os.WriteFile(file, []byte(intro+"\n"+r.text.String()), 0o644)
}

// measured is one number: a ratio beside a peer, or a value alone.
type measured struct {
	peer     string // "" for a value alone
	value    float64
	absolute string
}

func (m measured) ratio() string {
	if m.peer == "" {
		return "–"
	}
	return fmt.Sprintf("**%s** × %s", figures(m.value), m.peer)
}

// against is a time beside a peer's.
func against(peer string, ours, theirs time.Duration) measured {
	return measured{peer, float64(ours) / float64(theirs), timeText(ours) + " beside " + timeText(theirs)}
}

func againstBytes(peer string, ours, theirs int64) measured {
	return measured{peer, float64(ours) / float64(theirs), bytesText(ours) + " beside " + bytesText(theirs)}
}

func absoluteBytes(n int64, more string) measured {
	return measured{value: float64(n), absolute: bytesText(n) + ", " + more}
}

func absoluteTime(d time.Duration, more string) measured {
	return measured{value: float64(d), absolute: timeText(d) + more}
}

// bound is what a line must keep to; the zero value is none.
type bound struct {
	most, least float64
}

var none bound

func atMost(most float64) bound   { return bound{most: most} }
func atLeast(least float64) bound { return bound{least: least} }

func (b bound) text(m measured) string {
	sign, limit := "≤", b.most
	switch {
	case b == none:
		return ""
	case b.least > 0:
		sign, limit = "≥", b.least
	}
	switch {
	case m.peer != "" || limit < 1000:
		return sign + " " + figures(limit)
	case strings.Contains(m.absolute, "MB"):
		return sign + " " + bytesText(int64(limit))
	}
	return sign + " " + timeText(time.Duration(limit))
}

func (b bound) verdict(value float64) string {
	switch {
	case b == none:
		return ""
	case b.most > 0 && value > b.most, b.least > 0 && value < b.least:
		return "**missed**"
	}
	return "held"
}

// figures writes a ratio with the digits that mean something.
func figures(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	case x >= 0.1:
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.3f", x)
}

func timeText(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	switch {
	case ms >= 10_000:
		return fmt.Sprintf("%.1f s", ms/1000)
	case ms >= 1000:
		return fmt.Sprintf("%.2f s", ms/1000)
	case ms >= 100:
		return fmt.Sprintf("%.0f ms", ms)
	case ms >= 10:
		return fmt.Sprintf("%.1f ms", ms)
	}
	return fmt.Sprintf("%.2f ms", ms)
}

func bytesText(n int64) string { return fmt.Sprintf("%.0f MB", float64(n)/1e6) }

// thousands writes 100000 as 100,000.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// progress tells whoever waits what is being done.
func progress(format string, args ...any) {
	fmt.Fprintf(os.Stderr, time.Now().Format("15:04:05 ")+format+"\n", args...)
}
