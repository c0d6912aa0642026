package sitetest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/parser"
	"steno/parser/formats"
	"steno/parser/source"
)

// Every line of every transcript is accounted for once, whichever session its
// record went to.
func TestLedger(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, m *made) {
		archive, err := source.Find(t.Context(), formats.All(), []string{m.source})
		if err != nil {
			t.Fatal(err)
		}
		defer archive.Close()
		var total parser.Ledger
		byFile := map[string]int{}
		for _, src := range archive.Sessions() {
			s, err := src.Format.Parse(t.Context(), src, source.Options{})
			if err != nil {
				t.Fatal(err)
			}
			checkSums(t, s)
			total.Add(&s.Ledger)
			for _, f := range s.Files {
				byFile[f.Path] += f.Lines
			}
		}
		checkFiles(t, m.source, byFile)
		if total.Lines != m.sum.Ledger.Lines || total.Sum() != m.sum.Ledger.Sum() {
			t.Errorf("the build accounts for %d of %d lines, the parser for %d of %d",
				m.sum.Ledger.Sum(), m.sum.Ledger.Lines, total.Sum(), total.Lines)
		}
		checkTypes(t, m.source, &total)
	})
}

// checkSums holds a session's ledger against those of its files.
func checkSums(t *testing.T, s *parser.Session) {
	t.Helper()
	var files parser.Ledger
	for _, f := range s.Files {
		if f.Sum() != f.Lines {
			t.Errorf("%s: the classes add up to %d of %d lines", f.Path, f.Sum(), f.Lines)
		}
		files.Add(&f.Ledger)
	}
	if files.Lines != s.Ledger.Lines || files.Sum() != s.Ledger.Sum() || files.Shown != s.Ledger.Shown {
		t.Errorf("session %s: its files have %d lines, %d of them shown; the session says %d and %d",
			s.ID, files.Lines, files.Shown, s.Ledger.Lines, s.Ledger.Shown)
	}
}

// checkFiles holds the lines accounted for against those of the files.
func checkFiles(t *testing.T, dir string, byFile map[string]int) {
	t.Helper()
	for _, name := range transcripts(t, dir) {
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for shown, n := range byFile {
			if strings.HasSuffix(filepath.ToSlash(shown), filepath.ToSlash(rel)) {
				got += n
			}
		}
		if want := countLines(t, name); got != want {
			t.Errorf("%s: %d of %d lines accounted for", rel, got, want)
		}
	}
}

// checkTypes counts records by their type, the way grep would.
func checkTypes(t *testing.T, dir string, l *parser.Ledger) {
	t.Helper()
	want := map[string]int{}
	for _, name := range transcripts(t, dir) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			var r struct{ Type string }
			if json.Unmarshal([]byte(line), &r) == nil {
				want[r.Type]++
			}
		}
	}
	got := map[string]int{}
	for name, n := range l.Types {
		kind, _, _ := strings.Cut(name, "/")
		got[kind] += n
	}
	for _, kind := range []string{"user", "assistant", "system"} {
		if got[kind] != want[kind] {
			t.Errorf("%d records of type %s are known, the files have %d", got[kind], kind, want[kind])
		}
	}
}
