package source

import (
	"cmp"
	"maps"
	"math/bits"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// This file finds history that was copied from one session into another: by
// /branch, by --fork-session, by the resume of old versions (format notes, A10).
// Of the sessions that share a record one owns it; in the others it is a copy.
// The order of ownership is total, so that it does not depend on which is looked
// at first: a session comes after the one it says it was forked from; else the
// one whose own, unshared records start first comes first. A session all of
// whose records are shared came before all others: it was not continued, its
// copies were.
//
// Sharing alone is no copied history: after /clear several sessions begin with
// one and the same notice. There must be a reply among what is shared, or a
// forkedFrom.

// ranked is a draft while ownership is worked out.
type ranked struct {
	*draft
	own   int64 // time of the first unshared record; 0 if it has none
	nodes int
	rank  int
}

// use is one session's use of a record.
type use struct {
	same uint64
	by   int32 // index of the session
}

// sharing is which records are in more than one session.
type sharing struct {
	uses []use  // of these records, ordered by record and session
	by   []bool // of each session, whether it has such records
	// two bits for each place, which records have by the last bits of their numbers: one was seen
	// there; another one, too
	seen []atomic.Uint32
}

// perWord is how many places a word of seen has.
const perWord = 16

// may reports false for records that are in one session only. Few others get a true.
func (s *sharing) may(n *Node) bool {
	word, one := s.place(n)
	return word.Load()&(one<<1) != 0
}

// see notes a record. Several goroutines may do so.
func (s *sharing) see(n *Node) {
	if word, one := s.place(n); word.Load()&(one<<1) == 0 && word.Or(one)&one != 0 {
		word.Or(one << 1)
	}
}

// place returns where a record has its bits, and the first of them.
func (s *sharing) place(n *Node) (word *atomic.Uint32, one uint32) {
	at := n.Same & uint64(perWord*len(s.seen)-1)
	return &s.seen[at/perWord], 1 << (2 * (at % perWord))
}

// findCopies marks the copied lines of each file and finds where sessions came from.
func (g *grouping) findCopies() {
	drafts := g.sorted()
	shared := sharedRecords(drafts)
	order := rank(drafts, shared, g)
	owner := map[uint64]int32{}
	for _, u := range shared.uses {
		if o, ok := owner[u.same]; !ok || order[u.by].rank < order[o].rank {
			owner[u.same] = u.by
		}
	}
	for i, d := range drafts {
		if shared.by[i] {
			d.markCopies(drafts, shared, owner, int32(i))
		}
		if d.forked != "" {
			d.Origin = g.session(d.forked)
		}
		if d.Origin == d.ID {
			d.Origin = ""
		}
	}
}

// sharedRecords finds the records that are in more than one session. Most records have a place of seen to
// themselves, and are used once.
func sharedRecords(drafts []*draft) *sharing {
	count := 0
	for _, d := range drafts {
		for _, s := range d.files {
			count += s.facts.count()
		}
	}
	all := &sharing{by: make([]bool, len(drafts)), seen: make([]atomic.Uint32, max(1, 1<<bits.Len(uint(8*count))/perWord))}
	eachRecord(drafts, func(int32) func(*Node) { return all.see })
	var mu sync.Mutex
	var uses []use
	eachRecord(drafts, func(by int32) func(*Node) {
		return func(n *Node) {
			if all.may(n) { // few are
				mu.Lock()
				uses = append(uses, use{n.Same, by})
				mu.Unlock()
			}
		}
	})
	slices.SortFunc(uses, func(a, b use) int {
		if c := cmp.Compare(a.same, b.same); c != 0 {
			return c
		}
		return cmp.Compare(a.by, b.by)
	})
	uses = slices.Compact(uses)
	shared := uses[:0]
	for i := 0; i < len(uses); {
		j := i + 1
		for j < len(uses) && uses[j].same == uses[i].same {
			j++
		}
		if j-i > 1 {
			shared = append(shared, uses[i:j]...)
		}
		i = j
	}
	all.uses = slices.Clip(shared)
	for _, u := range all.uses {
		all.by[u.by] = true
	}
	return all
}

// eachRecord visits the records of all sessions, of several sessions at a time. visit returns what
// is called for those of a session.
func eachRecord(drafts []*draft, visit func(by int32) func(*Node)) {
	var next atomic.Int32
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(drafts)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(drafts); i = next.Add(1) - 1 {
				of := visit(i)
				for _, s := range drafts[i].files {
					s.each(of)
				}
			}
		})
	}
	workers.Wait()
}

