package output

import (
	"iter"
	"slices"
	"strings"
)

// fileSet is the files of a site, of which there may be hundreds of thousands: those that earlier
// builds left, and those that this one makes, most of which are the same. Names of folders are kept
// once, and so are those of files, most of which many folders have. Sizes and sums are in a
// temporary file.
type fileSet struct {
	folders map[string]*inFolder
	names   []string          // of files, in any order
	last    map[string]uint32 // the last that were not known, by their places in names
	records *records          // of what this build made, nil for none
}

// inFolder is the files of a folder, in any order.
type inFolder struct {
	files []oneFile
	at    map[string]int32 // of many files, their places
}

// fewFiles are found without a map.
const fewFiles = 32

type oneFile struct {
	base uint32 // its name, in names
	made uint32 // by this build: the number of its record, from 1
	left bool   // by an earlier build, finished or not
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
	if in := s.folders[dir]; in != nil {
		return s.findIn(in, base)
	}
	return nil
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
	if s.folders == nil {
		s.folders = map[string]*inFolder{}
	}
	in := s.folders[dir]
	if in == nil {
		in = &inFolder{}
		s.folders[strings.Clone(dir)] = in
	}
	if f := s.findIn(in, base); f != nil {
		return f
	}
	in.files = append(in.files, oneFile{base: s.name(base)})
	last := len(in.files) - 1
	if in.at != nil {
		in.at[s.names[in.files[last].base]] = int32(last)
	} else if last >= fewFiles {
		in.at = map[string]int32{}
		for i := range in.files {
			in.at[s.names[in.files[i].base]] = int32(i)
		}
	}
	return &in.files[last]
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

func (s *fileSet) findIn(in *inFolder, base string) *oneFile {
	if in.at != nil {
		if at, ok := in.at[base]; ok {
			return &in.files[at]
		}
		return nil
	}
	for i := range in.files {
		if s.names[in.files[i].base] == base {
			return &in.files[i]
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
		for dir, in := range s.folders {
			for i := range in.files {
				if f := &in.files[i]; wanted(f) && !yield(s.entry(dir, f)) {
					return
				}
			}
		}
	}
}

// entry returns a file of a folder, with its size and sum if this build made it.
func (s *fileSet) entry(dir string, f *oneFile) entry {
	e := s.records.get(f.made)
	if e.Name = s.names[f.base]; dir != "" {
		e.Name = dir + "/" + e.Name
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
		for _, prefix := range s.prefixes() {
			dir := strings.TrimSuffix(prefix, "/")
			if prefix != "" && !pass(prefix) {
				return
			}
			above = append(above, folder{dir, prefix, s.sorted(s.folders[dir])})
		}
		pass("")
	}
}

// prefixes are what names in each folder begin with, in order.
func (s *fileSet) prefixes() []string {
	list := make([]string, 0, len(s.folders))
	for dir := range s.folders {
		if dir != "" {
			dir += "/"
		}
		list = append(list, dir)
	}
	slices.Sort(list)
	return list
}

// sorted returns the files of a folder that this build makes, by name.
func (s *fileSet) sorted(in *inFolder) []*oneFile {
	list := make([]*oneFile, 0, len(in.files))
	for i := range in.files {
		if in.files[i].made > 0 {
			list = append(list, &in.files[i])
		}
	}
	slices.SortFunc(list, func(a, b *oneFile) int { return strings.Compare(s.names[a.base], s.names[b.base]) })
	return list
}
