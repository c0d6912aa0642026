package watch

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"time"
)

// digest is a hash over the names, sizes and times of all files.
type digest [sha256.Size]byte

// share is how much of the time looking may take: one part in so many.
const share = 20

// next fires when it is time to look; never while the system watches.
func (l *lookout) next() <-chan time.Time {
	if l.timer == nil {
		return nil
	}
	return l.timer.C
}

// look reports whether anything changed since the last look, and sets the time of the next.
func (l *lookout) look() bool {
	start := time.Now()
	h := sha256.New()
	for _, path := range l.paths {
		l.see(h, path)
	}
	var now digest
	h.Sum(now[:0])
	changed := now != l.seen
	l.seen = now
	l.timer = time.NewTimer(max(l.options.Interval, share*time.Since(start)))
	return changed
}

// see enters what is at path, and below it.
func (l *lookout) see(h hash.Hash, path string) {
	info, err := os.Stat(path)
	if err != nil {
		fmt.Fprintf(h, "%q none\n", path)
		return
	}
	if !info.IsDir() {
		fmt.Fprintf(h, "%q %d %d\n", path, info.Size(), info.ModTime().UnixNano())
		return
	}
	fmt.Fprintf(h, "%q folder\n", path)
	entries, err := os.ReadDir(path)
	if err != nil {
		return
	}
	for _, e := range entries {
		name := filepath.Join(path, e.Name())
		if !l.plan.isIgnored(name) && (e.Type()&os.ModeSymlink == 0 || !isDir(name)) {
			l.see(h, name)
		}
	}
}
