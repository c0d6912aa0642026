package output

import (
	"os"
	"path"
	"slices"
	"strings"
	"sync"
)

// folders keeps the folders open that were written to last: to open a file by its path from the
// top, a root opens every folder above it. What is opened is still confined to the destination.
type folders struct {
	top *os.Root

	mu    sync.Mutex
	known map[string]bool // folders that exist
	open  map[string]*folder
	order []string // of open, oldest first
}

type folder struct {
	root   *os.Root
	users  int
	closed bool // to be closed by its last user
}

// maxFolders bounds the open folders: a session's pages are in a few. mostKnown bounds those of
// which it is known that they exist.
const (
	maxFolders = 32
	mostKnown  = 1024
)

func newFolders(top *os.Root) *folders {
	return &folders{top: top, known: map[string]bool{".": true}, open: map[string]*folder{}}
}

// in creates a folder, given by its slash-separated path, unless it exists, and calls do with it.
func (f *folders) in(dir string, do func(*os.Root) error) error {
	if dir == "." {
		return do(f.top)
	}
	if err := f.create(dir); err != nil {
		return err
	}
	of, err := f.use(dir)
	if err != nil {
		return err
	}
	defer f.release(of)
	return do(of.root)
}

// create creates a folder and those above it.
func (f *folders) create(dir string) error {
	f.mu.Lock()
	known := f.known[dir]
	f.mu.Unlock()
	if known {
		return nil
	}
	err := f.in(path.Dir(dir), func(above *os.Root) error {
		err := above.Mkdir(path.Base(dir), 0o777)
		if os.IsExist(err) { // opening it reports whether it is a folder
			return nil
		}
		return err
	})
	if err != nil {
		return err
	}
	f.mu.Lock()
	if len(f.known) >= mostKnown { // to ask again costs a call
		clear(f.known)
		f.known["."] = true
	}
	f.known[strings.Clone(dir)] = true
	f.mu.Unlock()
	return nil
}

func (f *folders) use(dir string) (*folder, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	of := f.open[dir]
	if of == nil {
		root, err := f.top.OpenRoot(dir)
		if err != nil {
			return nil, err
		}
		of = &folder{root: root}
		f.open[dir], f.order = of, append(f.order, dir)
		if len(f.order) > maxFolders {
			f.forget(f.order[0])
		}
	}
	of.users++
	return of, nil
}

// forget closes a folder, now or when it is no longer in use.
func (f *folders) forget(dir string) {
	of := f.open[dir]
	delete(f.open, dir)
	f.order = slices.DeleteFunc(f.order, func(d string) bool { return d == dir })
	of.closed = true
	if of.users == 0 {
		of.root.Close() // nothing was written through the folder itself
	}
}

func (f *folders) release(of *folder) {
	f.mu.Lock()
	defer f.mu.Unlock()
	of.users--
	if of.closed && of.users == 0 {
		of.root.Close()
	}
}

// close closes all folders; the next use opens them again.
func (f *folders) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.order) > 0 {
		f.forget(f.order[0])
	}
}
