package source

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"steno/parser/spill"
)

// Scans caches the facts of scanned transcripts. A transcript whose stamp is the same is not
// scanned again.
type Scans struct {
	mu    sync.Mutex
	known map[scanKey]*Facts // of earlier
	seen  map[scanKey]*Facts // of those, and of new ones, what the last search asked for
	fresh bool               // there are new ones
	err   error              // of reading nodes

	nodes   spill.File
	earlier io.Closer // of the file with the nodes of known; nil for none
	buffers sync.Pool // of *[]byte, to read nodes
}

// scanKey condenses the stamp of a file and how it was scanned.
type scanKey [16]byte

// NewScans remembers nothing yet.
func NewScans() *Scans {
	return &Scans{known: map[scanKey]*Facts{}, seen: map[scanKey]*Facts{}}
}

// scansVersion changes when a scan finds out something else.
const scansVersion = 17

// ReadScans reads what [Scans.Write] wrote, so many bytes. An error means that it is of another version
// or damaged, and of no use. Nodes are read when they are needed: if r can be closed, [Scans.Close] does so.
func ReadScans(r io.ReaderAt, size int64) (*Scans, error) {
	var tail [8]byte
	size -= int64(len(tail))
	if _, err := r.ReadAt(tail[:], max(0, size)); err != nil {
		return nil, err
	}
	nodes := int64(binary.LittleEndian.Uint64(tail[:]))
	if size < 0 || nodes < 0 || nodes > size {
		return nil, errors.New("not complete")
	}
	s := NewScans()
	s.earlier, _ = r.(io.Closer)
	dec := gob.NewDecoder(bufio.NewReaderSize(io.NewSectionReader(r, nodes, size-nodes), 1<<18))
	var version, n int
	if err := dec.Decode(&version); err != nil {
		return nil, err
	}
	if version != scansVersion {
		return nil, fmt.Errorf("scans of version %d, not %d", version, scansVersion)
	}
	if err := dec.Decode(&n); err != nil {
		return nil, err
	}
	at := int64(0)
	for range n {
		var saved savedFacts
		if err := dec.Decode(&saved); err != nil {
			return nil, err
		}
		f, err := saved.restore()
		if err == nil && (saved.Nodes < 0 || int64(saved.Nodes) > (nodes-at)/nodeSize) {
			err = fmt.Errorf("%d nodes are not there", saved.Nodes)
		}
		if err != nil {
			return nil, err
		}
		f.Kept = KeptNodes{s, r, at, saved.Nodes}
		at += int64(saved.Nodes) * nodeSize
		s.known[saved.Key] = f
	}
	return s, nil
}

// Write writes what the last [FindWith] saw: the nodes of all files, then the rest, and where that begins.
func (s *Scans) Write(w io.Writer) error {
	if err := s.failed(); err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<18)
	keys := slices.SortedFunc(maps.Keys(s.seen), func(a, b scanKey) int { return bytes.Compare(a[:], b[:]) })
	size := uint64(0)
	for _, key := range keys {
		f := s.seen[key]
		for i := range f.Nodes {
			out.Write(f.Nodes[i].append(out.AvailableBuffer()))
		}
		f.Kept.read(func(b []byte) error {
			_, err := out.Write(b)
			return err
		})
		size += uint64(f.count()) * nodeSize
	}
	if err := s.failed(); err != nil {
		return err
	}
	enc := gob.NewEncoder(out)
	if err := errors.Join(enc.Encode(scansVersion), enc.Encode(len(keys))); err != nil {
		return err
	}
	for _, key := range keys {
		if err := enc.Encode(s.seen[key].saved(key)); err != nil {
			return err
		}
	}
	out.Write(binary.LittleEndian.AppendUint64(nil, size))
	return out.Flush()
}

// Close releases the nodes: nothing of the scans may be used from then on.
func (s *Scans) Close() {
	s.nodes.Close()
	if s.earlier != nil {
		s.earlier.Close()
	}
}

