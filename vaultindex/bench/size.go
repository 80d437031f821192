package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ibid-notes/ibid/vaultindex"
	"github.com/ibid-notes/ibid/vaultindex/vaultgen"
)

// size is the measurement of one generated vault.
type size struct {
	*config
	report *report
	notes  int
	vault  string // the generated vault
	caches string // holds what this run writes, and goes with it
	cold   coldResult

	mini *miniSearch // with the vault indexed
	fts  *ftsIndex
	ix   *vaultindex.Index
}

func (s *size) options() vaultgen.Options { return vaultgen.Options{Notes: s.notes, Seed: s.seed} }

// measure goes through the parts. before is the cold index of the next smaller
// vault, or nil.
func (s *size) measure(ctx context.Context, before *coldResult) (err error) {
	if err := s.prepare(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	s.report.section("%s notes (%.0f MB)", thousands(s.notes), float64(s.cold.bytes)/1e6)
	if err := s.measureCold(ctx); err != nil {
		return err
	}
	if s.wants("cold") {
		s.reportCold(before)
	}
	return s.measureRest(ctx)
}

func (s *size) measureRest(ctx context.Context) error {
	if s.wants("warm") {
		if err := s.measureWarm(ctx); err != nil {
			return err
		}
	}
	if err := s.open(ctx); err != nil {
		return err
	}
	for _, part := range []struct {
		name string
		do   func(context.Context) error
	}{{"query", s.measureQueries}, {"grep", s.measureGrep}, {"save", s.measureSaves}} {
		if !s.wants(part.name) {
			continue
		}
		stop, err := startProfile(s.profileName(part.name))
		if err != nil {
			return err
		}
		if err := errors.Join(part.do(ctx), stop()); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return nil
}

// prepare writes the vault, unless an earlier run did.
func (s *size) prepare() (err error) {
	s.vault = filepath.Join(s.work, fmt.Sprintf("vault-%d-seed-%d", s.notes, s.seed))
	done := s.vault + ".done"
	if _, err := os.Stat(done); err != nil {
		progress("writing a vault of %d notes", s.notes)
		if err := os.RemoveAll(s.vault); err != nil {
			return err
		}
		if err := vaultgen.Write(s.vault, s.options()); err != nil {
			return err
		}
		if err := os.WriteFile(done, nil, 0o600); err != nil {
			return err
		}
	}
	if s.cold.bytes, err = warmPages(s.vault); err != nil {
		return err
	}
	s.caches, err = os.MkdirTemp(s.work, "cache-")
	return err
}

// warmPages reads all notes once, so that nobody pays for the disk, and
// returns how many bytes they have.
func warmPages(vault string) (int64, error) {
	total := int64(0)
	err := eachNote(vault, func(_ string, raw []byte) error {
		total += int64(len(raw))
		return nil
	})
	return total, err
}

// open opens what the cold runs left, for the parts that ask it.
func (s *size) open(ctx context.Context) (err error) {
	if err := s.reopen(ctx, false); err != nil {
		return err
	}
	s.fts, err = openFTS(ctx, s.ftsFile())
	return err
}

// reopen opens the index anew, with or without a watcher.
func (s *size) reopen(ctx context.Context, watch bool) (err error) {
	if s.ix != nil {
		err = s.ix.Close()
		s.ix = nil
	}
	if err == nil {
		s.ix, err = openIndex(ctx, s.vault, s.ibidCache(), watch)
	}
	if err != nil {
		return err
	}
	return s.ix.WaitReady(ctx)
}

// openIndex opens an index in a process that is set up as the daemon's.
func openIndex(ctx context.Context, vault, cache string, watch bool) (*vaultindex.Index, error) {
	vaultindex.KeepSmall()
	return vaultindex.Open(ctx, vaultindex.Options{
		Vault: vault, CacheDir: cache, Private: vaultindex.DefaultPrivateRules(), Watch: watch,
	})
}

func (s *size) ibidCache() string { return filepath.Join(s.caches, "ibid") }
func (s *size) ftsFile() string   { return filepath.Join(s.caches, "fts.db") }

func (s *size) close() error {
	var errs []error
	if s.mini != nil {
		errs = append(errs, s.mini.close())
	}
	if s.fts != nil {
		errs = append(errs, s.fts.close())
	}
	if s.ix != nil {
		errs = append(errs, s.ix.Close())
	}
	return errors.Join(append(errs, os.RemoveAll(s.caches))...)
}
