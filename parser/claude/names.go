package claude

import (
	"hash/maphash"
	"math/bits"
	"slices"
	"time"

	"steno/parser/claude/record"
)

// names finds entries by one of their names. It takes 16 bytes or less for each,
// where a map would take 30 and more: sessions may have a million records.
type names struct {
	entries []*entry
	of      func(*entry) string
	seed    maphash.Seed
	slots   []slot
}

// slot is the place of an entry in entries, counted from 1; 0 is free. With a part of its name's hash few names are read that
// are not those looked for: of a large session, they are all over a file.
type slot struct {
	at   int32
	hash uint32
}

func newNames(entries []*entry, of func(*entry) string) *names {
	size := 1 << bits.Len(uint(len(entries)+len(entries)/3))
	return &names{entries: entries, of: of, seed: maphash.MakeSeed(), slots: make([]slot, size)}
}

// slot finds the slot of a name: the one that contains it, or the free one where it
// belongs.
func (n *names) slot(name string) (s *slot, hash uint32) {
	whole := maphash.String(n.seed, name)
	mask, hash := len(n.slots)-1, uint32(whole>>32)
	for at := int(whole) & mask; ; at = (at + 1) & mask {
		s := &n.slots[at]
		if s.at == 0 || s.hash == hash && n.of(n.entries[s.at-1]) == name {
			return s, hash
		}
	}
}

// find returns the place of the entry with a name.
func (n *names) find(name string) (at int, known bool) {
	s, _ := n.slot(name)
	return int(s.at) - 1, s.at != 0
}

// add notes the entry at a place under its name, unless another has it.
func (n *names) add(at int) {
	if s, hash := n.slot(n.of(n.entries[at])); s.at == 0 {
		*s = slot{int32(at + 1), hash}
	}
}

// nodeIndex finds nodes by the uuids of entries.
type nodeIndex struct {
	entries *names
	nodes   []int32 // of each entry
}

func newNodeIndex(entries []*entry) *nodeIndex {
	return &nodeIndex{newNames(entries, func(e *entry) string { return e.at.UUID }), make([]int32, len(entries))}
}

// find returns the node of a uuid; that of "" is none.
func (x *nodeIndex) find(uuid string) (node int, known bool) {
	if uuid == "" {
		return 0, false
	}
	at, known := x.entries.find(uuid)
	if !known {
		return 0, false
	}
	return int(x.nodes[at]), true
}

// add notes the node of an entry.
func (x *nodeIndex) add(entry, node int) {
	x.nodes[entry] = int32(node)
	if x.entries.entries[entry].at.UUID != "" {
		x.entries.add(entry)
	}
}

// replays finds records that repeat others under a new uuid. Two kinds are known: the same content
// at the same time, below the same parent, and a history that is written again at the end of the
// file, from a record without a parent on, when a client resumes the session of another one (the
// CLI one of an editor's extension). Such a history leaves out calls that ran beside each other, so
// that parents differ, has the parts of a prompt (the file that was open, the text) as separate
// records, and writes the members of a message in another order.
type replays struct {
	read   *reading
	twice  map[uint64]int  // for what was said twice at the same time, the node that said it last; -1 while there is none
	newest time.Time       // of all nodes so far
	at     map[int64][]int // nodes by their time, nil until a history may begin again
}

func newReplays(read *reading, entries []*entry) *replays {
	keys := make([]uint64, 0, len(entries))
	for _, e := range entries {
		if key, ok := replayKey(e); ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	r := &replays{read: read, twice: make(map[uint64]int)}
	for i := 1; i < len(keys); i++ {
		if keys[i] == keys[i-1] {
			r.twice[keys[i]] = -1
		}
	}
	return r
}

// add notes an entry as the node at a place.
func (r *replays) add(e *entry, place int) {
	if e.at.Time.After(r.newest) {
		r.newest = e.at.Time
	}
	if key, ok := replayKey(e); ok {
		if _, twice := r.twice[key]; twice {
			r.twice[key] = place
		}
	}
	if r.at != nil {
		r.at[nanos(e.at.Time)] = append(r.at[nanos(e.at.Time)], place)
	}
}

// first returns the node that an entry repeats. parent is the uuid of the node that its parent is, or repeats.
func (r *replays) first(nodes []*entry, e *entry, parent string) (place int, known bool) {
	if !e.said() {
		return 0, false
	}
	if key, ok := replayKey(e); ok {
		if place, known := r.twice[key]; known && place >= 0 && nodes[place].replayed(e, parent) {
			return place, true
		}
	}
	if e.Parent == parent && parent != "" || !e.at.Time.Before(r.newest) {
		return 0, false
	}
	if r.at == nil {
		r.at = make(map[int64][]int)
		for i, n := range nodes {
			r.at[nanos(n.at.Time)] = append(r.at[nanos(n.at.Time)], i)
		}
	}
	for _, place := range r.at[nanos(e.at.Time)] {
		if first := nodes[place]; r.read.retold(first, e) || first.contains(e) {
			return place, true
		}
	}
	return 0, false
}

// said reports whether an entry is a message, written at a known time.
func (e *entry) said() bool {
	return (e.Type == "user" || e.Type == "assistant") && e.at.UUID != "" && !e.at.Time.IsZero()
}

// replayKey is equal for equal content at the same time, below any parent.
func replayKey(e *entry) (key uint64, ok bool) {
	return e.Hash ^ uint64(nanos(e.at.Time)), e.said() && e.Parent != ""
}

// replayed reports whether a later entry says the same as e, at the same time
// and below the same parent.
func (e *entry) replayed(later *entry, parent string) bool {
	return e.Hash == later.Hash && e.Type == later.Type && e.Parent == parent && e.at.Time.Equal(later.at.Time)
}

// contains reports whether a later record of the user has only blocks that e has.
func (e *entry) contains(later *entry) bool {
	if later.Type != "user" || e.Type != "user" || e.Message == nil || later.Message == nil || len(later.Message.Content) == 0 {
		return false
	}
	for _, blk := range later.Message.Content {
		if !slices.ContainsFunc(e.Message.Content, func(have record.Block) bool { return sameBlock(have, blk) }) {
			return false
		}
	}
	return true
}
