package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver

	"github.com/ibid-notes/ibid/vaultindex/fulltext"
)

// ftsBatch is how many notes one transaction writes.
const ftsBatch = 2000

// ftsIndex is the SQLite peer: a contentless FTS5 table, and beside it the
// paths of its rows.
type ftsIndex struct {
	db                     *sql.DB
	search, insert, remove *sql.Stmt
	paths                  map[int64]string
	rows                   map[string]int64
}

func ftsColumns() string {
	names := make([]string, len(ftsFields))
	for i, f := range ftsFields {
		names[i] = f.name
	}
	return strings.Join(names, ", ")
}

// openFTS opens the table, or makes it.
func openFTS(ctx context.Context, file string) (*ftsIndex, error) {
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(file)+
		"?_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=temp_store(MEMORY)&_pragma=cache_size(-65536)")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	f := &ftsIndex{db: db, paths: make(map[int64]string), rows: make(map[string]int64)}
	if err := f.setUp(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return f, nil
}

func (f *ftsIndex) setUp(ctx context.Context) error {
	weights := make([]string, len(ftsFields))
	for i, field := range ftsFields {
		weights[i] = fmt.Sprint(field.weight)
	}
	for _, statement := range []string{
		"CREATE VIRTUAL TABLE IF NOT EXISTS t USING fts5(" + ftsColumns() + ", content='', contentless_delete=1, tokenize='unicode61')",
		"INSERT INTO t(t, rank) VALUES('rank', 'bm25(" + strings.Join(weights, ", ") + ")')",
		"CREATE TABLE IF NOT EXISTS notes(id INTEGER PRIMARY KEY, path TEXT NOT NULL)",
	} {
		if _, err := f.db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	var errs [3]error
	marks := strings.Repeat(", ?", len(ftsFields))
	f.search, errs[0] = f.db.PrepareContext(ctx, "SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?")
	f.insert, errs[1] = f.db.PrepareContext(ctx, "INSERT INTO t(rowid, "+ftsColumns()+") VALUES(?"+marks+")")
	f.remove, errs[2] = f.db.PrepareContext(ctx, "DELETE FROM t WHERE rowid = ?")
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	return f.loadPaths(ctx)
}

func (f *ftsIndex) loadPaths(ctx context.Context) error {
	rows, err := f.db.QueryContext(ctx, "SELECT id, path FROM notes")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var path string
		if err := rows.Scan(&id, &path); err != nil {
			return err
		}
		f.paths[id], f.rows[path] = path, id
	}
	return rows.Err()
}

// build indexes a vault.
func (f *ftsIndex) build(ctx context.Context, vault string) error {
	tx, err := f.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	id := int64(0)
	err = eachNote(vault, func(path string, raw []byte) error {
		id++
		if err := f.write(ctx, tx, id, path, ftsRow(path, raw)); err != nil {
			return err
		}
		if id%ftsBatch != 0 {
			return nil
		}
		if err := tx.Commit(); err != nil {
			return err
		}
		tx, err = f.db.BeginTx(ctx, nil)
		return err
	})
	if err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func (f *ftsIndex) write(ctx context.Context, tx *sql.Tx, id int64, path string, row []string) error {
	values := []any{id}
	for _, text := range row {
		values = append(values, text)
	}
	if _, err := tx.StmtContext(ctx, f.insert).ExecContext(ctx, values...); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO notes(id, path) VALUES(?, ?)", id, path)
	return err
}

// replace writes one note anew.
func (f *ftsIndex) replace(ctx context.Context, path string, raw []byte) error {
	tx, err := f.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	id := f.rows[path]
	_, err = tx.StmtContext(ctx, f.remove).ExecContext(ctx, id)
	if err == nil {
		values := []any{id}
		for _, text := range ftsRow(path, raw) {
			values = append(values, text)
		}
		_, err = tx.StmtContext(ctx, f.insert).ExecContext(ctx, values...)
	}
	if err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// find returns the paths of the best notes that have one of a query's tokens.
func (f *ftsIndex) find(ctx context.Context, query string, prefix bool, limit int) ([]string, error) {
	rows, err := f.search.QueryContext(ctx, ftsQuery(query, prefix), limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var paths []string
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		paths = append(paths, f.paths[id])
	}
	return paths, rows.Err()
}

func ftsQuery(query string, prefix bool) string {
	var terms []string
	for _, tok := range fulltext.QueryTokens(query) {
		terms = append(terms, `"`+tok.Term+`"`)
	}
	text := strings.Join(terms, " OR ")
	if prefix {
		text += "*"
	}
	return text
}

func (f *ftsIndex) close() error {
	return errors.Join(f.search.Close(), f.insert.Close(), f.remove.Close(), f.db.Close())
}

// ftsTimes is what a child measured of FTS5.
type ftsTimes struct {
	Took time.Duration
	Peak int64
}

func ftsCold(ctx context.Context, args []string) (any, error) {
	start := time.Now()
	f, err := openFTS(ctx, args[1])
	if err != nil {
		return nil, err
	}
	if err := f.build(ctx, args[0]); err != nil {
		return nil, errors.Join(err, f.close())
	}
	return ftsTimes{time.Since(start), memory("VmHWM")}, f.close()
}
