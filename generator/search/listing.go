package search

import (
	"crypto/sha256"
	"strconv"
)

// maxSessions is the size up to which sessions.json is written. Above it, the
// records are in the shards only.
const maxSessions = 2 << 20

// sessionRecord is a session in sessions.json.
type sessionRecord struct {
	ID      string `json:"id"`
	URL     string `json:"url"`
	Title   string `json:"title"`
	Project string `json:"project"`
	Branch  string `json:"branch,omitempty"`
	Model   string `json:"model,omitempty"`
	Start   string `json:"start,omitempty"` // RFC 3339, UTC
	End     string `json:"end,omitempty"`
	Docs    int    `json:"docs"`
}

// sessionRows is a file of session records.
type sessionRows struct {
	Mark uint32  `json:"h"` // see cut.go
	Rows [][]any `json:"s"`
}

// listing writes what is made from the record of each session: their files of snippets, what results show of them and where their snippets
// are, and sessions.json. Each record is read once.
type listing struct {
	w        *writer
	paths    map[string]string
	names    map[[nameSize]byte][sha256.Size]byte // of files of snippets
	rows     [][]any                              // of the next file
	json     []byte                               // nil when it is too large to be useful
	days     []byte
	doc, day int // of the last change in days
}

// eachSession writes these files, and returns on which docs the day changes, coded.
func (w *writer) eachSession(paths map[string]string) (days string, err error) {
	l := &listing{w: w, paths: paths, names: map[[nameSize]byte][sha256.Size]byte{}, json: []byte("[")}
	for i, s := range w.sessions {
		r, err := s.record()
		if err != nil {
			return "", err
		}
		if w.short != nil {
			r.packed = w.short[i]
		}
		if err := l.add(i, s, r); err != nil {
			return "", err
		}
	}
	if l.json == nil || len(l.json)+len("]\n") > maxSessions {
		return string(l.days), nil
	}
	return string(l.days), w.file("sessions.json", append(l.json, "]\n"...))
}

// add writes what is of the i-th session.
func (l *listing) add(i int, s *session, r *record) error {
	name := nameOf(l.names, r.packed.sum)
	if err := l.w.fragments(name, &r.packed); err != nil {
		return err
	}
	for _, d := range r.days {
		l.days = appendSigned(appendCode(l.days, s.base+d.Doc-l.doc), d.Day-l.day)
		l.doc, l.day = s.base+d.Doc, d.Day
	}
	if l.json != nil {
		if i > 0 {
			l.json = append(l.json, ',')
		}
		l.json = append(l.json, encode(sessionRecord{r.ID, r.URL, r.Title, s.facets.name(), r.Branch, r.Model, stamp(r.Start), stamp(r.End), r.docs})...)
		if len(l.json) > maxSessions {
			l.json = nil
		}
	}
	project := clean(s.facets.name())
	if dir := l.paths[s.facets.project]; dir != "" {
		project += " · " + dir
	}
	l.rows = append(l.rows, []any{r.URL, clean(r.Title), project, clean(r.Branch), clean(r.Model), seconds(r.Start), seconds(r.End), name, r.perFragment(), clean(r.Resume)})
	if len(l.rows) < sessionsPer && i+1 < len(l.w.sessions) {
		return nil
	}
	shard := encode(sessionRows{l.w.marks[i], l.rows})
	l.rows = l.rows[:0]
	return l.w.shard("s", strconv.Itoa(i/sessionsPer), shard)
}
