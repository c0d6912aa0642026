package search

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"time"
)

// maxValues is how many values of a facet are listed by name in index.json; the
// columns contain all.
const maxValues = 400

// Index is search/index.json: what the index is, for other programs.
type Index struct {
	Schema    int    `json:"schema"`
	Tokenizer int    `json:"tokenizer"`
	Hash      string `json:"hash"` // of all that went into the index
	Scope     string `json:"scope"`
	Snippet   int    `json:"snippet"` // bytes of each message that are stored
	Counts    Counts `json:"counts"`
	Facets    Facets `json:"facets"`
}

// Counts are figures of an index.
type Counts struct {
	Sessions int   `json:"sessions"`
	Docs     int   `json:"docs"`
	Terms    int   `json:"terms"`
	Postings int   `json:"postings"`
	Text     int64 `json:"textBytes"`
}

// Facets are the values one can filter by. The most frequent come first; of very
// many, only those.
type Facets struct {
	Projects []Value `json:"projects"`
	Branches []Value `json:"branches"`
	Models   []Value `json:"models"`
	Agents   []Value `json:"agents"`
	Kinds    []Value `json:"kinds"`
	Tools    []Value `json:"tools"`
	Tags     []Value `json:"tags"`
}

// Value is one value of a facet. Count is of sessions, for kinds and tools of docs.
type Value struct {
	ID    string `json:"id,omitempty"` // when it differs from the name
	Name  string `json:"name"`
	Path  string `json:"path,omitempty"` // working directory of a project, when another has its name
	Count int    `json:"count"`
}

// records writes everything that lists sessions: the manifest, the columns, the
// records and the files for other programs.
func (w *writer) records() error {
	paths := pathsOf(w.sessions)
	days, err := w.eachSession(paths)
	if err != nil {
		return err
	}
	facets, columns := w.facets(paths)
	columns.Days, columns.Mark = days, w.lastMark()
	if err := w.file("c.js", wrap("c", encode(columns))); err != nil {
		return err
	}
	if err := w.file("index.json", append(encode(Index{
		Schema: SchemaVersion, Tokenizer: tokenizerVersion, Hash: w.hash, Scope: w.o.Scope, Snippet: w.stats.Snippet, Facets: facets,
		Counts: Counts{w.stats.Sessions, w.stats.Docs, w.stats.Terms, w.stats.Postings, w.stats.Text},
	}), '\n')); err != nil {
		return err
	}
	var perSession []byte
	for _, s := range w.sessions {
		perSession = appendCode(perSession, s.docs)
	}
	return w.file(path.Base(ManifestName), wrap("m", encode(manifest{
		Schema: SchemaVersion, Hash: w.hash, Scope: w.o.Scope, Docs: w.docs, Sessions: len(w.sessions), PerRecord: sessionsPer,
		Terms: string(w.firstTerms), PerSession: string(perSession), Words: w.wordFiles,
	})))
}

// manifest is what the client reads first.
type manifest struct {
	Schema     int    `json:"v"`
	Hash       string `json:"hash"`
	Scope      string `json:"scope"`
	Docs       int    `json:"docs"`
	Sessions   int    `json:"sessions"`
	PerRecord  int    `json:"r"` // sessions in one file of records
	Terms      string `json:"t"` // what each block begins with
	PerSession string `json:"s"` // docs of each session
	Words      int    `json:"w"` // files of the list of words
}

// columns contain the facets of all sessions: one code for each session and facet,
// the number of the value in the list of values.
type columns struct {
	Mark     uint32  `json:"h"` // see cut.go
	Projects []Value `json:"projects"`
	Branches []Value `json:"branches"`
	Models   []Value `json:"models"`
	Agents   []Value `json:"agents"`
	Kinds    []Value `json:"kinds"`
	Tools    []Value `json:"tools"`
	Tags     []Value `json:"tags"`
	Project  string  `json:"project"`
	Branch   string  `json:"branch"`
	Model    string  `json:"model"`
	Agent    string  `json:"agent"`
	Days     string  `json:"days"` // where docs change the day: docs on, days on (signed)
}

