package source

import (
	"bufio"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"
)

// Scans remembers what transcripts told when they were scanned. A transcript whose
// stamp is the same is taken to say the same.
type Scans struct {
	mu    sync.Mutex
	known map[string]*facts // by stamp, of earlier
	seen  map[string]*facts // of those, and of new ones, what the last search asked for
	fresh bool              // there are new ones
}

// NewScans remembers nothing yet.
func NewScans() *Scans {
	return &Scans{known: map[string]*facts{}, seen: map[string]*facts{}}
}

// scansVersion changes when a scan finds out something else.
const scansVersion = 3

// ReadScans reads what [Scans.Write] wrote. An error means that it is of another version
// or damaged, and of no use.
func ReadScans(r io.Reader) (*Scans, error) {
	s := NewScans()
	dec := gob.NewDecoder(bufio.NewReaderSize(r, 1<<18))
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
	for range n {
		var saved savedFacts
		if err := dec.Decode(&saved); err != nil {
			return nil, err
		}
		f, err := saved.restore()
		if err != nil {
			return nil, err
		}
		s.known[saved.Stamp] = f
	}
	return s, nil
}

// Write writes what the last [FindWith] saw.
func (s *Scans) Write(w io.Writer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := bufio.NewWriterSize(w, 1<<18)
	enc := gob.NewEncoder(out)
	if err := enc.Encode(scansVersion); err != nil {
		return err
	}
	if err := enc.Encode(len(s.seen)); err != nil {
		return err
	}
	for _, stamp := range slices.Sorted(maps.Keys(s.seen)) {
		if err := enc.Encode(s.seen[stamp].saved(stamp)); err != nil {
			return err
		}
	}
	return out.Flush()
}

// News tells whether the last [FindWith] saw other transcripts than the one before.
func (s *Scans) News() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.seen) != len(s.known) || s.fresh
}

// mode is how much of a file is scanned.
type mode byte

const (
	scanWhole mode = 'w'
	scanPeek  mode = 'p' // until the session is known
	scanCwds  mode = 'd' // directories alone
)

func scanStamp(f *File, m mode) string { return string(m) + " " + f.Stamp() }

// recall gives what a file told, nil when that is not known.
func (s *Scans) recall(f *File, m mode) *facts {
	if s == nil {
		return nil
	}
	stamp := scanStamp(f, m)
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.known[stamp]
	if known == nil {
		return nil
	}
	s.seen[stamp] = known
	return known
}

// keep remembers what a file told. One that could not be read is tried again.
func (s *Scans) keep(f *File, m mode, told *facts) {
	if s == nil || told.err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[scanStamp(f, m)] = told
	s.fresh = true
}

// savedFacts is facts as they are written.
type savedFacts struct {
	Stamp             string
	Transcript, Blank bool
	Bad               Warning
	IDs               []savedHolding
	Nodes             []byte
	Cwds, Slugs       []string
	Dirs              []int32 // pairs of dirOf
	ForkedFrom, Agent string
	Summaries         []Summary
	Tags, Trees       map[string]string
	Start, End        time.Time
}

type savedHolding struct {
	ID           string
	Nodes, Hangs int
	Parent       uint64
}

func (f *facts) saved(stamp string) *savedFacts {
	s := &savedFacts{
		Stamp: stamp, Transcript: f.transcript, Blank: f.blank, Bad: f.bad, Cwds: f.cwds, Slugs: f.slugs,
		ForkedFrom: f.forkedFrom, Agent: f.agent, Summaries: f.summaries, Tags: f.tags, Trees: f.trees, Start: f.start, End: f.end,
	}
	for _, h := range f.ids {
		s.IDs = append(s.IDs, savedHolding{h.id, h.nodes, h.hangs, h.parent})
	}
	for _, d := range f.dirs {
		s.Dirs = append(s.Dirs, d.id, d.dir)
	}
	s.Nodes = make([]byte, 0, len(f.nodes)*nodeSize)
	for i := range f.nodes {
		s.Nodes = f.nodes[i].append(s.Nodes)
	}
	return s
}

func (s *savedFacts) restore() (*facts, error) {
	f := &facts{
		transcript: s.Transcript, blank: s.Blank, bad: s.Bad, cwds: s.Cwds, slugs: s.Slugs,
		forkedFrom: s.ForkedFrom, agent: s.Agent, summaries: s.Summaries, tags: s.Tags, trees: s.Trees, start: s.Start, end: s.End,
	}
	for _, h := range s.IDs {
		if h.Hangs < -1 || h.Hangs >= len(s.IDs) {
			return nil, fmt.Errorf("no session has the number %d", h.Hangs)
		}
		f.ids = append(f.ids, holding{h.ID, h.Nodes, h.Hangs, h.Parent})
	}
	for i := 0; i+1 < len(s.Dirs); i += 2 {
		d := dirOf{s.Dirs[i], s.Dirs[i+1]}
		if d.id < -1 || int(d.id) >= len(f.ids) || d.dir < 0 || int(d.dir) >= len(f.cwds) {
			return nil, fmt.Errorf("no directory has the number %d", d.dir)
		}
		f.dirs = append(f.dirs, d)
	}
	if len(s.Nodes)%nodeSize != 0 {
		return nil, fmt.Errorf("%d bytes are not whole nodes", len(s.Nodes))
	}
	f.nodes = make([]node, len(s.Nodes)/nodeSize)
	for i := range f.nodes {
		f.nodes[i] = readNode(s.Nodes[i*nodeSize:])
		if id := f.nodes[i].id; id < -1 || int(id) >= len(f.ids) {
			return nil, fmt.Errorf("no session has the number %d", id)
		}
	}
	return f, nil
}

// nodeSize is the bytes of a node: four numbers of eight, two of four, one.
const nodeSize = 4*8 + 2*4 + 1

func (n *node) append(b []byte) []byte {
	b = binary.LittleEndian.AppendUint64(b, n.key)
	b = binary.LittleEndian.AppendUint64(b, n.origin)
	b = binary.LittleEndian.AppendUint64(b, n.same)
	b = binary.LittleEndian.AppendUint64(b, uint64(n.time))
	b = binary.LittleEndian.AppendUint32(b, uint32(n.line))
	b = binary.LittleEndian.AppendUint32(b, uint32(n.id))
	if n.reply {
		return append(b, 1)
	}
	return append(b, 0)
}

func readNode(b []byte) node {
	return node{
		key: binary.LittleEndian.Uint64(b), origin: binary.LittleEndian.Uint64(b[8:]), same: binary.LittleEndian.Uint64(b[16:]),
		time: int64(binary.LittleEndian.Uint64(b[24:])), line: int32(binary.LittleEndian.Uint32(b[32:])), id: int32(binary.LittleEndian.Uint32(b[36:])), reply: b[40] != 0,
	}
}
