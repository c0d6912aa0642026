// Package watch reports when files change. It asks the system to report changes, and looks
// for itself again and again where the system cannot: on network disks, and when there
// are more folders than it is willing to watch. It reads no file: names, sizes and times
// are all it knows.
package watch

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// A change is reported when nothing more happened for quiet, and no later than patience
// after it: programs write a file in several steps, and a session may be written to
// without a pause.
const (
	quiet    = 40 * time.Millisecond
	patience = 250 * time.Millisecond
)

// Options say how to watch. The zero value is fine.
type Options struct {
	Poll     bool          // look again and again instead of asking the system
	Interval time.Duration // between two looks; half a second when 0
	Limit    int           // folders that the system is asked to watch; as many as it does when 0

	// Heard is called at once for each change that counts, before it is reported, by the goroutine
	// that watches: it must not wait. written says that the file is one that was there before and
	// that was written to. name is "" if it is not known what changed. nil for nothing.
	Heard func(name string, written bool)
}

// Watcher reports changes of the files and folders that [Watcher.Set] names.
type Watcher struct {
	options Options
	changed chan struct{}
	sets    chan set
	looking atomic.Pointer[string] // why, nil while the system watches
	stop    chan struct{}
	stopped chan struct{}
}

// set is a call of Set on its way to the goroutine that watches.
type set struct {
	paths, ignored []string
	news           chan bool
}

// New starts a Watcher of nothing. It must be closed.
func New(o Options) *Watcher {
	if o.Interval <= 0 {
		o.Interval = 500 * time.Millisecond
	}
	w := &Watcher{
		options: o,
		changed: make(chan struct{}, 1),
		sets:    make(chan set),
		stop:    make(chan struct{}),
		stopped: make(chan struct{}),
	}
	go w.run()
	return w
}

// Changed receives after every change. Changes before the next receive are received as one.
func (w *Watcher) Changed() <-chan struct{} { return w.changed }

// Set says what to watch: files, and folders with all that is in them; they need not exist
// yet. Of what else is ignored, or is below it, nothing is reported. It reports whether this is
// something else than before. Every change after Set has returned is reported; of those
// that came before a Set of something else, some may not be.
func (w *Watcher) Set(paths, ignored []string) bool {
	s := set{paths: absolute(paths), ignored: absolute(ignored), news: make(chan bool)}
	select {
	case w.sets <- s:
		return <-s.news
	case <-w.stopped:
		return false
	}
}

// Looking reports why the Watcher looks for itself instead of asking the system, "" when it
// does not.
func (w *Watcher) Looking() string {
	if why := w.looking.Load(); why != nil {
		return *why
	}
	return ""
}

