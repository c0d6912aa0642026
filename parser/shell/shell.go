// Package shell parses command lines of shells into the simple commands that they run: words
// without their quotes, working directories, here documents and redirections.
//
// It answers what a command line does, not what it prints, and it runs nothing. Text inside
// quotes, comments and here documents is never a command, except where a shell runs it
// (bash -c '...', bash <<'END', eval). What depends on the machine (variables that the line does not set,
// command substitutions, globs) is marked as unknown and never guessed.
package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxBytes is the longest command line that is parsed; longer ones are taken for data.
const maxBytes = 64 << 10

// Arg is a word of a command.
type Arg struct {
	Text  string // without quotes; parts that are not known are left out
	Known bool   // Text is what the command gets
	Ran   string // the word is what this command printed, whose words are known; "" for none
	// of a word that is not known, what a reader can be shown: $name and $(command) stand for what
	// they are, … for other parts; "" for one that is known
	Shown string
}

// Command is one simple command of a command line.
type Command struct {
	Args       []Arg    // the name first; never empty unless there are only redirections
	Env        []string // names of variables that are set for it
	Dir        string   // working directory: absolute, or relative to where the line began; "" for that
	DirKnown   bool     // Dir is certain
	Stdin      Arg      // a here document or here string
	Writes     []Arg    // files that output is redirected to
	Maybe      bool     // it runs only under a condition: behind ||, in a branch or a loop
	Background bool     // the line does not wait for it
	Masked     bool     // its exit code is not that of the line: a pipe, "||" or ";" follows
}

// Name returns the base name of the program, "" when it is not known.
func (c *Command) Name() string {
	if len(c.Args) == 0 || !c.Args[0].Known {
		return ""
	}
	name := c.Args[0].Text
	return strings.TrimSuffix(name[strings.LastIndexAny(name, `/\`)+1:], ".exe")
}

// Path resolves a file name as the command sees it. ok is false when it is not known.
func (c *Command) Path(a Arg) (name string, ok bool) {
	if !a.Known || a.Text == "" {
		return "", false
	}
	if Absolute(a.Text) {
		return a.Text, true
	}
	if !c.DirKnown || a.Text[0] == '~' {
		return "", false
	}
	return Join(c.Dir, a.Text), true
}

// Absolute reports whether a path begins at a root, of either kind of system, or in a home
// directory, whose name redaction replaces by "~".
func Absolute(name string) bool {
	return strings.HasPrefix(name, "~/") || strings.HasPrefix(name, `~\`) ||
		strings.HasPrefix(name, "/") || strings.HasPrefix(name, `\`) ||
		len(name) > 2 && name[1] == ':' && (name[2] == '/' || name[2] == '\\')
}

// Join returns a path relative to dir, cleaned. An absolute name stays. A directory of Windows has slashes in it.
func Join(dir, name string) string {
	if dir == "" || Absolute(name) {
		return path.Clean(name)
	}
	if strings.HasPrefix(dir, `~\`) || strings.HasPrefix(dir, `\`) || len(dir) > 2 && dir[1] == ':' && dir[2] == '\\' {
		dir = strings.ReplaceAll(dir, `\`, "/")
	}
	return path.Clean(strings.TrimSuffix(dir, "/") + "/" + name)
}

// Parse returns the simple commands of a command line in the order in which they run. When
// the line has a syntax error, ok is false and commands are those before it.
func Parse(line string) (commands []Command, ok bool) {
	if len(line) > maxBytes {
		return nil, false
	}
	w := walker{vars: map[string]Arg{}, known: true}
	ok = w.line(hereStrings(line))
	return w.out, ok
}

// maxNesting is how deep commands inside commands (bash -c '...') are followed.
const maxNesting = 4

// maxCommands bounds what one line may yield.
const maxCommands = 2000

// line walks the statements of a command line.
func (w *walker) line(text string) bool {
	if w.nested > maxNesting || deep(text) {
		return false
	}
	var all []*syntax.Stmt
	ok := true
	for s, err := range syntax.NewParser(syntax.Variant(syntax.LangBash)).StmtsSeq(strings.NewReader(text)) {
		if err != nil {
			ok = false // the sequence goes on after some errors, and panics when it is left
		} else if ok {
			all = append(all, s)
		}
	}
	w.stmts(all, scope{})
	return ok
}

// deep reports whether a text nests so deep that parsing it would take a lot of stack.
func deep(text string) bool {
	return strings.Count(text, "(")+strings.Count(text, "{")+strings.Count(text, "`")+strings.Count(text, "!") > 2000
}
