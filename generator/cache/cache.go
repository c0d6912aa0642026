// Package cache is what is kept between builds into one destination. Its input is what a build made
// of each session, and the keys of all that it was made from; its output is what the next build need
// not make again.
package cache

import (
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"sync"

	"steno/generator/config"
	"steno/generator/flat"
	"steno/generator/output"
	"steno/generator/redact"
	"steno/generator/redaction"
	"steno/parser/source"
)

// Cache is what is kept between builds into one destination, in a folder outside of the site. Losing
// it costs time and nothing else: keys.go says when it is valid. It contains hashes of the values that
// were redacted, never the values. A nil one contains nothing.
type Cache struct {
	dir      string
	base     string            // what every session depends on
	known    map[string]bool   // what the last build removed wherever it is, see redaction.Collected.Known
	people   int               // how many of these are names of people
	sessions *records          // of the last build, nil for none
	made     made              // by this one
	others   output.Files      // what was written for no session, by name
	aside    map[string]Aside  // by id
	projects map[string]string // keys of lists and pages, see Projects
	digests  *digests
	saving   sync.WaitGroup
	guard    string            // see Guard
	stale    bool              // made by another program or configuration: pages must be made again
	earlier  summaries         // of the last build
	rest     *flat.Codec[rest] // of the last build
}

// Session is what is kept of one session.
type Session struct {
	ID      string // as its files have it
	Source  string // hash of its files and of everything else that it is parsed from
	Place   string // hash of its project and its neighbors
	Title   string // as its neighbors name it
	Around  string // hash of the titles of its neighbors
	Values  []redact.Value
	Key     string            // of the rules and values it was cleaned with, see redact.Redactor.Key
	Used    []redact.Hash     // the values whose placeholders its pages may show
	Found   []redact.Hash     // of these, those found in itself
	Cleaned string            // sum of its redacted texts, see redact.Outcome; "" where its pages have other redacted texts, too
	Asked   map[string]string // sessions that its pages were to link to, and their directories, "" for those not found
	// addresses of the messages that no other session has, by anchor, where copies of the session
	// link to them; else nil
	Placed  map[string]string
	Outputs string // hash of the Placed that its shared beginning links to; "" for none
	Parts   Parts
	Left    leftOf
}

// leftOf condenses what a build left of a session, in its rest and on the disk.
type leftOf struct {
	Files   int
	Stamp   string // of these
	Removed string // of what is kept for the time when its files are no more
}

// spans returns the parts.
func (p *Parts) spans() []Span { return []Span{p.Digest, p.Summary, p.Rest} }

// Parts is where the parts of what is kept of a session are that are not in memory.
type Parts struct {
	Digest  Span // of the search index
	Summary Span
	Rest    Span
}

// rest is what few builds need of a session.
type rest struct {
	Files   string  // all that was written for it, see output.Files
	Removed Removed // for the time when its files are no more
}

// Aside is what is kept of a session that was not published.
type Aside struct {
	ID     string // as its files have it
	Source string // as of a [Session]
	Values []redact.Value
}

// version changes when what is remembered changes its shape or its meaning.
const version = 16

// Names of the files in a memory's folder.
const (
	scansName    = "scans"
	sessionsName = "sessions"
)

// newCache returns an empty cache.
func newCache(dir, base string) *Cache {
	return &Cache{dir: dir, base: base, known: map[string]bool{}, made: made{codec: flat.Of[Session]()}, digests: &digests{dir: dir}}
}

// Load reads what the last build kept. What cannot be read is dropped.
func (c *Cache) Load() {
	sessions, head, err := openRecords(filepath.Join(c.dir, sessionsName))
	if err != nil {
		return
	}
	if c.rest, err = flat.Of[rest]().Reading(head.Rest); err != nil {
		sessions.close()
		return
	}
	c.sessions = sessions
	take(c, head)
}

// cacheHead is what is kept besides the sessions.
type cacheHead struct {
	Version  int
	Base     string
	Guard    string
	Known    []string
	Others   output.Files
	Projects map[string]string
	Aside    []Aside
	Digests  digestNames
	Shape    flat.Shape // of the summaries
	Rest     flat.Shape
	Sessions flat.Shape
	Count    int   // of the sessions
	Used     int64 // bytes of their parts, and of the index
}

