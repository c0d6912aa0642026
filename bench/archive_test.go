package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"steno/parser"
	"steno/parser/source"
)

func make100KB(t *testing.T, seed int) string {
	t.Helper()
	seeds, err := readSeeds([]string{filepath.Join("..", "testdata", "example")})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := newMaker(seeds, seed).write(dir, 1_500_000); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The same seed makes the same archive, another one another.
func TestArchivesFollowTheirSeed(t *testing.T) {
	t.Parallel()
	one, two, other := make100KB(t, 1), make100KB(t, 1), make100KB(t, 2)
	same := 0
	err := filepath.Walk(one, func(name string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(one, name)
		a, _ := os.ReadFile(name)
		b, err := os.ReadFile(filepath.Join(two, rel))
		if err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs: %v", rel, err)
		}
		if _, err := os.Stat(filepath.Join(other, rel)); err == nil && len(a) > 0 && filepath.Ext(name) == ".jsonl" {
			same++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if same > 6 { // agents of the time before sessions had folders keep their names
		t.Errorf("%d files have the same names under another seed", same)
	}
}

// Copies are transcripts of sessions of their own, as whole as what they are copies of.
func TestArchivesAreTranscripts(t *testing.T) {
	t.Parallel()
	a, err := source.Find(t.Context(), []string{make100KB(t, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if n := len(a.Sessions()); n < 18 {
		t.Errorf("%d sessions", n)
	}
	malformed, unknown := 0, 0
	for _, s := range a.Sessions() {
		p, err := parser.Parse(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		malformed += p.Ledger.Malformed
		unknown += p.Ledger.Unknown
	}
	if malformed > 2 || unknown > 2 {
		t.Errorf("%d malformed and %d unknown records", malformed, unknown)
	}
}
