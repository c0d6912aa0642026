package redaction

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"steno/generator/config"
	"steno/generator/job"
	"steno/generator/redact"
	"steno/parser"
	"steno/parser/formats"
	"steno/parser/source"
	"steno/tier"
)

// TestKeptSessionsAreTheSame compares sessions that waited in memory between the two
// passes with those that were read again: which of them wait depends on the workers.
func TestKeptSessionsAreTheSame(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	const id = "11111111-0000-4000-8000-000000000001"
	for _, name := range []string{id, "gh" + "p_7Rt5Yw1Pm6Ls3Dc9Fg4HjXbVn2QkZ8aWs0Ed"} {
		line := `{"type":"user","uuid":"aaaaaaaa-0000-4000-8000-000000000001","sessionId":"` + name + `","cwd":"/home/ada/x","message":{"role":"user","content":"In /home/ada/y ` + name + `"}}` + "\nbroken\n"
		writeAt(t, filepath.Join(top, name+".jsonl"), line, time.Now().Add(-time.Hour))
	}
	kept, again := passes(t, top, keepBytes), passes(t, top, 0)
	if len(kept) != 2 || !reflect.DeepEqual(kept, again) {
		t.Error("sessions that were kept differ from those that were read again")
	}
	if kept[0].Warnings[0].Text == "" {
		t.Error("the broken line is not reported")
	}
}

// TestKeepOf lets the sessions of a small archive wait, and fewer of others.
func TestKeepOf(t *testing.T) {
	t.Parallel()
	small := []*source.Session{{Size: keepBytes / 2}, {Size: keepBytes / 2}}
	if got := keepOf(small); got != keepBytes {
		t.Errorf("%d bytes of a small archive wait, want %d", got, keepBytes)
	}
	if got := keepOf(append(small, &source.Session{Size: 1})); got != keepBytesLarge {
		t.Errorf("%d bytes of a larger archive wait, want %d", got, keepBytesLarge)
	}
}

// TestKeptSessionsAreTheSameInArchives is the same for the example and for real transcripts.
func TestKeptSessionsAreTheSameInArchives(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"../../testdata/example", "../../../shared/corpus/claude-2026/projects", "../../../shared/corpus/spotter"} {
		if _, err := os.Stat(dir); err != nil {
			t.Logf("skipped: %v", err)
			continue
		}
		kept, again := passes(t, dir, 1<<30), passes(t, dir, 0)
		for i := range kept {
			if !reflect.DeepEqual(kept[i], again[i]) {
				t.Errorf("%s: session %s differs from one that was read again", dir, kept[i].ID)
			}
		}
		if !tier.Long() {
			break
		}
	}
}

// TestOneLargeSessionIsKept lets a session wait that is larger than the room, but not two of them.
func TestOneLargeSessionIsKept(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sizes []int64
		kept  []int
	}{
		"alone":           {[]int64{900}, []int{0}},
		"with small ones": {[]int64{40, 900, 50, 30}, []int{0, 1, 2}},
		"two":             {[]int64{900, 60, 800}, []int{1}},
		"three":           {[]int64{900, 800, 700}, nil},
	} {
		r := &Collected{values: map[*source.Session][]redact.Value{}, kept: map[*source.Session]waiting{}, most: 100, room: 100}
		var sessions []*source.Session
		for _, size := range c.sizes {
			src := &source.Session{Size: size}
			sessions = append(sessions, src)
			r.begin(src)
			r.note(src, nil, waiting{Session: &parser.Session{}})
		}
		var kept []int
		for i, src := range sessions {
			if r.take(src).Session != nil {
				kept = append(kept, i)
			}
		}
		if !slices.Equal(kept, c.kept) {
			t.Errorf("%s: kept %v, want %v", name, kept, c.kept)
		}
	}
}