// take takes in what is kept besides the sessions.
func take(c *Cache, head cacheHead) {
	c.stale, c.guard = head.Base != c.base, head.Guard
	for _, v := range head.Known {
		c.known[v] = !c.stale
		if redaction.NamesPerson(v) {
			c.people++
		}
	}
	c.aside = make(map[string]Aside, len(head.Aside))
	for _, a := range head.Aside {
		c.aside[a.ID] = a
	}
	c.others, c.projects, c.digests, c.earlier = head.Others, head.Projects, openDigests(c.dir, head.Digests), summariesOf(head.Shape)
	// Parts that were read stay where they are, if this build can use them as they are.
	if !c.stale && c.rest.Shape().Equal(flat.Of[rest]().Shape()) {
		c.digests.grow(head.Used)
	}
}

// save writes what this build remembers, and removes what it does not.
func (c *Cache) save(head cacheHead, sessions iter.Seq2[*Session, error], unused []Span) error {
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return err
	}
	c.saving.Wait() // forget removes what is not finished
	var err error
	if head.Digests, err = c.digests.save(); err != nil {
		return err
	}
	head.Version, head.Base, head.Used = version, c.base, c.digests.indexed
	if err := writeRecords(c.dir, head, sessions, c.sessions.close); err != nil {
		return err
	}
	return errors.Join(c.digests.forget(head.Digests), c.digests.erase(unused))
}

// Scans reads what the transcripts told about where they belong. What cannot be read
// is found out again.
func (c *Cache) Scans() *source.Scans {
	f, size, err := openSummed(filepath.Join(c.dir, scansName))
	if err != nil {
		return source.NewScans()
	}
	scans, err := source.ReadScans(f, size)
	if err != nil {
		f.Close()
		return source.NewScans()
	}
	return scans
}

// KeepScans writes scans for the next build, while this one goes on, and closes them. They are large:
// nothing else keeps them in memory. If writing fails, the next build scans again.
func (c *Cache) KeepScans(scans *source.Scans) {
	if !scans.News() {
		scans.Close()
		return
	}
	c.saving.Go(func() {
		defer scans.Close()
		if os.MkdirAll(c.dir, 0o700) == nil {
			_ = writeSummed(filepath.Join(c.dir, scansName), func(w io.Writer) error {
				defer scans.Close() // Windows renames no file to the name of one that is open
				return scans.Write(w)
			})
		}
	})
}

// Session returns what the last build kept of a session, nil for none. key is that of what it is
// parsed from, see [SessionKey].
func (c *Cache) Session(id, key string) *Session {
	if c == nil || c.stale {
		return nil
	}
	if s := c.sessions.read(id); s != nil && s.Source == key {
		return s
	}
	return nil
}

// Aside returns the values of a session that the last build did not publish, if that is what it was.
func (c *Cache) Aside(id, key string) (values []redact.Value, ok bool) {
	if c == nil || c.stale {
		return nil, false
	}
	a, ok := c.aside[id]
	return a.Values, ok && a.Source == key
}

// IDs returns the ids of the sessions that the last build kept, as their files have them, sorted.
func (c *Cache) IDs() []string { return c.sessions.ids() }

// Was returns what the last build kept of a session, whatever it was made from, nil for nothing.
func (c *Cache) Was(id string) *Session { return c.sessions.read(id) }

// Guarded reports whether the last build showed of sessions what this configuration shows.
func (c *Cache) Guarded(conf config.Config) bool { return c.guard == guard(conf) }

// News reports whether some of these values were not known to the last build, or people are no longer
// known: then the texts of any session may change, not only those with these values among their own.
func (c *Cache) News(known []string) bool {
	if c == nil {
		return false
	}
	people := 0
	for _, v := range known {
		if !c.known[v] {
			return true
		}
		if redaction.NamesPerson(v) {
			people++
		}
	}
	return people < c.people
}

// Others returns the files that the last build wrote for no session, by name.
func (c *Cache) Others() output.Files {
	if c == nil {
		return nil
	}
	return c.others
}

// Folder returns the folder that the cache is in, "" for none.
func (c *Cache) Folder() string {
	if c == nil {
		return ""
	}
	return c.dir
}

// Close releases what is open.
func (c *Cache) Close() {
	if c != nil {
		c.saving.Wait()
		c.sessions.close()
		c.made.file.Close()
		c.digests.close()
	}
}
