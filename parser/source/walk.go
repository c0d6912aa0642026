package source

import (
	"context"
	"io/fs"
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
