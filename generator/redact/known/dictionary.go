package known

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"math/bits"
	"slices"
	"strings"

	"steno/generator/redact/chars"
)

// Home marks such a path in the dictionary: it has no number.
const Home = -1

// Dictionary finds the values of a build again wherever they are written. One number
// per two bytes of text is looked up in a filter; only where that hits is anything hashed.
// Each form is there twice, as it may end at an even or at an odd place. The dictionary contains
// any number of forms, 64 bytes and a few of tables for each. Forms are added
// first; Seal then makes it ready.
type Dictionary struct {
	forms  []found  // sorted by window, then by what follows the window, the longest first
	starts []uint32 // by the upper bits of a window: where the forms of that window begin
	filter []uint64 // a bit for each value of the upper bits of a window
	users  map[Hash]bool

	startShift, filterShift uint8
}

type found struct {
	hash   Hash
	window uint32
	behind int16 // bytes of the form behind the window: 0 or 1
	length int16
	rule   int32
	entry  int32
}

// NewDictionary returns an empty dictionary.
func NewDictionary() *Dictionary { return &Dictionary{users: map[Hash]bool{}} }

// Add takes one value in. Its forms lead to the entry with the given number.
func (d *Dictionary) Add(v Value, rule, entry int) {
	for _, f := range v.Forms {
		if f.Length < Shortest || f.Length > 2*MaxForm {
			continue
		}
		for behind, window := range f.Windows {
			window &= 1<<windowBits - 1
			d.forms = append(d.forms, found{f.Hash, window, int16(behind), int16(f.Length), int32(rule), int32(entry)})
		}
	}
}

// Person takes in the name of a user or a home directory.
func (d *Dictionary) Person(v Value, rule int) {
	if len(v.Forms) == 0 {
		d.users[v.Hash] = true
		return
	}
	d.Add(v, rule, Home)
}

// Seal sorts the forms and fills the tables. Of equal forms the first that was added
// stays.
func (d *Dictionary) Seal() {
	slices.SortStableFunc(d.forms, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.window, b.window), cmp.Compare(a.behind, b.behind), cmp.Compare(b.length, a.length),
			bytes.Compare(a.hash[:], b.hash[:]))
	})
	d.forms = slices.CompactFunc(d.forms, func(a, b found) bool { return a.window == b.window && a.behind == b.behind && a.hash == b.hash })
	size := bits.Len(uint(len(d.forms)))
	d.startShift = uint8(windowBits - min(max(size, 8), windowBits))
	d.filterShift = uint8(windowBits - min(max(size+4, 16), windowBits))
	d.starts = make([]uint32, 1<<(windowBits-d.startShift)+1)
	d.filter = make([]uint64, 1<<(windowBits-d.filterShift)/64)
	for i := range d.forms {
		w := d.forms[i].window
		d.starts[w>>d.startShift+1]++
		d.filter[w>>d.filterShift/64] |= 1 << (w >> d.filterShift % 64)
	}
	for i := 1; i < len(d.starts); i++ {
		d.starts[i] += d.starts[i-1]
	}
}

// Knows reports whether a name is that of a user.
func (d *Dictionary) Knows(user string) bool {
	return d != nil && len(d.users) > 0 && d.users[HashOf(Folder(user))]
}

// Find calls hit with every known value in s. Its entry is Home for a home directory.
func (d *Dictionary) Find(s string, hit func(start, end, rule, entry int)) {
	if d == nil || len(d.forms) == 0 {
		return
	}
	from := 0 // nothing before it is looked at again
	for i := d.next(s, 0); i >= 0; i = d.next(s, i+2) {
		m := mix(chars.Number(s[i:i+Shortest]) >> 8)
		bucket := m >> d.startShift
		for _, f := range d.forms[d.starts[bucket]:d.starts[bucket+1]] {
			end := i + Shortest + int(f.behind)
			start := end - int(f.length)
			if f.window != m || end > len(s) || start < from || f.length < minAnywhere && !standsAlone(s, start, end) {
				continue
			}
			if hashBytes(s[start:end]) == f.hash {
				from = end
				if f.entry != Home || endsPath(s[start:end], s[end:]) {
					hit(start, end, int(f.rule), int(f.entry))
				}
			}
		}
	}
}

// next returns the first even place from i on before a window that passes the filter, -1 for none. It calls
// nothing: its loop needs registers only.
func (d *Dictionary) next(s string, i int) int {
	filter, shift := d.filter, hashShift+d.filterShift
	for ; i+Shortest <= len(s); i += 2 {
		if at := chars.Number(s[i:i+Shortest]) >> 8 * mixer >> (shift & 63); filter[at/64]>>(at%64)&1 != 0 {
			return i
		}
	}
	return -1
}

func hashBytes(s string) Hash {
	var buf [2 * MaxForm]byte
	sum := sha256.Sum256(buf[:copy(buf[:], s)])
	return Hash(sum[:16])
}

func standsAlone(s string, start, end int) bool {
	return (start == 0 || !chars.IsWord(s[start-1]) || chars.Boundary(s, start)) && (end == len(s) || !chars.IsWord(s[end]))
}

// endsPath reports whether the path of a directory is whole before rest. In the names of folders
// that are made from paths, dashes divide it.
func endsPath(dir, rest string) bool {
	return rest == "" || !chars.IsLabel(rest[0]) || rest[0] == '.' || rest[0] == '-' && !strings.ContainsAny(dir, `/\`)
}

// InPath reports the characters of paths.
func InPath(c byte) bool { return chars.IsLabel(c) || c == '/' || c == '\\' || c == ':' || c >= 0x80 }
