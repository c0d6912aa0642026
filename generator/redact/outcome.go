package redact

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// Outcome is what a [Redactor] made of the texts of one session: which long ones are settled, and a
// sum of those that it changed. If a session is parsed in the same way twice and the sums are the same,
// all of its texts are the same.
type Outcome struct {
	Settled Settled

	texts uint64    // that were looked at
	sum   hash.Hash // of those that were changed; nil for none
}

// note takes in the next text as it is now, with what was found in it.
func (o *Outcome) note(text string, found []Finding) {
	if o == nil {
		return
	}
	o.texts++
	o.Settled.note(text) // what does not settle is replaced as a whole, and no longer long
	if len(found) == 0 {
		return
	}
	if o.sum == nil {
		o.sum = sha256.New()
	}
	head := binary.AppendUvarint(nil, o.texts)
	for i := range found {
		head = append(append(head, found[i].Placeholder...), 0)
		head = append(append(head, found[i].Rule...), 0)
		head = append(head, found[i].Hash[:]...)
	}
	head = binary.AppendUvarint(head, uint64(len(text)))
	o.sum.Write(head)
	o.sum.Write([]byte(text))
}

// Sum condenses the changed texts and their places among all.
func (o *Outcome) Sum() Hash {
	if o.sum == nil {
		return Hash{}
	}
	return Hash(o.sum.Sum(nil)[:16])
}
