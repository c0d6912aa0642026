package output

import (
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
)

// The time of a folder changes when a file is added to it, removed from it or put in the place of another, which
// is how Steno and most programs write. So the files of a folder that has the time at which all of them were as
// a build left them need not be looked at one by one.

// folderTimes are when a folder was changed last, Unix nanoseconds, 0 where that is not known.
type folderTimes struct {
	left    int64 // when a build was done
	found   int64 // by this one, before it wrote there
	written bool  // by this one
}

// noteTimes notes the times that folders below top had when a build was done.
func noteTimes(s *fileSet, top string, left iter.Seq2[string, int64]) {
	if s.place = top; left == nil {
		return
	}
	for dir, at := range left {
		if i := s.folder(dir); i > 0 {
			s.folders[i-1].times.left = at
		}
	}
}

// FolderTime returns when a folder was changed last, -1 for none.
func FolderTime(top, dir string) int64 {
	info, err := os.Lstat(filepath.Join(top, filepath.FromSlash(dir)))
	if err != nil {
		return -1
	}
	return info.ModTime().UnixNano()
}

// look finds out when a folder was changed, unless that is known. It comes before anything is written there.
func (s *fileSet) look(at uint32) *folderTimes {
	times := &s.folders[at-1].times
	if times.found == 0 {
		times.found = FolderTime(s.place, s.dir(at))
	}
	return times
}

// wasLeft reports whether an earlier build left a file, and whether its folder was not changed since one was done.
func (s *fileSet) wasLeft(name string) (left, untouched bool) {
	dir, base := split(name)
	at := s.folder(dir)
	if f := s.findIn(at, base); f == nil || !f.left {
		return false, false
	}
	times := s.look(at)
	return true, times.left == times.found && times.found > 0
}

// toBeWritten notes that a file is about to be written, and reports whether an earlier build left it.
func (s *fileSet) toBeWritten(name string) (left bool) {
	dir, base := split(name)
	at := s.addFolder(dir)
	s.toBeChanged(at)
	f := s.findIn(at, base)
	return f != nil && f.left
}

// toBeChanged notes that a folder is about to be changed, and those above it, to which it may be new.
func (s *fileSet) toBeChanged(at uint32) {
	for ; at > 0 && !s.folders[at-1].times.written; at = s.folders[at-1].above {
		s.look(at).written = true
	}
}

// Folders yields the folders of a finished site, "" for the top, and when each was changed last, for [Options].
// It comes after Close, which changes the top.
func (s *Site) Folders() iter.Seq2[string, int64] {
	return func(yield func(string, int64) bool) {
		for i := range s.files.folders {
			at := uint32(i + 1)
			if at != top && !hasMade(&s.files, at) {
				continue
			}
			dir := strings.TrimSuffix(s.files.dir(at), "/")
			times := s.files.folders[i].times
			if times.written || times.found == 0 || at == top {
				times.found = FolderTime(s.files.place, dir)
			}
			if !yield(dir, times.found) {
				return
			}
		}
	}
}

// FoldersHold reports whether folders below dir have the times that [Site.Folders] yielded.
func FoldersHold(dir string, folders iter.Seq2[string, int64]) bool {
	type folder struct {
		name string
		at   int64
	}
	var all []folder
	for name, at := range folders {
		all = append(all, folder{name, at})
	}
	return inBatches(len(all), func(i int) error {
		if FolderTime(dir, all[i].name) != all[i].at {
			return fs.ErrInvalid
		}
		return nil
	}) == nil
}

// hasMade reports whether this build makes a file of a folder.
func hasMade(s *fileSet, at uint32) bool {
	for i := s.folders[at-1].file; i > 0; i = s.files[i-1].before {
		if s.files[i-1].made > 0 {
			return true
		}
	}
	return false
}
