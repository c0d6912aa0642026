package claude

import (
	"context"
	"os"
	"slices"
	"testing"

	"steno/parser"
	"steno/parser/claude/files"
	"steno/parser/modeltest"
	"steno/parser/source"
)

// corpus is where real transcripts may lie, outside the repository.
const corpus = "../../../shared/corpus"

// claudeCorpus are the folders of it with transcripts of Claude Code; the others hold
// those of other agents.
var claudeCorpus = []string{corpus + "/claude-code-log", corpus + "/claude-2026", corpus + "/spotter", corpus + "/agents/fixtures/claude"}

// misspelt are members that hand-made files of the corpus have for their own tests.
var misspelt = []string{"user.message.contenst", "user.timesstamp", "user.project"}

// TestCorpus parses real transcripts: no panic, every line in the ledger,
// nothing unknown but one damaged record, and no member that is not declared.
func TestCorpus(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("no corpus at " + corpus)
	}
	ctx := context.Background()
	a, err := source.Find(ctx, source.Formats{Format()}, claudeCorpus)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Sessions()) == 0 {
		t.Fatal("no session found")
	}
	branches := 0
	for _, src := range a.Sessions() {
		s, err := Parse(ctx, src, source.Options{})
		if err != nil {
			t.Fatal(err)
		}
		modeltest.Check(t, s)
		lost := slices.ContainsFunc(s.Warnings, func(w parser.Warning) bool { return w.Text[:min(8, len(w.Text))] == "no place" })
		if lost {
			t.Errorf("%s: records without a place", s.ID)
		}
		for typ := range s.Ledger.Types {
			if typ == "" && s.Ledger.Unknown == s.Ledger.Types[""] {
				s.Ledger.Unknown = 0
			}
		}
		if s.Ledger.Unknown > 0 {
			t.Errorf("%s: %d records of unknown types among %v", s.ID, s.Ledger.Unknown, s.Ledger.Types)
		}
		for _, f := range files.Undeclared(ctx, src) {
			if !slices.Contains(misspelt, f.Type) {
				t.Errorf("%s: the format table does not declare %s, of %v", s.ID, f.Type, f.Versions)
			}
		}
		if len(s.Dirs) > 0 && len(s.Main.Branches) > 1 {
			branches++
		}
	}
	if branches == 0 {
		t.Error("no session with a branch: the corpus holds rewinds")
	}
}
