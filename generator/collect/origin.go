package collect

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"steno/parser/source"
)

// This file finds what there is to collect. A source is what it is to a build: Claude Code's folder, a
// folder of projects, a project's folder, any folder above them, one transcript, or an archive file
// of these. Whatever it is, its files are named as in Claude Code's folder.

// origin is a file of a source.
type origin struct {
	path string // as messages name it, and as package source does
	stat func() (fs.FileInfo, error)
	open func() (io.ReadCloser, error)
}

// ErrNothing is returned when a source has files, and none that belongs into an archive.
var ErrNothing = errors.New("nothing to collect")

// ErrMachines is returned for a source that holds the folders of several machines.
var ErrMachines = errors.New("the source holds the folders of several machines")

// find lists the files of the sources that are to be collected.
func (r *run) find(ctx context.Context) (close func(), err error) {
	var closers []func() error
	close = func() {
		for _, c := range closers {
			c()
		}
	}
	r.from = map[string]*origin{}
	something := false
	for _, src := range r.Sources {
		files, release, err := r.list(ctx, src)
		if err != nil {
			close()
			return nil, err
		}
		closers = append(closers, release)
		something = something || len(files) > 0
		if err := r.place(src, files); err != nil {
			close()
			return nil, err
		}
	}
	if r.Project != "" {
		if err := r.narrow(ctx); err != nil {
			close()
			return nil, err
		}
	}
	for name := range r.from {
		r.names = append(r.names, name)
	}
	slices.Sort(r.names)
	if something && len(r.names) == 0 && len(r.sum.Problems) == 0 {
		close()
		if r.Project != "" {
			return nil, fmt.Errorf("%w: no session is of the project %q", ErrNothing, r.Project)
		}
		return nil, fmt.Errorf("%w: %q has files, but no transcripts", ErrNothing, strings.Join(r.Sources, `", "`))
	}
	return close, nil
}

// list lists the files of one source by their names below it.
func (r *run) list(ctx context.Context, src string) (map[string]*origin, func() error, error) {
	info, err := os.Stat(src)
	if err != nil {
		return nil, nil, fmt.Errorf("opening the source: %w", err)
	}
	dir, only := src, ""
	if !info.IsDir() {
		if path.Ext(source.Plain(src)) != ".jsonl" {
			return packed(ctx, r.formats(), src)
		}
		if src, err = filepath.EvalSymlinks(src); err != nil {
			return nil, nil, fmt.Errorf("opening the source: %w", err)
		}
		dir, only = filepath.Dir(src), stem(filepath.Base(src))
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("opening the source: %w", err)
	}
	files := map[string]*origin{}
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
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
			r.problem(name, err)
			return nil
		case d.IsDir() && r.formats().Skips(d.Name()) && name != ".":
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
	if err != nil {
		root.Close()
		return nil, nil, err
	}
	return files, root.Close, nil
}

