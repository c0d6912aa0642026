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

// Scans caches the facts of scanned transcripts. A transcript whose stamp is the same is not
// scanned again.
type Scans struct {
	mu    sync.Mutex
	known map[string]*Facts // by stamp, of earlier
	seen  map[string]*Facts // of those, and of new ones, what the last search asked for
	fresh bool              // there are new ones
}

// NewScans remembers nothing yet.
func NewScans() *Scans {
	return &Scans{known: map[string]*Facts{}, seen: map[string]*Facts{}}
}

// scansVersion changes when a scan finds out something else.
const scansVersion = 14

// ReadScans reads what [Scans.Write] wrote. An error means that it is of another version
// or damaged, and of no use.
func ReadScans(r io.Reader) (*Scans, error) {
	s := NewScans()
	in := bufio.NewReaderSize(r, 1<<18)
	dec := gob.NewDecoder(in) // which reads no further than it decodes
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
		if err == nil {
			err = f.readNodes(in, saved.Nodes)
		}
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
		f := s.seen[stamp]
		if err := enc.Encode(f.saved(stamp)); err != nil {
			return err
		}
		for i := range f.Nodes {
			out.Write(f.Nodes[i].append(out.AvailableBuffer()))
		}
	}
	return out.Flush()
}

// News reports whether the last [FindWith] saw other transcripts than the one before.
func (s *Scans) News() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.seen) != len(s.known) || s.fresh
}

func scanStamp(t *transcript, m Mode) string {
	return string(m) + " " + t.format.Key + " " + t.file.Stamp()
}

// recall returns the cached facts of a file, nil when there are none.
func (s *Scans) recall(t *transcript, m Mode) *Facts {
	if s == nil {
		return nil
	}
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
	if s == nil || told.Err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[scanStamp(t, m)] = told
	s.fresh = true
}

// savedFacts is facts as they are written, but for the nodes.
type savedFacts struct {
	Stamp             string
	Transcript, Blank bool
	Bad               Warning
	IDs               []savedHolding
	Nodes             int // that follow
	Cwds, Slugs       []string
	Dirs              []int32 // pairs of dirOf
	ForkedFrom, Agent string
	Summaries         []Summary
	Tags, Trees, Next map[string]string
	Repositories      []string
	Remotes           []string
	Start, End        time.Time
}

type savedHolding struct {
	ID           string
	Nodes, Hangs int
	Parent       uint64
}

func (f *Facts) saved(stamp string) *savedFacts {
	s := &savedFacts{
		Stamp: stamp, Nodes: len(f.Nodes), Transcript: f.Known, Blank: f.Blank, Bad: f.Bad, Cwds: f.Cwds, Slugs: f.Slugs,
		ForkedFrom: f.ForkedFrom, Agent: f.Agent, Summaries: f.Summaries, Tags: f.Tags, Trees: f.Trees, Next: f.Next, Repositories: f.Repositories, Remotes: f.Remotes, Start: f.Start, End: f.End,
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
		ForkedFrom: s.ForkedFrom, Agent: s.Agent, Summaries: s.Summaries, Tags: s.Tags, Trees: s.Trees, Next: s.Next, Repositories: s.Repositories, Remotes: s.Remotes, Start: s.Start, End: s.End,
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

// mostNodes is more than a transcript has.
const mostNodes = 1 << 28

// readNodes reads so many nodes. They are most of what is kept, so that nothing else has them in memory.
func (f *Facts) readNodes(in *bufio.Reader, count int) error {
	if count < 0 || count > mostNodes {
		return fmt.Errorf("%d are no number of nodes", count)
	}
	f.Nodes = make([]Node, 0, min(count, 1<<16))
	for range count {
		b, err := in.Peek(nodeSize)
		if err != nil {
			return err
		}
		n := readNode(b)
		if n.ID < -1 || int(n.ID) >= len(f.IDs) {
			return fmt.Errorf("no session has the number %d", n.ID)
		}
		f.Nodes = append(f.Nodes, n)
		in.Discard(nodeSize)
	}
	return nil
}

// nodeSize is the bytes of a node: four numbers of eight, three of four, one.
const nodeSize = 4*8 + 3*4 + 1

func (n *Node) append(b []byte) []byte {
	b = binary.LittleEndian.AppendUint64(b, n.Key)
	b = binary.LittleEndian.AppendUint64(b, n.Origin)
	b = binary.LittleEndian.AppendUint64(b, n.Same)
	b = binary.LittleEndian.AppendUint64(b, uint64(n.Time))
	b = binary.LittleEndian.AppendUint32(b, uint32(n.Line))
	b = binary.LittleEndian.AppendUint32(b, uint32(n.ID))
	b = binary.LittleEndian.AppendUint32(b, uint32(n.Size))
	if n.Reply {
		return append(b, 1)
	}
	return append(b, 0)
}

func readNode(b []byte) Node {
	return Node{
		Key: binary.LittleEndian.Uint64(b), Origin: binary.LittleEndian.Uint64(b[8:]), Same: binary.LittleEndian.Uint64(b[16:]),
		Time: int64(binary.LittleEndian.Uint64(b[24:])), Line: int32(binary.LittleEndian.Uint32(b[32:])), ID: int32(binary.LittleEndian.Uint32(b[36:])), Size: int32(binary.LittleEndian.Uint32(b[40:])),
		Reply: b[44] != 0,
	}
}
