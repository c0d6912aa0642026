package collect

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whoever changes the form goes on with the same archive: what is there in the other form is
// found, changes its form when it grows, and is never there twice.
func TestFormsChange(t *testing.T) {
	t.Parallel()
	o := Options{Sources: []string{t.TempDir()}, Archive: t.TempDir(), Machine: "m"}
	whole := ""
	for i := range 6 {
		whole += strings.Repeat(fmt.Sprintf("{%d}\n", i), 50)
		put(t, o.Sources[0], chat, whole)
		if sum := collect(t, o); len(sum.Taken) != 1 || i > 0 && (sum.Taken[0].What != Grown || sum.Bytes != 200) {
			t.Errorf("step %d: %+v", i, sum)
		}
		o.Zstd = !o.Zstd
		if sum := collect(t, o); sum.Unchanged != 1 || len(sum.Taken) != 0 {
			t.Errorf("step %d, again in the other form: %+v", i, sum)
		}
		if got := stored(t, o.Archive, "m/"+chat); got != whole {
			t.Errorf("step %d: %d bytes of %d", i, len(got), len(whole))
		}
	}
	put(t, o.Sources[0], chat, "{other}\n")
	collect(t, o)
	if got := kept(t, o); len(got) != 1 || got[0] != whole || stored(t, o.Archive, "m/"+chat) != "{other}\n" {
		t.Errorf("kept: %q", got)
	}
}

// A collector that was killed as it changed the form leaves both, of which one goes.
func TestBothForms(t *testing.T) {
	t.Parallel()
	for _, zstd := range []bool{false, true} {
		o := Options{Sources: []string{t.TempDir()}, Archive: t.TempDir(), Machine: "m", Zstd: zstd}
		put(t, o.Sources[0], chat, "{1}\n{2}\n")
		collect(t, o)
		o.Zstd = !zstd
		other := o
		other.Archive = t.TempDir()
		collect(t, other)
		if err := os.CopyFS(o.Archive, os.DirFS(other.Archive)); err != nil {
			t.Fatal(err)
		}
		collect(t, o)
		if got := stored(t, o.Archive, "m/"+chat); got != "{1}\n{2}\n" {
			t.Errorf("stored: %q", got)
		}
	}
}

// A compressed copy that is damaged is kept, beside what the source has.
func TestDamagedCopy(t *testing.T) {
	t.Parallel()
	o := Options{Sources: []string{t.TempDir()}, Archive: t.TempDir(), Machine: "m", Zstd: true}
	put(t, o.Sources[0], chat, "{1}\n")
	put(t, o.Archive, "m/"+chat+packedExt, "no zstd at all")
	if sum := collect(t, o); len(sum.Taken) != 1 || sum.Taken[0].What != Diverged {
		t.Errorf("%+v", sum)
	}
	if got := stored(t, o.Archive, "m/"+chat); got != "{1}\n" {
		t.Errorf("stored: %q", got)
	}
	found, err := filepath.Glob(filepath.Join(o.Archive, "m", "earlier", "*", filepath.FromSlash(chat)+packedExt))
	if err != nil || len(found) != 1 {
		t.Errorf("kept: %v, %v", found, err)
	}
}

// An archive is a source as well: of another archive, in which everything of it is, in whatever
// form, and redacted if that is wanted.
func TestArchiveOfArchive(t *testing.T) {
	eachForm(t, func(t *testing.T, o Options) {
		first := Options{Sources: []string{t.TempDir()}, Archive: o.Sources[0], Machine: "m", Zstd: true}
		put(t, first.Sources[0], chat, says("one "+token))
		put(t, first.Sources[0], "history.jsonl", "{\"display\":\"x\"}\n")
		collect(t, first)
		put(t, first.Sources[0], chat, says("another"))
		collect(t, first)
		o.Sources[0] = filepath.Join(o.Sources[0], "m")
		if sum := collect(t, o); len(sum.Taken) != 3 {
			t.Errorf("taken: %+v", sum.Taken)
		}
		if sum := collect(t, o); len(sum.Taken) != 0 || sum.Unchanged != 3 {
			t.Errorf("again: %+v", sum)
		}
		if got := kept(t, o); len(got) != 1 || strings.Contains(got[0], token) != (o.Redact == nil) || !strings.Contains(got[0], "one ") {
			t.Errorf("earlier: %q", got)
		}
		put(t, first.Sources[0], chat, says("another")+says("more"))
		collect(t, first)
		if sum := collect(t, o); len(sum.Taken) != 1 || sum.Taken[0].What != Grown {
			t.Errorf("grown: %+v", sum)
		}
		if got := stored(t, o.Archive, "m/"+chat); !strings.Contains(got, "more") {
			t.Errorf("grown: %s", got)
		}
	})
}

// Of a plain and a compressed file of one name the first is taken, and the other is told.
func TestSameNames(t *testing.T) {
	t.Parallel()
	o := Options{Sources: []string{t.TempDir()}, Archive: t.TempDir(), Machine: "m", Zstd: true}
	put(t, o.Sources[0], chat, "{1}\n")
	put(t, o.Sources[0], chat+".gz", "x")
	for range 2 {
		sum, err := Run(t.Context(), o)
		if err != nil || len(sum.Problems) != 1 || !strings.Contains(sum.Problems[0], "same name") {
			t.Errorf("%+v, %v", sum, err)
		}
		if got := stored(t, o.Archive, "m/"+chat); got != "{1}\n" {
			t.Errorf("stored: %q", got)
		}
	}
}

// What is withheld does not depend on the name of the machine, which may be that of an agent.
func TestMachineNamedLikeAnAgent(t *testing.T) {
	t.Parallel()
	const name = "sessions/2026/01/02/rollout-2026-01-02T03-04-05-11111111-1111-4111-8111-111111111111.jsonl"
	for _, machine := range []string{"m", "codex"} {
		o := redacting(t)
		o.Machine = machine
		put(t, o.Sources[0], ".codex/"+name, `{"timestamp":"2026-01-02T03:04:05Z","type":"session_meta","payload":{"id":"11111111-1111-4111-8111-111111111111","base_instructions":{"text":"Be brief."}}}`+"\n"+
			`{"timestamp":"2026-01-02T03:04:06Z","type":"event_msg","payload":{"type":"user_message","message":"Ring it"}}`+"\n")
		collect(t, o)
		if got := stored(t, o.Archive, machine+"/codex/"+name); !strings.Contains(got, "Ring it") || strings.Contains(got, "Be brief") {
			t.Errorf("on %q: %s", machine, got)
		}
	}
}
