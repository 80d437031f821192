package vaultindex

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// Folders that are new inside each other are listed once each, however many of
// them are named, and neither opening them nor asking whether they were listed
// costs the square of their number.
func TestChainOfNewFoldersIsListedOnce(t *testing.T) {
	const deep = 300
	dir := t.TempDir()
	chain := []string{"x"}
	for i := 1; i < deep; i++ {
		chain = append(chain, chain[i-1]+"/d")
	}
	if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(chain[deep-1])), 0o700); err != nil {
		t.Fatal(err)
	}
	last := chain[deep-1] + "/n.md"
	if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(last)), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	v, err := openVault(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer v.close()
	l := looker{ctx: t.Context(), vault: v, folders: map[vaultpath.Path]string{}, links: map[string]string{}}
	if err := l.look(append(chain, last, "xy", strings.Repeat("x/", 2)+"gone")); err != nil {
		t.Fatal(err)
	}
	if l.out.lists != deep || len(l.out.folders) != deep || len(l.out.files) != 1 || len(l.whole) != 1 || len(l.gone) != 1 {
		t.Errorf("%d listings, %d folders, %d files, %d whole, gone %v", l.out.lists, len(l.out.folders), len(l.out.files), len(l.whole), l.gone)
	}
	if l.out.names > deep*(stride+1) {
		t.Errorf("%d names were gone through to open %d folders", l.out.names, deep)
	}
	if l.climbed > 2*deep {
		t.Errorf("%d folders were asked for whether %d were listed", l.climbed, deep)
	}
}
