package parser

import (
	"fmt"
	"strings"
)

// anchors gives each entry its anchor. Within a thread the earlier record keeps
// the short form and a later one that collides gets a longer one, so that lines
// appended to a file never change what is already there.
func anchors(entries []*entry) {
	taken := make(map[string]string, len(entries)) // anchor to id
	copies := make(map[string]int)
	for _, e := range entries {
		id := anchorID(e)
		e.at.Anchor = anchor(id, taken, copies)
	}
}

func anchor(id string, taken map[string]string, copies map[string]int) string {
	for n := min(8, len(id)); n <= len(id); n++ {
		a := "m-" + id[:n]
		owner, used := taken[a]
		if !used {
			taken[a] = id
			return a
		}
		if owner == id {
			break
		}
	}
	for {
		copies[id]++
		a := fmt.Sprintf("m-%s-%d", id, copies[id]+1)
		if _, used := taken[a]; !used {
			taken[a] = id
			return a
		}
	}
}

// anchorID gives the letters and digits of the uuid; records without one are
// named after their content.
func anchorID(e *entry) string {
	id := strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z':
			return r
		}
		return -1
	}, e.at.UUID)
	if id == "" || len(id) > 64 {
		return fmt.Sprintf("%016x", e.Sum)
	}
	return id
}
