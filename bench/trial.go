package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"time"
)

// A trial is a command that prints figures of what builds do not show: tests and benchmarks of
// packages. Its rows are budgets.
type trial struct {
	name  string
	what  string // in the first column
	again bool   // once in each round; else once
	empty bool   // nothing is compiled before
	env   []string
	args  []string // of the go command
	rows  []row
}

// row is a budget, and how its figures are found in a round.
type row struct {
	what  string
	bound bound
	find  func(output string, s sample) []float64
}

// printed finds all numbers that a pattern has in its group.
func printed(pattern string) func(string, sample) []float64 {
	re := regexp.MustCompile(pattern)
	return func(output string, _ sample) (figures []float64) {
		for _, m := range re.FindAllStringSubmatch(output, -1) {
			if n, err := strconv.ParseFloat(m[1], 64); err == nil {
				figures = append(figures, n)
			}
		}
		return figures
	}
}

func wallOf(_ string, s sample) []float64      { return []float64{s.wall.Seconds()} }
func processorOf(_ string, s sample) []float64 { return []float64{s.processor.Seconds()} }

// benchmark is a trial by benchmarks of a package.
func benchmark(name, what, pkg, of string, args ...string) trial {
	return trial{name: name, what: what, args: append([]string{"test", "-vet", "off", pkg, "-run", "^$",
		"-timeout", "60m", "-bench", of}, args...)}
}

// trials are those of all budgets that no build shows.
func trials() (all []trial) {
	for _, s := range []struct {
		name, messages  string
		p50, p95, waves float64
	}{{"search-100k", "100000", 80, 100, 5}, {"search-1M", "1000000", 150, 300, 0}} {
		t := benchmark(s.name, s.messages+" messages", "./generator/search", "Scale", "-benchtime", "1x")
		t.env = []string{"STENO_SCALE=" + s.messages}
		t.rows = []row{
			{"first answer, kB, median of 100 queries", bound{most: s.p50}, printed(`\s([\d.]+) kB-p50`)},
			{"first answer, kB, 95 of 100", bound{most: s.p95}, printed(`\s([\d.]+) kB-p95`)},
			{"waves of requests, 95 of 100", bound{most: s.waves}, printed(`\s([\d.]+) waves-p95`)},
		}
		all = append(all, t)
	}
	redaction := benchmark("redaction", "real texts", "./generator/redact", "(Collect|Apply)$")
	redaction.again = true
	redaction.rows = []row{
		{"looking for secrets, MB/s a core", bound{least: 100}, printed(`Collect.*\s([\d.]+) MB/s-a-core`)},
		{"replacing them, MB/s a core", bound{least: 100}, printed(`Apply.*\s([\d.]+) MB/s-a-core`)},
	}
	panel := trial{name: "recall", what: "panel of redaction, 3 seeds", env: []string{"STENO_TESTS=long"},
		args: []string{"test", "-count", "1", "-v", "./generator/redact/panel", "-run", "^TestRecall$"}, rows: []row{
			{"secrets found, %", bound{least: 99, each: true}, printed(`: found ([\d.]+) %`)},
			{"of each group and seed, %", bound{least: 97, each: true}, printed(` group .* ([\d.]+) % of`)},
			{"harmless texts redacted, %", bound{most: 1, each: true}, printed(`redacted ([\d.]+) % of`)},
		}}
	all = append(all, redaction, panel)
	for _, mb := range []string{"100", "1000"} {
		t := benchmark("serve-"+mb+"MB", mb+" MB, served", "./generator/cli", "AppendToVisible", "-benchtime", "10x")
		t.env = []string{"STENO_MB=" + mb}
		t.rows = []row{{"a line is written until an open page shows it, ms", bound{most: 300}, printed(`\s([\d.]+) ms`)}}
		all = append(all, t)
	}
	tests := trial{name: "tests", what: "go test ./...", empty: true, args: []string{"test", "./..."}, rows: []row{
		{"nothing compiled before, wall time, s", bound{most: 120}, wallOf},
		{"nothing compiled before, processor time, s", bound{}, processorOf}}}
	return append(all, tests)
}

// take runs the command in rounds, and writes its rows.
func (t trial) take(ctx context.Context, o *options, out io.Writer) error {
	start, rounds := time.Now(), 1
	if t.again {
		rounds = o.rounds
	}
	env := append(os.Environ(), t.env...)
	if t.empty {
		cache := filepath.Join(o.work, "compiled")
		if err := remake(cache); err != nil {
			return err
		}
		env = append(env, "GOCACHE="+cache)
	}
	figures := make([][]float64, len(t.rows))
	for range rounds {
		var s sample
		text, err := s.output(ctx, ".", env, "go", t.args...)
		if err != nil {
			return err
		}
		for i, r := range t.rows {
			figures[i] = append(figures[i], r.find(text, s)...)
		}
	}
	for i, r := range t.rows {
		if len(figures[i]) == 0 {
			return fmt.Errorf("%s printed nothing for %q", t.name, r.what)
		}
		printBudget(out, t.what, r.what, r.bound, figures[i], 0, time.Since(start).Minutes())
	}
	return nil
}
