package source

import (
	"bytes"
	"cmp"
	"io"
	"maps"
	"slices"
	"strings"
)

// This file deals with several copies of one file: an archive may contain snapshots
// of a session that grew by appending, and several machines' copies of it. What
// is a beginning of a longer file is left out and listed; what differs stays.

// dropSnapshots leaves out the files that another one of the session begins with.
func (g *grouping) dropSnapshots() {
	for _, d := range g.sorted() {
		d.files = distinct(d.files, &d.Snapshots, func(*share) string { return "" }, func(long, short *share) bool {
			return slices.Equal(long.file.part().Only, short.file.part().Only) && beginsAlike(long.facts, short.facts) &&
				beginsWith(long.file, short.file)
		})
		d.Agents = distinct(d.Agents, &d.Snapshots, func(a *AgentFile) string { return a.ID + "\x00" + a.Run },
			func(long, short *AgentFile) bool {
				return beginsWith(long.File, short.File)
			})
		slices.SortFunc(d.files, func(a, b *share) int {
			return cmp.Or(a.start.Compare(b.start), a.end.Compare(b.end),
				cmp.Compare(len(a.file.part().Only), len(b.file.part().Only)), cmp.Compare(a.file.Size, b.file.Size),
				strings.Compare(a.file.Path, b.file.Path))
		})
		slices.SortFunc(d.Agents, func(a, b *AgentFile) int { return strings.Compare(a.File.Path, b.File.Path) })
		d.learnAll()
		g.warnMisplaced(d)
	}
}

// sorted lists the sessions by id.
func (g *grouping) sorted() []*draft {
	drafts := make([]*draft, 0, len(g.sessions))
	for _, id := range slices.Sorted(maps.Keys(g.sessions)) {
		drafts = append(drafts, g.sessions[id])
	}
	return drafts
}

// sized is what distinct needs to try the longest file first.
type sized interface{ source() *File }

func (s *share) source() *File     { return s.file }
func (a *AgentFile) source() *File { return a.File }

// distinct returns the files that no other one begins with, longest first, and
// adds the paths of the others to left. Only files of one group are compared.
func distinct[F sized](files []F, left *[]string, group func(F) string, covers func(long, short F) bool) []F {
	if len(files) < 2 {
		return files
	}
	slices.SortStableFunc(files, func(a, b F) int {
		return cmp.Or(cmp.Compare(b.source().Size, a.source().Size), strings.Compare(a.source().Path, b.source().Path))
	})
	var kept []F
	groups := map[string][]F{}
	for _, f := range files {
		in := group(f)
		if slices.ContainsFunc(groups[in], func(k F) bool { return covers(k, f) }) {
			*left = append(*left, f.source().Path)
			continue
		}
		groups[in] = append(groups[in], f)
		kept = append(kept, f)
	}
	return kept
}

// beginsAlike reports whether the records of short may be the first ones of long,
// before any byte is read again.
func beginsAlike(long, short *Facts) bool {
	if short.count() > long.count() {
		return false
	}
	var first []uint64
	short.each(func(n *Node) { first = append(first, n.Same) })
	alike, i := true, 0
	long.each(func(n *Node) {
		alike = alike && (i >= len(first) || n.Same == first[i])
		i++
	})
	return alike
}

// beginsWith reports whether long begins with all that is in short. Padding at the
// end of short does not count: a crash leaves NUL bytes there.
func beginsWith(long, short *File) bool {
	a, err := long.Open()
	if err != nil {
		return false
	}
	defer a.Close()
	b, err := short.Open()
	if err != nil {
		return false
	}
	defer b.Close()
	const chunk = 64 << 10
	bufA, bufB := make([]byte, chunk), make([]byte, chunk)
	for {
		nb, errB := io.ReadFull(b, bufB)
		na, _ := io.ReadFull(a, bufA[:nb])
		n := commonPrefix(bufA[:na], bufB[:nb])
		if n < nb {
			return isPadding(bufB[n:nb]) && onlyPadding(b, bufA)
		}
		if errB != nil {
			return errB == io.EOF || errB == io.ErrUnexpectedEOF
		}
	}
}

func commonPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	if bytes.Equal(a[:n], b[:n]) {
		return n
	}
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

func isPadding(b []byte) bool { return len(bytes.Trim(b, "\x00 \t\r\n")) == 0 }

// onlyPadding reports whether the rest of r is padding.
func onlyPadding(r io.Reader, buf []byte) bool {
	for {
		n, err := r.Read(buf)
		if !isPadding(buf[:n]) {
			return false
		}
		if err != nil {
			return err == io.EOF
		}
	}
}
