package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
)

// This file contains what an archive must not do. Archives come from other people:
// one whose entries lead out of it, hide behind links, have one name twice or
// unpack to far more than it weighs is refused as a whole, because none of it can
// be trusted. Nothing is ever written under a name from an archive.

const (
	maxEntries   = 1 << 20
	maxUnpacked  = 64 << 30 // bytes, whatever the archive weighs
	freeUnpacked = 1 << 30  // bytes that even the smallest archive may unpack to
	maxRatio     = 250      // beyond freeUnpacked; transcripts compress 5 to 30 times
)

var errBomb = fmt.Errorf("refused: it unpacks to more than %d times its size", maxRatio)

// unpacking is the listing of an archive while it is made.
type unpacking struct {
	listing
	formats Formats
	source  string
	prefix  string
	stamp   string // of the archive
	names   map[string]bool
	links   map[string]bool
	left    int64 // bytes that may still be unpacked
}

func newUnpacking(formats Formats, source string, info fs.FileInfo) *unpacking {
	name := source
	for _, end := range []string{".zip", ".tgz", ".gz", ".zst", ".tar"} {
		if strings.HasSuffix(strings.ToLower(name), end) {
			name = name[:len(name)-len(end)]
		}
	}
	return &unpacking{
		formats: formats, source: source, prefix: prefix(name), names: map[string]bool{}, links: map[string]bool{},
		left: min(maxUnpacked, max(freeUnpacked, maxRatio*info.Size())), stamp: stamp(source, info.Size(), info.ModTime().UnixNano()),
	}
}

// clean checks the name of an entry and returns it without "./" and final "/".
func (u *unpacking) clean(raw string) (string, error) {
	name := strings.ReplaceAll(raw, `\`, "/") // as some Windows tools write
	if strings.HasPrefix(name, "/") || len(name) > 1 && name[1] == ':' {
		return "", fmt.Errorf("refused: entry %q has an absolute name", raw)
	}
	for elem := range strings.SplitSeq(name, "/") {
		if elem == ".." {
			return "", fmt.Errorf("refused: entry %q leads out of the archive", raw)
		}
	}
	if strings.ContainsRune(name, 0) {
		return "", fmt.Errorf("refused: entry %q has a NUL in its name", raw)
	}
	return path.Clean(name), nil
}

// admit checks an entry that is no folder, and reports whether it is of use.
func (u *unpacking) admit(raw string, mode fs.FileMode) (name string, use bool, err error) {
	name, err = u.clean(raw)
	if err != nil {
		return "", false, err
	}
	if u.names[name] {
		return "", false, fmt.Errorf("refused: entry %q is there twice", raw)
	}
	u.names[name] = true
	if len(u.names) > maxEntries {
		return "", false, fmt.Errorf("refused: it has more than %d entries", maxEntries)
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if u.links[dir] {
			return "", false, fmt.Errorf("refused: entry %q is behind a link", raw)
		}
		if u.formats.Skips(path.Base(dir)) {
			return name, false, nil
		}
	}
	use = u.formats.matters(u.prefix + "/" + name)
	if mode.IsRegular() {
		u.notePacked(name)
		return name, use, nil
	}
	u.links[name] = true
	if use {
		return "", false, fmt.Errorf("refused: entry %q is a link or a device, not a file", raw)
	}
	if u.formats.isFolder(path.Base(name)) {
		u.warnings = append(u.warnings, Warning{Path: u.source + "/" + name, Text: "a link, not followed"})
	}
	return name, false, nil
}

// behindLinks reports an entry that came before the link it is behind.
func (u *unpacking) behindLinks() error {
	if len(u.links) == 0 {
		return nil
	}
	for name := range u.names {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if u.links[dir] {
				return fmt.Errorf("refused: entries are behind the link %q", dir)
			}
		}
	}
	return nil
}

// add adds a file to the listing.
func (u *unpacking) add(name string, size int64, mod time.Time, open func() (io.ReadCloser, error)) {
	plain, file := Unpacked(name, &File{Path: u.source + "/" + name, Size: size, ModTime: mod, Open: open, within: u.stamp})
	u.entries = append(u.entries, entry{name: u.prefix + "/" + plain, file: file})
}

// limited reads at most left bytes and then fails with errBomb.
type limited struct {
	r    io.Reader
	left *int64
}

func (l limited) Read(p []byte) (int, error) {
	if *l.left < 0 {
		return 0, errBomb
	}
	n, err := l.r.Read(p)
	if *l.left -= int64(n); *l.left < 0 && (err == nil || errors.Is(err, io.EOF)) {
		err = errBomb
	}
	return n, err
}

// Packed lists the files of an archive file (.zip, .tar and so on) that may matter, by their names in
// it without compression. The caller calls release when they are no longer read.
func Packed(ctx context.Context, formats Formats, path string) (files map[string]*File, release func() error, err error) {
	l, err := list(ctx, formats, path)
	if err != nil {
		return nil, nil, &Error{Source: path, Err: err}
	}
	release = func() error {
		var errs []error
		for _, r := range l.release {
			errs = append(errs, r())
		}
		return errors.Join(errs...)
	}
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		release()
		return nil, nil, &Error{Source: path, Err: errKind}
	}
	files = map[string]*File{}
	for _, e := range l.entries {
		elems := strings.SplitN(e.name, "/", 3) // the first two are of the source's own path
		files[elems[2]] = e.file
	}
	return files, release, nil
}
