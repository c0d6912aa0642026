// Package shard is what one of several builds of an archive leaves for their merge. Its input is what
// a build made from the sessions of its part; its output is files, and the same read back.
package shard

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"time"

	"steno/generator/about"
	"steno/generator/address"
	"steno/generator/cache"
	"steno/generator/flat"
	"steno/generator/output"
	"steno/generator/publish"
	"steno/generator/redaction"
	"steno/generator/secondlook"
	"steno/generator/sitescan"
	"steno/generator/summary"
	"steno/parser"
	"steno/parser/source"
)

// A site may be built in shards, by several machines, and merged. Each shard reads all
// sources, since values to be redacted are numbered over the whole archive, and makes
// the pages of its own sessions only. What the lists and the search index need of them
// goes into files beside the pages, below steno-shard; a merge makes the rest of the site
// from those.

// Part says which part of the sessions to build. The zero value is all of them.
type Part struct {
	Part  int // from 1
	Parts int
}

// ParsePart parses "2/8": the second of eight parts.
func ParsePart(text string) (Part, error) {
	part, parts, ok := strings.Cut(text, "/")
	k, err := strconv.Atoi(part)
	n, err2 := strconv.Atoi(parts)
	if !ok || errors.Join(err, err2) != nil || k < 1 || k > n {
		return Part{}, fmt.Errorf("%q is not a shard; write 2/8 for the second of eight", text)
	}
	return Part{k, n}, nil
}

// Holds reports whether a session belongs to the part. Which one it is depends on its id
// alone, so that a session stays where it is when others come.
func (p Part) Holds(id string) bool {
	if p.Parts == 0 {
		return true
	}
	h := fnv.New32a()
	h.Write([]byte(id))
	return int(h.Sum32()%uint32(p.Parts)) == p.Part-1
}

// Names in a shard.
const (
	dir       = "steno-shard"
	indexFile = dir + "/index"
	textsDir  = dir + "/search/"
	lookFile  = dir + "/fingerprints" // for the second look: every shard has those of all sessions
)

const version = 4

// Head describes the whole archive in a shard.
type Head struct {
	Version    int
	Part       Part
	Base       string    // condensed: what every page depends on
	Whole      string    // condensed: the archive that it read
	Projects   []project // in the archive's order
	History    []parser.TypedPrompt
	Warnings   []parser.Warning // those of no session
	Beside     []redaction.FoundBeside
	Redacts    bool
	Unreviewed int        // redacted values of the whole archive that nobody has reviewed
	Found      []int      // sessions of each source
	Built      int        // sessions that follow
	Shape      flat.Shape // of their summaries
}

// built is what was built of a session.
type built struct {
	ID      string // published
	Summary []byte
}

// project is a project of the archive under its published names.
type project struct {
	Slug, Name, Group, Folder, Dir string
	Former                         []string
	Sessions                       []session
	Notes                          []*parser.Note
}

// session is a session of the archive, in any shard.
type session struct {
	ID    string
	Start time.Time
	Dir   string // the working directory of its folder
}

// NewHead returns the head of a shard that shows an archive. said is what people say about each
// session.
func NewHead(a *publish.Archive, beside publish.Beside, said func(*source.Session) about.Entry) Head {
	head := Head{Version: version, History: beside.History, Whole: whole(a, said)}
	for _, p := range a.Projects {
		out := project{Slug: p.Slug, Name: p.Name, Group: p.Group, Folder: p.Folder, Dir: p.Dir, Former: p.Former, Notes: beside.Notes[p]}
		for _, s := range p.Sessions {
			out.Sessions = append(out.Sessions, session{s.ID, s.Start, s.Dir})
		}
		head.Projects = append(head.Projects, out)
	}
	return head
}

