package fulltext

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

var quiet = slog.New(slog.DiscardHandler)

func openStore(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func storeOf(t testing.TB, docs ...Doc) *Store {
	t.Helper()
	s := openStore(t, t.TempDir())
	apply(t, s, docs, nil)
	return s
}

func apply(t testing.TB, s *Store, docs []Doc, deletes []vaultpath.Path) {
	t.Helper()
	if err := s.Apply(docs, deletes); err != nil {
		t.Fatal(err)
	}
}

func readerOf(t testing.TB, s *Store) *Reader {
	t.Helper()
	r, err := s.Reader()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func body(path, text string) Doc {
	p := vaultpath.Path(path)
	return Doc{Path: p, Name: p.Name(), Body: text}
}

// ask searches for the tokens of a text.
func ask(t testing.TB, r *Reader, text string, change ...func(*Request)) Found {
	t.Helper()
	req := Request{Limit: 10}
	for _, tok := range QueryTokens(text) {
		req.Terms = append(req.Terms, Term{Text: tok.Term})
	}
	for _, c := range change {
		c(&req)
	}
	found, err := r.Search(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func paths(found Found) string {
	var all []string
	for _, m := range found.Matches {
		all = append(all, string(m.Path))
	}
	return strings.Join(all, " ")
}

func TestStoreKeepsDocuments(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	apply(t, s, []Doc{body("a.md", "apple"), body("b.md", "banana")}, nil)
	apply(t, s, []Doc{body("a.md", "cherry")}, []vaultpath.Path{"b.md", "never.md"})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	r := readerOf(t, openStore(t, dir))
	if r.Count() != 1 {
		t.Errorf("Count = %d, want 1", r.Count())
	}
	if got := paths(ask(t, r, "cherry")); got != "a.md" {
		t.Errorf("cherry finds %q, want a.md", got)
	}
	if got := paths(ask(t, r, "apple banana")); got != "" {
		t.Errorf("replaced and deleted text finds %q, want nothing", got)
	}
	var listed []string
	if err := r.Paths(func(p vaultpath.Path) bool { listed = append(listed, string(p)); return true }); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(listed, []string{"a.md"}) {
		t.Errorf("Paths = %v, want a.md alone", listed)
	}
}

// A path in both lists of one Apply is written.
func TestUpsertWinsOverDelete(t *testing.T) {
	s := storeOf(t, body("a.md", "old"))
	apply(t, s, []Doc{body("a.md", "first"), body("a.md", "second")}, []vaultpath.Path{"a.md"})
	r := readerOf(t, s)
	if got := paths(ask(t, r, "second")); got != "a.md" {
		t.Errorf("second finds %q, want a.md", got)
	}
	if got := paths(ask(t, r, "first old")); got != "" {
		t.Errorf("first finds %q, want nothing", got)
	}
}

func TestReaderIsASnapshot(t *testing.T) {
	s := storeOf(t, body("a.md", "apple"), body("b.md", "banana"))
	before := readerOf(t, s)
	for i := range 30 {
		apply(t, s, []Doc{body(fmt.Sprintf("n%d.md", i), "apple")}, []vaultpath.Path{"a.md"})
	}
	if got := paths(ask(t, before, "apple")); got != "a.md" {
		t.Errorf("the old reader finds %q, want a.md", got)
	}
	after := readerOf(t, s)
	if got := ask(t, after, "apple").Total; got != 30 {
		t.Errorf("a new reader finds %d, want 30", got)
	}
}

func TestSecondOpenerIsTold(t *testing.T) {
	dir := t.TempDir()
	openStore(t, dir)
	if _, err := Open(dir, quiet); !errors.Is(err, ErrLocked) {
		t.Fatalf("Open of an open store = %v, want ErrLocked", err)
	}
}

func TestUnusableIndexAsksForRebuild(t *testing.T) {
	for name, damage := range map[string]func(dir string) error{
		"other version": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, stampFile), []byte(`{"format":0}`), 0o600)
		},
		"stamp is not JSON": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, stampFile), []byte("?"), 0o600)
		},
		"no stamp": func(dir string) error { return os.Remove(filepath.Join(dir, stampFile)) },
		"broken root": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, storeDir, "root.bolt"), []byte(strings.Repeat("x", 9000)), 0o600)
		},
		"segments cut short": func(dir string) error {
			segs, err := filepath.Glob(filepath.Join(dir, storeDir, "*.zap"))
			for _, seg := range segs {
				err = errors.Join(err, os.Truncate(seg, 10))
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s, err := Open(dir, quiet)
			if err != nil {
				t.Fatal(err)
			}
			apply(t, s, []Doc{body("a.md", "apple")}, nil)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if err := damage(dir); err != nil {
				t.Fatal(err)
			}
			if _, err := Open(dir, quiet); !errors.Is(err, ErrRebuild) {
				t.Fatalf("Open = %v, want ErrRebuild", err)
			}
			if err := Wipe(dir); err != nil {
				t.Fatal(err)
			}
			if n, err := openStore(t, dir).Count(); n != 0 || err != nil {
				t.Fatalf("after Wipe: %d documents, %v", n, err)
			}
		})
	}
}

