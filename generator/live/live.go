// Package live shows the pages of sessions that grow before the next build is done. Its input is a
// function that makes them, which a build leaves behind, and the changes of files that package
// watch reports; its output is pages that package serve shows in the place of those of the last
// build.
package live

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"steno/generator/serve"
)

// Each change is known in the order in which it happened, and is either taken in or ends what is
// made ahead until the next build has begun after it. So no page is shown that was made without a
// change before it, whose values it might have to hide.

// Maker is what a build leaves behind to make pages with, see generator.Ahead.
type Maker struct {
	Make  func(ctx context.Context, names []string, wanted func(dir string) bool, folder string) (dirs []string, certain bool)
	Close func()
}

// Follower makes pages ahead of builds. Its methods may be called from several goroutines at once.
type Follower struct {
	server *serve.Server
	wake   chan struct{}

	hearing sync.Mutex
	heard   []change // that were not taken in yet

	mu     sync.Mutex
	maker  *Maker      // of the last build; nil while nothing can be made ahead
	since  []change    // since the build that runs began
	shown  serve.Ahead // what the server shows in the place of the last build's pages
	folder string      // for these pages, "" while there are none
	made   int         // folders in it, so far
}

// change is a change of a file.
type change struct {
	name    string // absolute
	written bool   // the file was there before, and was written to
}

// New returns a Follower that shows pages on a server. It must be closed.
func New(s *serve.Server) *Follower {
	return &Follower{server: s, wake: make(chan struct{}, 1), shown: serve.Ahead{}}
}

// Heard notes that a file changed, as [watch.Options] reports it. It does not wait.
func (f *Follower) Heard(name string, written bool) {
	f.hearing.Lock()
	defer f.hearing.Unlock()
	if n := len(f.heard); n > 0 && f.heard[n-1] == (change{name, written}) {
		return // programs write in several steps
	}
	f.heard = append(f.heard, change{name, written})
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// Run makes pages when files change, until ctx is done.
func (f *Follower) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.wake:
			f.mu.Lock()
			f.catchUp(ctx)
			f.mu.Unlock()
		}
	}
}

// catchUp takes in what was heard, and shows it.
func (f *Follower) catchUp(ctx context.Context) {
	f.hearing.Lock()
	heard := f.heard
	f.heard = nil
	f.hearing.Unlock()
	f.since = append(f.since, heard...)
	if f.make(ctx, heard) {
		f.server.Push(maps.Clone(f.shown))
	}
}

// make takes in changes, and reports whether there is something new to show.
func (f *Follower) make(ctx context.Context, changes []change) bool {
	if f.maker == nil || len(changes) == 0 {
		return false
	}
	var names []string
	for _, c := range changes {
		if !c.written {
			f.end()
			return false
		}
		if !slices.Contains(names, c.name) {
			names = append(names, c.name)
		}
	}
	folder, err := f.another()
	if err != nil {
		f.end()
		return false
	}
	dirs, certain := f.maker.Make(ctx, names, f.server.Reads, folder)
	if !certain {
		f.end()
		return false
	}
	for _, dir := range dirs {
		f.shown[dir] = serve.Folder(folder)
	}
	return len(dirs) > 0
}

// another names one more folder for pages.
func (f *Follower) another() (string, error) {
	if f.folder == "" {
		folder, err := os.MkdirTemp("", "steno-ahead-")
		if err != nil {
			return "", err
		}
		f.folder = folder
	}
	f.made++
	return filepath.Join(f.folder, strconv.Itoa(f.made)), nil
}

// end ends what is made ahead until the next build.
func (f *Follower) end() {
	if f.maker != nil {
		f.maker.Close()
	}
	f.maker = nil
}

// Begin is called before a build begins. What was heard until then is shown first.
func (f *Follower) Begin(ctx context.Context) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.catchUp(ctx)
	f.since = nil
}

// Built shows the site of a build that has ended. With it are pages of sessions that grew while it
// ran, so that no page goes back. maker is what the build left, nil for nothing.
func (f *Follower) Built(ctx context.Context, site serve.Site, maker *Maker) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.hearing.Lock()
	f.since, f.heard = append(f.since, f.heard...), nil
	f.hearing.Unlock()
	f.end()
	old := f.folder
	f.maker, f.shown, f.folder, f.made = maker, serve.Ahead{}, "", 0
	f.make(ctx, f.since)
	site.Ahead = maps.Clone(f.shown)
	f.server.Show(site)
	remove(old)
}

// Failed is called when a build fails. The server no longer shows pages that were made ahead.
func (f *Follower) Failed() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.end()
	f.shown = serve.Ahead{}
	remove(f.folder)
	f.folder, f.made = "", 0
}

// Close ends it.
func (f *Follower) Close() { f.Failed() }

// remove removes pages that are no longer shown.
func remove(folder string) {
	if folder != "" {
		os.RemoveAll(folder) // what stays is in the folder for temporary files
	}
}
