package output

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// A stream becomes a file with the bytes that were put, whatever its size; it is asked for in parts, all of which must be allowed; and
// it stays as it is when the next build writes the same.
func TestWriteStream(t *testing.T) {
	t.Parallel()
	for _, lines := range []int{0, 3, 200_000} {
		dir := t.TempDir()
		var want []byte
		writeAll := func(bad string) (Stats, error) {
			var asked []byte
			s := open(t, dir, Options{MayPublish: func(name string, at int64, data []byte, _ bool) bool {
				if name == "lists/all.js" {
					if at != int64(len(asked)) {
						t.Errorf("a part at %d is asked for, want %d", at, len(asked))
					}
					asked = append(asked, data...)
				}
				return bad == "" || !bytes.Contains(data, []byte(bad))
			}})
			defer s.Close()
			stream := NewStream()
			defer stream.Close()
			want = nil
			for i := range lines {
				line := fmt.Appendf(nil, "session %d\n", i)
				want = append(want, line...)
				stream.Put(line)
			}
			if stream.Sum() != sha256.Sum256(want) {
				t.Errorf("%d lines: another sum", lines)
			}
			if err := s.WriteStream("lists/all.js", stream); err != nil {
				t.Fatal(err)
			}
			if bad == "" && !bytes.Equal(asked, want) {
				t.Errorf("%d lines: %d bytes were asked for, want %d", lines, len(asked), len(want))
			}
			return s.Stats(), s.Finish()
		}
		for _, unchanged := range []int{0, 1} {
			stats, err := writeAll("")
			if err != nil || stats.Unchanged != unchanged || stats.Written != 1-unchanged || stats.Bytes != int64(len(want)) {
				t.Errorf("%d lines: %+v, %v", lines, stats, err)
			}
			if got, err := os.ReadFile(filepath.Join(dir, "lists", "all.js")); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%d lines: other bytes were written: %v", lines, err)
			}
		}
		if lines == 0 {
			continue
		}
		dir = t.TempDir()
		if _, err := writeAll(fmt.Sprintf("session %d\n", lines-1)); err == nil {
			t.Errorf("%d lines: a site is finished without a file that may not be published", lines)
		}
		if _, err := os.Stat(filepath.Join(dir, "lists", "all.js")); err == nil {
			t.Errorf("%d lines: a file that may not be published was written", lines)
		}
	}
}
