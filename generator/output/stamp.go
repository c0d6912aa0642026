package output

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
)

// Stamp tells whether a finished site is as a build left it: a hash over the manifest and
// the size and time of change of every file that it names. It fails where there is no
// finished site, or where one of its files is missing.
func Stamp(dir string) (string, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	m, err := readManifest(root)
	if err != nil {
		return "", err
	}
	if m == nil {
		return "", fmt.Errorf("%q holds no finished site", dir)
	}
	h := sha256.New()
	for _, f := range m.Files {
		info, err := root.Lstat(f.Name)
		if err != nil {
			return "", err
		}
		if info.Size() != f.Size {
			return "", fmt.Errorf("%q has another size than it was written with", f.Name)
		}
		fmt.Fprintf(h, "%q %x %d\n", f.Name, f.SHA256, info.ModTime().UnixNano())
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
