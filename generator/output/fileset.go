package output

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unique"
)

// fileSet is the files of a site, of which there may be hundreds of thousands. Names of folders are kept once, and so are those of
// files, most of which many folders have.
type fileSet struct {
	folders map[string]*inFolder
	count   int
}

// inFolder is the files of a folder, in any order.
type inFolder struct {
	files []oneFile
	at    map[string]int32 // of many files, their places
}

// fewFiles are found without a map.
const fewFiles = 32

type oneFile struct {
	base unique.Handle[string]
	size int64
	sum  [32]byte
}

// split divides a name into that of its folder, "" for the top, and its last element.
func split(name string) (dir, base string) {
	at := strings.LastIndexByte(name, '/')
	if at < 0 {
		return "", name
	}
	return name[:at], name[at+1:]
}

// get returns a file.
func (s *fileSet) get(name string) (e entry, ok bool) {
	dir, base := split(name)
	in := s.folders[dir]
	if in == nil {
		return e, false
	}
	at, ok := in.find(base)
	if !ok {
		return e, false
	}
	f := &in.files[at]
	return entry{Name: name, Size: f.size, SHA256: f.sum}, true
}

func (s *fileSet) has(name string) bool {
	_, ok := s.get(name)
	return ok
}

// add adds a file, or puts it in the place of the one with its name.
func (s *fileSet) add(e entry) {
	dir, base := split(e.Name)
	if s.folders == nil {
		s.folders = map[string]*inFolder{}
	}
	in := s.folders[dir]
	if in == nil {
		in = &inFolder{}
		s.folders[strings.Clone(dir)] = in
	}
	f := oneFile{unique.Make(base), e.Size, e.SHA256}
	if at, ok := in.find(base); ok {
		in.files[at] = f
		return
	}
	s.count++
	in.files = append(in.files, f)
	if in.at != nil {
		in.at[f.base.Value()] = int32(len(in.files) - 1)
	} else if len(in.files) > fewFiles {
		in.at = map[string]int32{}
		for i := range in.files {
			in.at[in.files[i].base.Value()] = int32(i)
		}
	}
}

func (in *inFolder) find(base string) (at int, ok bool) {
	if in.at != nil {
		at, ok := in.at[base]
		return int(at), ok
	}
	at = slices.IndexFunc(in.files, func(f oneFile) bool { return f.base.Value() == base })
	return at, at >= 0
}

// all yields the files in any order.
func (s *fileSet) all() iter.Seq[entry] {
	return func(yield func(entry) bool) {
		for dir, in := range s.folders {
			for i := range in.files {
				if !yield(in.entry(dir, i)) {
					return
				}
			}
		}
	}
}

func (in *inFolder) entry(dir string, i int) entry {
	f := &in.files[i]
	name := f.base.Value()
	if dir != "" {
		name = dir + "/" + name
	}
	return entry{Name: name, Size: f.size, SHA256: f.sum}
}

// byName yields the files by name. None may be added meanwhile.
func (s *fileSet) byName() iter.Seq[entry] {
	type place struct {
		dir string
		in  *inFolder
	}
	type ordered struct{ folder, file int32 }
	folders, order := make([]place, 0, len(s.folders)), make([]ordered, 0, s.count)
	for dir, in := range s.folders {
		folders = append(folders, place{dir, in})
	}
	slices.SortFunc(folders, func(a, b place) int { return strings.Compare(a.dir, b.dir) })
	for i, f := range folders {
		for k := range f.in.files {
			order = append(order, ordered{int32(i), int32(k)})
		}
	}
	slices.SortFunc(order, func(a, b ordered) int {
		x, y := &folders[a.folder], &folders[b.folder]
		baseX, baseY := x.in.files[a.file].base.Value(), y.in.files[b.file].base.Value()
		if a.folder == b.folder {
			return strings.Compare(baseX, baseY)
		}
		return compareNames(x.dir, baseX, y.dir, baseY)
	})
	return func(yield func(entry) bool) {
		for _, o := range order {
			if f := &folders[o.folder]; !yield(f.in.entry(f.dir, int(o.file))) {
				return
			}
		}
	}
}

// compareNames compares names of which the folders differ, without putting them together.
func compareNames(dirA, a, dirB, b string) int {
	n := min(len(dirA), len(dirB))
	if c := strings.Compare(dirA[:n], dirB[:n]); c != 0 {
		return c
	}
	if len(dirA) > n {
		return -compareBelow(b, dirA[n:], a, n > 0)
	}
	return compareBelow(a, dirB[n:], b, n > 0)
}

// compareBelow compares a file of a folder with one whose folder begins like its name, and goes on with more. Behind the names of
// folders are slashes; the top has none.
func compareBelow(file, more, base string, named bool) int {
	if named {
		if c := cmp.Compare('/', more[0]); c != 0 {
			return c
		}
		more = more[1:]
	}
	n := min(len(file), len(more))
	if c := strings.Compare(file[:n], more[:n]); c != 0 || len(file) <= n {
		return cmp.Or(c, -1)
	}
	return strings.Compare(file[n:], "/"+base)
}
