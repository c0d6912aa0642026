package facts

import "steno/parser/shell"

// commandLines are the command lines of a session, parsed. The figures of one call ask for the same
// one, so the last lines are kept; how each line is called is kept for all, as what is counted and
// what went wrong are in other orders.
type commandLines struct {
	last  map[string]commandLine
	names map[string]lineName
}

type commandLine struct {
	commands []shell.Command
	whole    bool
}

// lineName is what a command line runs.
type lineName struct {
	program string // with its verb, see [nameOf]
	subject string // see [subjectOfLine]
}

// maxLines bounds how many are kept, as each takes some kilobytes.
const maxLines = 256

func newCommandLines() *commandLines {
	return &commandLines{last: map[string]commandLine{}, names: map[string]lineName{}}
}

// parse is [shell.Parse]. The commands are shared.
func (l *commandLines) parse(line string) (commands []shell.Command, whole bool) {
	if l == nil {
		return shell.Parse(line)
	}
	if known, ok := l.last[line]; ok {
		return known.commands, known.whole
	}
	commands, whole = shell.Parse(line)
	if len(l.last) == maxLines {
		clear(l.last)
	}
	l.last[line] = commandLine{commands, whole}
	return commands, whole
}

// named returns how a command line is called.
func (l *commandLines) named(line string) lineName {
	if l != nil {
		if name, known := l.names[line]; known {
			return name
		}
	}
	commands, _ := l.parse(line)
	name := lineName{nameOf(commands), subjectOfLine(line, commands)}
	if l != nil {
		l.names[line] = name
	}
	return name
}

// commands parses the command line of a call.
func (c *Call) commands() (commands []shell.Command, whole bool) {
	return c.lines.parse(c.Action.Command)
}
