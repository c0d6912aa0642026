package source

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// listing is what one source contains: the files that may matter, by path.
type listing struct {
	entries  []entry
	warnings []Warning
	release  []func() error
	packed   string // name of an archive in it, which is not read; "" for none
}

// notePacked remembers that there is an archive in a source.
func (l *listing) notePacked(name string) {
	if lower := strings.ToLower(name); l.packed == "" && (strings.HasSuffix(lower, ".zip") || tarReader(lower) != nil) {
		l.packed = name
	}
}

// entry is one file of a source. Its name is slash-separated and begins with the
// last two elements of the source's own path, so that a source may also be a
// project folder or what belongs to one session.
type entry struct {
	name      string
	file      *File
	companion bool // is beside the one file that was named, and matters only if it belongs to it
}

var errKind = errors.New("neither a folder, a .jsonl file (.jsonl.zst, .jsonl.gz) nor an archive (.zip, .tar, .tar.gz, .tgz, .tar.zst)")

// list lists the source at path.
func list(ctx context.Context, formats Formats, path string) (*listing, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	lower := strings.ToLower(Plain(path))
	switch {
	case info.IsDir():
		return listFolder(ctx, formats, path)
	case !info.Mode().IsRegular():
		return nil, errKind
	case strings.HasSuffix(lower, ".jsonl"):
		return listFile(ctx, formats, path)
	case formats.isTranscript(prefix(filepath.Dir(path)) + "/" + filepath.Base(path)):
		p, err := listFile(ctx, formats, path)
		if err == nil && !slices.ContainsFunc(p.entries, formats.hasRecords) && !formats.isIndex(p.entries) {
			for _, release := range p.release {
				release()
			}
			return nil, formats.unreadFile(path)
		}
		return p, err
	case strings.HasSuffix(lower, ".zip"):
		return listZip(ctx, formats, path)
	}
	if unpack := tarReader(lower); unpack != nil {
		return listTar(ctx, formats, path, unpack)
	}
	return nil, formats.unreadFile(path)
}

// prefix returns the last two elements of the path of a source, slash-separated.
func prefix(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		abs = filepath.Clean(path)
	}
	parent := filepath.Base(filepath.Dir(abs))
	return element(parent) + "/" + element(filepath.Base(abs))
}

