package cli

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that cannot be opened is not one without a session. A socket cannot, not even by root.
func TestNotSessionUnreadable(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "s") // paths of sockets are short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	name := filepath.Join(dir, "one.jsonl")
	l, err := net.Listen("unix", name)
	if err != nil {
		t.Skipf("no sockets here (%v): files that cannot be opened are NOT tested", err)
	}
	defer l.Close()
	if _, err := os.Stat(name); err != nil {
		t.Skipf("sockets are not files here (%v): files that cannot be opened are NOT tested", err)
	}
	if got := notSession(name, nil).Error(); !strings.Contains(got, "cannot be read: ") {
		t.Errorf("a file that cannot be opened: %s", got)
	}
}
