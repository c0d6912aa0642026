package cache

import (
	"errors"
	"iter"
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

// Save keeps the results of a build for each session, and returns a stamp of all files that it left.
func (c *Cache) Save(out *output.Site, l Left) (stamp string, err error) {
	used, codec := l.used(), flat.Of[rest]()
	parts := make([]Parts, len(l.Sessions))
	for i := range parts {
		parts[i] = Parts{Digest: l.Built[i].Parts.Digest, Summary: c.digests.put(l.Built[i].Summary.Bytes())}
	}
	others, stamp, err := filesLeft(c, out, l, func(i int, files output.Files) (err error) {
		parts[i].Rest, err = putRest(c, codec, files, l.Removed(l.Sessions[i].Source))
		return err
	})
	if err != nil {
		return "", err
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
	head := cacheHead{Others: others, Guard: guard(l.Config), Projects: l.Projects.keys, Shape: l.Summaries.Shape(), Rest: codec.Shape()}
	if l.Collected != nil {
		head.Known = l.Collected.Known()
		for _, s := range l.Aside {
			head.Aside = append(head.Aside, Aside{s.ID, l.Key(s), l.Collected.Values(s)})
		}
	}
	return stamp, errors.Join(l.Summaries.Err(), c.save(head, len(l.Sessions), session), l.Look.Keep(c.dir))
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

// filesLeft passes on the files that the build left of each session, and returns the others and the stamp of all. They are never in
// memory together. What the build kept has been looked at before.
func filesLeft(c *Cache, out *output.Site, l Left, of func(i int, files output.Files) error) (others output.Files, stamp string, err error) {
	number := make(map[string]int, len(l.Sessions))
	for i, s := range l.Sessions {
		number[address.Session(s.ID)] = i
	}
	all := output.NewStamp()
	for dir, files := range bySession(out.Written()) {
		i, is := number[dir]
		var kept output.Files
		if is && l.Built[i].Kept {
			if kept, err = c.Files(l.Built[i].Session); err != nil {
				return nil, "", err
			}
		}
		for k := range files {
			if at, known := kept.Find(files[k].Name); known {
				files[k] = kept[at]
			} else if files[k], err = out.Stat(files[k]); err != nil {
				return nil, "", err
			}
			all.Add(&files[k])
		}
		if dir == "" {
			others = append(others, files...)
		} else if is {
			err = of(i, files)
			delete(number, dir)
		}
		if err != nil {
			return nil, "", err
		}
	}
	for _, i := range number { // without files
		if err := of(i, nil); err != nil {
			return nil, "", err
		}
	}
	return others, all.Sum(), nil
}

// bySession puts the files of each session together, and others that follow each other; all come by name.
func bySession(files iter.Seq[output.File]) iter.Seq2[string, output.Files] {
	return func(yield func(string, output.Files) bool) {
		var some output.Files
		last := ""
		for f := range files {
			dir := sessionOf(f.Name)
			if dir != last && len(some) > 0 {
				if !yield(last, some) {
					return
				}
				some = some[:0]
			}
			last, some = dir, append(some, f)
		}
		if len(some) > 0 {
			yield(last, some)
		}
	}
}

// sessionOf is the directory of the session that a file belongs to, "" for none.
func sessionOf(name string) string {
	elems := strings.SplitN(name, "/", 3)
	if len(elems) < 3 || elems[0] != "sessions" {
		return ""
	}
	return elems[0] + "/" + elems[1]
}
