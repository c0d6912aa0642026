package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A tool is a version of Steno or another program that makes pages of the same transcripts.
// Each has a home, a destination and a copy of the transcripts to itself, so that none reads
// or writes what is another's, or the user's.
type tool struct {
	name   string
	slow   bool     // builds small archives only, see options.peerMax
	builds []string // of the kinds in builds
	run    func(ctx context.Context, t *tool, w *workload, build string, s *sample) error
	path   string // of the program
	home   string // its home folder
}

// Kinds of builds. One changed means that a session went on since the build before, one new secret that it
// went on with a value that no session had.
const (
	cold      = "cold"
	unchanged = "unchanged"
	changed   = "one changed"
	revealed  = "one new secret"
	bare      = "all off" // cold, without redaction, search, records and Markdown
)

var allBuilds = []string{cold, unchanged, changed, revealed, bare}

// workingTree is the name of what is checked out, among the versions of Steno.
const workingTree = "working tree"

// steno builds a commit, the working tree when it is "".
func steno(ctx context.Context, work, commit string) (*tool, error) {
	t := &tool{name: commit, builds: allBuilds, run: runSteno}
	from := "."
	if commit == "" {
		t.name = workingTree
	} else {
		from = filepath.Join(work, "source-"+commit)
		if err := checkOut(ctx, commit, from); err != nil {
			return nil, err
		}
	}
	t.home = filepath.Join(work, "tool-"+strings.ReplaceAll(t.name, " ", "-"))
	if err := remake(t.home); err != nil {
		return nil, err
	}
	t.path = filepath.Join(t.home, "steno")
	var s sample
	if err := s.run(ctx, from, os.Environ(), "go", "build", "-trimpath", "-o", t.path, "."); err != nil {
		return nil, fmt.Errorf("building %s: %w", t.name, err)
	}
	return t, nil
}

// checkOut writes the files of a commit into a folder. The repository only lends them.
func checkOut(ctx context.Context, commit, dir string) error {
	if err := remake(dir); err != nil {
		return err
	}
	tar := dir + ".tar"
	defer os.Remove(tar)
	var s sample
	if err := s.run(ctx, ".", os.Environ(), "git", "archive", "--format=tar", "--output="+tar, commit); err != nil {
		return fmt.Errorf("reading commit %q: %w", commit, err)
	}
	return s.run(ctx, ".", os.Environ(), "tar", "-xf", tar, "-C", dir)
}

func runSteno(ctx context.Context, t *tool, w *workload, build string, s *sample) error {
	conf, text := filepath.Join(t.home, "steno.yaml"), fmt.Sprintf("cache: %q\n", filepath.Join(t.home, "cache"))
	if build == bare {
		text = "cache: off\nsearch: {scope: off}\nredact: {enabled: false}\ncontent: {records: false}\npublish: {twins: false}\n"
	}
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		return err
	}
	return s.run(ctx, t.home, t.env(), t.path, "build", "--quiet", "--config", conf, "-s", w.dir, "-d", t.site())
}

// site is the folder that the tool writes to.
func (t *tool) site() string { return filepath.Join(t.home, "site") }

// env returns the environment of the tool, in which its own folder is the home.
func (t *tool) env() []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "HOME=") || strings.HasPrefix(v, "XDG_") || strings.HasPrefix(v, "CLAUDE_CONFIG_DIR=")
	})
	env = append(env, "HOME="+t.home)
	if home, err := os.UserHomeDir(); err == nil && os.Getenv("PYENV_ROOT") == "" { // Python's programs may be found by it
		env = append(env, "PYENV_ROOT="+filepath.Join(home, ".pyenv"))
	}
	return env
}

// peers are the other tools, in the order of the table.
func peers() []*tool {
	return []*tool{
		{name: "weavr", builds: []string{cold}, run: runWeavr},
		{name: "claude-code-log", slow: true, builds: []string{cold}, run: runCodeLog},
		{name: "claude-replay", slow: true, builds: []string{cold}, run: runReplay},
	}
}

// installed returns those of some peers that are on this machine.
func installed(work string, names []string) ([]*tool, error) {
	var found []*tool
	for _, p := range peers() {
		if !slices.Contains(names, p.name) {
			continue
		}
		path, err := exec.LookPath(p.name)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s is not installed: it takes no part\n", p.name)
			continue
		}
		p.path, p.home = path, filepath.Join(work, "tool-"+p.name)
		if err := remake(p.home); err != nil {
			return nil, err
		}
		found = append(found, p)
	}
	return found, nil
}

func runWeavr(ctx context.Context, t *tool, w *workload, _ string, s *sample) error {
	return s.run(ctx, t.home, t.env(), t.path, "--projects-dir", w.dir, "--all-projects", "--no-cache", "--output-dir", t.site())
}

// runCodeLog passes a copy to claude-code-log, as it keeps its cache beside the transcripts.
func runCodeLog(ctx context.Context, t *tool, w *workload, _ string, s *sample) error {
	own := filepath.Join(t.home, "projects")
	if err := remake(own); err != nil {
		return err
	}
	if err := os.CopyFS(own, os.DirFS(w.dir)); err != nil {
		return err
	}
	defer os.RemoveAll(own)
	return s.run(ctx, t.home, t.env(), t.path, "convert", own, "--all-projects", "-o", t.site())
}

// runReplay runs claude-replay for each session, as it makes one file of one session.
func runReplay(ctx context.Context, t *tool, w *workload, _ string, s *sample) error {
	names, err := filepath.Glob(filepath.Join(w.dir, "*", "*.jsonl"))
	if err != nil {
		return err
	}
	for i, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		if info.Size() == 0 || strings.HasPrefix(filepath.Base(name), "agent-") {
			continue
		}
		// It fails for transcripts without a prompt. Other failures show in the number of files.
		_ = s.run(ctx, t.home, t.env(), t.path, name, "-o", filepath.Join(t.site(), fmt.Sprintf("%05d.html", i)))
	}
	return nil
}
