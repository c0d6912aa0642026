package collect

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"steno/parser/source"
)

// This file finds what there is to collect. A source is what it is to a build: the agent's own folder,
// a folder of projects, a project's folder, any folder above them, one transcript, or an archive file
// of these. Whatever it is, its files are named as in the agent's own folder.

// origin is a file of a source.
type origin struct {
	path string // as messages name it, and as package source does
	stat func() (fs.FileInfo, error)
	open func() (io.ReadCloser, error)
}

// ErrNothing is returned when a source has files, and none that belongs into an archive.
var ErrNothing = errors.New("nothing to collect")

// ErrMachines is returned for a source that contains the folders of several machines.
var ErrMachines = errors.New("the source contains the folders of several machines")

// finds are the files of the sources that are to be collected.
type finds struct {
	formats  source.Formats
	files    map[string]*origin // by name in the agent's own folder
	names    []string           // in order
	problems []string
	others   []string // directories of sessions that the project lists, but that began elsewhere
	closers  []func() error
	spool    spool // a compressed file
}

// find lists the files of the sources that are to be collected.
func find(ctx context.Context, o Options) (*finds, error) {
	f := &finds{formats: o.Formats, files: map[string]*origin{}, problems: []string{}}
	f.closers = append(f.closers, f.spool.close)
	if err := f.find(ctx, o); err != nil {
		return nil, errors.Join(err, f.close())
	}
	return f, nil
}

func (f *finds) find(ctx context.Context, o Options) error {
	something := false
	for _, src := range o.Sources {
		files, err := f.list(ctx, src)
		if err != nil {
			return err
		}
		something = something || len(files) > 0
		if err := f.place(src, files); err != nil {
			return err
		}
	}
	if o.Project != "" {
		if err := f.narrow(ctx, o.Sources, append([]string{o.Project}, o.Trees...)); err != nil {
			return err
		}
	}
	f.names = slices.Sorted(maps.Keys(f.files))
	switch {
	case !something || len(f.names) > 0 || len(f.problems) > 0:
		return nil
	case len(f.others) > 0:
		return fmt.Errorf("%w: the sessions that lists show in the project %q began elsewhere, such as in %s",
			ErrNothing, o.Project, f.others[0])
	case o.Project != "":
		return fmt.Errorf("%w: no session belongs to the project %q", ErrNothing, o.Project)
	}
	return fmt.Errorf("%w: %q has files, but no transcripts", ErrNothing, strings.Join(o.Sources, `", "`))
}

func (f *finds) close() (err error) {
	for _, c := range f.closers {
		err = errors.Join(err, c())
	}
	return err
}

// list lists the files of one source by their names below it.
func (f *finds) list(ctx context.Context, src string) (map[string]*origin, error) {
	info, err := os.Stat(src)
	if err != nil {
		return nil, fmt.Errorf("opening the source: %w", err)
	}
	dir, only := src, ""
	if !info.IsDir() {
		if ext := path.Ext(source.Plain(src)); ext != ".jsonl" && ext != ".json" {
			return f.packed(ctx, src)
		}
		if src, err = filepath.EvalSymlinks(src); err != nil {
			return nil, fmt.Errorf("opening the source: %w", err)
		}
		dir, only = filepath.Dir(src), stem(filepath.Base(src))
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the source: %w", err)
	}
	f.closers = append(f.closers, root.Close)
	files := map[string]*origin{}
	return files, fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		top, _, _ := strings.Cut(name, "/")
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case only != "" && name != "." && stem(top) != only:
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case err != nil:
			f.problem(name, err)
			return nil
		case d.IsDir() && f.formats.Skips(d.Name()) && name != ".":
			return fs.SkipDir
		case d.Type().IsRegular():
			files[name] = &origin{
				path: filepath.Join(dir, filepath.FromSlash(name)),
				stat: func() (fs.FileInfo, error) { return root.Stat(name) },
				open: func() (io.ReadCloser, error) { return root.Open(name) },
			}
		}
		return nil
	})
}

// packed lists the files of an archive file (.zip, .tar and so on).
func (f *finds) packed(ctx context.Context, src string) (map[string]*origin, error) {
	names, release, err := source.Packed(ctx, f.formats, src)
	if err != nil {
		return nil, err
	}
	f.closers = append(f.closers, release)
	files := map[string]*origin{}
	for name, file := range names {
		files[name] = &origin{
			path: file.Path,
			stat: func() (fs.FileInfo, error) { return packedInfo{file}, nil },
			open: file.Open,
		}
	}
	return files, nil
}

// packedInfo is what is known of a file in an archive file.
type packedInfo struct{ f *source.File }

