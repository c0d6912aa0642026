// Package leak takes a second look at what is about to be published. It reads all
// files of a finished site and looks for what must not stand in any: tokens of known
// forms, and the texts and values that the configuration names. It does not know how
// the site was made, so it also finds what came there on a way nobody thought of.
//
// Rules that judge a value by the words around it are left out: on pages, words stand
// beside each other that never did in the transcripts. Pictures are not looked into.
package leak

import (
	"context"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"sort"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"steno/generator/redact"
)

// Leak is one place that must not be published. It never holds the value.
type Leak struct {
	File   string `json:"file"` // from the site's root
	Rule   string `json:"rule"`
	Offset int    `json:"offset"` // in the file; where the compressed text begins for what stands in one
}

// Found is what the look at a site gave.
type Found struct {
	Files int    `json:"files"` // looked into
	Bytes int64  `json:"bytes"`
	Leaks []Leak `json:"leaks"` // by file and offset
}

// Scan reads all files of a site, several at a time, and judges them by the engine's
// rules. A file that cannot be read is an error: nobody could say what it holds.
func Scan(ctx context.Context, e *redact.Engine, site fs.FS) (*Found, error) {
	names, err := files(site)
	if err != nil {
		return nil, fmt.Errorf("reading the site: %w", err)
	}
	r := e.Freeze()
	leaks := make([][]Leak, len(names))
	var size atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, name := range names {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			data, err := fs.ReadFile(site, name)
			if err != nil {
				return fmt.Errorf("reading the site: %w", err)
			}
			size.Add(int64(len(data)))
			leaks[i] = inFile(r, name, data)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return &Found{Files: len(names), Bytes: size.Load(), Leaks: append([]Leak{}, slices.Concat(leaks...)...)}, nil
}

// files lists the files of a site in order. What stands in .git is published by no
// web host.
func files(site fs.FS) ([]string, error) {
	var names []string
	err := fs.WalkDir(site, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case !d.IsDir():
			names = append(names, name)
		}
		return nil
	})
	return names, err
}

// inFile looks at a file, its name included, as it is and in each form that readers
// see. A value that one form shows is not told again of the next.
func inFile(r *redact.Redactor, name string, data []byte) []Leak {
	var leaks []Leak
	told := map[redact.Hash]bool{}
	for _, v := range append(views(name, data), view{text: name}) {
		hits := r.Leaks(v.text)
		for _, h := range hits {
			if !told[h.Hash] {
				leaks = append(leaks, Leak{File: name, Rule: h.Rule, Offset: v.origin(h.Offset)})
			}
		}
		for _, h := range hits {
			told[h.Hash] = true
		}
	}
	for i := range leaks { // a name that must not be published is not printed either
		leaks[i].File, _ = r.Text(name)
	}
	slices.SortStableFunc(leaks, func(a, b Leak) int { return a.Offset - b.Offset })
	return leaks
}

// view is a text that a file shows, and where its pieces stand in the file.
type view struct {
	text   string
	pieces []piece // in order; none when the text begins at offset 0
	base   int     // of a text that has no pieces
	packed bool    // all of the text stands at base
}

// piece says that the text from at on comes from the file's offset on.
type piece struct{ at, offset int }

// origin is where in the file an offset of the text comes from.
func (v *view) origin(at int) int {
	if v.packed {
		return v.base
	}
	i := sort.Search(len(v.pieces), func(i int) bool { return v.pieces[i].at > at }) - 1
	if i < 0 {
		return at
	}
	return v.pieces[i].offset + at - v.pieces[i].at
}
