package source

import (
	"context"
	"io/fs"
	"path"
	"path/filepath"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
)

// walkedAtOnce is how many entries of a source one goroutine walks in a row: most are projects.
const walkedAtOnce = 32

// walkAll is walk for all of a source, some of its folders at the same time. What is found is in
// the same order.
func (f *folder) walkAll(ctx context.Context) error {
	top, err := fs.ReadDir(f.root.FS(), ".")
	if err != nil || len(top) <= walkedAtOnce {
		return f.walk(ctx, ".", false)
	}
	parts := make([]folder, (len(top)+walkedAtOnce-1)/walkedAtOnce)
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(runtime.GOMAXPROCS(0))
	i := 0
	for some := range slices.Chunk(top, walkedAtOnce) {
		part := &parts[i]
		*part = folder{formats: f.formats, source: f.source, prefix: f.prefix, root: f.root}
		work.Go(func() error { return part.walkSome(ctx, some) })
		i++
	}
	if err := work.Wait(); err != nil {
		return err
	}
	for i := range parts {
		part := &parts[i]
		f.entries, f.warnings = append(f.entries, part.entries...), append(f.warnings, part.warnings...)
		if f.packed == "" {
			f.packed = part.packed
		}
	}
	return nil
}

// walkSome walks some entries of a source.
func (f *folder) walkSome(ctx context.Context, some []fs.DirEntry) (err error) {
	visit := f.visit(ctx, false)
	for _, d := range some {
		if d.IsDir() {
			err = f.walk(ctx, d.Name(), false)
		} else {
			err = visit(d.Name(), d, nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// maxLinked bounds the entries of a folder that are looked at when a link leads to it.
const maxLinked = 1000

// link adds the file that a symbolic link within the source leads to, and warns of a link that is not followed
// although there is something to read: a file that matters, or a folder of a project or with such a file.
func (f *folder) link(name string, stat func(string) (fs.FileInfo, error), companion bool) {
	project, matters := f.formats.isFolder(path.Base(name)), f.formats.matters(f.prefix+"/"+name)
	info, err := f.root.Stat(name)
	if err == nil && !info.IsDir() {
		if matters {
			f.add(name, stat, companion)
		}
		return
	}
	if err != nil && !project { // the root follows no absolute link and none that leads out
		to, err := filepath.EvalSymlinks(f.display(name))
		top, _ := filepath.EvalSymlinks(f.root.Name())
		switch {
		case err != nil && matters:
			f.warn(name, "cannot be read: "+reason(err))
			return
		case err != nil || beneath(top, to) || beneath(to, top) || !f.mattersIn(to, name):
			return // what is within the source is read where it is
		}
	} else if !project {
		return
	}
	f.warn(name, "symbolic link, not followed; name what it leads to as a source")
}

// mattersIn reports whether a file, or one of the first in a folder, would matter if it were in the source under a name.
func (f *folder) mattersIn(to, name string) (found bool) {
	left := maxLinked
	_ = filepath.WalkDir(to, func(file string, d fs.DirEntry, err error) error {
		if rel, _ := filepath.Rel(to, file); err == nil && !d.IsDir() {
			found = f.formats.matters(path.Join(f.prefix, name, filepath.ToSlash(rel)))
		}
		if left--; found || left <= 0 {
			return fs.SkipAll
		}
		return nil
	})
	return found
}

// beneath reports whether a path is a folder or in it.
func beneath(folder, name string) bool {
	rel, err := filepath.Rel(folder, name)
	return err == nil && filepath.IsLocal(rel)
}
