package source

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

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
