// Bench measures whole archives. It makes archives of several sizes from the example and,
// where there are any, real transcripts, builds each of them cold, unchanged and with one
// session changed, and prints a table in Markdown, with other tools on the same files
// beside it when their commands are given. Run it from the top of the repository:
//
//	go run ./bench -sizes 10,100 -work /tmp/steno-bench
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

type options struct {
	sizes []int // MB of transcripts
	work  string
	seeds []string
	seed  int
	peers []peer
	keep  bool
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run() error {
	o, err := parseFlags()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.work, 0o755); err != nil {
		return err
	}
	steno := filepath.Join(o.work, "steno")
	if out, err := exec.Command("go", "build", "-trimpath", "-o", steno, ".").CombinedOutput(); err != nil {
		return fmt.Errorf("building steno: %w\n%s", err, out)
	}
	seeds, err := readSeeds(o.seeds)
	if err != nil {
		return err
	}
	maker := newMaker(seeds, o.seed)
	fmt.Printf("%s/%s, %d processors, seeds: %s\n\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), strings.Join(o.seeds, " "))
	var rows []row
	for _, size := range o.sizes {
		dir := filepath.Join(o.work, archiveName(size))
		if _, err := os.Stat(dir); err != nil {
			if _, err := maker.write(dir, int64(size)<<20); err != nil {
				return err
			}
		}
		more, err := measure(o, steno, dir, size)
		if err != nil {
			return err
		}
		rows = append(rows, more...)
	}
	printTable(os.Stdout, rows)
	if o.keep {
		return nil
	}
	for _, size := range o.sizes {
		err = errors.Join(err, os.RemoveAll(filepath.Join(o.work, archiveName(size))), os.RemoveAll(filepath.Join(o.work, siteName(size))))
	}
	return errors.Join(err, os.RemoveAll(filepath.Join(o.work, "cache")), os.RemoveAll(filepath.Join(o.work, "peer")))
}

func archiveName(mb int) string { return fmt.Sprintf("archive-%d", mb) }

func siteName(mb int) string { return fmt.Sprintf("site-%d", mb) }

func parseFlags() (*options, error) {
	o := &options{}
	sizes := flag.String("sizes", "10,100", "MB of transcripts, several with commas between")
	flag.StringVar(&o.work, "work", filepath.Join(os.TempDir(), "steno-bench"), "folder for archives and sites")
	flag.IntVar(&o.seed, "seed", 1, "another seed makes other archives")
	flag.BoolVar(&o.keep, "keep", false, "leave the archives and sites")
	from := flag.String("from", "", "folders of projects to copy from, with commas between (default: real transcripts beside the checkout, else the example)")
	flag.Func("peer", "name=`command` of another tool, with {source} and {site}; {each} instead of {source} runs it for every session. May be repeated", func(text string) error {
		name, command, ok := strings.Cut(text, "=")
		if !ok {
			return fmt.Errorf("%q is not name=command", text)
		}
		o.peers = append(o.peers, peer{name, command})
		return nil
	})
	flag.Parse()
	for _, s := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("-sizes: %q is no number of MB", s)
		}
		o.sizes = append(o.sizes, n)
	}
	o.seeds = []string{filepath.Join("testdata", "example")}
	if real := filepath.Join("..", "shared", "corpus", "claude-code-log", "real_projects"); *from == "" {
		if _, err := os.Stat(real); err == nil {
			o.seeds = append(o.seeds, real)
		}
	} else {
		o.seeds = strings.Split(*from, ",")
	}
	return o, nil
}