// absolute returns clean absolute names, sorted, each once.
func absolute(names []string) []string {
	var all []string
	for _, name := range names {
		if abs, err := filepath.Abs(name); err == nil {
			all = append(all, abs)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Close ends the watching. It must be called once.
func (w *Watcher) Close() {
	close(w.stop)
	<-w.stopped
}

// run is the goroutine that watches, and the only one that knows how.
func (w *Watcher) run() {
	defer close(w.stopped)
	l := &lookout{options: w.options, looking: &w.looking}
	defer l.close()
	var first time.Time // of the changes that were not reported yet
	due := time.NewTimer(time.Hour)
	defer due.Stop()
	for {
		saw := false
		select {
		case <-w.stop:
			return
		case s := <-w.sets:
			s.news <- l.set(s.paths, s.ignored)
		case e := <-l.events():
			saw = l.event(e)
		case err := <-l.errors():
			saw = l.trouble(err)
		case <-l.next():
			if saw = l.look(); saw {
				l.hear("", false)
			}
		case <-due.C:
			if !first.IsZero() {
				first = time.Time{}
				w.report()
			}
		}
		if !saw {
			continue
		}
		if first.IsZero() {
			first = time.Now()
		}
		due.Reset(max(0, min(quiet, time.Until(first.Add(patience)))))
	}
}

func (w *Watcher) report() {
	select {
	case w.changed <- struct{}{}:
	default: // the last report still waits, and represents this one too
	}
}

// lookout is what is watched, and how: by the system, or by looking.
type lookout struct {
	options        Options
	looking        *atomic.Pointer[string]
	paths, ignored []string
	plan           *plan

	system  *fsnotify.Watcher // nil while looking
	watched map[string]bool   // folders that the system watches
	timer   *time.Timer       // of the next look; nil while the system watches
	seen    digest            // what the last look saw
}

// set changes what is watched, and reports whether it is something else than before.
func (l *lookout) set(paths, ignored []string) bool {
	if l.plan != nil && slices.Equal(l.paths, paths) && slices.Equal(l.ignored, ignored) {
		return false
	}
	l.paths, l.ignored = paths, ignored
	l.begin()
	return true
}

// begin replaces the watch. The old one ends when the new one has begun, so that
// nothing happens in between that neither sees.
func (l *lookout) begin() {
	old := l.system
	l.system = nil
	l.plan = newPlan(l.paths, l.ignored)
	why := ""
	switch {
	case l.options.Poll:
		why = "it was asked for"
	case remote(l.paths) != "":
		why = remote(l.paths) + " does not report changes"
	default:
		if err := l.ask(); err != nil {
			why = err.Error()
		}
	}
	if old != nil {
		old.Close()
	}
	if why == "" {
		l.timer = nil
		l.looking.Store(nil)
		return
	}
	l.looking.Store(&why)
	l.look()
}

// ask has the system watch.
func (l *lookout) ask() error {
	system, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("the system does not watch: %w", err)
	}
	l.system, l.watched = system, map[string]bool{}
	return l.grow()
}

// grow watches the folders that are not watched yet, until there are no more: some may
// appear while others are added. After an error nothing is watched.
func (l *lookout) grow() error {
	for added := true; added; {
		added = false
		l.plan = newPlan(l.paths, l.ignored)
		for _, dir := range l.plan.folders() {
			if l.watched[dir] {
				continue
			}
			if err := l.add(dir); err != nil {
				l.system.Close()
				l.system = nil
				return err
			}
			l.watched[dir], added = true, true
		}
	}
	return nil
}

// windowsBuffer is what each folder costs on Windows; events that do not fit are reported
// as an error.
const windowsBuffer = 16 << 10

// add watches one more folder.
func (l *lookout) add(dir string) error {
	err := error(nil)
	switch n := len(l.watched); {
	case l.plan.tooMany():
		err = errors.New("there are too many files")
	case l.options.Limit > 0 && n >= l.options.Limit:
		err = fmt.Errorf("%d are as many as it may", l.options.Limit)
	default:
		err = l.system.AddWith(dir, fsnotify.WithBufferSize(windowsBuffer))
	}
	if errors.Is(err, syscall.ENOSPC) { // which is how inotify puts it
		err = errors.New("fs.inotify.max_user_watches is reached (see sysctl)")
	}
	if err != nil && isDir(dir) { // otherwise it went away meanwhile
		return fmt.Errorf("the system watches no more folders: %w", err)
	}
	return nil
}

// hear hands on what changed.
func (l *lookout) hear(name string, written bool) {
	if l.options.Heard != nil {
		l.options.Heard(name, written)
	}
}

func (l *lookout) close() {
	if l.system != nil {
		l.system.Close()
	}
}

func (l *lookout) events() <-chan fsnotify.Event {
	if l.system == nil {
		return nil
	}
	return l.system.Events
}

func (l *lookout) errors() <-chan error {
	if l.system == nil {
		return nil
	}
	return l.system.Errors
}

// event reports whether something changed that counts, and keeps up with folders that
// come and go.
func (l *lookout) event(e fsnotify.Event) bool {
	if e.Op == fsnotify.Chmod || e.Op == 0 || !l.plan.counts(e.Name) {
		return false
	}
	l.hear(e.Name, e.Op == fsnotify.Write)
	switch {
	case l.plan.lost(e):
		l.begin()
	case l.plan.gained(e):
		if err := l.grow(); err != nil {
			l.begin() // which ends in looking
		}
	}
	return true
}

// trouble handles a failed watch: anything may have changed.
func (l *lookout) trouble(error) bool {
	l.hear("", false)
	l.begin()
	return true
}
