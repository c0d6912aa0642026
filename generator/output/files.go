package output

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
)

// Files is a list of files that is kept in few bytes: names in one order share their beginnings.
type Files []File

// Below returns those of a list by name that are below a folder.
func (list Files) Below(dir string) Files {
	at := func(name string) int {
		i, _ := slices.BinarySearchFunc(list, name, func(f File, name string) int { return strings.Compare(f.Name, name) })
		return i
	}
	return list[at(dir+"/"):at(dir+"0")] // which comes next to the slash
}

// Find returns where a file is in a list by name.
func (list Files) Find(name string) (at int, is bool) {
	return slices.BinarySearchFunc(list, name, func(f File, name string) int { return strings.Compare(f.Name, name) })
}

var errFiles = errors.New("not a list of files")

// MarshalBinary writes the list for [Files.UnmarshalBinary].
func (list Files) MarshalBinary() ([]byte, error) {
	b := binary.AppendUvarint(make([]byte, 0, 8+64*len(list)), uint64(len(list)))
	last := ""
	for _, f := range list {
		shared := 0
		for shared < min(len(last), len(f.Name)) && last[shared] == f.Name[shared] {
			shared++
		}
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(shared)), uint64(len(f.Name)-shared))
		b = append(b, f.Name[shared:]...)
		b = binary.AppendVarint(binary.AppendVarint(b, f.Size), f.Changed)
		b = append(b, f.SHA256[:]...)
		last = f.Name
	}
	return b, nil
}

// UnmarshalBinary reads what [Files.MarshalBinary] wrote. The names share one text.
func (list *Files) UnmarshalBinary(b []byte) error {
	r := filesReader{rest: b}
	count := r.number()
	if count > uint64(len(r.rest)/sha256.Size) {
		return errFiles
	}
	all, ends := make(Files, count), make([]int, count)
	names, last := make([]byte, 0, 2*len(b)), 0 // where the last one begins
	for i := range all {
		f, begin := &all[i], len(names)
		shared := r.number()
		if shared > uint64(begin-last) {
			return errFiles
		}
		names = append(append(names, names[last:last+int(shared)]...), r.take(r.number())...)
		last, ends[i] = begin, len(names)
		f.Size, f.Changed = r.signed(), r.signed()
		copy(f.SHA256[:], r.take(sha256.Size))
	}
	if r.bad || len(r.rest) > 0 {
		return errFiles
	}
	text, begin := string(names), 0
	for i, end := range ends {
		all[i].Name, begin = text[begin:end], end
	}
	*list = all
	return nil
}

// filesReader reads parts of a list. bad is set when something did not fit.
type filesReader struct {
	rest []byte
	bad  bool
}

func (r *filesReader) number() uint64 {
	n, size := binary.Uvarint(r.rest)
	r.take(uint64(max(size, 0)))
	r.bad = r.bad || size <= 0
	return n
}

func (r *filesReader) signed() int64 {
	n := r.number()
	return int64(n>>1) ^ -int64(n&1)
}

func (r *filesReader) take(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.rest, r.bad = nil, true
		return nil
	}
	part := r.rest[:n]
	r.rest = r.rest[n:]
	return part
}
