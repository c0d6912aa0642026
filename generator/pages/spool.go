package pages

import (
	"fmt"
	"os"
	"slices"
	"sync"
)

// heldPages is how many bytes of a session's rendered pages wait in memory for the others.
const heldPages = 8 << 20

// spool is where the bodies of a session's pages wait until all are known, as each page
// links to the others: in memory as long as they are few, then in a temporary file.
type spool struct {
	held    []*threadPage // in memory
	size    int           // bytes of all
	file    *os.File
	at      int64
	buffers sync.Pool // of *[]byte: for what is read from the file
}

// take has a page wait.
func (s *spool) take(page *threadPage) error {
	s.held, s.size = append(s.held, page), s.size+page.size
	if s.size <= heldPages {
		return nil
	}
	if s.file == nil {
		f, err := os.CreateTemp("", "steno-pages-*")
		if err != nil {
			return fmt.Errorf("making room for rendered pages: %w", err)
		}
		s.file = f
	}
	for _, page := range s.held {
		page.spooled, page.at = true, s.at
		for _, part := range page.body {
			if _, err := s.file.Write(part); err != nil {
				return fmt.Errorf("keeping rendered pages: %w", err)
			}
			s.at += int64(len(part))
		}
		page.body = nil
	}
	s.held = s.held[:0]
	return nil
}

// use calls f with the body of a page that waited, which is valid until f returns. A page can be used once.
func (s *spool) use(page *threadPage, f func(body [][]byte) error) error {
	if !page.spooled {
		body := page.body
		page.body = nil
		return f(body)
	}
	buffer, _ := s.buffers.Get().(*[]byte)
	if buffer == nil {
		buffer = new([]byte)
	}
	defer s.buffers.Put(buffer)
	*buffer = slices.Grow((*buffer)[:0], page.size)[:page.size]
	if _, err := s.file.ReadAt(*buffer, page.at); err != nil {
		return fmt.Errorf("reading rendered pages: %w", err)
	}
	return f([][]byte{*buffer})
}

// close removes the file.
func (s *spool) close() {
	if s.file != nil {
		s.file.Close()
		os.Remove(s.file.Name())
	}
}
