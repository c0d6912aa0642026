package claude

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/parser"
	"steno/parser/modeltest"
	"steno/parser/source"
)

// realSessions is where the transcripts lie that testdata/rewinds speaks of. They
// are not part of this repository: a golden file says how one is built, and why
// that is right, without a word of it.
const realSessions = corpus + "/claude-code-log"

// TestRewinds parses the real sessions in which several things said name one
// parent, and small ones made to look so. Each golden file begins with the
// reasons, read off the raw records: which records share a parent, when they were
// written, what led on, and so whether the user went back.
func TestRewinds(t *testing.T) {
	t.Parallel()
	goldens, err := filepath.Glob("testdata/rewinds/*.txt")
	if err != nil || len(goldens) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, golden := range goldens {
		t.Run(strings.TrimSuffix(filepath.Base(golden), ".txt"), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			head, want, _ := strings.Cut(string(data), "\n\n")
			path := filepath.Join(realSessions, strings.TrimPrefix(head[strings.LastIndexByte(head, '\n')+1:], "# Source: "))
			got := skeletons(t, parseAll(t, path))
			if *update {
				if err := os.WriteFile(golden, []byte(head+"\n\n"+got), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("the structure differs (-want +got):\n%s", diff)
			}
		})
	}
}

// TestNoFalseBranch: of all real sessions there, one was rewound.
func TestNoFalseBranch(t *testing.T) {
	t.Parallel()
	branches := make(map[string]int)
	for _, s := range parseAll(t, filepath.Join(realSessions, "real_projects")) {
		threads := []*parser.Thread{s.Main}
		for _, a := range s.Agents {
			threads = append(threads, a.Thread)
		}
		for _, th := range threads {
			if n := len(th.Branches) - 1; n > 0 {
				branches[name(s.ID)] += n
			}
		}
	}
	if diff := cmp.Diff(map[string]int{"03eb5929": 1}, branches); diff != "" {
		t.Errorf("branches beside the live one (-want +got):\n%s", diff)
	}
}

// parseAll finds and parses all sessions below a path.
func parseAll(t *testing.T, path string) []*parser.Session {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		t.Skip("no real transcripts at " + path)
	}
	a, err := source.Find(context.Background(), source.Formats{Format()}, []string{path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	var all []*parser.Session
	for _, src := range a.Sessions() {
		s, err := Parse(context.Background(), src, source.Options{})
		if err != nil {
			t.Fatal(err)
		}
		modeltest.Check(t, s)
		all = append(all, s)
	}
	return all
}

func skeletons(t *testing.T, all []*parser.Session) string {
	t.Helper()
	var b strings.Builder
	for _, s := range all {
		b.WriteString(skeleton(s))
	}
	return b.String()
}
