package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A budget is what a build may take at most. Its figure is of one round, in which the working
// tree and a peer built the same archive.
type budget struct {
	what   string
	build  string  // the kind that is measured
	most   float64 // 0: only measured
	figure func(own, peer sample, bytes int64) float64
	paired bool // with a peer, without which there is no figure

	smallest *float64 // figures are shown by the median of the first archive that has the same, which has no row
}

// exam is an archive and the budgets that are measured on it. As one archive takes the
// disk that another one had, they come one after the other.
type exam struct {
	name    string // what -only selects it by
	load    func(ctx context.Context, dir string) (*workload, error)
	budgets []budget
	pages   bool // they are weighed
}

func wallSeconds(own, _ sample, _ int64) float64 { return own.wall.Seconds() }
func peakMiB(own, _ sample, _ int64) float64     { return float64(own.peak) / (1 << 20) }
func msPerMB(own, _ sample, bytes int64) float64 {
	return own.processor.Seconds() * 1e9 / float64(bytes)
}
func ofSource(own, _ sample, bytes int64) float64   { return float64(own.site) / float64(bytes) }
func ofPeersWall(own, peer sample, _ int64) float64 { return own.wall.Seconds() / peer.wall.Seconds() }
func pageKB(own, _ sample, _ int64) float64         { return float64(own.page) / 1024 }
func firstKB(own, _ sample, _ int64) float64        { return float64(own.first) / 1000 }

// linear is how many times more a megabyte may take in a larger archive.
const linear = 1.2

// exams are those of generated archives, and one for each real archive. The largest comes last.
func exams(sources []string) (all []exam) {
	for _, s := range sources {
		name, _, _ := strings.Cut(s, "=")
		all = append(all, exam{name: name,
			load:  func(_ context.Context, dir string) (*workload, error) { return copied(dir, s) },
			pages: true, budgets: []budget{
				{what: "cold, wall time, x the peer's", build: cold, most: 1, figure: ofPeersWall, paired: true},
				{what: "all off, wall time, x the peer's", build: bare, most: 0.7, figure: ofPeersWall, paired: true},
				{what: "site, x the transcripts", build: cold, most: 0.6, figure: ofSource},
				{what: "largest page, KiB", build: cold, most: 400, figure: pageKB},
				{what: "heaviest first page of a session with style and scripts, gzipped, kB", build: cold, most: 60, figure: firstKB},
			}})
	}
	many := func(name string, mb, sessions int, smallest *float64, budgets ...budget) {
		budgets = append(budgets, budget{what: "cold, processor time, ms a MB", build: cold, figure: msPerMB})
		if smallest != nil {
			budgets = append(budgets, budget{what: "cold, processor time a MB, x the smallest's", build: cold,
				most: linear, figure: msPerMB, smallest: smallest})
		}
		load := func(ctx context.Context, dir string) (*workload, error) { return generated(ctx, dir, mb, sessions) }
		all = append(all, exam{name: name, load: load, budgets: budgets})
	}
	var smallest, smallestOne float64
	many("100MB", 100, 0, &smallest)
	many("250MB", 250, 0, &smallest)
	many("500MB", 500, 0, &smallest)
	many("1000-sessions", 360, 1000, nil, budget{what: "nothing changed, wall time, s", build: unchanged, most: 0.05, figure: wallSeconds})
	many("1GB", 1000, 0, &smallest, budget{what: "cold, wall time, x the peer's", build: cold, most: 1, figure: ofPeersWall, paired: true},
		budget{what: "cold, peak memory, MiB", build: cold, most: 200, figure: peakMiB},
		budget{what: "one changed, wall time, s", build: changed, most: 0.5, figure: wallSeconds},
		budget{what: "one changed, peak memory, MiB", build: changed, most: 200, figure: peakMiB},
		budget{what: "one new secret, wall time, s", build: revealed, figure: wallSeconds})
	many("5000-sessions", 1000, 5000, nil, budget{what: "cold, peak memory, MiB", build: cold, most: 200, figure: peakMiB},
		budget{what: "one changed, wall time, s", build: changed, most: 0.5, figure: wallSeconds},
		budget{what: "one changed, peak memory, MiB", build: changed, most: 200, figure: peakMiB})
	for _, mb := range []int{62, 125, 250, 500, 1000} {
		most := 0.0
		if mb >= 250 {
			most = 300
		}
		many(fmt.Sprintf("one-of-%dMB", mb), mb, 1, &smallestOne,
			budget{what: "cold, peak memory, MiB", build: cold, most: most, figure: peakMiB})
	}
	many("10GB", 10_000, 50_000, nil, budget{what: "cold, peak memory, MiB", build: cold, most: 300, figure: peakMiB},
		budget{what: "nothing changed, wall time, s", build: unchanged, figure: wallSeconds},
		budget{what: "one changed, wall time, s", build: changed, most: 2, figure: wallSeconds},
		budget{what: "one changed, peak memory, MiB", build: changed, most: 300, figure: peakMiB})
	return all
}

