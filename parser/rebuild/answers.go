package rebuild

import (
	"steno/parser"
	"steno/parser/raw"
	"steno/parser/shell"
)

// A search that finds nothing and a comparison that finds a difference end with exit code 1. That
// is their answer, not a failure. Clients that mark failures themselves (Claude Code) do not mark it either, or
// record no exit code (Pi).

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

// answersNo reports whether a command ended with the exit code 1 of such a program: the last one,
// beside which no other decides on the exit code.
func answersNo(c *parser.ToolCall) bool {
	if c.Action.Kind != parser.ActionRun || raw.ParseObject(c.Result.Structured).Text("exitCode") != "1" {
		return false
	}
	commands, ok := shell.Parse(c.Action.Command)
	n := len(commands) - 1
	if !ok || n < 0 || commands[n].Masked || !answering[commands[n].Name()] {
		return false
	}
	for _, before := range commands[:n] {
		if !before.Masked && before.Name() != "cd" {
			return false
		}
	}
	return true
}
