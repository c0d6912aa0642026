package literal

const (
	shortestLane = 32      // bytes
	longestPart  = 2 << 10 // bytes that two lanes read
)

// hit is a state with output and the end of what led to it.
type hit struct {
	end   int32
	state uint16
}

// Lanes are the hits of two lanes, memory that a reader brings along.
type Lanes [2][longestPart]hit

// Read reads s once and calls found with what each literal in it triggers and where the literal ends.
func (a *Automaton) Read(s string, lanes *Lanes, found func(t Trigger, end int)) {
	state, from := 0, 0
	for ; len(s)-from >= 2*shortestLane; from += min(len(s)-from, longestPart) {
		state = a.twoLanes(state, s, from, min(len(s), from+longestPart), lanes, found)
	}
	accept, next, class := int(a.accept), a.next, &a.class
	for i := from; i < len(s); i++ {
		state = int(next[state<<columnBits+int(class[s[i]])])
		if state >= accept {
			for _, t := range a.out[state] {
				found(t, i+1)
			}
		}
	}
}

// twoLanes reads s[from:to] from both its beginning and its middle: a processor waits for the
// table of states after each byte, and two lanes wait together. It begins with a state and
// returns the one at the end.
func (a *Automaton) twoLanes(state int, s string, from, to int, lanes *Lanes, found func(t Trigger, end int)) int {
	lane := (to - from + a.longest) / 2 // the second begins so early that it meets what begins in the first
	middle := to - lane
	state, early, late := a.readTwo(state, s[from:from+lane], s[middle:to], lanes)
	for _, h := range lanes[0][:early] {
		for _, t := range a.out[h.state] {
			found(t, from+int(h.end))
		}
	}
	for _, h := range lanes[1][:late] {
		if end := middle + int(h.end); end > from+lane {
			for _, t := range a.out[h.state] {
				found(t, end)
			}
		}
	}
	return state
}

// readTwo reads two texts of one length at once, the first from a state on, and returns the
// state at the end of the second and the number of hits in each.
func (a *Automaton) readTwo(first int, x, y string, hits *Lanes) (second, early, late int) {
	accept, next, class := int(a.accept), a.next, &a.class
	y = y[:len(x)]
	for i := range len(x) {
		first = int(next[first<<columnBits+int(class[x[i]])])
		second = int(next[second<<columnBits+int(class[y[i]])])
		if first >= accept {
			hits[0][early] = hit{int32(i + 1), uint16(first)}
			early++
		}
		if second >= accept {
			hits[1][late] = hit{int32(i + 1), uint16(second)}
			late++
		}
	}
	return second, early, late
}