// budgetCommand takes the exams and prints a row for each budget.
func budgetCommand(ctx context.Context, args []string) error {
	o, only, err := parseBudget(args)
	if err != nil {
		return err
	}
	for _, dir := range []string{o.work, o.archives} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	own, err := steno(ctx, o.work, "")
	if err != nil {
		return err
	}
	others, err := installed(o.work, o.peers)
	if err != nil {
		return err
	}
	taken := func(name string) bool { return len(only) == 0 || slices.Contains(only, name) }
	fmt.Println("| archive | budget | bound | median, and range | rounds | kept | disk, GB | minutes |\n|---|---|---|---|---|---|---|---|")
	for _, e := range exams(o.sources) {
		if taken(e.name) {
			if err := e.take(ctx, *o, append([]*tool{own}, others...)); err != nil {
				return fmt.Errorf("measuring %s: %w", e.name, err)
			}
		}
	}
	for _, t := range trials() {
		if taken(t.name) {
			if err := t.take(ctx, o, os.Stdout); err != nil {
				return fmt.Errorf("measuring %s: %w", t.name, err)
			}
		}
	}
	return nil
}

func parseBudget(args []string) (o *options, only []string, err error) {
	o = &options{peers: []string{"weavr"}, peerMax: 100}
	f := flag.NewFlagSet("budget", flag.ContinueOnError)
	f.Func("source", "`name=DIR,DIR`: folders of projects to build a copy of. May be repeated",
		func(v string) error { o.sources = append(o.sources, v); return nil })
	f.Func("only", "`archives` to measure, by their names (default: all)", func(v string) error { only = split(v); return nil })
	f.StringVar(&o.work, "work", filepath.Join(os.TempDir(), "steno-budget"),
		"`folder` for programs, archives and sites; it is removed afterwards")
	f.StringVar(&o.archives, "archives", "", "`folder` for the archives, if the work folder has no room for them; it is removed afterwards")
	f.IntVar(&o.rounds, "rounds", 5, "rounds; in each, Steno and the peer build once")
	f.DurationVar(&o.limit, "time", 3*time.Hour, "no round of an archive begins after this `time`; each has at least one")
	if err := f.Parse(args); err != nil {
		return nil, nil, err
	}
	o.archives = cmp.Or(o.archives, o.work)
	if f.NArg() > 0 || o.rounds < 1 {
		return nil, nil, errors.New("budget takes flags only, and at least one round")
	}
	names := []string{}
	for _, e := range exams(o.sources) {
		names = append(names, e.name)
	}
	for _, t := range trials() {
		names = append(names, t.name)
	}
	for _, name := range only {
		if !slices.Contains(names, name) {
			return nil, nil, fmt.Errorf("-only: there is no archive %q, only %s", name, strings.Join(names, ", "))
		}
	}
	return o, only, nil
}

// take builds the archive in rounds. A peer takes part where a budget is compared with it.
func (e exam) take(ctx context.Context, o options, tools []*tool) error {
	start := time.Now()
	w, err := e.load(ctx, o.archives)
	if err != nil {
		return err
	}
	o.pages = e.pages
	paired := false
	for _, kind := range allBuilds { // a change comes after a cold build
		if slices.ContainsFunc(e.budgets, func(b budget) bool { return b.build == kind }) {
			o.builds = append(o.builds, kind)
		}
	}
	for _, b := range e.budgets {
		paired = paired || b.paired
	}
	if !paired {
		tools = tools[:1]
	}
	c := &comparison{o: &o, tools: tools, w: w}
	broken := c.run(ctx) // what was measured before an interrupt is printed
	var disk sample
	bytes := int64(0)
	for _, dir := range slices.Compact([]string{o.work, o.archives}) {
		if err := disk.weigh(dir); err != nil {
			return errors.Join(broken, err)
		}
		bytes += disk.site
	}
	for _, b := range e.budgets {
		b.print(os.Stdout, c, float64(bytes)/1e9, time.Since(start).Minutes())
	}
	return broken
}

// print writes the budget's row: nothing where the peer is missing that it is compared with.
func (b budget) print(out io.Writer, c *comparison, disk, minutes float64) {
	own := c.samples[b.build][c.tools[0].name]
	peers := make([]sample, len(own))
	if b.paired {
		if len(c.tools) < 2 {
			return
		}
		peers = c.samples[cold][c.tools[1].name] // it has no other kind of build
	}
	var figures []float64
	for i := range min(len(own), len(peers)) {
		figures = append(figures, b.figure(own[i], peers[i], c.w.bytes))
	}
	if b.smallest != nil {
		if *b.smallest == 0 {
			*b.smallest = newSpread(figures).median
			return
		}
		for i := range figures {
			figures[i] /= *b.smallest
		}
	}
	printBudget(out, c.w.name, b.what, bound{most: b.most}, figures, disk, minutes)
}
