package literal

import "strings"

const (
	lanes        = 4
	shortestLane = 32      // bytes
	longestPart  = 4 << 10 // bytes that the lanes read together
)

// hit is a state with output and the end of what led to it.
type hit struct {
	end   int32
	state uint16
}

// Lanes are the hits of the lanes, memory that a reader brings along.
type Lanes [lanes][longestPart / 2]hit

// Read reads s once and calls found with what each literal in it triggers and where the literal ends.
func (a *Automaton) Read(s string, hits *Lanes, found func(t Trigger, end int)) {
	state, from := 0, 0
	for ; len(s)-from >= lanes*shortestLane; from += min(len(s)-from, longestPart) {
		state = a.readPart(state, s[:min(len(s), from+longestPart)], from, hits, found)
	}
	accept, next, class := int(a.accept), a.next, &a.class
	for i := from; i < len(s); i++ {
		state = int(next[state<<columnBits+int(class[s[i]])])
		if state >= accept {
			a.report(s, state, i+1, found)
		}
	}
}

// report calls found with what the literals trigger that are read in a state, which ended at s[:end].
func (a *Automaton) report(s string, state, end int, found func(t Trigger, end int)) {
	for _, t := range a.out[state] {
		if t.whole != 0 {
			rest, whole := s[end-int(t.Length):], a.whole[t.whole]
			if t.first != 0 && (rest[0] != t.first || !strings.HasPrefix(rest, whole)) ||
				t.first == 0 && (len(rest) < len(whole) || !strings.EqualFold(rest[:len(whole)], whole)) {
				continue
			}
		}
		found(t, end)
	}
}

// readPart reads s[from:] from several places on: a processor waits for the table of states after
// each byte, and lanes wait together. It begins with a state and returns the one at the end.
func (a *Automaton) readPart(state int, s string, from int, hits *Lanes, found func(t Trigger, end int)) int {
	rest := len(s) - from
	lane := (rest + (lanes-1)*a.longest) / lanes // each begins so early that it meets what begins in the one before
	step := (rest - lane + lanes - 2) / (lanes - 1)
	var starts [lanes]int
	for i := range starts {
		starts[i] = min(from+i*step, len(s)-lane)
	}
	state, counts := a.readLanes(state, s[starts[0]:starts[0]+lane], s[starts[1]:starts[1]+lane],
		s[starts[2]:starts[2]+lane], s[starts[3]:starts[3]+lane], hits)
	read := from
	for i, start := range starts {
		for _, h := range hits[i][:counts[i]] {
			if end := start + int(h.end); end > read {
				a.report(s, int(h.state), end, found)
			}
		}
		read = start + lane
	}
	return state
}

// readLanes reads texts of one length at once, the first from a state on, and returns the state at
// the end of the last and the number of hits in each.
func (a *Automaton) readLanes(s0 int, t0, t1, t2, t3 string, hits *Lanes) (last int, counts [lanes]int) {
	accept, next, class := int(a.accept), a.next, &a.class
	t1, t2, t3 = t1[:len(t0)], t2[:len(t0)], t3[:len(t0)]
	s1, s2, s3 := 0, 0, 0
	n0, n1, n2, n3 := 0, 0, 0, 0
	for i := range len(t0) {
		s0 = int(next[s0<<columnBits+int(class[t0[i]])])
		s1 = int(next[s1<<columnBits+int(class[t1[i]])])
		s2 = int(next[s2<<columnBits+int(class[t2[i]])])
		s3 = int(next[s3<<columnBits+int(class[t3[i]])])
		if s0 >= accept {
			hits[0][n0] = hit{int32(i + 1), uint16(s0)}
			n0++
		}
		if s1 >= accept {
			hits[1][n1] = hit{int32(i + 1), uint16(s1)}
			n1++
		}
		if s2 >= accept {
			hits[2][n2] = hit{int32(i + 1), uint16(s2)}
			n2++
		}
		if s3 >= accept {
			hits[3][n3] = hit{int32(i + 1), uint16(s3)}
			n3++
		}
	}
	return s3, [lanes]int{n0, n1, n2, n3}
}
