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
	Ref     Ref // to what is kept of it; of no use without a cache
	Summary *summary.Stored
	Placed  map[string]string // see Session.Placed
	Kept    bool              // its pages were taken over from the last build
	Gone    bool              // its files are gone
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
	Note      func(*publish.Session, *Session) // gets what is kept of each; nil for none
}

// Save keeps the results of a build for each session, and returns a stamp of all files that it left.
func (c *Cache) Save(out *output.Site, l Left) (stamp string, err error) {
	codec := flat.Of[rest]()
	parts, left := make([]Parts, len(l.Sessions)), make([]leftOf, len(l.Sessions))
	for i, b := range l.Built {
		m, err := keptIn(c, b.Ref)
		if err != nil {
			return "", err
		}
		if parts[i], left[i] = m.Parts, m.Left; !b.Kept || !c.digests.grows {
			parts[i].Summary = c.digests.put(b.Summary.Bytes())
		}
	}
	others, stamp, err := filesLeft(c, out, l, parts, left, func(i int, files output.Files) (err error) {
		parts[i].Rest, err = putRest(c, codec, files, l.Removed(l.Sessions[i].Source))
		return err
	})
	if err != nil {
		return "", err
	}
	head := cacheHead{Others: others, Guard: guard(l.Config), Projects: l.Projects.keys, Shape: l.Summaries.Shape(), Rest: codec.Shape()}
	if l.Collected != nil {
		head.Known = l.Collected.Known()
		for _, s := range l.Aside {
			head.Aside = append(head.Aside, Aside{s.ID, l.Key(s), l.Collected.Values(s)})
		}
	}
	err = c.save(head, l.saved(c, parts, left), unusedSpans(c, parts))
	return stamp, errors.Join(l.Summaries.Err(), err, l.Look.Keep(c.dir))
}

// saved yields what is kept of each session.
func (l Left) saved(c *Cache, parts []Parts, left []leftOf) iter.Seq2[*Session, error] {
	number := make(map[*publish.Session]int, len(l.Sessions))
	for i, s := range l.Sessions {
		number[s] = i
	}
	return func(yield func(*Session, error) bool) {
		for i, s := range l.Sessions {
			m, err := keptIn(c, l.Built[i].Ref)
			if err == nil {
				m.ID, m.Source, m.Parts, m.Left = s.RawID, l.Key(s.Source), parts[i], left[i]
				if b := l.Built[i]; !b.Kept || b.Gone { // others are where they were
					m.Place = placeKey(s)
				}
				if r := l.Collected; r != nil {
					m.Values = r.Values(s.Source)
					m.Used, err = l.used(c, m, s, number)
					m.Key = r.Cleaner.Key(m.Used)
				}
			}
			if err == nil && l.Note != nil {
				l.Note(s, m)
			}
			if !yield(m, err) || err != nil {
				return
			}
		}
	}
}

// unusedSpans returns the parts of the file of digests that this build does not need any more.
func unusedSpans(c *Cache, parts []Parts) (unused []Span) {
	if !c.digests.grows {
		return nil // nothing of it is left
	}
	needed := make(map[Span]bool, 3*len(parts))
	for i := range parts {
		for _, at := range parts[i].spans() {
			needed[at] = true
		}
	}
	for at := range c.sessions.spans() {
		if !needed[at] {
			unused = append(unused, at)
		}
	}
	return slices.AppendSeq(unused, c.digests.earlier.Unused())
}

// used returns the values whose placeholders a session's pages may show: those found in the session,
// and in the sessions that its pages name by title.
func (l Left) used(c *Cache, m *Session, s *publish.Session, number map[*publish.Session]int) ([]redact.Hash, error) {
	all := slices.Clone(m.Found)
	for _, other := range s.Named() {
		i, is := number[other]
		if !is {
			continue
		}
		named, err := keptIn(c, l.Built[i].Ref)
		if err != nil {
			return nil, err
		}
		all = append(all, named.Found...)
	}
	return all, nil
}

// filesLeft passes on the files that the build left of each session, and returns the others and the
// stamp of all. They are never in memory together. What the build kept has been looked at before.
func filesLeft(c *Cache, out *output.Site, l Left, parts []Parts, left []leftOf,
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
			was, is := left[i], leftOf{len(files), "", removedKey(&removed)}
			if l.Built[i].Kept && c.digests.grows && was.Files == is.Files && was.Removed == is.Removed {
				io.WriteString(all, was.Stamp) // no other file was written
				continue
			}
			left[i] = is
		}
		var kept output.Files
		if is && l.Built[i].Kept {
			if kept, err = filesAt(c, parts[i].Rest); err != nil {
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
		left[i] = leftOf{}
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
