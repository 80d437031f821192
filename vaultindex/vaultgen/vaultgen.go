package vaultgen

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// Options describe a vault.
type Options struct {
	Notes int    // number of notes
	Seed  uint64 // the same seed gives the same vault
	// Chinese is the share of notes written in Chinese, in percent; the others
	// are in English, and both borrow words from the other. 0 means 40.
	Chinese int
}

// Note is one generated note.
type Note struct {
	Path string // relative, with slashes
	Text string
}

// perFolder is about how many notes lie in one folder: real vaults have tens
// to hundreds, not thousands.
const perFolder = 60

// Write writes a vault into dir, which is made when missing.
func Write(dir string, opts Options) error {
	made := make(map[string]bool)
	for i := range opts.Notes {
		n := Make(opts, i)
		name := filepath.Join(dir, filepath.FromSlash(n.Path))
		if folder := filepath.Dir(name); !made[folder] {
			if err := os.MkdirAll(folder, 0o755); err != nil {
				return fmt.Errorf("write the vault: %w", err)
			}
			made[folder] = true
		}
		if err := os.WriteFile(name, []byte(n.Text), 0o644); err != nil {
			return fmt.Errorf("write the vault: %w", err)
		}
	}
	return nil
}

// Make returns note number i (from 0) of a vault. It depends on nothing but
// opts and i, so notes can be made in any order.
func Make(opts Options, i int) Note {
	w := newWriter(opts, i)
	w.frontmatter()
	w.line("# " + w.title)
	for range 2 + w.rand.IntN(4) {
		w.section()
	}
	return Note{Path: pathOf(opts, i), Text: w.text.String()}
}

// isChinese tells the language of note i.
func isChinese(opts Options, i int) bool {
	share := opts.Chinese
	if share == 0 {
		share = 40
	}
	return rng(opts.Seed, i, 1).IntN(100) < share
}

// rng gives an independent stream of numbers for each note and purpose.
func rng(seed uint64, i, purpose int) *rand.Rand {
	return rand.New(rand.NewPCG(seed*1_000_003+uint64(purpose), uint64(i)*0x9e3779b97f4a7c15+1))
}

// titleOf is the name of note i, unique by its number.
func titleOf(opts Options, i int) string {
	r := rng(opts.Seed, i, 2)
	if isChinese(opts, i) {
		return han(r) + han(r) + fmt.Sprint(i)
	}
	return capital(word(r)) + " " + word(r) + " " + fmt.Sprint(i)
}

func pathOf(opts Options, i int) string {
	r := rng(opts.Seed, i, 3)
	folders := max(opts.Notes/perFolder, 1)
	k := r.IntN(folders)
	fr := rng(opts.Seed, k, 4)
	folder := capital(word(fr)) + fmt.Sprint(k)
	if k%4 == 1 {
		folder = han(fr) + fmt.Sprint(k)
	}
	if k >= 10 { // most folders lie in another
		folder = fmt.Sprintf("Area %d/%s", k%10, folder)
	}
	return folder + "/" + titleOf(opts, i) + ".md"
}

// target picks a note to link to: now and then one of a few hubs, else any.
func target(opts Options, r *rand.Rand) int {
	if r.IntN(5) == 0 {
		return r.IntN(max(opts.Notes/100, 1))
	}
	return r.IntN(opts.Notes)
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
