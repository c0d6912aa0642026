package output

import (
	"cmp"
	"hash/maphash"
	"iter"
	"slices"
	"strings"
	"unsafe"
)

// fileSet is the files of a site, of which there may be hundreds of thousands: those that earlier
// builds left, and those that this one makes, most of which are the same. Names of folders are kept
// in the folders above them, and those of files, most of which many folders have, once. Sizes and
// sums are in a temporary file. What grows with the site has no pointers, or the garbage collector
// would follow them all, many times in a build.
type fileSet struct {
	place   string                       // of the top
	folders []inFolder                   // the first is the top
	elems   []byte                       // the last elements of their names
	seed    maphash.Seed                 // of the hashes of these
	at      map[uint32]uint32            // the last folder with a hash, by its place
	files   []oneFile                    // of all folders
	many    map[uint32]map[string]uint32 // of folders with many files, the places of these
	names   []string                     // of files, in any order
	last    map[string]uint32            // the last that were not known, by their places in names
	records *records                     // of what this build made, nil for none
}

// inFolder is a folder. Places are counted from 1, 0 is none.
type inFolder struct {
	above    uint32 // the folder that it is in, which comes before it
	from, to uint32 // the last element of its name, in elems
	alike    uint32 // the one before with the same hash
	file     uint32 // its last file
	count    uint32 // of its files
	times    folderTimes
}

// top is the place of the folder of the site.
const top = 1

// fewFiles are found without a map.
const fewFiles = 32

type oneFile struct {
	base   uint32 // its name, in names
	made   uint32 // by this build: the number of its record, from 1
	before uint32 // the place of the file before it in its folder
	left   bool   // by an earlier build, finished or not
}

// split divides a name into that of its folder, "" for the top, and its last element.
func split(name string) (dir, base string) {
	at := strings.LastIndexByte(name, '/')
	if at < 0 {
		return "", name
	}
	return name[:at], name[at+1:]
}

// find returns a file, nil for none. It is valid until the next is added.
func (s *fileSet) find(name string) *oneFile {
	dir, base := split(name)
	return s.findIn(s.folder(dir), base)
}

// folder returns the place of a folder, 0 for none.
func (s *fileSet) folder(dir string) uint32 { return s.walk(dir, s.child) }

// walk goes down from the top, as far as step finds the next folder.
func (s *fileSet) walk(dir string, step func(above uint32, elem string) uint32) uint32 {
	at := uint32(top)
	if len(s.folders) == 0 {
		at = 0
	}
	for at > 0 && dir != "" {
		elem, rest, _ := strings.Cut(dir, "/")
		at, dir = step(at, elem), rest
	}
	return at
}

// child returns the place of a folder in another, 0 for none.
func (s *fileSet) child(above uint32, elem string) uint32 {
	at := s.at[s.hash(above, elem)]
	for at > 0 && (s.folders[at-1].above != above || s.elem(at) != elem) {
		at = s.folders[at-1].alike
	}
	return at
}

// hash returns the hash of a folder in another, which others may have, too.
func (s *fileSet) hash(above uint32, elem string) uint32 {
	return uint32(maphash.String(s.seed, elem)) ^ above*0x9E3779B1 // any odd number with bits all over
}

// elem returns the last element of a folder's name: its bytes are not written to again.
func (s *fileSet) elem(at uint32) string {
	elem := s.elems[s.folders[at-1].from:s.folders[at-1].to]
	return unsafe.String(unsafe.SliceData(elem), len(elem))
}

// dir returns what the names of a folder's files begin with.
func (s *fileSet) dir(at uint32) string {
	size := 0
	for f := at; f > top; f = s.folders[f-1].above {
		size += len(s.elem(f)) + len("/")
	}
	name := make([]byte, size)
	for f := at; f > top; f = s.folders[f-1].above {
		elem := s.elem(f)
		size -= len(elem) + len("/")
		name[size+copy(name[size:], elem)] = '/'
	}
	return string(name)
}

// addFolder returns the place of a folder, which may be a new one.
func (s *fileSet) addFolder(dir string) uint32 {
	if s.at == nil {
		s.seed, s.at, s.folders = maphash.MakeSeed(), map[uint32]uint32{}, []inFolder{{}}
	}
	return s.walk(dir, func(above uint32, elem string) uint32 {
		if at := s.child(above, elem); at > 0 {
			return at
		}
		from, hash := uint32(len(s.elems)), s.hash(above, elem)
		s.elems = append(s.elems, elem...)
		s.folders = append(s.folders, inFolder{above: above, from: from, to: uint32(len(s.elems)), alike: s.at[hash]})
		s.at[hash] = uint32(len(s.folders))
		return s.at[hash]
	})
}

// leave adds a file that an earlier build left.
func (s *fileSet) leave(name string) { s.add(name).left = true }

// make adds a file that this build makes.
func (s *fileSet) make(e entry) {
	f := s.add(e.Name)
	if s.records == nil {
		s.records = &records{}
	}
	f.made = s.records.add(e)
}

