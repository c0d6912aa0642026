package claude

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/parser/claude/record"
	"steno/parser/modeltest"
	"steno/parser/source"
	"steno/tier"
)

// allKinds is a list of records of all kinds with made-up ids and parents: no conversation
// that grows.
const allKinds = "agents/fixtures/claude/small.jsonl"

// real returns the lines of the real transcripts outside of the repository, by path: of all, in
// the plain tier of one in six.
func real(t *testing.T) map[string][]string {
	t.Helper()
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("no corpus at " + corpus)
	}
	files := make(map[string][]string)
	n := 0
	for _, dir := range claudeCorpus {
		err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, allKinds) {
				return err
			}
			if n++; !tier.OneIn(6, n) {
				return nil
			}
			text, err := os.ReadFile(name)
			files[name] = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(files) == 0 {
		t.Fatal("no files")
	}
	return files
}

// TestCorpusAppend: anchors stay while real files grow.
func TestCorpusAppend(t *testing.T) {
	t.Parallel()
	for name, lines := range real(t) {
		grow(t, name, lines, max(1, len(lines)/20))
	}
}

// TestCorpusShuffle: the order of lines does not matter in real files, so far as it
// need not: the records have ids, times of their own, and parents in the file.
func TestCorpusShuffle(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	shuffled := 0
	for name, lines := range real(t) {
		lines = linked(lines)
		if len(lines) < 3 {
			continue
		}
		shuffled++
		want := shape(t, lines)
		for range 5 {
			random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
			if diff := cmp.Diff(want, shape(t, lines)); diff != "" {
				t.Errorf("%s: -in order +shuffled:\n%s", name, diff)
				break
			}
		}
	}
	if shuffled < tier.Count(3, 10) {
		t.Errorf("only %d files of the corpus can be shuffled", shuffled)
	}
}

// linked keeps what does not depend on its place in a file: one record a line, with
// an id and a time that no other has, from the first root on down. Commands all name
// the one caveat before them as their parent, so that their places tell where they
// belong; and what a command printed goes to the command before.
func linked(lines []string) []string {
	dec := record.NewDecoder()
	ids, times := make(map[string]bool), make(map[int64]bool)
	var kept []string
	for _, line := range lines {
		r, err := dec.Decode([]byte(line))
		if err != nil || r.UUID == "" || r.Time.IsZero() || ids[r.UUID] || times[r.Time.UnixNano()] || r.Flags.Has(record.Sidechain) {
			continue
		}
		if r.Flags.Has(record.Meta) && strings.Contains(line, `"Caveat: `) {
			continue
		}
		if len(kept) == 0 || ids[r.Parent] {
			ids[r.UUID], times[r.Time.UnixNano()] = true, true
			kept = append(kept, line)
		}
	}
	return kept
}

// TestCorpusTwice: two copies of an archive say what one does, but for the number of
// files.
func TestCorpusTwice(t *testing.T) {
	t.Parallel()
	real(t)
	from := corpus
	if !tier.Long() {
		from += "/claude-code-log"
	}
	again := filepath.Join(t.TempDir(), "again")
	if err := os.CopyFS(again, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	once, twice := outlines(t, from), outlines(t, from, again)
	if diff := cmp.Diff(once, twice); diff != "" {
		t.Errorf("-once +twice:\n%s", diff)
	}
}

// outlines returns the conversations of all sessions found in some places.
func outlines(t *testing.T, places ...string) []string {
	t.Helper()
	ctx := context.Background()
	a, err := source.Find(ctx, source.Formats{Format()}, places)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var all []string
	for _, src := range a.Sessions() {
		s, err := Parse(ctx, src, source.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := modeltest.Outline(&text, s); err != nil {
			t.Fatal(err)
		}
		conversation, _, _ := strings.Cut(text.String(), "\nfile ")
		all = append(all, conversation)
	}
	slices.Sort(all)
	return all
}
