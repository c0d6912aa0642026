package generator

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"steno/generator/config"
	"steno/parser"
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

// passes gives the clean sessions of a source when so many bytes may be kept.
func passes(t *testing.T, source string, room int64) []*parser.Session {
	t.Helper()
	c := config.Default()
	c.Sources = []string{source}
	b := newBuild(Options{Config: c})
	defer b.close()
	if err := b.find(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := b.prepareRedaction(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.redaction.room = room
	if err := b.collectSecrets(t.Context()); err != nil {
		t.Fatal(err)
	}
	if (len(b.redaction.kept) > 0) != (room > 0) {
		t.Fatalf("%d sessions are kept with room for %d bytes", len(b.redaction.kept), room)
	}
	var all []*parser.Session
	for _, src := range b.archive.Sessions() {
		s, err := b.session(t.Context(), src)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s.Session)
	}
	return all
}
