package generator

import (
	"bufio"
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"steno/generator/output"
	"steno/generator/redact"
	"steno/generator/summary"
	"steno/parser/source"
)

// memory is what is remembered between builds into one destination, in a folder outside
// of the site. Losing it costs time and nothing else: recall.go says when it is believed.
// It holds hashes of the values that were taken out, never the values.
type memory struct {
	dir      string
	base     string            // what every session depends on
	known    map[string]bool   // values of the last build, see valueName
	sessions map[string]*memo  // by the id that their files have
	others   output.Files      // what was written for no session, by name
	projects map[string]string // by slug, see build.condenseProjects
	digests  *digests
	saving   sync.WaitGroup
	guard    string // what decided about what is shown, see build.guard
	stale    bool   // made by another program or configuration: pages must be made again
}

// memo is what is remembered of one session.
type memo struct {
	ID     string // as its files have it
	Source string // condensed: its files and the rest of what it is parsed from
	Place  string // condensed: where it stands in the archive
	Values []redact.Value
	Key    string            // of the rules and values it was cleaned with, see redact.Redactor.Key
	Used   []redact.Hash     // the values that were taken out of it
	Asked  map[string]string // sessions that its pages were to link to, and their directories, "" for those not found
	Built  *summary.Session
	Files  output.Files // all that was written for it
	Digest span         // where what the search index needs of it stands
	Gone   gone         // for the time when its files are no more

	kept bool // this build did not make its pages again
}

// memoryVersion changes when what is remembered changes its shape or its meaning.
const memoryVersion = 5

// Names of the files in a memory's folder.
const (
	scansName = "scans"
	memosName = "sessions"
)

// newMemory remembers nothing yet.
func newMemory(dir, base string) *memory {
	return &memory{dir: dir, base: base, known: map[string]bool{}, sessions: map[string]*memo{}, digests: &digests{dir: dir}}
}

// open reads what the last build remembered. What cannot be read is forgotten.
func (m *memory) open() {
	if f, err := os.Open(filepath.Join(m.dir, memosName)); err == nil {
		if m.read(f) != nil {
			clear(m.sessions)
			m.others = nil
		}
		f.Close()
	}
}

// memosHead stands before the memos.
type memosHead struct {
	Version  int
	Base     string
	Guard    string
	Known    []string
	Others   output.Files
	Projects map[string]string
	Digests  digestNames
	Count    int
}

func (m *memory) read(r io.Reader) error {
	dec := gob.NewDecoder(bufio.NewReaderSize(r, 1<<18))
	var head memosHead
	if err := dec.Decode(&head); err != nil {
		return err
	}
	if head.Version != memoryVersion {
		return fmt.Errorf("made by another program")
	}
	m.stale, m.guard = head.Base != m.base, head.Guard
	for _, v := range head.Known {
		m.known[v] = !m.stale
	}
	m.others, m.projects, m.digests = head.Others, head.Projects, openDigests(m.dir, head.Digests)
	for range head.Count {
		var s memo
		if err := dec.Decode(&s); err != nil {
			return err
		}
		m.sessions[s.ID] = &s
	}
	return nil
}

// save writes what this build remembers, and removes what it does not.
func (m *memory) save(head memosHead, memos []*memo) error {
	if err := os.MkdirAll(m.dir, 0o700); err != nil {
		return err
	}
	m.saving.Wait() // forget removes what is not finished
	var err error
	if head.Digests, err = m.digests.save(); err != nil {
		return err
	}
	head.Version, head.Base, head.Count = memoryVersion, m.base, len(memos)
	err = output.StreamPrivate(filepath.Join(m.dir, memosName), func(w io.Writer) error {
		enc := gob.NewEncoder(w)
		if err := enc.Encode(head); err != nil {
			return err
		}
		for _, s := range memos {
			if err := enc.Encode(s); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return m.digests.forget(head.Digests)
}

// openScans reads what the transcripts told about where they belong. What cannot be read
// is found out again.
func (m *memory) openScans() *source.Scans {
	f, err := os.Open(filepath.Join(m.dir, scansName))
	if err != nil {
		return source.NewScans()
	}
	defer f.Close()
	scans, err := source.ReadScans(f)
	if err != nil {
		return source.NewScans()
	}
	return scans
}

// keepScans writes scans for the next build, while this one goes on. They are large: nobody
// holds them for longer. That it cannot is found out by the next build.
func (m *memory) keepScans(scans *source.Scans) {
	if !scans.News() {
		return
	}
	m.saving.Go(func() {
		if os.MkdirAll(m.dir, 0o700) == nil {
			_ = output.StreamPrivate(filepath.Join(m.dir, scansName), scans.Write)
		}
	})
}

// valueName tells values of a build apart.
func valueName(v redact.Value) string { return v.Rule + " " + v.Hash.String() }