// facets collects the values and codes the columns.
func (w *writer) facets(paths map[string]string) (Facets, columns) {
	var c columns
	c.Projects, c.Project = w.column(func(f *facets) (string, string) { return f.project, f.name() })
	for i, p := range c.Projects {
		c.Projects[i].Path = paths[cmp.Or(p.ID, p.Name)]
	}
	c.Branches, c.Branch = w.column(func(f *facets) (string, string) { return f.branch, f.branch })
	c.Models, c.Model = w.column(func(f *facets) (string, string) { return f.model, f.model })
	c.Agents, c.Agent = w.column(func(f *facets) (string, string) { return f.agent, f.agent })
	c.Kinds, c.Tools, c.Tags = valuesOf(w.facetSums.kinds), first(toolsOf(w.facetSums.tools)), first(valuesOf(w.facetSums.tags))
	return Facets{first(c.Projects), first(c.Branches), first(c.Models), first(c.Agents), c.Kinds, c.Tools, c.Tags}, c
}

// name is what the project is called.
func (f *facets) name() string { return cmp.Or(f.projectName, f.project) }

// pathsOf returns the working directories of the projects that share their name with another, by project.
func pathsOf(sessions []*session) map[string]string {
	named, paths := map[string]string{}, map[string]string{}
	for _, s := range sessions {
		name := s.facets.name()
		if other, ok := named[name]; ok && other != s.facets.project {
			paths[other], paths[s.facets.project] = "", ""
		} else {
			named[name] = s.facets.project
		}
	}
	for _, s := range sessions {
		if dir, ok := paths[s.facets.project]; ok && dir == "" {
			paths[s.facets.project] = clean(s.facets.projectDir)
		}
	}
	return paths
}

// column lists the values of a session's property and codes each session's.
func (w *writer) column(of func(*facets) (id, name string)) ([]Value, string) {
	counts, names := map[string]int{}, map[string]string{}
	for _, s := range w.sessions {
		id, name := of(s.facets)
		counts[id]++
		names[id] = clean(name)
	}
	values := valuesOf(counts)
	number := map[string]int{}
	for i := range values {
		id := values[i].Name
		number[id] = i
		if values[i].Name = names[id]; names[id] != id {
			values[i].ID = id
		}
	}
	var codes []byte
	for _, s := range w.sessions {
		id, _ := of(s.facets)
		codes = appendCode(codes, number[id])
	}
	return values, string(codes)
}

// byName lists counts by name.
func byName(counts map[string]int) []Value {
	values := valuesOf(counts)
	slices.SortFunc(values, func(a, b Value) int { return cmp.Compare(a.Name, b.Name) })
	return slices.Clip(values)
}

// toolsOf lists tools. Names that differ only in case, such as agents' own names for a shell, are one value with the most
// frequent name: filters ignore case.
func toolsOf(counts map[string]int) []Value {
	sums, names := map[string]int{}, map[string]string{}
	for _, v := range valuesOf(counts) {
		term := slug(v.Name)
		if names[term] == "" {
			names[term] = v.Name
		}
		sums[names[term]] += v.Count
	}
	return valuesOf(sums)
}

func valuesOf(counts map[string]int) []Value {
	values := make([]Value, 0, len(counts))
	for name, n := range counts {
		values = append(values, Value{Name: name, Count: n})
	}
	slices.SortFunc(values, func(a, b Value) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name))
	})
	return values
}

func first(values []Value) []Value { return values[:min(len(values), maxValues)] }

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// encode is JSON without escapes for HTML: no page embeds these files. Invalid
// UTF-8 becomes U+FFFD.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("search: encoding " + err.Error()) // only structs of this package get here
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

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

// listing writes what is made from the record of each session: their files of snippets, what
// results show of them and where their snippets are, and sessions.json. Each record is read once.
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
	snippets, read := l.w.snippets(i, r)
	name := nameOf(l.names, snippets.sum)
	if err := l.w.fragments(name, snippets, read); err != nil {
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
		l.json = append(l.json, encode(sessionRecord{r.ID, r.URL, r.Title, s.facets.name(), r.Branch, r.Model,
			stamp(r.Start), stamp(r.End), r.docs})...)
		if len(l.json) > maxSessions {
			l.json = nil
		}
	}
	project := clean(s.facets.name())
	if dir := l.paths[s.facets.project]; dir != "" {
		project += " · " + dir
	}
	l.rows = append(l.rows, []any{r.URL, clean(r.Title), project, clean(r.Branch), clean(r.Model),
		seconds(r.Start), seconds(r.End), name, snippets.perFragment(), clean(r.Resume)})
	if len(l.rows) < sessionsPer && i+1 < len(l.w.sessions) {
		return nil
	}
	shard := encode(sessionRows{l.w.marks[i], l.rows})
	l.rows = l.rows[:0]
	return l.w.shard("s", strconv.Itoa(i/sessionsPer), shard)
}
