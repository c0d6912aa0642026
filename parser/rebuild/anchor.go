package rebuild

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// anchors are what records and messages are known by.
type anchors struct {
	taken  map[string]bool
	copies map[[16]byte]int // how often a record of one id, or of one text, was met
}

// of returns the anchor of a record: from its id, or from all of it when it has none, never
// from its position. A record that repeats another gets a different one.
func (a *anchors) of(r *Record) string {
	text := []byte(r.At.UUID)
	if len(text) == 0 {
		text = r.Raw
	}
	sum := sha256.Sum256(text)
	if n := a.copies[[16]byte(sum[:16])]; n > 0 {
		a.copies[[16]byte(sum[:16])]++
		sum = sha256.Sum256(append(sum[:], strconv.Itoa(n)...))
	} else {
		a.copies[[16]byte(sum[:16])] = 1
	}
	digits := hex.EncodeToString(sum[:])
	for i := 8; ; i += 4 {
		if name := "m-" + digits[:min(i, len(digits))]; !a.taken[name] || i > len(digits) {
			a.taken[name] = true
			return name
		}
	}
}

// own returns an anchor for a message of a record, which may have several.
func own(anchor string, taken map[string]int) string {
	taken[anchor]++
	if n := taken[anchor]; n > 1 {
		return anchor + "-" + strconv.Itoa(n)
	}
	return anchor
}