// packed lists the files of an archive file (.zip, .tar and so on).
func packed(ctx context.Context, formats source.Formats, src string) (map[string]*origin, func() error, error) {
	names, release, err := source.Packed(ctx, formats, src)
	if err != nil {
		return nil, nil, err
	}
	files := map[string]*origin{}
	for name, f := range names {
		files[name] = &origin{
			path: f.Path,
			stat: func() (fs.FileInfo, error) { return packedInfo{f}, nil },
			open: f.Open,
		}
	}
	return files, release, nil
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

// place names the files of a source as in Claude Code's folder, and leaves out all others.
func (r *run) place(src string, files map[string]*origin) error {
	s := shapeOf(src, files)
	for name, f := range files {
		as := s.name(name)
		if as == "" {
			continue
		}
		if other, ok := r.from[as]; ok && other.path != f.path {
			r.problem(f.path, fmt.Errorf("%q has the same name in the archive, and was taken", other.path))
			continue
		}
		r.from[as] = f
	}
	if len(s.claude) > 1 && !s.claude["."] {
		var names []string
		for dir := range s.claude {
			names = append(names, dir)
		}
		slices.Sort(names)
		return fmt.Errorf("%w: %s", ErrMachines, strings.Join(names, ", "))
	}
	return nil
}

// shape is what the folders of a source are. "." is the source itself.
type shape struct {
	base     string          // what the source is called
	claude   map[string]bool // folders in the layout of Claude Code's
	projects map[string]bool // folders of projects, with the stems of their transcripts below
	stems    map[string]bool
}

var (
	uuid    = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	encoded = regexp.MustCompile(`^(-|[A-Za-z]--)[A-Za-z0-9-]*$`)
)

func shapeOf(src string, files map[string]*origin) *shape {
	s := &shape{claude: map[string]bool{}, projects: map[string]bool{}, stems: map[string]bool{}}
	if abs, err := filepath.Abs(src); err == nil {
		s.base = filepath.Base(abs)
		if path.Ext(source.Plain(abs)) == ".jsonl" {
			s.base = filepath.Base(filepath.Dir(abs))
		}
	}
	for name := range files {
		dir, base := path.Dir(name), path.Base(name)
		switch {
		case source.Plain(base) == historyName:
			s.claude[claudeAt(dir)] = true
		case path.Ext(source.Plain(base)) == ".jsonl" && path.Base(dir) != "subagents" && !strings.Contains(name, "/workflows/"):
			s.projects[dir] = true
			s.stems[path.Join(dir, stem(base))] = true
		}
		for at := dir; at != "."; at = path.Dir(at) {
			if encoded.MatchString(path.Base(at)) {
				s.projects[at] = true
			}
		}
	}
	for dir := range s.projects {
		if up := path.Dir(dir); dir != "." && path.Base(up) == "projects" {
			s.claude[claudeAt(path.Dir(up))] = true
		}
	}
	return s
}

const historyName = "history.jsonl"

// claudeAt is the folder that the versions of an earlier time in a folder belong to.
func claudeAt(dir string) string {
	if at := strings.Index("/"+dir+"/", "/earlier/"); at >= 0 && earlier.MatchString(strings.TrimPrefix(("/" + dir + "/")[at:], "/")) {
		return path.Clean("./" + strings.Trim(("/" + dir)[:at], "/"))
	}
	return dir
}

// name is what a file is called in Claude Code's folder, "" for one that does not belong there.
func (s *shape) name(name string) string {
	elems := strings.Split(name, "/")
	for i := range elems {
		dir := path.Join(append([]string{"."}, elems[:i]...)...)
		rest := strings.Join(elems[i:], "/")
		switch {
		case s.claude[dir]:
			if wanted(rest) {
				return rest
			}
			return ""
		case s.projects[dir]:
			if !s.ofProject(dir, elems[i:]) {
				return ""
			}
			folder := path.Base(dir)
			if dir == "." {
				folder = s.base
			}
			return "projects/" + folder + "/" + rest
		}
	}
	return ""
}

// ofProject reports whether a file of a project's folder belongs to its sessions, or to what the agent
// remembers of it.
func (s *shape) ofProject(dir string, elems []string) bool {
	base := elems[0]
	if len(elems) > 1 {
		return s.stems[path.Join(dir, base)] || uuid.MatchString(base) || base == "memory"
	}
	return path.Ext(source.Plain(base)) == ".jsonl" || base == ignoreName || base == "sessions-index.json"
}

func (r *run) formats() source.Formats { return source.Formats{r.Format} }

// narrow leaves out what does not belong to the project.
func (r *run) narrow(ctx context.Context) error {
	archive, err := source.Find(ctx, r.formats(), r.Sources)
	if err != nil {
		return err
	}
	defer archive.Close()
	wanted := filesOf(archive, r.Project)
	for name, f := range r.from {
		if !wanted[f.path] {
			delete(r.from, name)
		}
	}
	return nil
}
