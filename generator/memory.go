package generator

import (
	"bufio"
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"steno/generator/output"
	"steno/generator/redact"
	"steno/parser/source"
)

// memory is what is remembered between builds into one destination, in a folder outside
// of the site. Losing it costs time and nothing else: recall.go says when it is believed.
// It holds hashes of the values that were taken out, never the values.
type memory struct {
	dir      string
	base     string           // what every session depends on
	scans    *source.Scans    // what the transcripts told about where they belong
	known    map[string]bool  // values of the last build, see valueName
	sessions map[string]*memo // by the id that their files have
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
	Built  *built
	Files  []output.File // all that was written for it
	Docs   string        // name of what the search index needs of it, "" for nothing

	kept bool // this build did not make its pages again
}

// memoryVersion changes when what is remembered changes its shape or its meaning.
const memoryVersion = 2

// Names of the files in a memory's folder.
const (
	scansName = "scans"
	memosName = "sessions"
	docsName  = "search" // a folder
)

// newMemory remembers nothing yet.
func newMemory(dir, base string) *memory {
	return &memory{dir: dir, base: base, scans: source.NewScans(), known: map[string]bool{}, sessions: map[string]*memo{}}
}

// open reads what the last build remembered. What cannot be read is forgotten.
func (m *memory) open() {
	if f, err := os.Open(filepath.Join(m.dir, scansName)); err == nil {
		if scans, err := source.ReadScans(f); err == nil {
			m.scans = scans
		}
		f.Close()
	}
	if f, err := os.Open(filepath.Join(m.dir, memosName)); err == nil {
		if m.read(f) != nil {
			clear(m.sessions)
		}
		f.Close()
	}
}

// memosHead stands before the memos.
type memosHead struct {
	Version int
	Base    string
	Known   []string
	Count   int
}

func (m *memory) read(r io.Reader) error {
	dec := gob.NewDecoder(bufio.NewReaderSize(r, 1<<18))
	var head memosHead
	if err := dec.Decode(&head); err != nil {
		return err
	}
	if head.Version != memoryVersion || head.Base != m.base {
		return fmt.Errorf("made by another program or configuration")
	}
	for _, v := range head.Known {
		m.known[v] = true
	}
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
func (m *memory) save(known []string, memos []*memo) error {
	if err := os.MkdirAll(filepath.Join(m.dir, docsName), 0o700); err != nil {
		return err
	}
	if err := output.StreamPrivate(filepath.Join(m.dir, scansName), m.scans.Write); err != nil {
		return err
	}
	docs := map[string]bool{}
	err := output.StreamPrivate(filepath.Join(m.dir, memosName), func(w io.Writer) error {
		enc := gob.NewEncoder(w)
		if err := enc.Encode(memosHead{memoryVersion, m.base, known, len(memos)}); err != nil {
			return err
		}
		for _, s := range memos {
			docs[s.Docs] = true
			if err := enc.Encode(s); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return m.forgetDocs(docs)
}

// docs reads what the search index needs of a session.
func (m *memory) docs(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(m.dir, docsName, name))
}

// keepDocs stores what the search index needs of a session, under a name made from its
// content, and gives that.
func (m *memory) keepDocs(data []byte) (name string, err error) {
	name = contentName(data)
	path := filepath.Join(m.dir, docsName, name)
	if _, err := os.Stat(path); err == nil {
		return name, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	return name, output.WritePrivate(path, data)
}

// forgetDocs removes what no session needs, left over temporary files included.
func (m *memory) forgetDocs(needed map[string]bool) error {
	dir := filepath.Join(m.dir, docsName)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !needed[e.Name()] {
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// valueName tells values of a build apart.
func valueName(v redact.Value) string { return v.Rule + " " + v.Hash.String() }
