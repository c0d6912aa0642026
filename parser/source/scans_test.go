package source

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// archiveShape is what two searches of the same sources must agree on.
func archiveShape(a *Archive) []any {
	var shape []any
	for _, p := range a.Projects {
		shape = append(shape, p.Slug, p.Dir)
		for _, s := range p.Sessions {
			shape = append(shape, s.ID, s.Start.UTC(), s.Origin, s.Summaries, len(s.Snapshots))
			for _, f := range s.Main {
				shape = append(shape, f.Stamp(), f.part().Only, f.part().Copied)
			}
			for _, f := range s.Agents {
				shape = append(shape, f.ID, f.File.Stamp(), f.File.part().Only)
			}
		}
	}
	return append(shape, a.Warnings)
}

// Searching again gives what searching for the first time gives, and reads only what changed.
func TestScansReadOnlyWhatChanged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string, at int64) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, time.Unix(at, 0), time.Unix(at, 0)); err != nil {
			t.Fatal(err)
		}
	}
	write(idA+".jsonl", chat(idA, "a1 a2 a3"), 1000)
	write(idB+".jsonl", chat(idB, "b1 b2"), 1000)
	scans := NewScans()
	search := func(s *Scans) []any {
		t.Helper()
		a, err := FindWith(context.Background(), TestFormats, []string{dir}, Request{Scans: s})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		return archiveShape(a)
	}
	search(scans)
	var saved bytes.Buffer
	if err := scans.Write(&saved); err != nil {
		t.Fatal(err)
	}

	// The bytes of A change and its stamp does not: it must not be read.
	write(idA+".jsonl", "not a transcript"+chat(idA, "a1 a2 a3")[16:], 1000)
	write(idB+".jsonl", chat(idB, "b1 b2 b3"), 2000)
	again, err := ReadScans(bytes.NewReader(saved.Bytes()), int64(saved.Len()))
	if err != nil {
		t.Fatal(err)
	}
	got := search(again)
	if len(again.seen) != 2 {
		t.Errorf("%d transcripts are remembered, want 2", len(again.seen))
	}
	write(idA+".jsonl", chat(idA, "a1 a2 a3"), 1000)
	if diff := cmp.Diff(search(nil), got); diff != "" {
		t.Errorf("searching again gives something else (-cold +again):\n%s", diff)
	}
}

func TestReadScansOfForeignBytes(t *testing.T) {
	t.Parallel()
	scans := NewScans()
	scans.seen[scanKey{1}] = &Facts{Nodes: []Node{{Key: 1, ID: -1}}, IDs: []Holding{{ID: "a", Hangs: -1}}}
	var saved bytes.Buffer
	if err := scans.Write(&saved); err != nil {
		t.Fatal(err)
	}
	for n := range saved.Len() {
		if _, err := ReadScans(bytes.NewReader(saved.Bytes()[:n]), int64(n)); err == nil {
			t.Errorf("%d of %d bytes were taken for the whole", n, saved.Len())
		}
	}
}

func FuzzReadScans(f *testing.F) {
	scans := NewScans()
	scans.seen[scanKey{1}] = &Facts{Nodes: []Node{{Key: 1, ID: 0}}, IDs: []Holding{{ID: "a", Hangs: -1}}, Start: time.Unix(1, 0)}
	var saved bytes.Buffer
	if err := scans.Write(&saved); err != nil {
		f.Fatal(err)
	}
	f.Add(saved.Bytes())
	f.Fuzz(func(_ *testing.T, data []byte) {
		if s, err := ReadScans(bytes.NewReader(data), int64(len(data))); err == nil {
			_ = s.Write(io.Discard)
		}
	})
}
