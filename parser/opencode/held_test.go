package opencode

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"steno/parser/jsonl"
	"steno/parser/source"
)

// TestScanKeepsNoDocument scans large documents: what is kept of them is small.
func TestScanKeepsNoDocument(t *testing.T) {
	const size, files = 1 << 20, 64
	name := filepath.Join(t.TempDir(), "export.json")
	text := `{"info":{"id":"ses_1","directory":"/srv/app","time":{"created":1780000000000}},"messages":[{"info":{"role":"user","id":"msg_1","sessionID":"ses_1"},` +
		`"parts":[{"type":"text","text":"` + strings.Repeat("x", size) + `"}]}]}`
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	before := inUse()
	var all []*source.Facts
	for range files {
		facts := scan(jsonl.NewReader(nil), &source.File{Path: name, Open: func() (io.ReadCloser, error) { return os.Open(name) }}, 0)
		if facts.Err != nil || facts.Bad.Text != "" || len(facts.IDs) != 1 || facts.IDs[0].ID != prefix+"ses_1" {
			t.Fatalf("%+v", facts)
		}
		all = append(all, facts)
	}
	if held := inUse() - before; held > files*size/4 {
		t.Errorf("%d bytes are kept of %d documents of %d", held, files, size)
	}
	runtime.KeepAlive(all)
}

func inUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
