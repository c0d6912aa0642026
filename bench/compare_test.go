package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Medians are those of all rounds, ratios those within a round.
func TestRows(t *testing.T) {
	t.Parallel()
	samples := func(seconds ...float64) (all []sample) {
		for _, s := range seconds {
			all = append(all, sample{processor: time.Duration(s * 1e9), wall: time.Duration(2 * s * 1e9), peak: 3 << 20, site: 5e6, files: 7})
		}
		return all
	}
	var out bytes.Buffer
	printRow(&out, &workload{name: "10 MB", bytes: 10e6}, cold, "new", samples(1, 3, 8), samples(2, 2, 4))
	want := "| 10 MB | cold | new | 3 | 3.00 (1.00 to 8.00) | 6.00 (2.00 to 16.00) | 3 | 5.0 | 0.50 | 7 | 1.50 (0.50 to 2.00) | 1.50 (0.50 to 2.00) |\n"
	if out.String() != want {
		t.Errorf("got  %swant %s", &out, want)
	}
	if even := newSpread([]float64{4, 1, 2, 3}); even.median != 2.5 || even.least != 1 || even.most != 4 {
		t.Errorf("%+v", even)
	}
}

// Only a median above the limit is a failure, and none is without a limit.
func TestSlower(t *testing.T) {
	t.Parallel()
	seconds := func(all ...float64) (s []sample) {
		for _, v := range all {
			s = append(s, sample{processor: time.Duration(v * 1e9)})
		}
		return s
	}
	c := &comparison{
		o: &options{worst: 1.1, builds: []string{cold, changed}}, tools: []*tool{{name: "v1"}, {name: workingTree}}, w: &workload{name: "10 MB"},
		samples: map[string]map[string][]sample{
			cold:    {"v1": seconds(1, 2, 1), workingTree: seconds(1.2, 2.3, 1)},
			changed: {"v1": seconds(1, 2, 1), workingTree: seconds(1.05, 2.1, 9)},
		},
	}
	if got := c.slower(); len(got) != 1 || got[0] != "cold build of 10 MB, 1.15 (1.00 to 1.20) times" {
		t.Errorf("%q", got)
	}
	if c.o.worst = 0; len(c.slower()) > 0 {
		t.Errorf("without a limit: %q", c.slower())
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	o, err := parseOptions([]string{"-sizes", "", "-source", "a=x,y", "-against", "c1,c2", "-peers", "weavr", "-builds", "cold"})
	if err != nil || len(o.sizes) != 0 || len(o.against) != 2 || len(o.workloads()) != 1 {
		t.Errorf("%+v, %v", o, err)
	}
	for _, wrong := range [][]string{{"-sizes", "0"}, {"-sizes", "x"}, {"-builds", "warm"}, {"-peers", "other"}, {"-rounds", "0"}, {"more"}, {"-against", ""}} {
		if _, err := parseOptions(wrong); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}

// A session goes on from its newest record, in a copy; the source stays as it is.
func TestCopiesGrow(t *testing.T) {
	t.Parallel()
	source, work := t.TempDir(), t.TempDir()
	name := filepath.Join("p", "s.jsonl")
	line := `{"type":"user","uuid":"11111111-2222-4333-8444-555555555555","sessionId":"s","timestamp":"2026-01-02T03:04:05Z","message":{"role":"user","content":"Hi"}}` + "\n"
	if err := os.MkdirAll(filepath.Join(source, "p"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(source, name), []byte(line), 0o400); err != nil {
		t.Fatal(err)
	}
	w, err := copied(work, "real="+source)
	if err != nil || w.name != "real" || w.bytes != int64(len(line)) {
		t.Fatalf("%+v, %v", w, err)
	}
	if err := grow(w.dir, "And one more thing."); err != nil {
		t.Fatal(err)
	}
	was, err := os.ReadFile(filepath.Join(source, name))
	if err != nil || string(was) != line {
		t.Errorf("the source is %q, %v", was, err)
	}
	grown, err := os.ReadFile(filepath.Join(w.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	var next struct{ UUID, ParentUUID, Timestamp string }
	if err := json.Unmarshal(grown[len(line):], &next); err != nil || next.ParentUUID != "11111111-2222-4333-8444-555555555555" || next.UUID == next.ParentUUID || next.Timestamp != "2026-01-02T03:05:05Z" {
		t.Errorf("%q: %v", grown[len(line):], err)
	}
}

// Other programs take a folder of the benchmark for the user's home.
func TestToolsHaveHomesOfTheirOwn(t *testing.T) {
	t.Setenv("HOME", "/home/somebody")
	t.Setenv("CLAUDE_CONFIG_DIR", "/home/somebody/.claude")
	t.Setenv("XDG_CONFIG_HOME", "/home/somebody/.config")
	env := strings.Join((&tool{home: "/work/tool-x"}).env(), "\n") + "\n"
	if !strings.Contains(env, "\nHOME=/work/tool-x\n") || strings.Contains(env, "HOME=/home/somebody\n") || strings.Contains(env, "/home/somebody/.c") {
		t.Errorf("environment:\n%s", env)
	}
}
