package query

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"

	"steno/generator/search"
)

// record is what the index stores of a message, to be shown.
type record struct {
	kind, tool, file, page, anchor, text string
	failed, cut                          bool
	time                                 time.Time
}

// sessionRow is what the index stores of a session, to be shown.
type sessionRow struct {
	url, title, project, branch, model string
	start                              time.Time
	name                               string // of its fragments of snippets
	fragments                          []int  // docs of each
}

// record returns what is stored of a doc.
func (ix *reader) record(ctx context.Context, doc int) (record, error) {
	s := ix.session(doc)
	if s < 0 {
		return record{}, errNoSession
	}
	session, err := ix.sessionRow(ctx, s)
	if err != nil {
		return record{}, err
	}
	row, n := doc-ix.starts[s], 0
	for n < len(session.fragments) && row >= session.fragments[n] {
		row -= session.fragments[n]
		n++
	}
	if n == len(session.fragments) {
		return record{}, errNoSession
	}
	name := fmt.Sprintf("%s-%d", session.name, n)
	rows, err := once(ix, "f"+name, func() ([]search.Snippet, error) {
		lines, err := ix.unpack(ctx, "f", name, 1)
		if err != nil {
			return nil, err
		}
		rows, err := search.Snippets(lines[0])
		if err != nil {
			return nil, fmt.Errorf("search/f/%s.js: %w", name, err)
		}
		return rows, nil
	})
	if err != nil {
		return record{}, err
	}
	if row >= len(rows) {
		return record{}, fmt.Errorf("search/f/%s.js: %w", name, search.ErrDamaged)
	}
	f := rows[row]
	r := record{kind: f[0], tool: f[2], file: f[3], page: f[5], anchor: f[6], text: search.OneLine(f[7]),
		failed: strings.Contains(f[1], "!"), cut: strings.Contains(f[1], "…")}
	if at, err := strconv.ParseInt(f[4], 36, 64); err == nil {
		r.time = time.Unix(at, 0).UTC()
	}
	return r, nil
}

// sessionRow returns what is stored of a session.
func (ix *reader) sessionRow(ctx context.Context, s int) (row sessionRow, err error) {
	name := strconv.Itoa(s / ix.m.PerRecord)
	rows, err := once(ix, "s"+name, func() ([][]json.RawMessage, error) {
		var raw struct {
			H uint32
			S [][]json.RawMessage
		}
		if err := ix.parse(ctx, "s/"+name+".js", "s"+name, &raw); err != nil {
			return nil, err
		}
		return raw.S, ix.known(raw.H)
	})
	if err != nil {
		return row, err
	}
	damaged := fmt.Errorf("search/s/%s.js: %w", name, search.ErrDamaged)
	if s%ix.m.PerRecord >= len(rows) || len(rows[s%ix.m.PerRecord]) != 10 {
		return row, damaged
	}
	var start, end int64
	var sizes string
	for i, to := range []any{&row.url, &row.title, &row.project, &row.branch, &row.model, &start, &end, &row.name, &sizes} {
		if json.Unmarshal(rows[s%ix.m.PerRecord][i], to) != nil {
			return row, damaged
		}
	}
	if row.fragments, err = search.Numbers(sizes); err != nil || len(row.name) != search.NameSize || !nameForm.MatchString(row.name) {
		return row, damaged
	}
	row.start = unix(start)
	if strings.HasSuffix(row.url, "/") {
		row.url += "index.html"
	}
	if !local(row.url) {
		return row, damaged
	}
	return row, nil
}

func unix(at int64) time.Time {
	if at == 0 {
		return time.Time{}
	}
	return time.Unix(at, 0).UTC()
}

// local reports whether a path is one of a page of the site.
func local(name string) bool {
	return fs.ValidPath(name) && path.Ext(name) == ".html" &&
		!strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '\\' || r == ':' })
}
