package source

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/parser/jsonl"
)

func fileOf(data []byte) *File {
	return &File{Path: "x.jsonl", Size: int64(len(data)), Open: func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(data)), nil
	}}
}

func scanned(text string) *Facts {
	return TestFormats[0].Scan(jsonl.NewReader(nil), fileOf([]byte(text)), Whole)
}

func TestScan(t *testing.T) {
	t.Parallel()
	f := scanned("\ufeff" + chat("s1", "a1 a2", `,"slug":"calm-fox","forkedFrom":{"sessionId":"s0","messageUuid":"z"}`) + "junk\n" +
		strings.ReplaceAll(chat("s2", "b9<a1"), "/home/dev/app", "/tmp"))
	var ids []string
	for _, h := range f.IDs {
		ids = append(ids, fmt.Sprintf("%s %d nodes hangs %d", h.ID, h.Nodes, h.Hangs))
	}
	if d := cmp.Diff([]string{"s1 2 nodes hangs -1", "s2 1 nodes hangs 0"}, ids); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"/home/dev/app", "/tmp"}, f.Cwds); d != "" {
		t.Error(d)
	}
	if f.ForkedFrom != "s0" || f.Bad.Line != 3 || !f.Known || f.Start.Second() != 1 || f.End.Second() != 9 || len(f.Nodes) != 3 {
		t.Errorf("facts are %+v", f)
	}
}

func TestPeekStopsEarly(t *testing.T) {
	t.Parallel()
	f := TestFormats[0].Scan(jsonl.NewReader(nil), fileOf([]byte(`{"type":"fork-context-ref","agentId":"x"}`+"\n"+chat("s1", "a1 a2 a3"))), Peek)
	if len(f.IDs) != 1 || len(f.Nodes) != 1 || f.Cwds[0] != "/home/dev/app" {
		t.Errorf("facts are %+v", f)
	}
}

// TestManyIDs holds the scan and the sorting to linear time: each record has a
// sessionId of its own and hangs from the one before.
func TestManyIDs(t *testing.T) {
	t.Parallel()
	const n = 100_000
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"type":"user","sessionId":"s%d","uuid":"u%d","parentUuid":"u%d"}`+"\n", i, i, i-1)
	}
	dir := tree{"x.jsonl": b.String()}.write(t)
	have := find(t, dir)
	if !strings.Contains(have, "session s0 ") || strings.Count(have, "session ") != 1 {
		t.Errorf("a chain of %d sessionIds is not one conversation", n)
	}
}

func FuzzScan(f *testing.F) {
	f.Add([]byte(chat("s1", "a1 a2")+chat("s2", "b9<a2")), []byte(chat("s2", "c3")))
	f.Add([]byte(`{"type":"summary","summary":"x","leafUuid":"a1"}`+"\n"), []byte(chat("s1", "a1", `,"isSidechain":true,"agentId":"q"`)))
	f.Add([]byte(chat("s1", "a1 a2", `,"forkedFrom":{"sessionId":"s2","messageUuid":"a1"}`)), []byte(chat("s2", "a1 a2")))
	f.Fuzz(func(t *testing.T, one, two []byte) {
		l := &layout{parts: map[string]*parts{}}
		for i, data := range [][]byte{one, two} {
			name := []string{"src/-p/" + idA + ".jsonl", "src/-p/b.jsonl"}[i]
			tr := &transcript{format: TestFormats[0], role: Transcript, session: []string{idA, ""}[i], entry: entry{name: name, file: fileOf(data)}, place: place{0, "src/-p"}}
			tr.file.Path = name
			tr.facts = TestFormats[0].Scan(jsonl.NewReader(nil), tr.file, Whole)
			l.transcripts = append(l.transcripts, tr)
		}
		g := group(l)
		g.dropSnapshots()
		g.findCopies()
		g.findTitles(l)
		a := &Archive{Projects: g.projects(&layout{}), Warnings: g.warnings}
		checkComplete(t, a)
		shownSomewhere(t, a)
	})
}

// shownSomewhere checks that marking copies never hides a record in all places.
func shownSomewhere(t *testing.T, a *Archive) {
	t.Helper()
	copied, shown := map[uint64]bool{}, map[uint64]bool{}
	for _, s := range a.Sessions() {
		for _, f := range s.Main {
			facts := TestFormats[0].Scan(jsonl.NewReader(nil), f, Whole)
			for _, n := range facts.Nodes {
				id := ""
				if n.ID >= 0 {
					id = facts.IDs[n.ID].ID
				}
				switch {
				case !f.Holds(id):
				case f.IsCopied(int(n.Line)):
					copied[n.Same] = true
				default:
					shown[n.Same] = true
				}
			}
		}
	}
	for same := range copied {
		if !shown[same] {
			t.Error("a record is marked as a copy in every place it stands")
		}
	}
}
