package output

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
)

// lock keeps two builds from writing one destination at once, and remembers what this
// one adds to it. The lock belongs to the process: the system releases it however the
// process ends. Its file is text: who builds, then a line for each file that no manifest lists
// yet. It goes away when the build is finished. After a build that was interrupted it
// stays, and the next one learns from it which files to clean up.
type lock struct {
	root    *os.Root
	file    *os.File
	earlier []string // files that broken-off builds added
	done    bool     // the manifest lists everything

	mu       sync.Mutex
	recorded bool // this build added files
}

const (
	ownerPrefix = "process " // "process 1234 on host"
	filePrefix  = "+ "
)

// errHeld is returned by hold when another process has locked the file.
var errHeld = errors.New("in use by another process")

func acquire(root *os.Root, dir string) (*lock, error) {
	for range 3 { // more than once only when another build ends meanwhile
		f, err := root.OpenFile(lockName, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o666)
		if err != nil {
			return nil, fmt.Errorf("locking the destination %q: %w", dir, err)
		}
		l := &lock{root: root, file: f}
		ours, err := l.take(dir)
		if ours {
			return l, nil
		}
		f.Close()
		if err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%w: other builds keep locking %q", ErrRefused, dir)
}

// take locks the opened file and adds its owner, after what the file inherited. It is not
// ours when another build removed it, as it ended, before we held it.
func (l *lock) take(dir string) (ours bool, err error) {
	// A file system that knows no locks (some network mounts) is written to without.
	if err := hold(l.file); errors.Is(err, errHeld) {
		data, _ := l.root.ReadFile(lockName) // only for the message
		owner, _ := parseLock(string(data))
		return false, fmt.Errorf("%w: %s is building into %q; wait for it", ErrRefused, cmp.Or(owner, "another process"), dir)
	} else if err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return false, fmt.Errorf("locking the destination %q: %w", dir, err)
	}
	opened, err := l.file.Stat()
	if err != nil {
		return false, fmt.Errorf("locking the destination %q: %w", dir, err)
	}
	if named, err := l.root.Lstat(lockName); err != nil || !os.SameFile(opened, named) {
		return false, nil
	}
	data, err := io.ReadAll(l.file)
	if err != nil {
		return false, fmt.Errorf("reading what a broken build left: %w", err)
	}
	_, l.earlier = parseLock(string(data))
	if err := l.file.Truncate(int64(bytes.LastIndexByte(data, '\n') + 1)); err != nil { // a line that was cut off
		return false, fmt.Errorf("locking the destination %q: %w", dir, err)
	}
	if _, err := l.file.WriteString(self() + "\n"); err != nil {
		return false, fmt.Errorf("locking the destination %q: %w", dir, err)
	}
	return true, nil
}

// record notes a file before it is written for the first time.
func (l *lock) record(name string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := l.file.WriteString(filePrefix + name + "\n"); err != nil {
		return fmt.Errorf("recording %s: %w", name, err)
	}
	l.recorded = true
	return nil
}

// release ends the lock: kept as a record when there are files that no manifest
// lists, gone otherwise. It is removed while it is held: afterwards it might be another's.
func (l *lock) release() error {
	if l.done || !l.recorded && len(l.earlier) == 0 {
		return errors.Join(l.root.Remove(lockName), l.file.Close())
	}
	return l.file.Close()
}

// self names this process: "process 1234 on host".
func self() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown host"
	}
	return fmt.Sprintf("%s%d on %s", ownerPrefix, os.Getpid(), host)
}

// parseLock reads a lock: its last owner and the files it records. A last line that was
// cut off is left out: its file was not written.
func parseLock(text string) (owner string, names []string) {
	for line := range strings.Lines(text) {
		line, whole := strings.CutSuffix(line, "\n")
		if !whole {
			break
		}
		if strings.HasPrefix(line, ownerPrefix) {
			owner = line
		} else if name, ok := strings.CutPrefix(line, filePrefix); ok && checkName(name) == nil {
			names = append(names, name)
		}
	}
	return owner, names
}

// Lock keeps other processes out of a folder until release is called: builds, collectors,
// anyone who locks it too. An error that wraps [ErrRefused] names who is there.
func Lock(root *os.Root, dir string) (release func() error, err error) {
	l, err := acquire(root, dir)
	if err != nil {
		return nil, err
	}
	return func() error {
		l.done = true
		return l.release()
	}, nil
}
