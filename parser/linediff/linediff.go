// Package linediff compares texts by their lines. Lines are known by their hashes, which are
// equal for equal lines within one process.
package linediff

import (
	"hash/maphash"
	"slices"
	"strings"
)

var seed = maphash.MakeSeed()

// Hash returns the hash of a line.
func Hash(line string) uint64 { return maphash.String(seed, line) }

// Lines returns the hashes of the lines of a text. An unterminated last line counts.
func Lines(text string) []uint64 {
	if text == "" {
		return nil
	}
	lines := make([]uint64, 0, strings.Count(text, "\n")+1)
	for line := range strings.Lines(text) {
		lines = append(lines, Hash(strings.TrimSuffix(line, "\n")))
	}
	return lines
}

// HashOf returns the hash of a line of a file, with its line end. A last line without one differs
// from the same line with one, as it does for git.
func HashOf(line string) uint64 {
	text, whole := strings.CutSuffix(line, "\n")
	if !whole {
		return unended(Hash(text))
	}
	return Hash(text)
}

// unended returns the hash of a line without a line end.
func unended(hash uint64) uint64 { return hash ^ 0x9e3779b97f4a7c15 }

// Edit is a stretch of lines that differs: a[From:To] became b[NewFrom:NewTo].
type Edit struct{ From, To, NewFrom, NewTo int }

// maxSteps bounds how many lines may differ before the rest counts as replaced. The work
// grows with its square.
const maxSteps = 1000

// Diff returns the shortest list of edits that makes b of a. Stretches that differ in more
// than some thousand lines are one edit.
func Diff(a, b []uint64) []Edit {
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	endA, endB := len(a), len(b)
	for endA > start && endB > start && a[endA-1] == b[endB-1] {
		endA, endB = endA-1, endB-1
	}
	if start == endA && start == endB {
		return nil
	}
	edits := between(a[start:endA], b[start:endB])
	for i := range edits {
		e := &edits[i]
		e.From, e.To, e.NewFrom, e.NewTo = e.From+start, e.To+start, e.NewFrom+start, e.NewTo+start
	}
	return edits
}

// few is how many lines are compared as they are: a table of them would take longer.
const few = 100

// between returns the edits of texts that begin and end differently. Lines that only one of them
// has are in an edit whatever else is, and most lines of a file that was written as a whole are
// such lines: only the others are compared.
func between(a, b []uint64) []Edit {
	if len(a)+len(b) <= few {
		return myers(a, b)
	}
	inA, inB := shared(a, b), shared(b, a)
	edits := myers(pick(a, inA), pick(b, inB))
	// What is between the edits is in both, line by line. All other lines are in edits.
	var out []Edit
	at, x, y := Edit{}, 0, 0 // the lines of a and b that were passed, and those of them that were compared
	pass := func(to int) {
		for ; x < to; x, y = x+1, y+1 {
			if at.To, at.NewTo = inA[x], inB[y]; at.From < at.To || at.NewFrom < at.NewTo {
				out = append(out, at)
			}
			at.From, at.NewFrom = inA[x]+1, inB[y]+1
		}
	}
	for _, e := range edits {
		pass(e.From)
		x, y = e.To, e.NewTo
	}
	pass(len(inA))
	if at.To, at.NewTo = len(a), len(b); at.From < at.To || at.NewFrom < at.NewTo {
		out = append(out, at)
	}
	return out
}

// shared returns the places of the lines of a that b has, too.
func shared(a, b []uint64) []int {
	has := make(map[uint64]bool, len(b))
	for _, line := range b {
		has[line] = true
	}
	var places []int
	for i, line := range a {
		if has[line] {
			places = append(places, i)
		}
	}
	return places
}

// pick returns the lines at places.
func pick(lines []uint64, places []int) []uint64 {
	picked := make([]uint64, len(places))
	for i, at := range places {
		picked[i] = lines[at]
	}
	return picked
}

// myers is the greedy algorithm of "An O(ND) Difference Algorithm", Eugene W. Myers, 1986.
func myers(a, b []uint64) []Edit {
	whole := []Edit{{0, len(a), 0, len(b)}}
	if len(a) == 0 && len(b) == 0 {
		return nil
	}
	if len(a) == 0 || len(b) == 0 {
		return whole
	}
	most := min(len(a)+len(b), maxSteps)
	reach := make([]int32, 2*most+3) // the furthest x on each diagonal k = x - y, at k+most+1
	var trace [][]int32
	for d := 0; d <= most; d++ {
		trace = append(trace, slices.Clone(reach[most+1-d:most+2+d]))
		for k := -d; k <= d; k += 2 {
			at := k + most + 1
			x := 0
			if d > 0 {
				if k == -d || k != d && reach[at-1] < reach[at+1] {
					x = int(reach[at+1])
				} else {
					x = int(reach[at-1]) + 1
				}
			}
			y := x - k
			for x < len(a) && y < len(b) && a[x] == b[y] {
				x, y = x+1, y+1
			}
			reach[at] = int32(x)
			if x >= len(a) && y >= len(b) {
				return path(trace, len(a), len(b))
			}
		}
	}
	return whole
}

// path walks the trace back from the end and joins its steps to edits.
func path(trace [][]int32, x, y int) []Edit {
	var edits []Edit
	for d := len(trace) - 1; d > 0; d-- {
		reach := trace[d] // of d-1, with diagonal k at k+d
		k := x - y
		before := k - 1
		if k == -d || k != d && reach[k-1+d] < reach[k+1+d] {
			before = k + 1
		}
		fromX := int(reach[before+d])
		fromY := fromX - before
		e := Edit{fromX, fromX, fromY, fromY}
		if before < k {
			e.To++
		} else {
			e.NewTo++
		}
		if n := len(edits); n > 0 && edits[n-1].From == e.To && edits[n-1].NewFrom == e.NewTo {
			edits[n-1].From, edits[n-1].NewFrom = e.From, e.NewFrom
		} else {
			edits = append(edits, e)
		}
		x, y = fromX, fromY
	}
	slices.Reverse(edits)
	return edits
}

// Count returns how many lines edits add and remove.
func Count(edits []Edit) (added, removed int) {
	for _, e := range edits {
		added += e.NewTo - e.NewFrom
		removed += e.To - e.From
	}
	return added, removed
}
