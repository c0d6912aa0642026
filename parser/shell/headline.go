package shell

import (
	"path"
	"strings"

	"steno/parser/lazy"
)

// prelude is what precedes the work of a command line and says little of it: a change of the directory, the
// value of a variable that no command computes, an option of the shell.
var prelude = lazy.MustCompile(`^(?:cd[ \t]+("[^"]*"|'[^']*'|[^\s;&|<>()]+)|(?:export[ \t]+)?[A-Za-z_]\w*=(?:"(?:[^"$` +
	"`" + `]|\$[^(])*"|'[^']*'|[^\s;&|<>()"'` + "`" +
	`]*)|set[ \t]+[-+]\w+(?:[ \t]+pipefail)?)[ \t]*(?:&&|;|$|\n)[ \t]*(?:\\?\r?\n)*`)

// Headline returns the line of a command line that says best what it does: the first one that is no
// comment, without what precedes the work. A change to a directory below is left before what is
// done there, as it says what that is about.
func Headline(command string) string {
	first := firstLine(command)
	for rest := first + after(command, first); ; {
		m := prelude.FindStringSubmatchIndex(rest)
		if m == nil {
			return firstLine(rest)
		}
		next := strings.TrimSpace(rest[m[1]:])
		if next == "" {
			return first
		}
		if line := firstLine(rest); m[2] >= 0 && m[3] < len(line) && !elsewhere(strings.Trim(rest[m[2]:m[3]], `"'`)) {
			return line
		}
		rest = firstLine(next) + after(next, firstLine(next))
	}
}

// after returns what follows a line of a text.
func after(text, line string) string {
	_, rest, _ := strings.Cut(text, line)
	return rest
}

// elsewhere reports whether a directory is not below the one in which a line begins.
func elsewhere(dir string) bool {
	return path.IsAbs(dir) || strings.HasPrefix(dir, "~") || strings.HasPrefix(dir, "$") ||
		strings.HasPrefix(dir, "..") || len(dir) > 1 && dir[1] == ':'
}

// firstLine is the first line of a command that is not a comment alone.
func firstLine(s string) string {
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return strings.TrimSpace(s)
}
