package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// options of a comparison.
type options struct {
	sizes, sources, against, builds, peers []string

	work, archives   string
	rounds, peerMax  int
	limit            time.Duration
	worst            float64 // most that a median ratio may be; 0: anything
	oneSession, keep bool
	pages            bool // those of the working tree are weighed
}

func compareCommand(ctx context.Context, args []string) error {
	o, err := parseOptions(args)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.work, 0o755); err != nil {
		return err
	}
	tools, err := o.tools(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("%s/%s, %d processors, %s%s\n\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(),
		time.Now().UTC().Format(time.DateOnly), load())
	printHead(os.Stdout, tools[0].name)
	var slower []string
	for _, source := range o.workloads() {
		w, err := source(ctx)
		if err != nil {
			return err
		}
		c := &comparison{o: o, tools: tools, w: w}
		if err := c.run(ctx); err != nil {
			return err
		}
		c.print(os.Stdout)
		slower = append(slower, c.slower()...)
	}
	fmt.Printf("\n%s\n", strings.TrimPrefix(load(), ", "))
	if !o.keep {
		if err := os.RemoveAll(o.work); err != nil {
			return err
		}
	}
	if len(slower) > 0 {
		return fmt.Errorf("slower than %.2f times %s: %s", o.worst, tools[0].name, strings.Join(slower, "; "))
	}
	return nil
}

func parseOptions(args []string) (*options, error) {
	o := &options{against: []string{"e6d4d6a"}}
	f := flag.NewFlagSet("compare", flag.ContinueOnError)
	list := func(to *[]string, name, value, text string) {
		*to = split(value)
		f.Func(name, text, func(v string) error { *to = split(v); return nil })
	}
	list(&o.sizes, "sizes", "10,100", "`MB` of generated archives, with commas between; \"\" for none (default 10,100)")
	f.Func("source", "`name=DIR,DIR`: folders of projects to build a copy of. May be repeated",
		func(v string) error { o.sources = append(o.sources, v); return nil })
	list(&o.against, "against", "e6d4d6a",
		"`commits` to compare with; the first is the one that ratios are by (default e6d4d6a, and the last tag when there is one)")
	list(&o.builds, "builds", strings.Join(allBuilds, ","), "`kinds` of builds (default "+strings.Join(allBuilds, ",")+")")
	list(&o.peers, "peers", "", "other `tools` that take part when they are installed: weavr, claude-code-log, claude-replay")
	f.StringVar(&o.work, "work", filepath.Join(os.TempDir(), "steno-bench"),
		"`folder` for programs, archives and sites; it is removed afterwards")
	f.IntVar(&o.rounds, "rounds", 5, "rounds; in each all tools build once")
	f.DurationVar(&o.limit, "time", time.Hour, "no round of an archive begins after this `time`; each has at least one")
	f.IntVar(&o.peerMax, "peer-max", 100, "`MB` of the largest archive that claude-code-log and claude-replay build")
	f.Float64Var(&o.worst, "fail-above", 0,
		"exit with 1 when the working tree needs more than this many `times` the processor time of the first commit, in the median of the rounds")
	f.BoolVar(&o.oneSession, "one-session", false, "generated archives have one session")
	f.BoolVar(&o.keep, "keep", false, "leave the work folder")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	for _, size := range o.sizes {
		if n, err := strconv.Atoi(size); err != nil || n < 1 {
			return nil, fmt.Errorf("-sizes: %q is no number of MB", size)
		}
	}
	for _, b := range o.builds {
		if !slices.Contains(allBuilds, b) {
			return nil, fmt.Errorf("-builds: there is no %q, only %s", b, strings.Join(allBuilds, ", "))
		}
	}
	for _, p := range o.peers {
		if !slices.ContainsFunc(peers(), func(t *tool) bool { return t.name == p }) {
			return nil, fmt.Errorf("-peers: %q is not known", p)
		}
	}
	if f.NArg() > 0 || o.rounds < 1 || len(o.against) == 0 {
		return nil, errors.New("compare takes flags only, at least one round and one commit")
	}
	return o, nil
}

func split(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}

// tools builds the versions of Steno and finds the others.
func (o *options) tools(ctx context.Context) ([]*tool, error) {
	commits := slices.Clone(o.against)
	if tag, err := exec.CommandContext(ctx, "git", "describe", "--tags", "--abbrev=0").Output(); err == nil {
		if t := strings.TrimSpace(string(tag)); !slices.Contains(commits, t) {
			commits = append(commits, t)
		}
	}
	var tools []*tool
	for _, commit := range append(commits, "") {
		t, err := steno(ctx, o.work, commit)
		if err != nil {
			return nil, err
		}
		tools = append(tools, t)
	}
	others, err := installed(o.work, o.peers)
	return append(tools, others...), err
}