// News reports whether the last [FindWith] saw other transcripts than the one before.
func (s *Scans) News() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.seen) != len(s.known) || s.fresh
}

func scanStamp(t *transcript, m Mode) scanKey {
	var room [512]byte
	b := append(append(room[:0], byte(m), ' '), t.format.Key...)
	sum := sha256.Sum256(t.file.AppendStamp(append(b, ' ')))
	return scanKey(sum[:])
}

// recall returns the cached facts of a file, nil when there are none.
func (s *Scans) recall(t *transcript, m Mode) *Facts {
	stamp := scanStamp(t, m)
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.known[stamp]
	if known == nil {
		return nil
	}
	s.seen[stamp] = known
	return known
}

// keep caches the facts of a file. One that could not be read is tried again.
func (s *Scans) keep(t *transcript, m Mode, told *Facts) {
	if told.Err != nil {
		return
	}
	told.Kept = KeptNodes{s, &s.nodes, s.put(told.Nodes), len(told.Nodes)}
	told.Nodes = nil
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[scanStamp(t, m)] = told
	s.fresh = true
}

// savedFacts is facts as they are written, but for the nodes.
type savedFacts struct {
	Key               scanKey
	Transcript, Blank bool
	Bad               Warning
	IDs               []savedHolding
	Nodes             int // that follow
	Cwds, Slugs       []string
	Dirs              []int32 // pairs of dirOf
	ForkedFrom, Agent string
	Summaries         []Summary
	Tags, Trees, Next map[string]string
	Teams, Mates      map[string]string
	Repositories      []string
	Remotes           []string
	Start, End        time.Time
}

type savedHolding struct {
	ID           string
	Nodes, Hangs int
	Parent       uint64
}

func (f *Facts) saved(key scanKey) *savedFacts {
	s := &savedFacts{
		Key: key, Nodes: f.count(), Transcript: f.Known, Blank: f.Blank, Bad: f.Bad, Cwds: f.Cwds, Slugs: f.Slugs,
		ForkedFrom: f.ForkedFrom, Agent: f.Agent, Summaries: f.Summaries, Tags: f.Tags, Trees: f.Trees,
		Next: f.Next, Teams: f.Teams, Mates: f.Mates, Repositories: f.Repositories, Remotes: f.Remotes, Start: f.Start, End: f.End,
	}
	for _, h := range f.IDs {
		s.IDs = append(s.IDs, savedHolding(h))
	}
	for _, d := range f.Dirs {
		s.Dirs = append(s.Dirs, d.ID, d.Dir)
	}
	return s
}

func (s *savedFacts) restore() (*Facts, error) {
	f := &Facts{
		Known: s.Transcript, Blank: s.Blank, Bad: s.Bad, Cwds: s.Cwds, Slugs: s.Slugs,
		ForkedFrom: s.ForkedFrom, Agent: s.Agent, Summaries: s.Summaries, Tags: s.Tags, Trees: s.Trees,
		Next: s.Next, Teams: s.Teams, Mates: s.Mates, Repositories: s.Repositories, Remotes: s.Remotes, Start: s.Start, End: s.End,
	}
	for _, h := range s.IDs {
		if h.Hangs < -1 || h.Hangs >= len(s.IDs) {
			return nil, fmt.Errorf("no session has the number %d", h.Hangs)
		}
		f.IDs = append(f.IDs, Holding(h))
	}
	for i := 0; i+1 < len(s.Dirs); i += 2 {
		d := DirOf{s.Dirs[i], s.Dirs[i+1]}
		if d.ID < -1 || int(d.ID) >= len(f.IDs) || d.Dir < 0 || int(d.Dir) >= len(f.Cwds) {
			return nil, fmt.Errorf("no directory has the number %d", d.Dir)
		}
		f.Dirs = append(f.Dirs, d)
	}
	return f, nil
}
