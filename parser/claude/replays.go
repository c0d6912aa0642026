package claude

import "slices"

// replays holds, for what was said twice at the same time, the node that said it
// last; -1 while there is none.
type replays map[uint64]int

func newReplays(entries []*entry) replays {
	keys := make([]uint64, 0, len(entries))
	for _, e := range entries {
		if key, ok := replayKey(e); ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	twice := make(replays)
	for i := 1; i < len(keys); i++ {
		if keys[i] == keys[i-1] {
			twice[keys[i]] = -1
		}
	}
	return twice
}

// key gives the key of an entry that may be a replay or have one.
func (r replays) key(e *entry) (key uint64, twice bool) {
	key, ok := replayKey(e)
	if !ok {
		return 0, false
	}
	_, twice = r[key]
	return key, twice
}

func replayKey(e *entry) (key uint64, ok bool) {
	said := e.Type == "user" || e.Type == "assistant"
	return e.Hash ^ uint64(nanos(e.at.Time)), said && e.at.UUID != "" && e.Parent != "" && !e.at.Time.IsZero()
}
