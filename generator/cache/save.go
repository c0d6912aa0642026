package cache

import (
	"errors"
	"slices"
	"strings"

	"steno/generator/address"
	"steno/generator/config"
	"steno/generator/flat"
	"steno/generator/output"
	"steno/generator/publish"
	"steno/generator/redact"
	"steno/generator/redaction"
	"steno/generator/secondlook"
	"steno/generator/summary"
	"steno/parser/source"
)

// Built is a session as a build leaves it.
type Built struct {
	*Session
	Summary *summary.Stored
	Kept    bool // its pages were taken over from the last build
	Gone    bool // its files are gone
}

// Left is what a build leaves for the next one.
type Left struct {
	Config    config.Config
	Sessions  []*publish.Session
	Built     []Built           // of Sessions
	Summaries *summary.Store    // of Built
	Aside     []*source.Session // that were not published
	Key       func(*source.Session) string
	Removed   func(*source.Session) Removed
	Collected *redaction.Collected // nil when redaction is off
	Look      *secondlook.Look     // nil when redaction is off
	Projects  Projects
}

// Save keeps the results of a build for each session, and returns all files that it left.
func (c *Cache) Save(out *output.Site, l Left) (output.Files, error) {
	files, err := filesLeft(c, out, l)
	if err != nil {
		return nil, err
	}
	used, codec := l.used(), flat.Of[rest]()
	parts := make([]Parts, len(l.Sessions))
	for i, s := range l.Sessions {
		parts[i] = Parts{Digest: l.Built[i].Parts.Digest, Summary: c.digests.put(l.Built[i].Summary.Bytes())}
		if parts[i].Rest, err = putRest(c, codec, files.Below(address.Session(s.ID)), l.Removed(s.Source)); err != nil {
			return nil, err
		}
	}
	session := func(i int) *Session {
		m, s := l.Built[i].Session, l.Sessions[i]
		m.ID, m.Source, m.Place, m.Parts = s.RawID, l.Key(s.Source), placeKey(s), parts[i]
		if r := l.Collected; r != nil {
			m.Values, m.Used = r.Values(s.Source), used(s)
			m.Key = r.Cleaner.Key(m.Used)
		}
		return m
	}
	head := cacheHead{Guard: guard(l.Config), Projects: l.Projects.keys, Shape: l.Summaries.Shape(), Rest: codec.Shape()}
	for _, f := range files {
		if sessionOf(f.Name) == "" {
			head.Others = append(head.Others, f)
		}
	}
	if l.Collected != nil {
		head.Known = l.Collected.Known()
		for _, s := range l.Aside {
			head.Aside = append(head.Aside, Aside{s.ID, l.Key(s), l.Collected.Values(s)})
		}
	}
	return files, errors.Join(l.Summaries.Err(), c.save(head, len(l.Sessions), session), l.Look.Keep(c.dir))
}

// used returns a function that returns the values whose placeholders a session's pages may show:
// those found in the session, and in the sessions that its pages name by title.
func (l Left) used() func(*publish.Session) []redact.Hash {
	found := map[*publish.Session][]redact.Hash{}
	for i, s := range l.Sessions {
		found[s] = l.Built[i].Found
	}
	return func(s *publish.Session) []redact.Hash {
		all := slices.Clone(found[s])
		for _, other := range s.Named() {
			all = append(all, found[other]...)
		}
		return all
	}
}

// filesLeft lists what the build leaves, by name. What it kept has been looked at before.
func filesLeft(c *Cache, out *output.Site, l Left) (output.Files, error) {
	kept := map[string]bool{}
	var files output.Files
	for i, s := range l.Sessions {
		if l.Built[i].Kept {
			of, err := c.Files(l.Built[i].Session)
			if err != nil {
				return nil, err
			}
			kept[address.Session(s.ID)] = true
			files = append(files, of...)
		}
	}
	others, err := out.Files(func(name string) bool { return !kept[sessionOf(name)] })
	files = append(files, others...)
	slices.SortFunc(files, func(x, y output.File) int { return strings.Compare(x.Name, y.Name) })
	return files, err
}

// sessionOf is the directory of the session that a file belongs to, "" for none.
func sessionOf(name string) string {
	elems := strings.SplitN(name, "/", 3)
	if len(elems) < 3 || elems[0] != "sessions" {
		return ""
	}
	return elems[0] + "/" + elems[1]
}
