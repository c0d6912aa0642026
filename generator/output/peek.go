package output

import "os"

// Peek is a look at a destination before a build opens it, while that does something else: the
// manifest of a site with many files takes long to read.
type Peek struct {
	done chan struct{}

	info     os.FileInfo // of the manifest, nil when there is none
	manifest *manifest
	earlier  earlier
	files    fileSet
	err      error
}

// PeekAt begins to look at a destination, which need not exist.
func PeekAt(dir string) *Peek {
	p := &Peek{done: make(chan struct{})}
	go func() {
		defer close(p.done)
		root, err := os.OpenRoot(dir)
		if err != nil {
			return // opening the site says why
		}
		defer root.Close()
		if p.info, err = root.Lstat(ManifestName); err == nil {
			p.manifest, p.earlier, p.files, p.err = readEarlier(root)
		}
	}()
	return p
}

// Close waits for the end of the look.
func (p *Peek) Close() { <-p.done }

// readEarlier reads the manifest of the last build, unless that was done before. It returns the
// file that it is in, nil when there is none.
func (s *Site) readEarlier(p *Peek) (os.FileInfo, *manifest, error) {
	info, err := s.disk.root.Lstat(ManifestName)
	if err != nil {
		info = nil
	}
	if p != nil {
		if p.Close(); p.info != nil && sameFile(p.info, info) {
			if p.manifest != nil {
				s.earlier, s.files, p.files = p.earlier, p.files, fileSet{}
			}
			return info, p.manifest, p.err
		}
	}
	m, earlier, files, err := readEarlier(s.disk.root)
	if m != nil {
		s.earlier, s.files = earlier, files
	}
	return info, m, err
}
