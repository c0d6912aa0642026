package source

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"
)

// Facts is what one pass over a transcript finds out about where its records belong. It
// depends on the bytes of the file alone, so that it can be kept between builds. A format
// whose files contain one session each needs Known, one Holding, Cwds, Dirs and the times;
// the rest is for formats that copy records from one file to another.
type Facts struct {
	Known      bool      // at least one record of the format was found
	Blank      bool      // the file contains nothing at all
	Bad        Warning   // the first line that is not as it should be; Line 0 if none
	Err        error     // reading broke off
	IDs        []Holding // by session id, in order of first record
	Nodes      []Node    // records with an id, in order
	Cwds       []string  // working directories, distinct, in order of first use
	Dirs       []DirOf   // distinct, in order of first use
	Slugs      []string  // names that plans of the session are filed under, distinct, in order of first use, few
	ForkedFrom string    // id of the session that this one says it was copied from
	Agent      string    // id of the agent, when all records are of one agent's side chain
	Summaries  []Summary
	Tags       map[string]string // the last tag of each session id
	Next       map[string]string // the session that each session id goes on in, where that is recorded
	Teams      map[string]string // the team of agents that each session id is in
	Mates      map[string]string // the name in its team of each session id that does not lead it
	Trees      map[string]string // directories of worktrees, and those they were made from; few

	Repositories []string // "owner/name" of pull requests, distinct, few
	Remotes      []string // "owner/name" that git works with in these directories, see [RepositoryAt]; distinct, few

	Start, End time.Time // first and last timestamp found

	Kept KeptNodes // where the nodes are when Nodes has none
}

// Holding is what a file contains of one session id.
type Holding struct {
	ID     string
	Nodes  int
	Hangs  int    // index of the session id that one of its records hangs from; -1: none does
	Parent uint64 // key of the parent of its first record, when that is not in the file; else 0
}

// Node is one record with an id.
type Node struct {
	Key    uint64 // of the id, see [Key]
	Origin uint64 // of the id it had before it was copied; 0 if it says nothing of that
	Same   uint64 // of what stays the same when a record is copied into another session
	Time   int64  // Unix milliseconds; 0 if none
	Line   int32
	Size   int32 // bytes
	ID     int32 // index into Facts.IDs; -1: no session id
	Reply  bool
}

// DirOf says that records of a session id were written in a directory.
type DirOf struct {
	ID  int32 // index into Facts.IDs; -1: no session id
	Dir int32 // index into Facts.Cwds
}

// Mode is how much of a file is scanned.
type Mode byte

// Modes of scanning.
const (
	Whole Mode = 'w'
	Peek  Mode = 'p' // until the session is known
	Cwds  Mode = 'd' // directories alone
)

// Key condenses an id as it is written in JSON, quotes included; 0 is no id.
func Key(quoted []byte) uint64 {
	if len(quoted) == 0 {
		return 0
	}
	sum := sha256.Sum256(quoted)
	return binary.LittleEndian.Uint64(sum[:]) | 1
}

// textKey condenses an id.
func textKey(id string) uint64 { return Key([]byte(`"` + id + `"`)) }

// Nodes are as many as an archive has records, and all are needed to find out what sessions share.
// So they are in a temporary file while the sources are searched, and in the file with the scans of
// an earlier search.

// nodesAtOnce is how many nodes are read at once.
const nodesAtOnce = 512

// KeptNodes says where the nodes of a file are.
type KeptNodes struct {
	scans *Scans // nil for none
	from  io.ReaderAt
	at    int64
	count int
}

// count is how many nodes a file has.
func (f *Facts) count() int { return len(f.Nodes) + f.Kept.count }

// each visits the nodes of a file in order; none may be kept. An error is reported by [Scans.failed].
func (f *Facts) each(visit func(*Node)) {
	for i := range f.Nodes {
		visit(&f.Nodes[i])
	}
	var n Node
	f.Kept.read(func(b []byte) error {
		for ; len(b) > 0; b = b[nodeSize:] {
			n = readNode(b)
			if n.ID < -1 || int(n.ID) >= len(f.IDs) {
				return fmt.Errorf("no session has the number %d", n.ID)
			}
			visit(&n)
		}
		return nil
	})
}

// read passes on the bytes of nodes, some at a time.
func (k *KeptNodes) read(to func([]byte) error) {
	if k.count == 0 {
		return
	}
	buffer, ok := k.scans.buffers.Get().(*[]byte)
	if !ok {
		buffer = new(make([]byte, nodesAtOnce*nodeSize))
	}
	defer k.scans.buffers.Put(buffer)
	for at, left := k.at, k.count; left > 0; {
		b := (*buffer)[:min(left, nodesAtOnce)*nodeSize]
		_, err := k.from.ReadAt(b, at)
		if err == nil {
			err = to(b)
		}
		if err != nil {
			k.scans.fail(err)
			return
		}
		at, left = at+int64(len(b)), left-len(b)/nodeSize
	}
}

// put keeps the nodes of new scans.
func (s *Scans) put(nodes []Node) (at int64) {
	b := make([]byte, 0, len(nodes)*nodeSize)
	for i := range nodes {
		b = nodes[i].append(b)
	}
	return s.nodes.Put(b)
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
		Time: int64(binary.LittleEndian.Uint64(b[24:])), Line: int32(binary.LittleEndian.Uint32(b[32:])),
		ID: int32(binary.LittleEndian.Uint32(b[36:])), Size: int32(binary.LittleEndian.Uint32(b[40:])),
		Reply: b[44] != 0,
	}
}

// fail notes an error of reading nodes.
func (s *Scans) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = errors.Join(s.err, err)
}

// failed reports whether nodes could not be read: then it is not known what sessions share.
func (s *Scans) failed() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return fmt.Errorf("reading what is known of records: %w", s.err)
	}
	return nil
}