// workloads are the archives, each made when its turn comes.
func (o *options) workloads() (all []func(context.Context) (*workload, error)) {
	sessions := 0
	if o.oneSession {
		sessions = 1
	}
	for _, size := range o.sizes {
		mb, _ := strconv.Atoi(size) // parseOptions has checked it
		all = append(all, func(ctx context.Context) (*workload, error) { return generated(ctx, o.work, mb, sessions) })
	}
	for _, s := range o.sources {
		all = append(all, func(context.Context) (*workload, error) { return copied(o.work, s) })
	}
	return all
}

// load is how busy the machine is, where that can be known.
func load() string {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	return ", load average " + strings.Join(strings.Fields(string(data))[:3], " ")
}

// comparison is one archive and the results of all tools.
type comparison struct {
	o       *options
	tools   []*tool
	w       *workload
	samples map[string]map[string][]sample // by build and tool, one for each round
}

// run has the tools build in turns, so that what slows the machine down for a while slows
// all of them.
func (c *comparison) run(ctx context.Context) error {
	c.samples = map[string]map[string][]sample{}
	start := time.Now()
	for round := 0; round < c.o.rounds && (round == 0 || time.Since(start) < c.o.limit); round++ {
		for _, build := range c.o.builds {
			if text := added(build, round); text != "" {
				if err := grow(c.w.dir, text); err != nil {
					return err
				}
			}
			for i := range c.tools {
				t := c.tools[(i+round)%len(c.tools)]
				if !slices.Contains(t.builds, build) || t.slow && c.w.bytes > int64(c.o.peerMax)*1_100_000 {
					continue
				}
				if err := c.build(ctx, t, build); err != nil {
					return fmt.Errorf("%s build of %s with %s: %w", build, c.w.name, t.name, err)
				}
			}
		}
		fmt.Fprintf(os.Stderr, "%s: round %d of %d, after %s\n", c.w.name, round+1, c.o.rounds, time.Since(start).Round(time.Second))
	}
	return nil
}

// mostKept is how many bytes of transcripts an archive has at most whose sites are kept to the end.
const mostKept = 500_000_000

// clear empties a tool's site and cache. What it made before is moved, and removed at the end:
// for each new file, ext4 without a journal searches past all files that were removed in the last
// minutes, which took a third of the processor time of a build.
func (c *comparison) clear(t *tool) error {
	for _, dir := range []string{t.site(), filepath.Join(t.home, "cache")} {
		if c.w.bytes > mostKept {
			if err := os.RemoveAll(dir); err != nil {
				return err
			}
			continue
		}
		to, err := os.MkdirTemp(c.o.work, "made-")
		if err != nil {
			return err
		}
		if err := os.Rename(dir, filepath.Join(to, "made")); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return os.MkdirAll(t.site(), 0o755)
}

// build runs one tool once. What was written and removed before is on the disk first, or it
// would count as the tool's; where there is no sync, it does.
func (c *comparison) build(ctx context.Context, t *tool, build string) error {
	if build == cold || build == bare {
		if err := c.clear(t); err != nil {
			return err
		}
		_ = exec.CommandContext(ctx, "sync").Run()
	}
	var s sample
	if err := t.run(ctx, t, c.w, build, &s); err != nil {
		return err
	}
	if err := s.weigh(t.site()); err != nil {
		return err
	}
	if c.o.pages && build == cold && t.name == workingTree {
		if err := s.weighPages(t.site()); err != nil {
			return err
		}
	}
	if c.samples[build] == nil {
		c.samples[build] = map[string][]sample{}
	}
	c.samples[build][t.name] = append(c.samples[build][t.name], s)
	return nil
}

// slower names the builds for which the working tree needed too much processor time. Wall time
// is left out: it depends on what else the machine does.
func (c *comparison) slower() (names []string) {
	if c.o.worst == 0 {
		return nil
	}
	for _, build := range c.o.builds {
		samples := c.samples[build]
		if r := ratios(samples[workingTree], samples[c.tools[0].name], processorSeconds); r.median > c.o.worst {
			names = append(names, fmt.Sprintf("%s build of %s, %s times", build, c.w.name, r))
		}
	}
	return names
}

// print writes a row for each build and tool.
func (c *comparison) print(w io.Writer) {
	for _, build := range c.o.builds {
		for _, t := range c.tools {
			if s := c.samples[build][t.name]; len(s) > 0 {
				printRow(w, c.w, build, t.name, s, c.samples[build][c.tools[0].name])
			}
		}
	}
}
