package output

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestStreamFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	wanted := filepath.Join(dir, "named late.json")
	name, size, err := StreamFile(dir, func(w io.Writer) (string, error) {
		_, err := io.WriteString(w, strings.Repeat("x", 1<<17)) // more than is buffered
		return wanted, err
	})
	if err != nil || name != wanted || size != 1<<17 {
		t.Errorf("got %q, %d, %v", name, size, err)
	}
	info, err := os.Stat(wanted)
	if err != nil || info.Size() != size || info.Mode().Perm()&0o044 == 0 && os.PathSeparator == '/' {
		t.Errorf("%v, %v", info, err)
	}
	broken := errors.New("broken")
	_, _, err = StreamFile(dir, func(w io.Writer) (string, error) {
		io.WriteString(w, "half of it")
		return wanted, broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if after, err := os.Stat(wanted); err != nil || after.Size() != size {
		t.Error("a stream that broke replaced the file")
	}
	if _, _, err := StreamFile(filepath.Join(dir, "none"), nil); err == nil || !strings.Contains(err.Error(), `making a file in`) {
		t.Errorf("without a folder: %v", err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	hidden, herr := filepath.Glob(filepath.Join(dir, ".*"))
	if len(left) != 1 || len(hidden) != 0 || err != nil || herr != nil {
		t.Errorf("left behind: %q %q", left, hidden)
	}
}