// TestMarksOfChangedFiles: what the first pass learned of a text does not hold for the one that takes its place.
func TestMarksOfChangedFiles(t *testing.T) {
	t.Parallel()
	const token = "gh" + "p_7Rt5Yw1Pm6Ls3Dc9Fg4HjXbVn2QkZ8aWs0Ed"
	plain := strings.Repeat("plain words ", 4)[:len(token)]
	past := time.Now().Add(-time.Hour)
	for name, change := range map[string]struct {
		write  func(t *testing.T, path, text string)
		marked bool
	}{
		"none":            {func(*testing.T, string, string) {}, true},
		"later":           {func(t *testing.T, path, text string) { writeAt(t, path, text, past.Add(time.Second)) }, false},
		"larger":          {func(t *testing.T, path, text string) { writeAt(t, path, text+"\n", past) }, false},
		"gone":            {func(t *testing.T, path, _ string) { os.Remove(path) }, false},
		"written to soon": {nil, false},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "11111111-0000-4000-8000-000000000001.jsonl")
		line := func(text string) string {
			return `{"type":"user","uuid":"aaaaaaaa-0000-4000-8000-000000000001","sessionId":"11111111-0000-4000-8000-000000000001","cwd":"/x","message":{"role":"user","content":"` + text + `"}}` + "\n"
		}
		written := past
		if change.write == nil {
			written = time.Now()
		}
		writeAt(t, path, line(plain), written)
		writeAt(t, filepath.Join(dir, "another.jsonl"), strings.ReplaceAll(line(plain), "1111", "2222"), past) // or the one would wait
		r, archive, parse := firstPass(t, dir, 0)
		src := archive.Sessions()[slices.IndexFunc(archive.Sessions(), func(s *source.Session) bool { return s.ID[0] == '1' })]
		if change.write != nil {
			change.write(t, path, line(token))
		}
		if marked := r.kept[src].marks != nil && src.AsListed(); marked != change.marked {
			t.Errorf("%s: marks are used: %t", name, marked)
		}
		s, err := Read(t.Context(), nil, r, src, Request{Parse: parse})
		if err == nil && strings.Contains(s.Title.Text, token) {
			t.Errorf("%s: the token is published", name)
		}
	}
}

func writeAt(t *testing.T, path, text string, at time.Time) {
	t.Helper()
	if err := errors.Join(os.WriteFile(path, []byte(text), 0o666), os.Chtimes(path, at, at)); err != nil {
		t.Fatal(err)
	}
}

// passes returns the clean sessions of a source when so many bytes may be kept.
func passes(t *testing.T, dir string, room int64) []*parser.Session {
	t.Helper()
	r, archive, parse := firstPass(t, dir, room)
	for _, w := range r.kept {
		if (w.Session != nil) != (room > 0) {
			t.Fatalf("session kept: %t, with room for %d bytes", w.Session != nil, room)
		}
	}
	var all []*parser.Session
	for _, src := range archive.Sessions() {
		s, err := Read(t.Context(), nil, r, src, Request{Parse: parse})
		if err != nil {
			t.Fatal(err)
		}
		s.Texts = parser.Texts{} // functions, which reflect cannot compare
		all = append(all, s.Session)
	}
	return all
}

// firstPass collects the values of a source when so many bytes may be kept.
func firstPass(t *testing.T, dir string, room int64) (*Collected, *source.Archive, Parser) {
	t.Helper()
	engine, err := NewEngine(config.Default().Redact)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := source.Find(t.Context(), formats.All(), []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { archive.Close() })
	parse := func(ctx context.Context, s *source.Session) (*parser.Session, error) {
		return s.Format.Parse(ctx, s, source.Options{})
	}
	r, err := collect(t.Context(), job.New(2, nil, nil, nil), engine, Input{
		Sessions: archive.Sessions(), Parse: parse, Watch: func(*redact.Collector) {},
		Remembered: func(*source.Session) ([]redact.Value, bool) { return nil, false },
	}, room)
	if err != nil {
		t.Fatal(err)
	}
	return r, archive, parse
}
