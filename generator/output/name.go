package output

import (
	"fmt"
	"io/fs"
	"strings"
)

// Names of the package's own files at the top of the destination.
const (
	// ManifestName is the file that lists all others; by it a folder is known as Steno's.
	ManifestName = "steno-manifest.json"

	lockName   = ".steno-lock" // only while a build runs, or after one was interrupted
	tempPrefix = ".steno-tmp-"
)

// checkName refuses names that are not plain paths below the destination on every
// system that the site may be copied to.
func checkName(name string) error {
	if !fs.ValidPath(name) || name == "." {
		return fmt.Errorf("file name %q is not a path below the destination", name)
	}
	if name == ManifestName || name == lockName || strings.HasPrefix(name, tempPrefix) {
		return fmt.Errorf("file name %q is reserved", name)
	}
	for element := range strings.SplitSeq(name, "/") {
		switch {
		case len(element) > 255:
			return fmt.Errorf("file name %q: a part is longer than 255 bytes", name)
		case !storable(element):
			return fmt.Errorf("file name %q has characters that not every system can store", name)
		case strings.HasSuffix(element, ".") || strings.HasSuffix(element, " "):
			return fmt.Errorf("file name %q: a part ends in a dot or a space, which Windows drops", name)
		case Device(element):
			return fmt.Errorf("file name %q: %q is a device on Windows", name, element)
		}
	}
	return nil
}

// storable reports whether every system can store the characters of a name. It is asked for each
// file that an earlier build left.
func storable(element string) bool {
	for i := range len(element) {
		switch c := element[i]; c {
		case '<', '>', ':', '"', '|', '?', '*', '\\', 0x7f:
			return false
		default:
			if c < ' ' {
				return false
			}
		}
	}
	return true
}

// Device reports whether Windows takes the name for a device, extension or not.
func Device(element string) bool {
	base, _, _ := strings.Cut(element, ".")
	if base = strings.TrimRight(base, " "); len(base) > len("conout$") {
		return false
	}
	switch base = strings.ToLower(base); base {
	case "con", "prn", "aux", "nul", "conin$", "conout$":
		return true
	}
	digit, ok := strings.CutPrefix(base, "com")
	if !ok {
		digit, ok = strings.CutPrefix(base, "lpt")
	}
	return ok && strings.Contains("0123456789¹²³", digit) && len([]rune(digit)) == 1
}

// lowerName is the form under which disks that ignore letter case compare names.
func lowerName(name string) string { return strings.ToLower(name) }