// element is name, or a stand-in for a name that has no last element ("/").
func element(name string) string {
	if name == "." || name == ".." || strings.ContainsAny(name, `/\`) {
		return "root"
	}
	return name
}

// folder lists what is below a folder.
type folder struct {
	listing
	formats Formats
	source  string // as the user wrote it
	prefix  string
	root    *os.Root
}

func openFolder(formats Formats, source string) (*folder, error) {
	root, err := os.OpenRoot(source)
	if err != nil {
		return nil, err
	}
	f := &folder{formats: formats, source: source, prefix: prefix(source), root: root}
	f.release = append(f.release, root.Close)
	return f, nil
}

func listFolder(ctx context.Context, formats Formats, source string) (*listing, error) {
	f, err := openFolder(formats, source)
	if err != nil {
		return nil, err
	}
	if err := f.walkAll(ctx); err != nil {
		f.close()
		return nil, err
	}
	for _, name := range Around(formats, source) {
		around, err := openFolder(formats, name)
		if err != nil {
			continue // there is none
		}
		f.release = append(f.release, around.root.Close)
		if err := around.walk(ctx, ".", false); err != nil {
			f.close()
			return nil, err
		}
		f.entries, f.warnings = append(f.entries, around.entries...), append(f.warnings, around.warnings...)
	}
	return &f.listing, nil
}

func (l *listing) close() {
	for _, release := range l.release {
		release()
	}
}

// Around lists the folders that are read with a folder of project folders: those beside it in the
// agent's own folder, whether they exist or not.
func Around(formats Formats, source string) (names []string) {
	abs, err := filepath.Abs(source)
	if err != nil {
		return nil
	}
	for _, f := range formats {
		if f.Layout.Projects != filepath.Base(abs) {
			continue
		}
		for _, name := range f.Layout.Around {
			if !formats.Skips(name) {
				names = append(names, filepath.Join(filepath.Dir(filepath.Clean(source)), name))
			}
		}
	}
	return names
}

// listFile lists one transcript and what is beside it that may belong to it:
// the folder of its name, and agents of the time before they had a folder.
func listFile(ctx context.Context, formats Formats, source string) (*listing, error) {
	if target, err := os.Readlink(source); err == nil { // anyone who names a link means what it leads to
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(source), target)
		}
		return list(ctx, formats, target)
	}
	f, err := openFolder(formats, filepath.Dir(source))
	if err != nil {
		return nil, err
	}
	base := filepath.Base(source)
	if err := f.companions(ctx, base); err != nil {
		f.root.Close()
		return nil, err
	}
	return &f.listing, nil
}

func (f *folder) companions(ctx context.Context, base string) error {
	f.add(base, f.root.Stat, false)
	beside, err := fs.ReadDir(f.root.FS(), ".")
	if err != nil {
		return nil // the file itself can be read, which is all that was asked for
	}
	for _, d := range beside {
		switch name := d.Name(); {
		case d.IsDir() && name == strings.TrimSuffix(Plain(base), filepath.Ext(Plain(base))):
			if err := f.walk(ctx, name, true); err != nil {
				return err
			}
		case d.Type().IsRegular() && f.formats.beside(Plain(name)) && name != base, isControl(name):
			f.add(name, f.stat(d), true)
		}
	}
	return nil
}

// Companions lists the files beside a transcript that may belong to it.
func Companions(formats Formats, name string) (names []string) {
	beside, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		return nil // anyone who reads the transcript will say so
	}
	for _, d := range beside {
		if formats.beside(Plain(d.Name())) {
			names = append(names, filepath.Join(filepath.Dir(name), d.Name()))
		}
	}
	return names
}

// walk adds the files below dir. A folder that cannot be read is a warning.
func (f *folder) walk(ctx context.Context, dir string, companion bool) error {
	return fs.WalkDir(f.root.FS(), dir, f.visit(ctx, companion))
}

// visit returns what adds one file or folder.
func (f *folder) visit(ctx context.Context, companion bool) fs.WalkDirFunc {
	return func(name string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			f.warn(name, "cannot be read: "+reason(err))
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			if name != "." && f.formats.Skips(path.Base(name)) {
				return fs.SkipDir
			}
			if isControl(d.Name()) {
				f.block(name, errFolder)
				return fs.SkipDir
			}
			f.noteEmpty(name)
		case d.Type()&fs.ModeSymlink != 0 && !isControl(d.Name()):
			f.link(name, f.stat(d), companion)
		case f.formats.matters(f.prefix + "/" + name):
			f.add(name, f.stat(d), companion)
		default:
			f.notePacked(name)
		}
		return nil
	}
}

// noteEmpty warns of project folders with nothing in them.
func (f *folder) noteEmpty(name string) {
	if !f.formats.isFolder(filepath.Base(name)) {
		return
	}
	dir, err := f.root.Open(name)
	if err != nil {
		return // WalkDir will say so
	}
	defer dir.Close()
	if some, _ := dir.Readdirnames(1); len(some) == 0 {
		f.warn(name, "the project folder is empty")
	}
}

// stat is how to look at an entry of a folder. The root follows a symbolic link only within
// the source; to look at what is no link needs no root, which takes a call for each folder
// above it.
func (f *folder) stat(d fs.DirEntry) func(name string) (fs.FileInfo, error) {
	if d.Type()&fs.ModeSymlink != 0 {
		return f.root.Stat
	}
	return func(string) (fs.FileInfo, error) { return d.Info() }
}

// add adds one file.
func (f *folder) add(name string, stat func(name string) (fs.FileInfo, error), companion bool) {
	info, err := stat(name)
	switch control := isControl(filepath.Base(name)); {
	case err != nil && control:
		f.block(name, reason(err))
	case control && !info.Mode().IsRegular():
		f.block(name, "it is not a regular file")
	case err != nil:
		f.warn(name, "cannot be read: "+reason(err))
	case !info.Mode().IsRegular():
		f.warn(name, "not a regular file, left out")
	default:
		plain, file := Unpacked(name, f.open(name, info))
		f.entries = append(f.entries, entry{f.prefix + "/" + plain, file, companion})
	}
}

func (f *folder) open(name string, info fs.FileInfo) *File {
	file := &File{Path: f.display(name), Size: info.Size(), ModTime: info.ModTime()}
	if strings.HasSuffix(file.Path, name) {
		name = file.Path[len(file.Path)-len(name):] // most files of an archive are here at the same time
	}
	file.listed = &listed{f.root, name, info.Size(), info.ModTime().UnixNano()}
	file.Open = file.listed.open
	return file
}

// listed is a file as it was when its folder was listed.
type listed struct {
	root  *os.Root
	name  string
	size  int64
	nanos int64
}

func (l *listed) open() (io.ReadCloser, error) { return l.root.Open(l.name) }

// same reports whether the file has the size and time of change with which it was listed.
func (l *listed) same() bool {
	now, err := l.root.Stat(l.name)
	return err == nil && now.Size() == l.size && now.ModTime().UnixNano() == l.nanos
}

func (f *folder) display(name string) string {
	if name == "." {
		return f.source
	}
	return filepath.Join(f.source, filepath.FromSlash(name))
}

func (f *folder) warn(name, text string) {
	f.warnings = append(f.warnings, Warning{Path: f.display(name), Text: text})
}
