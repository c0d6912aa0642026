package output

import (
	"bytes"
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

// UnmarshalBinary reads what [Files.MarshalBinary] wrote.
func (list *Files) UnmarshalBinary(b []byte) error {
	r := bytes.NewReader(b)
	count, err := binary.ReadUvarint(r)
	if err != nil || count > uint64(r.Len()/sha256.Size) {
		return errFiles
	}
	all := make(Files, count)
	last := ""
	for i := range all {
		if !all[i].read(r, last) {
			return errFiles
		}
		last = all[i].Name
	}
	if r.Len() > 0 {
		return errFiles
	}
	*list = all
	return nil
}

// read reads one file; its name goes on from the last one's.
func (f *File) read(r *bytes.Reader, last string) bool {
	shared, err := binary.ReadUvarint(r)
	more, err2 := binary.ReadUvarint(r)
	if err != nil || err2 != nil || shared > uint64(len(last)) || more > uint64(r.Len()) {
		return false
	}
	name := append(make([]byte, 0, shared+more), last[:shared]...)
	name = name[:shared+more]
	r.Read(name[shared:])
	f.Name = string(name)
	f.Size, err = binary.ReadVarint(r)
	f.Changed, err2 = binary.ReadVarint(r)
	n, _ := r.Read(f.SHA256[:])
	return err == nil && err2 == nil && n == sha256.Size
}