// Archive returns the archive that a shard was built from, as far as lists need it.
func (h *Head) Archive() (*publish.Archive, publish.Beside) {
	beside := publish.Beside{Notes: map[*publish.Project][]*parser.Note{}, History: h.History}
	var projects []*publish.Project
	for _, from := range h.Projects {
		p := &publish.Project{Slug: from.Slug, Name: from.Name, Group: from.Group, Folder: from.Folder, Dir: from.Dir, Former: from.Former}
		for _, s := range from.Sessions {
			p.Sessions = append(p.Sessions, &publish.Session{ID: s.ID, RawID: s.ID, Start: s.Start, Project: p, Dir: s.Dir})
		}
		projects, beside.Notes[p] = append(projects, p), from.Notes
	}
	return publish.Assemble(projects), beside
}

// Write writes what a merge needs of a shard: its head, what was built of sessions, and the
// fingerprints of what was redacted, nil for none.
func Write(out *output.Site, head Head, sessions []*publish.Session, all []cache.Built, store *summary.Store, look *secondlook.Look) error {
	head.Built, head.Shape = len(all), store.Shape()
	var buf bytes.Buffer
	enc := gob.NewEncoder(&buf)
	if err := enc.Encode(head); err != nil {
		return err
	}
	for i, s := range all {
		if err := enc.Encode(built{sessions[i].ID, s.Summary.Bytes()}); err != nil {
			return err
		}
	}
	if err := store.Err(); err != nil {
		return err
	}
	if look != nil {
		fingerprints, err := look.MarshalBinary()
		if err == nil {
			err = out.Write(lookFile, fingerprints)
		}
		if err != nil {
			return err
		}
	}
	return out.Write(indexFile, buf.Bytes())
}

// WriteTexts leaves the texts of a session to the merge.
func WriteTexts(out *output.Site, data []byte) error {
	return out.Write(textsDir+address.ContentName(data), data)
}

// whole condenses which sessions the archive has.
func whole(a *publish.Archive, said func(*source.Session) about.Entry) string {
	h := sha256.New()
	for _, p := range a.Projects {
		fmt.Fprintf(h, "%q %q\n", p.Slug, p.Dir)
		for _, s := range p.Sessions {
			fmt.Fprintf(h, "%q %d %d %q\n", s.ID, s.Start.UnixNano(), s.Size, fmt.Sprint(said(s.Source)))
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// ErrShards is wrapped by errors about shards that do not make a whole.
var ErrShards = errors.New("these shards do not make one site")

// Shard is one that was read.
type Shard struct {
	Dir string
	Head
	Summaries map[string][]byte // by published id
}

// Read reads a shard.
func Read(folder string) (*Shard, error) {
	data, err := output.Read(folder, indexFile)
	if err != nil {
		return nil, fmt.Errorf("%w: %q is no shard: %w", ErrShards, folder, err)
	}
	s := &Shard{Dir: folder, Summaries: map[string][]byte{}}
	dec := gob.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&s.Head); err != nil || s.Version != version {
		return nil, fmt.Errorf("%w: %q was made by another version of Steno", ErrShards, folder)
	}
	for range s.Built {
		var one built
		if err := dec.Decode(&one); err != nil {
			return nil, fmt.Errorf("%w: %q is damaged: %w", ErrShards, folder, err)
		}
		s.Summaries[one.ID] = one.Summary
	}
	return s, nil
}

// Fingerprints reads those of the values that were redacted in all shards.
func (s *Shard) Fingerprints() (*sitescan.Kept, error) {
	data, err := output.Read(s.Dir, lookFile)
	if err != nil {
		return nil, fmt.Errorf("%w: %q: %w", ErrShards, s.Dir, err)
	}
	kept, err := sitescan.ReadKept(data)
	if err != nil {
		return nil, fmt.Errorf("%w: %q is damaged: %w", ErrShards, s.Dir, err)
	}
	return kept, nil
}

// Each calls page for each file of the site, and texts for the texts of each session.
func (s *Shard) Each(page func(name string, data []byte) error, texts func(data []byte) error) error {
	err := output.ReadAll(s.Dir, func(name string, data []byte) error {
		switch {
		case strings.HasPrefix(name, textsDir):
			return texts(data)
		case strings.HasPrefix(name, dir+"/"):
			return nil
		}
		return page(name, data)
	})
	if err != nil {
		return fmt.Errorf("%q: %w", s.Dir, err)
	}
	return nil
}
