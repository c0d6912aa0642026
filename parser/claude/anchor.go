package claude

import (
	"fmt"
	"strings"
)

// anchors gives each entry its anchor. Within a thread the earlier record keeps
// the short form and a later one that collides gets a longer one, so that lines
// appended to a file never change what is already there.
func anchors(entries []*entry) {
	n := &naming{
		taken:  newNames(entries, func(e *entry) string { return e.at.Anchor }),
		copies: make(map[string]int),
	}
	for i, e := range entries {
		e.at.Anchor = n.anchor(anchorID(e))
		n.taken.add(i)
	}
}

type naming struct {
	taken  *names         // by anchor
	copies map[string]int // how many records share an id
}

func (n *naming) anchor(id string) string {
	for length := min(8, len(id)); length <= len(id); length++ {
		a := "m-" + id[:length]
		owner, used := n.taken.find(a)
		if !used {
			return a
		}
		if anchorID(n.taken.entries[owner]) == id {
			break
		}
	}
	for {
		n.copies[id]++
		a := fmt.Sprintf("m-%s-%d", id, n.copies[id]+1)
		if _, used := n.taken.find(a); !used {
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
		return fmt.Sprintf("%016x", e.Hash)
	}
	return id
}