// rank puts the sessions into the order of ownership.
func rank(drafts []*draft, shared *sharing, g *grouping) []*ranked {
	isShared := make(map[uint64]bool, len(shared.uses))
	for _, u := range shared.uses {
		isShared[u.same] = true
	}
	all := make([]*ranked, len(drafts))
	byID := map[string]*ranked{}
	for i, d := range drafts {
		r := &ranked{draft: d, rank: -1}
		for _, s := range d.files {
			if !shared.by[i] && d.forked == "" {
				break // no other's place depends on its own
			}
			s.each(func(n *Node) {
				r.nodes++
				if n.Time != 0 && (r.own == 0 || n.Time < r.own) && (!shared.by[i] || !shared.may(n) || !isShared[n.Same]) {
					r.own = n.Time
				}
			})
		}
		all[i] = r
		byID[d.ID] = r
	}
	sorted := slices.Clone(all)
	slices.SortFunc(sorted, func(a, b *ranked) int {
		return cmp.Or(cmp.Compare(a.own, b.own), cmp.Compare(a.nodes, b.nodes), strings.Compare(a.ID, b.ID))
	})
	next := 0
	for _, r := range sorted {
		// The sessions it was forked from come first; a circle ends where it closes.
		var line []*ranked
		for r != nil && r.rank < 0 {
			r.rank = len(all) // on the way
			line = append(line, r)
			r = byID[g.session(r.forked)]
		}
		for _, r := range slices.Backward(line) {
			r.rank = next
			next++
		}
	}
	return all
}

// markCopies marks the lines that repeat records of other sessions.
func (d *draft) markCopies(drafts []*draft, shared *sharing, owner map[uint64]int32, self int32) {
	ownerOf := func(n *Node) (int32, bool) {
		if !shared.may(n) {
			return 0, false
		}
		o, ok := owner[n.Same]
		return o, ok && o != self
	}
	replied := map[int32]bool{}
	for _, s := range d.files {
		s.each(func(n *Node) {
			if o, ok := ownerOf(n); ok && (n.Reply || d.forked != "") {
				replied[o] = true
			}
		})
	}
	if len(replied) == 0 {
		return
	}
	own := int64(0) // time of its first record that is no copy
	for _, s := range d.files {
		lines := map[int32]bool{} // false: the line also contains its own record
		var copied []int32
		size := map[int32]int64{}
		s.each(func(n *Node) {
			o, ok := ownerOf(n)
			ok = ok && replied[o]
			size[n.Line] += int64(n.Size)
			if before, seen := lines[n.Line]; !seen {
				lines[n.Line] = ok
				copied = append(copied, n.Line)
			} else {
				lines[n.Line] = before && ok
			}
			if ok {
				d.Origin = drafts[o].ID
			} else if n.Time != 0 && n.Origin == 0 && (own == 0 || n.Time < own) {
				own = n.Time
			}
		})
		copied = slices.DeleteFunc(copied, func(line int32) bool { return !lines[line] })
		s.file = s.file.withCopied(copied, size)
	}
	if own != 0 {
		d.Start = time.UnixMilli(own).UTC()
	}
	for _, o := range slices.Sorted(maps.Keys(replied)) {
		drafts[o].markRepeated(d)
	}
}

// markRepeated marks the lines of a session that another one repeats.
func (d *draft) markRepeated(by *draft) {
	same := map[uint64]bool{}
	for _, s := range by.files {
		s.each(func(n *Node) { same[n.Same] = true })
	}
	for _, s := range d.files {
		var lines []int32
		s.each(func(n *Node) {
			if last := len(lines) - 1; same[n.Same] && (last < 0 || lines[last] != n.Line) {
				lines = append(lines, n.Line)
			}
		})
		if len(lines) > 0 {
			s.file = s.file.with(func(p *Part) { p.Repeated = append(slices.Clone(p.Repeated), Repeat{by.ID, spans(lines)}) })
		}
	}
}

// withCopied returns a copy of f with the lines marked. size has the bytes of the records of each.
func (f *File) withCopied(lines []int32, size map[int32]int64) *File {
	if len(lines) == 0 {
		return f
	}
	var sum int64
	for _, line := range lines {
		sum += size[line]
	}
	return f.with(func(p *Part) { p.Copied, p.CopiedSize = spans(lines), sum })
}

// spans joins ascending line numbers to runs.
func spans(lines []int32) []Span {
	var runs []Span
	for _, line := range lines {
		n := int(line)
		if last := len(runs) - 1; last >= 0 && runs[last].To == n-1 {
			runs[last].To = n
			continue
		}
		runs = append(runs, Span{n, n})
	}
	return runs
}
