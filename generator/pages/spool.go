package pages

import (
	"fmt"
	"os"
)

// heldPages is how many bytes of a session's rendered pages wait in memory for the others.
const heldPages = 8 << 20

// spool is where the bodies of a session's pages wait until all are known, as each page
// links to the others: in memory as long as they are few, then in a temporary file.
type spool struct {
	held int
	file *os.File
	at   int64
}

// take has a page wait.
func (s *spool) take(page *threadPage) error {
	if s.held += page.size; s.held <= heldPages {
		return nil
	}
	if s.file == nil {
		f, err := os.CreateTemp("", "steno-pages-*")
		if err != nil {
			return fmt.Errorf("making room for rendered pages: %w", err)
		}
		s.file = f
	}
	page.spooled, page.at = true, s.at
	for _, part := range page.body {
		if _, err := s.file.Write(part); err != nil {
			return fmt.Errorf("keeping rendered pages: %w", err)
		}
		s.at += int64(len(part))
	}
	page.body = nil
	return nil
}

// body returns the body of a page that waited.
func (s *spool) body(page *threadPage) ([][]byte, error) {
	if !page.spooled {
		return page.body, nil
	}
	data := make([]byte, page.size)
	if _, err := s.file.ReadAt(data, page.at); err != nil {
		return nil, fmt.Errorf("reading rendered pages: %w", err)
	}
	return [][]byte{data}, nil
}

// close removes the file.
func (s *spool) close() {
	if s.file != nil {
		s.file.Close()
		os.Remove(s.file.Name())
	}
}
