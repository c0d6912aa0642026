package redaction

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

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
		if err := os.WriteFile(filepath.Join(top, name+".jsonl"), []byte(line), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	kept, again := passes(t, top, keepBytes), passes(t, top, 0)
	if len(kept) != 2 || !reflect.DeepEqual(kept, again) {
		t.Error("sessions that were kept differ from those that were read again")
	}
	if kept[0].Warnings[0].Text == "" {
		t.Error("the broken line is not reported")
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
			r.note(src, nil, waiting{&parser.Session{}, nil})
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

// passes returns the clean sessions of a source when so many bytes may be kept.
func passes(t *testing.T, dir string, room int64) []*parser.Session {
	t.Helper()
	engine, err := NewEngine(config.Default().Redact)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := source.Find(t.Context(), formats.All(), []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
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
	if (len(r.kept) > 0) != (room > 0) {
		t.Fatalf("%d sessions are kept with room for %d bytes", len(r.kept), room)
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
