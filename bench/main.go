// Bench measures whole archives. It generates archives that are like real ones, builds them
// with the working tree, with another commit and with other tools, one after the other in
// each round, and prints the medians and the paired ratios as a table in Markdown. Run it
// from the top of the repository:
//
//	go run ./bench compare -sizes 10,100 -against e6d4d6a
//	go run ./bench budget -source real=DIR
//	go run ./bench generate -size 1000 /tmp/archive
//	go run ./bench fit -part name=DIR > bench/archive/model.json
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"strings"

	"steno/bench/archive"
	"steno/bench/fit"
)

const usage = `usage: go run ./bench <command> [flags]

  budget    build archives of all sizes, and say which budgets are kept (-h lists the flags)
  compare   build archives with several versions and tools, and compare them (-h lists the flags)
  generate  write an archive into a folder
  fit       measure real transcripts and print the model that archives follow
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if errors.Is(err, flag.ErrHelp) {
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		fmt.Fprint(os.Stderr, usage)
		return flag.ErrHelp
	}
	switch args[0] {
	case "budget":
		return budgetCommand(ctx, args[1:])
	case "compare":
		return compareCommand(ctx, args[1:])
	case "generate":
		return generateCommand(ctx, args[1:])
	case "fit":
		return fitCommand(args[1:])
	}
	fmt.Fprint(os.Stderr, usage)
	return fmt.Errorf("there is no command %q", args[0])
}

func generateCommand(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("generate", flag.ContinueOnError)
	size := f.Int64("size", 100, "`MB` of transcripts")
	sessions := f.Int("sessions", 0, "how many sessions share them; 1 for a single large one (default: as many as real archives have)")
	seed := f.Uint64("seed", 1, "another seed makes another archive")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() != 1 || *size < 1 || *sessions < 0 {
		return fmt.Errorf("generate needs the folder to write to, at least 1 MB, and no negative number of sessions")
	}
	t, err := archive.Write(ctx, f.Arg(0), archive.Options{Seed: *seed, Bytes: *size * 1e6, Sessions: *sessions})
	if err != nil {
		return fmt.Errorf("generating %q: %w", f.Arg(0), err)
	}
	fmt.Fprintf(os.Stderr, "%d sessions, %d agents, %d files, %.1f MB\n", t.Sessions, t.Agents, t.Files, float64(t.Bytes)/1e6)
	return nil
}

func fitCommand(args []string) error {
	f := flag.NewFlagSet("fit", flag.ContinueOnError)
	var parts []fit.Part
	f.Func("part", "`name=DIR`: a folder of projects whose transcripts are of one time. May be repeated", func(text string) error {
		name, dir, ok := strings.Cut(text, "=")
		if !ok {
			return errors.New("it is not name=DIR")
		}
		parts = append(parts, fit.Part{Name: name, Dir: dir})
		return nil
	})
	if err := f.Parse(args); err != nil {
		return err
	}
	if len(parts) == 0 {
		return errors.New("fit needs a -part")
	}
	m, err := fit.Measure(parts)
	if err != nil {
		return fmt.Errorf("measuring transcripts: %w", err)
	}
	text, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return err
	}
	// A distribution takes one line.
	text = regexp.MustCompile(`\[[\s\d,]+\]`).ReplaceAllFunc(text, func(list []byte) []byte {
		return bytes.Join(bytes.Fields(list), nil)
	})
	_, err = os.Stdout.Write(append(text, '\n'))
	return err
}