// add returns the file with a name, which may be a new one.
func (s *fileSet) add(name string) *oneFile {
	dir, base := split(name)
	at := s.addFolder(dir)
	if f := s.findIn(at, base); f != nil {
		return f
	}
	in := &s.folders[at-1]
	s.files = append(s.files, oneFile{base: s.name(base), before: in.file})
	in.file = uint32(len(s.files))
	in.count++
	f := &s.files[in.file-1]
	if many := s.many[at]; many != nil {
		many[s.names[f.base]] = in.file
	} else if in.count > fewFiles {
		many = map[string]uint32{}
		for i := in.file; i > 0; i = s.files[i-1].before {
			many[s.names[s.files[i-1].base]] = i
		}
		if s.many == nil {
			s.many = map[uint32]map[string]uint32{}
		}
		s.many[at] = many
	}
	return f
}

// mostNames are looked through for one that is needed again.
const mostNames = 256

// name returns where a name of a file is, the same for most that are alike. What is kept is no part
// of a longer text.
func (s *fileSet) name(base string) uint32 {
	at, known := s.last[base]
	if !known {
		if s.last == nil || len(s.last) == mostNames {
			s.last = make(map[string]uint32, mostNames)
		}
		at = uint32(len(s.names))
		s.names = append(s.names, strings.Clone(base))
		s.last[s.names[at]] = at
	}
	return at
}

// findIn returns a file of a folder, nil for none.
func (s *fileSet) findIn(at uint32, base string) *oneFile {
	if at == 0 {
		return nil
	}
	if many := s.many[at]; many != nil {
		if i, ok := many[base]; ok {
			return &s.files[i-1]
		}
		return nil
	}
	for i := s.folders[at-1].file; i > 0; i = s.files[i-1].before {
		if f := &s.files[i-1]; s.names[f.base] == base {
			return f
		}
	}
	return nil
}

// made yields the files that this build makes, in any order.
func (s *fileSet) made() iter.Seq[entry] {
	return s.all(func(f *oneFile) bool { return f.made > 0 })
}

// old yields the files that earlier builds left and this one does not make, in any order.
func (s *fileSet) old() iter.Seq[entry] {
	return s.all(func(f *oneFile) bool { return f.left && f.made == 0 })
}

func (s *fileSet) all(wanted func(*oneFile) bool) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		for at := range uint32(len(s.folders)) {
			dir := ""
			for i := s.folders[at].file; i > 0; i = s.files[i-1].before {
				f := &s.files[i-1]
				if !wanted(f) {
					continue
				}
				if dir == "" {
					dir = s.dir(at + 1)
				}
				if !yield(s.entry(dir, f)) {
					return
				}
			}
		}
	}
}

// entry returns a file of a folder, with its size and sum if this build made it.
func (s *fileSet) entry(dir string, f *oneFile) entry {
	e := s.records.get(f.made)
	e.Name = dir + s.names[f.base]
	return e
}

// byName yields the files that this build makes by name. None may be added meanwhile.
func (s *fileSet) byName() iter.Seq[entry] {
	return func(yield func(entry) bool) {
		if len(s.folders) > 0 {
			s.below(top, s.inOrder(), yield)
		}
	}
}

// below yields the files below a folder by name. folders are all of the set, as inOrder returns them.
func (s *fileSet) below(at uint32, folders []uint32, yield func(entry) bool) bool {
	files, dir := s.sorted(at), ""
	if len(files) > 0 {
		dir = s.dir(at)
	}
	first, _ := slices.BinarySearchFunc(folders, at, func(folder, at uint32) int { return cmp.Compare(s.folders[folder-1].above, at) })
	for _, folder := range folders[first:] {
		if s.folders[folder-1].above != at {
			break
		}
		elem := s.elem(folder) + "/"
		for len(files) > 0 && s.names[files[0].base] < elem {
			if !yield(s.entry(dir, files[0])) {
				return false
			}
			files = files[1:]
		}
		if !s.below(folder, folders, yield) {
			return false
		}
	}
	for _, f := range files {
		if !yield(s.entry(dir, f)) {
			return false
		}
	}
	return true
}

// inOrder returns the places of the folders, by the folder that they are in, and there by what the
// names of their files go on with.
func (s *fileSet) inOrder() []uint32 {
	list := make([]uint32, len(s.folders))
	for i := range list {
		list[i] = uint32(i + 1)
	}
	slices.SortFunc(list, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(s.folders[a-1].above, s.folders[b-1].above), compareElems(s.elem(a), s.elem(b)))
	})
	return list
}

// compareElems compares two elements of names as if a slash followed each.
func compareElems(a, b string) int {
	n := min(len(a), len(b))
	switch c := strings.Compare(a[:n], b[:n]); {
	case c != 0 || len(a) == len(b):
		return c
	case len(a) > n:
		return cmp.Or(cmp.Compare(a[n], '/'), 1)
	default:
		return cmp.Or(cmp.Compare('/', b[n]), -1)
	}
}

// sorted returns the files of a folder that this build makes, by name.
func (s *fileSet) sorted(at uint32) []*oneFile {
	list := make([]*oneFile, 0, s.folders[at-1].count)
	for i := s.folders[at-1].file; i > 0; i = s.files[i-1].before {
		if f := &s.files[i-1]; f.made > 0 {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b *oneFile) int { return strings.Compare(s.names[a.base], s.names[b.base]) })
	return list
}
