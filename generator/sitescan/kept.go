package sitescan

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

// Kept is what a cache keeps of a look: the key and the fingerprints, by value.
type Kept struct {
	key    Key
	stated [16]byte // see Look.stated
	names  []string
	list   []fingerprint // by id
}

// version changes when fingerprints or the texts that are looked at change: what was looked at
// by another version is looked at again.
const version = 2

var errKept = errors.New("not a list of fingerprints")

// MarshalBinary writes the key and the fingerprints for [ReadKept]. Values that the configuration
// names are left out: it goes on to name them.
func (l *Look) MarshalBinary() ([]byte, error) {
	list := slices.DeleteFunc(slices.Clone(l.list), func(f fingerprint) bool { return f.size&flagNamed != 0 })
	slices.SortStableFunc(list, byID)
	b := []byte{version}
	stated := l.stated()
	b = append(append(b, l.key[:]...), stated[:]...)
	b = binary.AppendUvarint(b, uint64(len(l.names)))
	for _, name := range l.names {
		b = append(binary.AppendUvarint(b, uint64(len(name))), name...)
	}
	b = slices.Grow(b, 40*len(list))
	for i := range list {
		f := &list[i]
		b = append(append(b, f.id[:]...), f.mac[:]...)
		b = binary.LittleEndian.AppendUint32(b, f.window)
		b = binary.LittleEndian.AppendUint16(b, f.size&^flagPublic)
		b = binary.LittleEndian.AppendUint16(b, f.rule)
	}
	sum := newHasher(l.key).of(b)
	return append(b, sum[:]...), nil
}

func byID(a, b fingerprint) int { return bytes.Compare(a.id[:], b.id[:]) }

// ReadKept reads what [Look.MarshalBinary] wrote.
func ReadKept(b []byte) (*Kept, error) {
	k := &Kept{}
	const head = 1 + len(k.key) + len(k.stated)
	if len(b) < head+len(k.stated) || b[0] != version {
		return nil, errKept
	}
	copy(k.key[:], b[1:])
	b, sum := b[:len(b)-len(k.stated)], b[len(b)-len(k.stated):]
	if is := newHasher(k.key).of(b); !bytes.Equal(is[:], sum) { // a value that is lost is looked for in no file
		return nil, errKept
	}
	copy(k.stated[:], b[1+len(k.key):])
	r := bytes.NewReader(b[head:])
	count, err := binary.ReadUvarint(r)
	if err != nil || count > uint64(r.Len()) {
		return nil, errKept
	}
	for range count {
		n, err := binary.ReadUvarint(r)
		if err != nil || n > uint64(r.Len()) {
			return nil, errKept
		}
		name := make([]byte, n)
		r.Read(name)
		k.names = append(k.names, string(name))
	}
	rest := b[len(b)-r.Len():]
	if len(rest)%40 != 0 {
		return nil, errKept
	}
	k.list = make([]fingerprint, len(rest)/40)
	for i := range k.list {
		f, p := &k.list[i], rest[40*i:]
		copy(f.id[:], p)
		copy(f.mac[:], p[16:])
		f.window, f.size, f.rule = binary.LittleEndian.Uint32(p[32:]), binary.LittleEndian.Uint16(p[36:]),
			binary.LittleEndian.Uint16(p[38:])
		if int(f.rule) >= len(k.names) || f.length() > maxPiece || f.size&uncovered == 0 && f.length() < window {
			return nil, errKept
		}
	}
	if !slices.IsSortedFunc(k.list, byID) {
		return nil, errKept
	}
	return k, nil
}

// of returns the fingerprints of a value.
func (k *Kept) of(id ID) []fingerprint {
	at, _ := slices.BinarySearchFunc(k.list, id, func(f fingerprint, id ID) int { return bytes.Compare(f.id[:], id[:]) })
	end := at
	for end < len(k.list) && k.list[end].id == id {
		end++
	}
	return k.list[at:end]
}

// knows reports whether the fingerprint of a value is kept.
func (k *Kept) knows(id ID) bool { return k != nil && len(k.of(id)) > 0 }

// CarryAll takes over all that the last build found, for a look at a finished site.
func (t *Taken) CarryAll() {
	if t.earlier == nil {
		return
	}
	for _, f := range t.earlier.list {
		t.Carry(f.id, t.earlier.names[f.rule])
	}
}

// CoveredBy reports whether an earlier look covered all that this one does, so that what was
// looked at then need not be looked at again.
func (l *Look) CoveredBy(k *Kept) bool {
	if k == nil || k.key != l.key || k.stated != l.stated() {
		return false
	}
	for i := range l.list {
		if f := &l.list[i]; f.size&flagNamed == 0 && !k.knows(f.id) {
			return false
		}
	}
	return true
}

// stated condenses what the configuration says about values: which it names, and which of them
// are public.
func (l *Look) stated() (sum [16]byte) {
	h := newHasher(l.key)
	h.mac.Reset()
	for i := range l.list {
		if f := &l.list[i]; f.size&(flagNamed|flagPublic) != 0 {
			h.mac.Write(append(f.mac[:], byte(f.size>>8), byte(f.size)))
		}
	}
	copy(sum[:], h.mac.Sum(nil))
	return sum
}
