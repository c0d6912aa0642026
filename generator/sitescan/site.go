// Package sitescan checks the files of a site for values that redaction should have removed. During
// the build it receives each removed value and keeps a fingerprint of it. It then searches
// the finished bytes of every file for the values: as they are, as a reader of the page
// sees them where markup cuts them, escaped for HTML, JSON, Markdown and URLs, in base64, and in
// the deflated parts of the search index.
//
// It is a second implementation: it uses nothing of the package that redacts, neither rules nor
// dictionary, so that a mistake there does not repeat here. It knows nothing of how pages are made
// either, so it also finds values that reached a page in an unexpected way.
//
// # What is covered
//
// Values of eight characters or more that redaction removes wherever they occur: tokens, secrets,
// addresses where they are redacted, and the literals and .env values of the configuration.
// Shorter ones, and common words that are removed only where they are used as passwords, are
// counted. Names of home directories are no values: they are replaced in paths only. A value
// that the configuration allows is not removed, so it is no value here; one that is in the
// configuration's own texts or in the theme is public by itself. A value of less than sixteen
// characters counts only where no letter or digit touches it, as redaction leaves longer words
// alone; one that the configuration names counts everywhere.
//
// # No value is stored
//
// A fingerprint is the start of a value's HMAC-SHA-256 and 32 bits of a keyed hash of its last
// eight bytes, by which most places are passed over without hashing. The key is random for each
// cache folder. Key and fingerprints are kept for the next build, for the owner alone: anyone who
// has both can test guesses, as with the hashes of values that a cache contains anyway.
//
// # Before publication, not after
//
// A build hands every file to [Look.File] before its bytes reach the destination. A file with a
// leak is not written, the build goes on to find the others, and then fails before it removes old
// files and replaces the manifest: nothing with a leak was written, and the next build takes the
// destination for a site that is not finished. To look at the finished folder instead would read
// every file again, and publish for a moment what the look is there to hold back: folders are
// synchronized to hosts while they are written. Only a file that was there before with the same
// bytes can be in the destination with a leak. The error says so.
//
// What was looked at for the same values is not looked at again: see [Look.CoveredBy].
package sitescan

import (
	"context"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Leak is one place that must not be published. It never contains the value.
type Leak struct {
	File   string `json:"file"` // from the site's root
	Rule   string `json:"rule"`
	Offset int    `json:"offset"` // in the file, about; of compressed text where that begins
	There  bool   `json:"-"`      // for the caller: the file is published already
	Anchor string `json:"-"`      // for the caller: of the message that it is in, "" if that is not known

	// Word says that the value is one word in lower case that the configuration names. The vocabulary
	// of a search index has it when the texts have the word in other letters, which is another value.
	Word bool `json:"-"`
}

// Found is the result of a look at a finished site.
type Found struct {
	Files int    `json:"files"` // looked at
	Bytes int64  `json:"bytes"`
	Leaks []Leak `json:"leaks"` // by file and offset

	// Unopened are compressed files and archives that could not be looked into: in a form that
	// Steno does not know, encrypted, damaged or too large.
	Unopened []string `json:"unopened"`
}

// Scan reads all files of a finished site, several at a time. known may be nil. A file that cannot
// be read is an error, as it may contain a value.
func (l *Look) Scan(ctx context.Context, site fs.FS, known Known) (*Found, error) {
	names, err := files(site)
	if err != nil {
		return nil, fmt.Errorf("reading the site: %w", err)
	}
	leaks, unopened := make([][]Leak, len(names)), make([]bool, len(names))
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
			f := l.finder()
			defer l.release(f)
			f.known = known
			leaks[i] = f.leaks(name, data)
			f.known, unopened[i] = nil, f.unopened
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	found := &Found{Files: len(names), Bytes: size.Load(), Leaks: append([]Leak{}, slices.Concat(leaks...)...), Unopened: []string{}}
	f := l.finder()
	defer l.release(f)
	f.known = known
	defer func() { f.known = nil }()
	for i, name := range names {
		if unopened[i] {
			found.Unopened = append(found.Unopened, f.cleanName(name))
		}
	}
	return found, nil
}

// files lists the files of a site in order. No web host publishes .git.
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
