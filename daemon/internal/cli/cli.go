// Package cli is the command line. Every command but serve is a client of the
// wire: of the daemon that owns the vault where there is one, else of one in
// this process.
package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/ibid-notes/ibid/daemon/internal/app"
	"github.com/ibid-notes/ibid/daemon/internal/config"
)

// The exit codes (design section 5).
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// grammar is the command line as kong reads it.
type grammar struct {
	Vault   string           `help:"The vault's folder. Default: $IBID_VAULT, else the vault around the current folder." env:"IBID_VAULT" placeholder:"DIR"`
	JSON    bool             `help:"Print one JSON document on standard output, and nothing else there."`
	Verbose bool             `short:"v" help:"Log to standard error."`
	Version kong.VersionFlag `help:"Print version, commit and platform."`

	Serve  serveCmd   `cmd:"" help:"Run the daemon on standard input and output (what the plugin starts)."`
	Ask    askCmd     `cmd:"" help:"Ask a question and get an answer with citations."`
	Search searchCmd  `cmd:"" help:"Find notes."`
	Index  indexCmd   `cmd:"" help:"Bring the index up to date."`
	Graph  graphCmd   `cmd:"" help:"Print the vault's links and tags, each with how often it occurs. Private notes are shown too."`
	Note   noteCmd    `cmd:"" help:"Show what the parser sees in a note, a private one too."`
	Tool   toolCmd    `cmd:"" help:"Run one tool."`
	Tags   tagsCmd    `cmd:"" help:"Propose tags, apply or rename them, and look after the vocabulary."`
	Undo   undoCmd    `cmd:"" help:"List what Ibid changed in the vault, or take it back."`
	Doctor doctorCmd  `cmd:"" help:"Check vault, index, settings and model. Changes no note; a missing index is made."`
	About  versionCmd `cmd:"" name:"version" help:"Print version, commit and platform."`
}

// env is what a command runs in.
type env struct {
	ctx    context.Context
	stdin  io.Reader // an input
	stdout io.Writer // a screen, as is stderr
	stderr io.Writer
	frames io.Reader // standard input as it is, for frames
	wire   io.Writer // standard output as it is, for frames
	json   bool
	lang   language // of the person's system
	vault  string
	log    *slog.Logger
}

// Main runs a command line and returns its exit code.
func Main(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)   // a second Ctrl-C ends what does not hear the first
	signal.Ignore(syscall.SIGPIPE) // a reader that left is an error of the write, not our death
	return run(env{ctx: ctx, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr}, args)
}

// run runs a command line; e has its streams as they are.
func run(e env, args []string) int {
	e.wire, e.stdout, e.stderr = e.stdout, screen{e.stdout}, screen{e.stderr}
	e.frames, e.stdin = e.stdin, input{e.ctx, e.stdin}
	e.json = slices.Contains(args, "--json") // until it is parsed
	e.lang = ofSystem()
	if len(args) == 0 {
		fmt.Fprintln(e.stderr, e.lang.say("short help"))
		return exitUsage
	}
	var g grammar
	exit := -1 // set when kong itself answers: --help, --version
	parser, err := kong.New(&g, kong.Name("ibid"),
		kong.Description("The companion for your Obsidian vault: answers from your notes, with citations."),
		kong.Vars{"version": versionText(e.json)}, kong.Help(e.lang.help), kong.Writers(e.stdout, e.stderr),
		kong.Exit(func(code int) { exit = code }), kong.UsageOnError())
	if err != nil {
		fmt.Fprintln(e.stderr, err)
		return exitFailed
	}
	e.lang.translateHelp(parser.Model.Node)
	tellWidth(e.stdout)
	parsed, err := parser.Parse(asTyped(parser.Model, args))
	if exit >= 0 {
		return exit
	}
	if err != nil {
		return report(e, usageError{hinted(err, args)})
	}
	e.json, e.vault, e.log = g.JSON, g.Vault, newLog(e.stderr, g.Verbose)
	if parsed.Command() == "serve" {
		e.json = false // its standard output carries frames only
	}
	return report(e, parsed.Run(e))
}

// hinted tells how to write a query that begins with a minus sign, which looks
// like a flag.
func hinted(err error, args []string) error {
	if !slices.Contains(args, "search") || !strings.Contains(err.Error(), "unknown flag") {
		return err
	}
	return fmt.Errorf(`%w; a query that begins with - stands last, behind --: ibid search -- "-draft"`, err)
}

// newLog logs to standard error: warnings only, or everything with -v.
func newLog(w io.Writer, verbose bool) *slog.Logger {
	level := slog.LevelWarn
	if verbose {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level}))
}

// usageError is a command line that cannot be carried out as it is.
type usageError struct{ error }

// silent is a failure that the command has already put on standard output.
type silent struct{}

func (silent) Error() string { return "failed" }

// report tells a failure, with --json as {"error": {code, message, hint?}}, and
// returns the exit code.
func report(e env, err error) int {
	if err == nil {
		return exitOK
	}
	code := exitFailed
	var usage usageError
	if errors.As(err, &usage) {
		code = exitUsage
	}
	if errors.Is(err, errReaderLeft) {
		return exitOK // whoever read has had enough, as head has
	}
	if errors.Is(err, silent{}) {
		return code
	}
	f := toFailure(err)
	fmt.Fprintf(e.stderr, "ibid: %s\n", f.text(e.lang))
	if e.json && !errors.As(err, new(*brokenOffError)) { // behind half a document no other can stand
		if err := printJSON(e.stdout, map[string]failure{"error": f}); err != nil {
			fmt.Fprintf(e.stderr, "ibid: %v\n", err)
		}
	}
	return code
}

// options finds the vault and the settings.
func (e env) options(model modelFlags) (app.Options, error) {
	settings, err := config.Load()
	if err != nil {
		return app.Options{}, err
	}
	if settings, err = settings.WithFlags(model.Model, model.BaseURL); err != nil {
		return app.Options{}, usageError{err}
	}
	dir, err := e.vaultDir()
	if err != nil {
		return app.Options{}, err
	}
	vault, err := config.OpenVault(dir)
	if err != nil {
		return app.Options{}, err
	}
	e.hintNoVault(vault.Root)
	return app.Options{Vault: vault, Settings: settings, Log: e.log}, nil
}

// hintNoVault tells a person who sees standard error that a folder has never been a
// vault of Obsidian's: it may not be the one that was meant.
func (e env) hintNoVault(root string) {
	if info, err := os.Stat(filepath.Join(root, ".obsidian")); err != nil || !info.IsDir() {
		fmt.Fprintln(e.stderr, e.lang.say("no .obsidian", oneLine(root)))
	}
}

// vaultDir is the vault that was named, or the one around the current folder.
func (e env) vaultDir() (string, error) {
	if e.vault != "" {
		return e.vault, nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for at := dir; ; at = filepath.Dir(at) {
		if info, err := os.Stat(filepath.Join(at, ".obsidian")); err == nil && info.IsDir() {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", usageError{errors.New("no vault here: name one with --vault DIR")}
		}
	}
}

// printJSON prints one document and a line break.
func printJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(escaped(b.Bytes()))
	return err
}
