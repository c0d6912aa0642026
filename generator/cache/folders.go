package cache

import (
	"encoding/binary"
	"io"
	"maps"
	"path"
	"path/filepath"
	"runtime"
	"slices"

	"steno/generator/output"
)

// To look at every file of a large site takes most of the time of a build that has nothing to do.
// The time of a folder changes when a file is added to it, removed from it or put in the place of
// another, which is how Steno and most programs write. So once all files were as the last build
// left them, the times of their folders are kept, and as long as these are the same the files are
// taken for the same. A file whose bytes were changed in its place is found when anything else
// changes, or with Request.Verify.
//
// Where a file system may keep no times of folders, as on Windows, each file is looked at.

const (
	foldersName = "folders" // of the file in the folder of a cache
	manyFiles   = 4096      // of a smaller site all files are looked at in a few milliseconds
)

// noteFolders keeps the times of the folders of a site whose files were found as the build with
// this stamp left them.
func (q Request) noteFolders(left string, files []output.File) error {
	if len(files) < manyFiles || runtime.GOOS == "windows" {
		return nil
	}
	known := map[string]bool{".": true} // the top says whether a build is under way
	for _, f := range files {
		known[path.Dir(f.Name)] = true
	}
	names := slices.Sorted(maps.Keys(known))
	times, err := output.FolderTimes(q.Config.Destination, names)
	if err != nil {
		return err
	}
	return writeSummed(q.foldersFile(), func(w io.Writer) error {
		b := appendText(nil, left)
		for i, name := range names {
			b = binary.AppendVarint(appendText(b, name), times[i])
		}
		_, err := w.Write(b)
		return err
	})
}

// foldersHold reports whether each folder of the site has the time that it had when all files were
// as the build with this stamp left them.
func (q Request) foldersHold(left string) bool {
	var names []string
	var times []int64
	err := readSummed(q.foldersFile(), func(r io.Reader) error {
		data, err := io.ReadAll(r)
		if stamp, rest, ok := cutText(data); ok && stamp == left {
			names, times = readFolders(rest)
		}
		return err
	})
	if err != nil || len(names) == 0 {
		return false
	}
	now, err := output.FolderTimes(q.Config.Destination, names)
	return err == nil && slices.Equal(now, times)
}

// readFolders reads names and times, none of what is damaged.
func readFolders(data []byte) (names []string, times []int64) {
	for len(data) > 0 {
		name, rest, ok := cutText(data)
		at, n := binary.Varint(rest)
		if !ok || n <= 0 {
			return nil, nil
		}
		names, times, data = append(names, name), append(times, at), rest[n:]
	}
	return names, times
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