func (i packedInfo) Name() string       { return path.Base(filepath.ToSlash(i.f.Path)) }
func (i packedInfo) Size() int64        { return i.f.Size }
func (i packedInfo) Mode() fs.FileMode  { return 0o400 }
func (i packedInfo) ModTime() time.Time { return i.f.ModTime }
func (i packedInfo) IsDir() bool        { return false }
func (i packedInfo) Sys() any           { return nil }

// stem is the name of a transcript or of its folder, without the ending.
func stem(base string) string { return strings.TrimSuffix(source.Plain(base), ".jsonl") }

// place names the files of a source as in the agents' own folders, and leaves out all others. Files of
// the first format are named without the agent, as archives have them that are older than the others.
func (f *finds) place(src string, files map[string]*origin) error {
	base := filepath.Base(src)
	if abs, err := filepath.Abs(src); err == nil {
		base = filepath.Base(abs)
		if path.Ext(source.Plain(abs)) == ".jsonl" {
			base = filepath.Base(filepath.Dir(abs))
		}
	}
	var names []string
	others := agents{roots: map[string][]string{}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := files[name]
		format := f.formats.Owner(file.named(), &source.File{Path: file.path, Open: file.plain(name)})
		if plain := source.Plain(file.named()); format == f.first() && path.Ext(plain) == ".json" && !format.Owns(plain) {
			f.add(runName(format, headOf(file, name), name), file)
			continue
		}
		if format == nil || format.Layout.Kept == nil {
			names = append(names, name)
			continue
		}
		f.add(others.name(format, file.named()), file)
	}
	inside, homes := f.first().Layout.Archive(base, names)
	for _, name := range names {
		if as := inside(name); as != "" {
			f.add(as, files[name])
		}
	}
	if len(homes) > 1 && !slices.Contains(homes, ".") {
		return fmt.Errorf("%w: %s", ErrMachines, strings.Join(homes, ", "))
	}
	return others.several()
}

// runs is the folder of an archive with what runs in CI or with the SDK printed, a file for each session:
// their own names are all the same.
const runs = "runs"

func runName(format *source.Format, head []byte, name string) string {
	id := format.Layout.Run(head)
	if id == "" {
		id = strings.TrimSuffix(path.Base(source.Plain(name)), ".json")
	}
	return path.Join(earlierIn(name), runs, id+".json")
}

func isRun(name string) bool {
	return strings.HasPrefix(name[len(earlier.FindString(name)):], runs+"/")
}

// add takes a file under a name, unless another one has it.
func (f *finds) add(as string, file *origin) {
	if other, ok := f.files[as]; ok && other.path != file.path {
		f.problem(file.path, fmt.Errorf("%q has the same name in the archive, and was taken", other.path))
		return
	}
	f.files[as] = file
}

func (f *finds) problem(name string, err error) {
	f.problems = append(f.problems, problemOf(name, err))
}

// narrow leaves out what does not belong to the project.
func (f *finds) narrow(ctx context.Context, sources, project []string) error {
	archive, err := source.Find(ctx, f.formats, sources)
	if err != nil {
		return err
	}
	defer archive.Close()
	wanted := filesOf(archive, project...)
	f.others = elsewhere(archive, project...)
	maps.DeleteFunc(f.files, func(_ string, file *origin) bool { return !wanted[file.path] })
	return nil
}

// original is a file of the source, as it is without compression.
type original struct {
	text
	io.Closer
	info fs.FileInfo
}

// open opens a file of the source. One that is compressed, as another archive may have it, is
// unpacked; only one of them can be open.
func (f *finds) open(name string) (*original, error) {
	from := f.files[name]
	src, err := from.open()
	if err != nil {
		return nil, err
	}
	var info fs.FileInfo
	file, plain := src.(*os.File) // and not in an archive file
	if plain {
		info, err = file.Stat()
	} else {
		info, err = from.stat()
	}
	if err != nil {
		return nil, errors.Join(err, src.Close())
	}
	if plain && source.Plain(name) == name {
		return &original{text{file, info.Size(), info.ModTime()}, file, info}, nil
	}
	src.Close()
	content, err := f.unpacked(name, info).Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	t, err := f.spool.copy(content)
	if err != nil {
		return nil, err
	}
	t.changed = info.ModTime()
	return &original{t, io.NopCloser(nil), info}, nil
}

// unpacked is a file of the source without compression.
func (f *finds) unpacked(name string, info fs.FileInfo) *source.File {
	_, file := source.Unpacked(name, &source.File{
		Path: name, Size: info.Size(), ModTime: info.ModTime(),
		Open: f.files[name].open,
	})
	return file
}
