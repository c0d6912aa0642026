package search

import (
	"bytes"
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"time"
)

// maxValues is how many values of a facet are listed by name in index.json; the
// columns contain all.
const maxValues = 400

// maxSessions is the size up to which sessions.json is written. Above it, the
// records are in the shards only.
const maxSessions = 2 << 20

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

// records writes everything that lists sessions: the manifest, the columns, the
// records and the files for other programs.
func (w *writer) records() error {
	paths := pathsOf(w.sessions)
	facets, columns := w.facets(paths)
	if err := w.sessionShards(paths); err != nil {
		return err
	}
	columns.Mark = w.lastMark()
	if err := w.file("c.js", wrap("c", encode(columns))); err != nil {
		return err
	}
	if err := w.sessionsFile(); err != nil {
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
	c.Projects, c.Project = w.column(func(s *record) (string, string) { return s.Project, s.projectName() })
	for i, p := range c.Projects {
		c.Projects[i].Path = paths[cmp.Or(p.ID, p.Name)]
	}
	c.Branches, c.Branch = w.column(func(s *record) (string, string) { return s.Branch, s.Branch })
	c.Models, c.Model = w.column(func(s *record) (string, string) { return s.Model, s.Model })
	c.Agents, c.Agent = w.column(func(s *record) (string, string) { return s.Agent, s.Agent })
	var days []byte
	doc, day := 0, 0
	for _, s := range w.sessions {
		for _, d := range s.days {
			days = appendSigned(appendCode(days, s.base+d.Doc-doc), d.Day-day)
			doc, day = s.base+d.Doc, d.Day
		}
	}
	c.Kinds, c.Tools, c.Tags, c.Days = valuesOf(w.facetSums.kinds), first(valuesOf(w.facetSums.tools)), first(valuesOf(w.facetSums.tags)), string(days)
	return Facets{first(c.Projects), first(c.Branches), first(c.Models), first(c.Agents), c.Kinds, c.Tools, c.Tags}, c
}

func (r *record) projectName() string { return cmp.Or(r.ProjectName, r.Project) }

// pathsOf returns the working directories of the projects that share their name with another, by project.
func pathsOf(sessions []*record) map[string]string {
	named, paths := map[string]string{}, map[string]string{}
	for _, s := range sessions {
		name := s.projectName()
		if other, ok := named[name]; ok && other != s.Project {
			paths[other], paths[s.Project] = "", ""
		} else {
			named[name] = s.Project
		}
	}
	for _, s := range sessions {
		if dir, ok := paths[s.Project]; ok && dir == "" {
			paths[s.Project] = clean(s.ProjectDir)
		}
	}
	return paths
}

// column lists the values of a session's property and codes each session's.
func (w *writer) column(of func(*record) (id, name string)) ([]Value, string) {
	counts, names := map[string]int{}, map[string]string{}
	for _, s := range w.sessions {
		id, name := of(s)
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
		id, _ := of(s)
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

// sessionShards writes what results show of a session, and where its snippets are.
func (w *writer) sessionShards(paths map[string]string) error {
	for from := 0; from < len(w.sessions); from += sessionsPer {
		group := w.sessions[from:min(from+sessionsPer, len(w.sessions))]
		rows := make([][]any, len(group))
		for i, s := range group {
			project := clean(s.projectName())
			if dir := paths[s.Project]; dir != "" {
				project += " · " + dir
			}
			rows[i] = []any{s.URL, clean(s.Title), project, clean(s.Branch), clean(s.Model), seconds(s.Start), seconds(s.End), s.name, s.perFragment(), clean(s.Resume)}
		}
		shard := encode(sessionRows{w.marks[from+len(group)-1], rows})
		if err := w.shard("s", strconv.Itoa(from/sessionsPer), shard); err != nil {
			return err
		}
	}
	return nil
}

// sessionRows is a file of session records.
type sessionRows struct {
	Mark uint32  `json:"h"` // see cut.go
	Rows [][]any `json:"s"`
}

// sessionsFile writes sessions.json unless it would be too large to be useful.
func (w *writer) sessionsFile() error {
	data := []byte("[")
	for i, s := range w.sessions {
		if i > 0 {
			data = append(data, ',')
		}
		data = append(data, encode(sessionRecord{s.ID, s.URL, s.Title, s.projectName(), s.Branch, s.Model, stamp(s.Start), stamp(s.End), s.docs})...)
		if len(data) > maxSessions {
			return nil
		}
	}
	if data = append(data, "]\n"...); len(data) > maxSessions {
		return nil
	}
	return w.file("sessions.json", data)
}

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
