package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
)

// lock keeps two builds from writing one destination at once, and remembers what this
// one adds to it. It is a text file: who builds, then a line for each file that no
// manifest lists yet. It goes away when the build is finished. After a build that was
// broken off it stays, and the next one learns from it which files to clean up; until
// then its owner counts as building for as long as that process lives.
type lock struct {
	root    *os.Root
	earlier []string // files that broken-off builds added
	done    bool     // the manifest lists everything

	mu       sync.Mutex
	file     *os.File
	recorded bool // this build added files
}

const (
	ownerPrefix = "process " // "process 1234 on host"
	filePrefix  = "+ "
	released    = "released"
)

func acquire(root *os.Root, dir string) (*lock, error) {
	l := &lock{root: root}
	for range 3 { // more than once only when another build ends or dies meanwhile
		f, err := root.OpenFile(lockName, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		if err == nil {
			l.file = f
			return l, l.begin()
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("locking the destination: %w", err)
		}
		data, err := root.ReadFile(lockName)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return nil, fmt.Errorf("locking the destination: %w", err)
		}
		owner, names := parseLock(string(data))
		if owner != "" && alive(owner) {
			return nil, fmt.Errorf("%w: %s is building into %q; wait for it, or remove %s if it has ended",
				ErrRefused, owner, dir, lockName)
		}
		l.earlier = append(l.earlier, names...)
		if err := root.Remove(lockName); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("removing the lock of a build that has ended: %w", err)
		}
	}
	return nil, fmt.Errorf("%w: other builds keep locking %q", ErrRefused, dir)
}

// begin writes down the owner and what the lock inherited.
func (l *lock) begin() error {
	var b strings.Builder
	b.WriteString(self() + "\n")
	for _, name := range l.earlier {
		b.WriteString(filePrefix + name + "\n")
	}
	_, err := l.file.WriteString(b.String())
	return err
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
// lists, gone otherwise.
func (l *lock) release() error {
	if l.done || !l.recorded && len(l.earlier) == 0 {
		return errors.Join(l.file.Close(), l.root.Remove(lockName))
	}
	_, err := l.file.WriteString(released + "\n")
	return errors.Join(err, l.file.Close())
}

// self names this process: "process 1234 on host".
func self() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown host"
	}
	return fmt.Sprintf("%s%d on %s", ownerPrefix, os.Getpid(), host)
}

// parseLock reads a lock: its owner, "" when it was released, and the files it
// records. A last line that was cut off is left out: its file was not written.
func parseLock(text string) (owner string, names []string) {
	for line := range strings.Lines(text) {
		line, whole := strings.CutSuffix(line, "\n")
		if !whole {
			break
		}
		if strings.HasPrefix(line, ownerPrefix) {
			owner = line
		} else if line == released {
			owner = ""
		} else if name, ok := strings.CutPrefix(line, filePrefix); ok && checkName(name) == nil {
			names = append(names, name)
		}
	}
	return owner, names
}

// alive tells whether the process that self once named may still run. It cannot see
// processes of other hosts and believes them alive. A process of the same number as
// this one is this one, which holds no lock yet.
func alive(owner string) bool {
	var pid int
	var host string
	if n, err := fmt.Sscanf(owner, ownerPrefix+"%d on %s", &pid, &host); n != 2 || err != nil {
		return false
	}
	if here, err := os.Hostname(); err == nil && here != host {
		return true
	}
	if pid == os.Getpid() {
		return false
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()
	if runtime.GOOS == "windows" {
		return true // there, only a process that runs is found
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, fs.ErrPermission)
}

// Lock keeps other processes out of a folder until release is called: builds, collectors,
// whoever locks it too. An error that wraps [ErrRefused] names who is there.
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
