package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestBound(t *testing.T) {
	t.Parallel()
	figures := []float64{1, 2, 6}
	for _, test := range []struct {
		b          bound
		said, kept string
	}{
		{bound{}, "", ""},
		{bound{most: 2}, "at most 2", "yes"},
		{bound{most: 1.5}, "at most 1.5", "no"},
		{bound{most: 5, each: true}, "at most 5", "no"},
		{bound{least: 2}, "at least 2", "yes"},
		{bound{least: 2.5}, "at least 2.5", "no"},
		{bound{least: 1.5, each: true}, "at least 1.5", "no"},
		{bound{least: 1, each: true}, "at least 1", "yes"},
	} {
		if got := test.b.kept(newSpread(figures)); got != test.kept || test.b.String() != test.said {
			t.Errorf("%+v: kept %q, %q", test.b, got, test.b)
		}
	}
}

// What benchmarks and tests print, with what each row of a trial reads of it.
func TestTrialsReadFigures(t *testing.T) {
	t.Parallel()
	search := "BenchmarkScale/100000-2 \t 1\t 9 ns/op\t 96.22 MB/s\t 11.70 %index\t 44.10 kB-box-p50\t 80.00 kB-box-p95\t 54.31 kB-p50\t94.00 kB-p95\t 8.0 waves-p50\t 9.000 waves-p95\n"
	serve := "BenchmarkAppendToVisible-2  10  53.0 least-ms\n--- BENCH: BenchmarkAppendToVisible-2\n    serve_replay_test.go:107: shown after 60 ms 70 ms\n"
	output := map[string]string{
		"search-100k": search, "search-1M": search, "serve-100MB": serve, "serve-1000MB": serve,
		"redaction": "BenchmarkCollect-2 \t 3\t 391 ns/op\t 9.73 MB/s\t       152.73 MB/s-a-core\nBenchmarkApply-2 \t 2\t 555 ns/op\t 9.50 MB/s\t       107.5 MB/s-a-core\n",
		"recall": "    panel_test.go:36: seed 1: found 99.94 % of 39044 secrets, redacted 0.10 % of 1031 negatives\n" +
			"          all                               99.94 % of 39044\n          group cloud                       99.00 % of  2000\n          place env                         90.00 % of  2000\n" +
			"        seed 2: found 98.00 % of 39044 secrets, redacted 0.20 % of 1031 negatives\n",
	}
	want := map[string][][]float64{
		"search-100k": {{54.31}, {94}, {9}}, "search-1M": {{54.31}, {94}, {9}}, "serve-100MB": {{60, 70}}, "serve-1000MB": {{60, 70}},
		"redaction": {{152.73}, {107.5}}, "recall": {{99.94, 98}, {99}, {0.1, 0.2}}, "tests": {{3}, {5}},
	}
	for _, trial := range trials() {
		for i, row := range trial.rows {
			got := row.find(output[trial.name], sample{wall: 3 * time.Second, processor: 5 * time.Second})
			if w := want[trial.name][i]; len(got) != len(w) || got[0] != w[0] || got[len(got)-1] != w[len(w)-1] {
				t.Errorf("%s, %s: %v, want %v", trial.name, row.what, got, w)
			}
		}
	}
}

// A trial prints a row for each budget, and fails where a command no longer prints what is looked for.
func TestTrialRows(t *testing.T) {
	t.Parallel()
	version := trial{name: "v", what: "go", again: true, args: []string{"version"}, rows: []row{{"minor", bound{least: 1}, printed(`go1\.(\d+)`)}}}
	var out bytes.Buffer
	if err := version.take(t.Context(), &options{rounds: 2, work: t.TempDir()}, &out); err != nil || !strings.Contains(out.String(), " | 2 | yes | ") {
		t.Errorf("%s%v", &out, err)
	}
	version.rows[0].find = printed(`gone(\d+)`)
	if err := version.take(t.Context(), &options{rounds: 1, work: t.TempDir()}, &out); err == nil {
		t.Error("a figure is missing, and nothing is said")
	}
}

// The largest page is any; the first one of a session counts with what it loads, once.
func TestWeighPages(t *testing.T) {
	t.Parallel()
	site := t.TempDir()
	write := func(name, text string) int64 {
		name = filepath.Join(site, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return zipped([]byte(text))
	}
	write("index.html", strings.Repeat("x", 5000))
	style, script := write("assets/a.css", "p{margin:0}"), write("assets/a.js", "var a = 'a longer text than a style has'")
	write("assets/unused.js", "b")
	write("sessions/1/index.html", "<p>small")
	first := write("sessions/2/index.html", `<link rel=stylesheet href=../../assets/a.css><link rel=icon href=../../none><script src="../../assets/a.js"></script><script>1</script>`)
	write("sessions/2/page-2.html", strings.Repeat("y", 4000))
	var s sample
	if err := s.weighPages(site); err != nil || s.page != 5000 || s.first != first+style+script {
		t.Errorf("%+v, %v; want %d", s, err, first+style+script)
	}
	if err := os.Remove(filepath.Join(site, "assets", "a.css")); err != nil {
		t.Fatal(err)
	}
	if s.weighPages(site) == nil {
		t.Error("a style sheet is missing, and nothing is said")
	}
}
