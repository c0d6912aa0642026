package cache

import (
	"encoding/binary"
	"io"
	"iter"
	"maps"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"steno/generator/output"
)

// To look at every file of a large site takes most of the time of a build that has little to do.
// The time of a folder changes when a file is added to it, removed from it or put in the place of
// another, which is how Steno and most programs write. So each build keeps the times of the folders
// of its site, and as long as one has its time its files are taken for the same. A file whose bytes
// were changed in its place is found when something else changes in its folder, or with
// Request.Verify.
//
// Where a file system may keep no times of folders, as on Windows, each file is looked at.

const (
	foldersName = "folders" // of the file in the folder of a cache
	manyFiles   = 4096      // of a smaller site all files are looked at in a few milliseconds
)

// noteFolders keeps the times of the folders of a site whose files are as the build with this stamp left them.
func (q Request) noteFolders(left string, files int, folders iter.Seq2[string, int64]) error {
	if files < manyFiles || runtime.GOOS == "windows" {
		return nil
	}
	return writeSummed(q.foldersFile(), func(w io.Writer) error {
		b := appendText(nil, left)
		for name, at := range folders {
			b = binary.AppendVarint(appendText(b, name), at)
		}
		_, err := w.Write(b)
		return err
	})
}

// Folders returns what is known of the folders of the site, for [output.Options]; nil when each file is to be looked at.
func (q Request) Folders() iter.Seq2[string, int64] {
	if q.Folder == "" || q.Force || q.Verify {
		return nil
	}
	folders, _ := q.folders()
	return folders
}

// foldersOf yields the folders of files with their times.
func (q Request) foldersOf(files []output.File) iter.Seq2[string, int64] {
	known := map[string]bool{"": true} // the top says whether a build is under way
	for _, f := range files {
		known[strings.TrimSuffix(path.Dir(f.Name), ".")] = true
	}
	return func(yield func(string, int64) bool) {
		for _, name := range slices.Sorted(maps.Keys(known)) {
			if !yield(name, output.FolderTime(q.Config.Destination, name)) {
				return
			}
		}
	}
}

// foldersHold reports whether each folder of the site has the time that it had when all files were
// as the build with this stamp left them.
func (q Request) foldersHold(left string) bool {
	folders, of := q.folders()
	return folders != nil && of == left && output.FoldersHold(q.Config.Destination, folders)
}

// folders returns the times that the folders of the site had when all files were as a build left them, and the stamp of
// that build; nil for none.
func (q Request) folders() (times iter.Seq2[string, int64], left string) {
	var rest []byte
	err := readSummed(q.foldersFile(), func(r io.Reader) error {
		data, err := io.ReadAll(r)
		left, rest, _ = cutText(data)
		return err
	})
	if err != nil || len(rest) == 0 {
		return nil, ""
	}
	return func(yield func(string, int64) bool) {
		for rest := rest; len(rest) > 0; {
			name, behind, ok := cutText(rest)
			at, n := binary.Varint(behind)
			if !ok || n <= 0 || !yield(name, at) {
				return
			}
			rest = behind[n:]
		}
	}, left
}

func (q Request) foldersFile() string { return filepath.Join(q.Dir(), foldersName) }

// appendText appends a text behind its length.
func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// cutText undoes appendText.
func cutText(b []byte) (s string, rest []byte, ok bool) {
	size, n := binary.Uvarint(b)
	if n <= 0 || size > uint64(len(b)-n) {
		return "", nil, false
	}
	return string(b[n : n+int(size)]), b[n+int(size):], true
}
