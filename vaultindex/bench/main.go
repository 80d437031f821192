package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// config is what the command line asks for.
type config struct {
	notes  []int
	seed   uint64
	runs   int
	half   string
	only   []string
	vaults []string
	work   string
	out    string
	misses bool

	profile string
}

// parts are what can be measured, in order.
var parts = []string{"cold", "warm", "save", "query", "grep", "quality"}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(os.Args) > 1 && os.Args[1] == childMark {
		exit(runChild(ctx, os.Args[2:]))
		return
	}
	c, err := parseFlags(os.Args[1:])
	if err != nil {
		os.Exit(2)
	}
	exit(run(ctx, c))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func parseFlags(args []string) (*config, error) {
	c := &config{only: parts}
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	notes := f.String("notes", "1000,10000,100000", "sizes of the generated vaults; empty for none")
	f.Uint64Var(&c.seed, "seed", 1, "seed of vaults, queries and samples")
	f.IntVar(&c.runs, "runs", 3, "cold indexes of vaults up to 20,000 notes, of which the median counts; larger ones are indexed once")
	f.StringVar(&c.half, "half", "report", "half of the quality queries to measure: tune or report")
	f.StringVar(&c.work, "work", filepath.Join(os.TempDir(), "ibid-bench"), "folder for generated vaults, which are kept, and caches, which are not")
	f.StringVar(&c.out, "o", "", "also write the report to this file, below an introduction")
	f.BoolVar(&c.misses, "misses", false, "with -half tune, tell on standard error which queries Ibid does not answer first")
	f.StringVar(&c.profile, "profile", "", "folder for profiles of Ibid's part: cold.cpu, cold.heap, query.cpu, save.cpu, grep.cpu, to which the size is added")
	f.Func("only", "parts to measure, of "+strings.Join(parts, ","), func(s string) error {
		c.only = strings.Split(s, ",")
		for _, part := range c.only {
			if !slices.Contains(parts, part) {
				return fmt.Errorf("no part is called %q", part)
			}
		}
		return nil
	})
	f.Func("vault", "a real vault for the quality queries; may be given more than once", func(s string) error {
		abs, err := filepath.Abs(s)
		c.vaults = append(c.vaults, abs)
		return err
	})
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	return c, c.parseNotes(*notes)
}

func (c *config) parseNotes(list string) error {
	for s := range strings.SplitSeq(list, ",") {
		if s == "" {
			continue
		}
		n, err := strconv.Atoi(s)
		if err != nil || n < 100 {
			fmt.Fprintf(os.Stderr, "-notes %s: a vault has at least 100 notes\n", s)
			return flag.ErrHelp
		}
		c.notes = append(c.notes, n)
	}
	return nil
}

func (c *config) wants(part string) bool { return slices.Contains(c.only, part) }

// run measures all that is asked for and writes the report.
func run(ctx context.Context, c *config) error {
	r, err := newReport(ctx, c)
	if err != nil {
		return err
	}
	var before *coldResult
	for _, n := range c.notes {
		s := &size{config: c, report: r, notes: n}
		if err := s.measure(ctx, before); err != nil {
			return fmt.Errorf("%d notes: %w", n, err)
		}
		before = &s.cold
	}
	if c.wants("quality") {
		for _, vault := range c.vaults {
			if err := measureQuality(ctx, c, r, vault); err != nil {
				return fmt.Errorf("quality: %w", err)
			}
		}
	}
	return r.save(c.out)
}
