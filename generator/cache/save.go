package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
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
	parts, left := make([]Parts, len(l.Sessions)), make([]leftOf, len(l.Sessions))
	for i, b := range l.Built {
		if parts[i] = b.Parts; !b.Kept || !c.digests.grows {
			parts[i].Summary = c.digests.put(b.Summary.Bytes())
		}
	}
	others, stamp, err := filesLeft(c, out, l, left, func(i int, files output.Files) (err error) {
		parts[i].Rest, err = putRest(c, codec, files, l.Removed(l.Sessions[i].Source))
		return err
	})
	if err != nil {
		return "", err
	}
	unused := unusedSpans(c, l, parts)
	session := func(i int) *Session {
		m, s := l.Built[i].Session, l.Sessions[i]
		m.ID, m.Source, m.Parts, m.Left = s.RawID, l.Key(s.Source), parts[i], left[i]
		if b := l.Built[i]; !b.Kept || b.Gone { // others are where they were
			m.Place = placeKey(s)
		}
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
	return stamp, errors.Join(l.Summaries.Err(), c.save(head, len(l.Sessions), session, unused), l.Look.Keep(c.dir))
}

// unusedSpans returns the parts of the file of digests that this build does not need any more.
func unusedSpans(c *Cache, l Left, parts []Parts) (unused []Span) {
	needed := make(map[Span]bool, 3*len(parts))
	for i := range parts {
		for _, at := range parts[i].spans() {
			needed[at] = true
		}
	}
	for _, s := range c.sessions {
		for _, at := range s.Parts.spans() {
			if !needed[at] {
				unused = append(unused, at)
			}
		}
	}
	return unused
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

// filesLeft passes on the files that the build left of each session, and returns the others and the
// stamp of all. They are never in memory together. What the build kept has been looked at before.
func filesLeft(c *Cache, out *output.Site, l Left, left []leftOf,
	of func(i int, files output.Files) error) (others output.Files, stamp string, err error) {
	number := make(map[string]int, len(l.Sessions))
	for i, s := range l.Sessions {
		number[address.Session(s.ID)] = i
	}
	all := sha256.New()
	for dir, files := range bySession(out.Written()) {
		i, is := number[dir]
		if is {
			delete(number, dir)
			removed := l.Removed(l.Sessions[i].Source)
			left[i] = leftOf{len(files), "", removedKey(&removed)}
			if b := l.Built[i]; b.Kept && c.digests.grows && b.Left.Files == len(files) && b.Left.Removed == left[i].Removed {
				left[i] = b.Left // and no other file was written
				io.WriteString(all, b.Left.Stamp)
				continue
			}
		}
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
		}
		some := stampOfSome(files)
		io.WriteString(all, some)
		if dir == "" {
			others = append(others, files...)
		} else if is {
			left[i].Stamp = some
			err = of(i, files)
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
	return others, hex.EncodeToString(all.Sum(nil)), nil
}

// stampOf returns the stamp of all files of a site, which come by name: the hash of those of its
// sessions and of what is between them.
func stampOf(files []output.File) string {
	all := sha256.New()
	for len(files) > 0 {
		dir, n := sessionOf(files[0].Name), 1
		for n < len(files) && sessionOf(files[n].Name) == dir {
			n++
		}
		io.WriteString(all, stampOfSome(files[:n]))
		files = files[n:]
	}
	return hex.EncodeToString(all.Sum(nil))
}

// stampOfSome returns the stamp of the files of a session, or of some that follow each other.
func stampOfSome(files output.Files) string { return output.Stamp(files)[:32] }

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
	const sessions = "sessions/"
	if rest, in := strings.CutPrefix(name, sessions); in {
		if at := strings.IndexByte(rest, '/'); at >= 0 {
			return name[:len(sessions)+at]
		}
	}
	return ""
}
