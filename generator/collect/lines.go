package collect

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"time"

	"steno/parser/jsonl"
)

// rest is how long nobody has written to a transcript that nobody writes any more.
const rest = time.Hour

// settled is the size up to which a transcript may be taken: all of it, or up to the end of
// its last whole line if what follows may be half of a record that is just being written.
// A session that broke off may never end its last line, so that a record which is whole
// without its newline is taken, and after a while whatever is there. That is never wrong:
// what is written later only makes the file longer.
func settled(f *original, now time.Time) (int64, error) {
	size := f.size
	if now.Sub(f.info.ModTime()) > rest {
		return size, nil
	}
	end, err := wholeLines(f, size)
	if err != nil || end == size {
		return end, err
	}
	if size-end > jsonl.MaxLine {
		return end, nil // nobody reads such a line
	}
	tail := make([]byte, size-end)
	if _, err := f.ReadAt(tail, end); err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	if tail = bytes.TrimSpace(tail); bytes.HasPrefix(tail, []byte("{")) && json.Valid(tail) {
		return size, nil
	}
	return end, nil
}

// wholeLines is the size up to the end of the last whole line.
func wholeLines(f io.ReaderAt, size int64) (int64, error) {
	buf := make([]byte, 64<<10)
	for end := size; end > 0; {
		start := max(0, end-int64(len(buf)))
		part := buf[:end-start]
		if _, err := f.ReadAt(part, start); err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
			return start + int64(i) + 1, nil
		}
		end = start
	}
	return 0, nil
}
