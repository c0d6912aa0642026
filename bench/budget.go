package main

import (
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
}

// exam is an archive and the budgets that are measured on it. As one archive takes the
// disk that another one had, they come one after the other.
type exam struct {
	name    string // what -only selects it by
	load    func(ctx context.Context, work string) (*workload, error)
	budgets []budget
}

func wallSeconds(own, _ sample, _ int64) float64 { return own.wall.Seconds() }
func peakMiB(own, _ sample, _ int64) float64     { return float64(own.peak) / (1 << 20) }
func msPerMB(own, _ sample, bytes int64) float64 {
	return own.processor.Seconds() * 1e9 / float64(bytes)
}
func ofSource(own, _ sample, bytes int64) float64   { return float64(own.site) / float64(bytes) }
func ofPeersWall(own, peer sample, _ int64) float64 { return own.wall.Seconds() / peer.wall.Seconds() }

// exams are those of generated archives, and one for each real archive. The largest comes last.
func exams(sources []string) (all []exam) {
	for _, s := range sources {
		name, _, _ := strings.Cut(s, "=")
		all = append(all, exam{name, func(_ context.Context, work string) (*workload, error) { return copied(work, s) }, []budget{
			{"cold, wall time, x the peer's", cold, 1, ofPeersWall, true},
			{"all off, wall time, x the peer's", bare, 0.7, ofPeersWall, true},
			{"site, x the transcripts", cold, 0.6, ofSource, false},
		}})
	}
	many := func(name string, mb, sessions int, budgets ...budget) exam {
		return exam{name, func(ctx context.Context, work string) (*workload, error) { return generated(ctx, work, mb, sessions) }, append(budgets,
			budget{"cold, processor time, ms a MB", cold, 0, msPerMB, false})}
	}
	all = append(all,
		many("100MB", 100, 0),
		many("1000-sessions", 360, 1000, budget{"nothing changed, wall time, s", unchanged, 0.05, wallSeconds, false}),
		many("1GB", 1000, 0, budget{"cold, wall time, x the peer's", cold, 1, ofPeersWall, true},
			budget{"cold, peak memory, MiB", cold, 200, peakMiB, false}, budget{"one changed, wall time, s", changed, 0.5, wallSeconds, false},
			budget{"one changed, peak memory, MiB", changed, 200, peakMiB, false}))
	for _, mb := range []int{62, 125, 250, 1000} {
		most := 0.0
		if mb >= 250 {
			most = 300
		}
		all = append(all, many(fmt.Sprintf("one-of-%dMB", mb), mb, 1, budget{"cold, peak memory, MiB", cold, most, peakMiB, false}))
	}
	return append(all, many("10GB", 10_000, 50_000, budget{"cold, peak memory, MiB", cold, 300, peakMiB, false}, budget{"nothing changed, wall time, s", unchanged, 0, wallSeconds, false},
		budget{"one changed, wall time, s", changed, 2, wallSeconds, false}, budget{"one changed, peak memory, MiB", changed, 300, peakMiB, false}))
}

// budgetCommand takes the exams and prints a row for each budget.
func budgetCommand(ctx context.Context, args []string) error {
	o, only, err := parseBudget(args)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.work, 0o755); err != nil {
		return err
	}
	defer os.RemoveAll(o.work)
	own, err := steno(ctx, o.work, "")
	if err != nil {
		return err
	}
	others, err := installed(o.work, o.peers)
	if err != nil {
		return err
	}
	fmt.Println("| archive | budget | most | median, and range | rounds | kept | disk, GB | minutes |\n|---|---|---|---|---|---|---|---|")
	for _, e := range exams(o.sources) {
		if len(only) > 0 && !slices.Contains(only, e.name) {
			continue
		}
		if err := e.take(ctx, *o, append([]*tool{own}, others...)); err != nil {
			return fmt.Errorf("measuring %s: %w", e.name, err)
		}
	}
	return nil
}

func parseBudget(args []string) (o *options, only []string, err error) {
	o = &options{peers: []string{"weavr"}, peerMax: 100}
	f := flag.NewFlagSet("budget", flag.ContinueOnError)
	f.Func("source", "`name=DIR,DIR`: folders of projects to build a copy of. May be repeated", func(v string) error { o.sources = append(o.sources, v); return nil })
	f.Func("only", "`archives` to measure, by their names (default: all)", func(v string) error { only = split(v); return nil })
	f.StringVar(&o.work, "work", filepath.Join(os.TempDir(), "steno-budget"), "`folder` for programs, archives and sites; it is removed afterwards")
	f.IntVar(&o.rounds, "rounds", 5, "rounds; in each, Steno and the peer build once")
	f.DurationVar(&o.limit, "time", 3*time.Hour, "no round of an archive begins after this `time`; each has at least one")
	if err := f.Parse(args); err != nil {
		return nil, nil, err
	}
	if f.NArg() > 0 || o.rounds < 1 {
		return nil, nil, errors.New("budget takes flags only, and at least one round")
	}
	names := []string{}
	for _, e := range exams(o.sources) {
		names = append(names, e.name)
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
	w, err := e.load(ctx, o.work)
	if err != nil {
		return err
	}
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
	if err := disk.weigh(o.work); err != nil {
		return errors.Join(broken, err)
	}
	for _, b := range e.budgets {
		b.print(os.Stdout, c, float64(disk.site)/1e9, time.Since(start).Minutes())
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
	most, kept := "", ""
	median := newSpread(figures)
	if b.most > 0 {
		most, kept = fmt.Sprint(b.most), "yes"
		if median.median > b.most {
			kept = "no"
		}
	}
	fmt.Fprintf(out, "| %s | %s | %s | %s | %d | %s | %.1f | %.1f |\n", c.w.name, b.what, most, median, len(figures), kept, disk, minutes)
}