func TestClosedStoreRefuses(t *testing.T) {
	s, err := Open(t.TempDir(), quiet)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Close(), s.Close()); err != nil {
		t.Fatal(err)
	}
	if err := s.Apply([]Doc{body("a.md", "x")}, nil); !errors.Is(err, ErrClosed) {
		t.Errorf("Apply = %v, want ErrClosed", err)
	}
	if _, err := s.Reader(); !errors.Is(err, ErrClosed) {
		t.Errorf("Reader = %v, want ErrClosed", err)
	}
}

var vocabulary = []string{"apple", "banana", "café", "cafe", "卡片笔记", "笔记", "note", "notes", "机器学习", "x"}

func drawDoc(t *rapid.T) Doc {
	word := rapid.SampledFrom(vocabulary)
	name := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"}).Draw(t, "name")
	return Doc{
		Path:    vaultpath.Path(name + ".md"),
		Name:    word.Draw(t, "title"),
		Tags:    rapid.SliceOfN(word, 0, 2).Draw(t, "tags"),
		Body:    strings.Join(rapid.SliceOfN(word, 0, 12).Draw(t, "body"), " "),
		Private: rapid.IntRange(0, 5).Draw(t, "private") == 0,
	}
}

// Whatever way an index came to hold some documents, it answers the same.
func TestApplyEqualsRebuild(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		grown, rebuilt := openTemp(rt), openTemp(rt)
		defer closeTemp(grown)
		defer closeTemp(rebuilt)
		want := map[vaultpath.Path]Doc{}
		for range rapid.IntRange(1, 5).Draw(rt, "steps") {
			docs := rapid.SliceOfN(rapid.Custom(drawDoc), 0, 4).Draw(rt, "docs")
			gone := rapid.SliceOfN(rapid.SampledFrom([]vaultpath.Path{"a.md", "b.md", "c.md"}), 0, 2).Draw(rt, "gone")
			for _, p := range gone {
				delete(want, p)
			}
			for _, d := range docs {
				want[d.Path] = d
			}
			if err := grown.store.Apply(docs, gone); err != nil {
				rt.Fatal(err)
			}
		}
		var all []Doc
		for _, d := range want {
			all = append(all, d)
		}
		if err := rebuilt.store.Apply(all, nil); err != nil {
			rt.Fatal(err)
		}
		compare(rt, grown.store, rebuilt.store)
	})
}

func compare(t *rapid.T, a, b *Store) {
	query := strings.Join(rapid.SliceOfN(rapid.SampledFrom(vocabulary), 1, 3).Draw(t, "query"), " ")
	req := Request{Limit: rapid.IntRange(1, 6).Draw(t, "limit")}
	for _, tok := range QueryTokens(query) {
		req.Terms = append(req.Terms, Term{Text: tok.Term, Prefix: true})
	}
	var found [2]Found
	for i, s := range []*Store{a, b} {
		r, err := s.Reader()
		if err != nil {
			t.Fatal(err)
		}
		found[i], err = r.Search(context.Background(), req)
		r.Close()
		if err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(found[0].Matches, found[1].Matches) || found[0].Total != found[1].Total {
		t.Fatalf("%q: grown index %+v, rebuilt %+v", query, found[0], found[1])
	}
}

type tempStore struct {
	store *Store
	dir   string
}

func openTemp(t *rapid.T) tempStore {
	dir, err := os.MkdirTemp("", "fulltext")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	return tempStore{s, dir}
}

func closeTemp(s tempStore) {
	s.store.Close()
	os.RemoveAll(s.dir)
}
