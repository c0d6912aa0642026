package claude

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"steno/parser/modeltest"
	"steno/parser/source"
	"steno/tier"
)

// TestTooLongLine reads a file of which one line would not fit into memory. The line is skipped with a
// warning, the records around it are shown, and the ledger adds up.
func TestTooLongLine(t *testing.T) {
	tier.NeedsLong(t, "reads 5 GB twice")
	const hole = 5 << 30 // 50 take four minutes
	name := filepath.Join(t.TempDir(), "11111111-0000-4000-8000-000000000001.jsonl")
	lines := strings.SplitAfter(sessionIDs.Replace(tell("a prompt hi\nb<a reply m1 yes\nc<b prompt go on")), "\n")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(lines[0] + lines[1]); err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte("\n"+lines[2]), hole); err != nil {
		t.Skip("no file of 5 GB can be made here: ", err)
	}
	a, err := source.Find(t.Context(), source.Formats{Format()}, []string{name})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	s, err := Parse(t.Context(), a.Sessions()[0], source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if l := s.Ledger; l.Lines != 4 || l.Sum() != 4 || l.Shown != 3 || l.Malformed != 1 {
		t.Errorf("ledger: %s", modeltest.Account(&l))
	}
	if len(s.Warnings) != 1 || s.Warnings[0].Line != 3 || !strings.Contains(s.Warnings[0].Text, "longer than 256 MB") {
		t.Errorf("warnings: %v", s.Warnings)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.Sys > 2<<30 {
		t.Errorf("%d MB were taken from the system", m.Sys>>20)
	}
}
