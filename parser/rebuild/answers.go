package rebuild

import (
	"slices"
	"strings"

	"steno/parser"
	"steno/parser/raw"
	"steno/parser/shell"
)

// A search that finds nothing and a comparison that finds a difference end with exit code 1. That
// is their answer, not a failure, whatever a client marks. (Claude Code does not mark it.)

// answering are programs with which exit code 1 is an answer.
var answering = map[string]bool{"grep": true, "egrep": true, "fgrep": true, "rg": true, "ag": true, "ack": true,
	"diff": true, "cmp": true, "test": true, "[": true}

// answersAreNoFailures takes the mark of a failure from the commands of a session that only answered "no".
func answersAreNoFailures(s *parser.Session) {
	threads := []*parser.Thread{s.Main}
	for _, a := range s.Agents {
		threads = append(threads, a.Thread)
	}
	for _, t := range threads {
		if t == nil {
			continue
		}
		for _, b := range t.Branches {
			for c := range b.Calls() {
				if c.Result != nil && c.Result.IsError && answersNo(c) {
					c.Result.IsError = false
				}
			}
		}
	}
}

// answersNo reports whether a command ended with the exit code 1 of such a program: one of those that
// decide on the exit code, while none of the others would have ended so.
func answersNo(c *parser.ToolCall) bool {
	if c.Action.Kind != parser.ActionRun || raw.ParseObject(c.Result.Structured).Text("exitCode") != "1" {
		return false
	}
	commands, ok := shell.Parse(c.Action.Command)
	answers := false
	for i := range commands {
		switch cmd := &commands[i]; {
		case cmd.Masked:
		case answering[cmd.Name()]:
			answers = true
		case cmd.Name() == "cd" && strings.Contains(c.Result.Text(), "cd: "), !quiet(cmd):
			return false
		}
	}
	return ok && answers
}

// quiet reports whether a command does not end with exit code 1: it only prints, or reports what is
// wrong with another code, as git does with 128.
func quiet(c *shell.Command) bool {
	for _, file := range c.Writes {
		if file.Text != "/dev/null" {
			return false // it may be in a folder that is not there
		}
	}
	switch c.Name() {
	case "cd", "echo", "printf", "pwd", "true", ":", "sleep", "date", "export":
		return true
	case "git":
		args := c.Args[1:]
		for len(args) > 2 && args[0].Text == "-C" {
			args = args[2:]
		}
		return len(args) > 0 && reading[args[0].Text] && !slices.ContainsFunc(args, func(a shell.Arg) bool {
			return !a.Known || asking[a.Text]
		})
	}
	return false
}

// reading are commands of git that end with exit code 1 only with an option in asking.
var (
	reading = map[string]bool{"log": true, "show": true, "status": true, "ls-files": true, "ls-tree": true, "rev-list": true,
		"rev-parse": true, "diff": true, "blame": true, "describe": true, "cat-file": true}
	asking = map[string]bool{"--error-unmatch": true, "--exit-code": true, "--quiet": true, "-q": true, "--verify": true,
		"--check": true, "--no-index": true, "-e": true}
)
