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
// once, and so are those of files, most of which many folders have. Sizes and sums are in a
// temporary file. What grows with the site has no pointers, or the garbage collector would follow
// them all, many times in a build.
type fileSet struct {
	folders []inFolder
	dirs    []byte                       // their names
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
	from, to uint32 // its name, in dirs
	alike    uint32 // the one before with the same hash
	file     uint32 // its last file
	count    uint32 // of its files
}

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
func (s *fileSet) folder(dir string) uint32 {
	if s.at == nil {
		return 0
	}
	at := s.at[s.hash(dir)]
	for at > 0 && s.dir(at) != dir {
		at = s.folders[at-1].alike
	}
	return at
}

// hash returns the hash of the name of a folder, which others may have, too.
func (s *fileSet) hash(dir string) uint32 { return uint32(maphash.String(s.seed, dir)) }

// dir returns the name of a folder: its bytes are not written to again.
func (s *fileSet) dir(at uint32) string {
	name := s.dirs[s.folders[at-1].from:s.folders[at-1].to]
	return unsafe.String(unsafe.SliceData(name), len(name))
}

// addFolder returns the place of a new folder.
func (s *fileSet) addFolder(dir string) uint32 {
	if s.at == nil {
		s.seed, s.at = maphash.MakeSeed(), map[uint32]uint32{}
	}
	from := uint32(len(s.dirs))
	s.dirs = append(s.dirs, dir...)
	hash := s.hash(dir)
	s.folders = append(s.folders, inFolder{from: from, to: uint32(len(s.dirs)), alike: s.at[hash]})
	s.at[hash] = uint32(len(s.folders))
	return s.at[hash]
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
	at := s.folder(dir)
	if at == 0 {
		at = s.addFolder(dir)
	} else if f := s.findIn(at, base); f != nil {
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
		for at := range s.folders {
			for i := s.folders[at].file; i > 0; i = s.files[i-1].before {
				if f := &s.files[i-1]; wanted(f) && !yield(s.entry(s.dir(uint32(at+1)), f)) {
					return
				}
			}
		}
	}
}

// entry returns a file of a folder, with its size and sum if this build made it.
func (s *fileSet) entry(dir string, f *oneFile) entry {
	e := s.records.get(f.made)
	if base := s.names[f.base]; dir != "" {
		e.Name = dir + "/" + base
	} else {
		e.Name = base
	}
	return e
}

// byName yields the files that this build makes by name. None may be added meanwhile.
func (s *fileSet) byName() iter.Seq[entry] {
	type folder struct {
		dir, prefix string // of names in it
		files       []*oneFile
	}
	return func(yield func(entry) bool) {
		var above []folder             // the folder whose turn it is, and those above it that have files, with the files that are left
		pass := func(to string) bool { // yields the files that come before what is in a folder
			for len(above) > 0 {
				f := &above[len(above)-1]
				inside := strings.HasPrefix(to, f.prefix) && to != ""
				for len(f.files) > 0 && (!inside || s.names[f.files[0].base] < to[len(f.prefix):]) {
					if !yield(s.entry(f.dir, f.files[0])) {
						return false
					}
					f.files = f.files[1:]
				}
				if inside {
					return true
				}
				above = above[:len(above)-1]
			}
			return true
		}
		for _, at := range s.inOrder() {
			dir := s.dir(at)
			prefix := ""
			if dir != "" {
				prefix = dir + "/"
			}
			if prefix != "" && !pass(prefix) {
				return
			}
			above = append(above, folder{dir, prefix, s.sorted(at)})
		}
		pass("")
	}
}

// inOrder returns the places of the folders, by what the names of their files begin with.
func (s *fileSet) inOrder() []uint32 {
	list := make([]uint32, len(s.folders))
	for i := range list {
		list[i] = uint32(i + 1)
	}
	slices.SortFunc(list, func(a, b uint32) int { return comparePrefixes(s.dir(a), s.dir(b)) })
	return list
}

// comparePrefixes compares the names of two folders as if a slash followed each, but for that of the top.
func comparePrefixes(a, b string) int {
	n := min(len(a), len(b))
	if c := strings.Compare(a[:n], b[:n]); c != 0 || len(a) == len(b) {
		return c
	}
	if n == 0 {
		return cmp.Compare(len(a), len(b))
	}
	if len(a) > n {
		return cmp.Or(cmp.Compare(a[n], '/'), 1)
	}
	return cmp.Or(cmp.Compare('/', b[n]), -1)
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
