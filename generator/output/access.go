package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// MayWrite reports whether this user may write into a folder, or make it. In a container, the home
// folder is often another user's. It asks the system, and writes nothing: the folder above one that
// is missing may be anybody's. On Windows, where only writing itself shows it, the answer is yes
// for every folder.
func MayWrite(dir string) bool {
	info, err := os.Stat(dir)
	if up := filepath.Dir(dir); errors.Is(err, fs.ErrNotExist) && up != dir {
		return MayWrite(up)
	}
	return err == nil && info.IsDir() && writable(dir)
}
