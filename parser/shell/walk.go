package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// scope is what applies to the statements inside a construct.
type scope struct{ maybe, background, masked bool }

// walker goes through statements in the order in which they run.
type walker struct {
	out    []Command
	vars   map[string]Arg // set by the line
	dir    string
	known  bool // dir is certain
	nested int
}

func (w *walker) stmts(list []*syntax.Stmt, in scope) {
	for i, s := range list {
		sub := in
		sub.masked = in.masked || i < len(list)-1
		w.stmt(s, sub)
	}
}

func (w *walker) stmt(s *syntax.Stmt, in scope) {
	if s == nil || len(w.out) >= maxCommands {
		return
	}
	in.background = in.background || s.Background
	in.masked = in.masked || s.Negated || s.Background
	if call, ok := s.Cmd.(*syntax.CallExpr); ok || s.Cmd == nil {
		w.call(call, s.Redirs, in)
		return
	}
	w.compound(s.Cmd, in)
	if len(s.Redirs) > 0 {
		w.emit(w.redirected(Command{}, s.Redirs), in)
	}
}

// compound walks what is not a simple command.
func (w *walker) compound(cmd syntax.Command, in scope) {
	maybe := in
	maybe.maybe = true
	switch c := cmd.(type) {
	case *syntax.BinaryCmd:
		w.binary(c, in)
	case *syntax.Block:
		w.stmts(c.Stmts, in)
	case *syntax.Subshell:
		w.subshell(c.Stmts, in)
	case *syntax.IfClause:
		first := in
		for first.masked = true; c != nil; c, first = c.Else, maybe {
			w.stmts(c.Cond, first)
			w.branch(c.Then, maybe)
		}
	case *syntax.WhileClause:
		w.stmts(c.Cond, in)
		w.branch(c.Do, maybe)
	case *syntax.ForClause:
		if it, ok := c.Loop.(*syntax.WordIter); ok {
			delete(w.vars, it.Name.Value)
		}
		w.branch(c.Do, maybe)
	case *syntax.CaseClause:
		for _, item := range c.Items {
			w.branch(item.Stmts, maybe)
		}
	case *syntax.TimeClause:
		w.stmt(c.Stmt, in)
	case *syntax.CoprocClause:
		w.stmt(c.Stmt, maybe)
	case *syntax.DeclClause:
		w.assign(c.Args)
	}
}

// branch walks statements that may not run; what they change is uncertain afterwards.
func (w *walker) branch(list []*syntax.Stmt, in scope) {
	dir := w.dir
	w.stmts(list, in)
	if w.dir != dir {
		w.known = false
	}
}

// subshell walks statements whose working directory ends with them.
func (w *walker) subshell(list []*syntax.Stmt, in scope) {
	dir, known := w.dir, w.known
	w.stmts(list, in)
	w.dir, w.known = dir, known
}

func (w *walker) binary(c *syntax.BinaryCmd, in scope) {
	left, right := in, in
	switch c.Op {
	case syntax.AndStmt:
	case syntax.OrStmt:
		left.masked, right.maybe = true, true
	default: // pipes
		left.masked = true
		w.subshell([]*syntax.Stmt{c.X}, left)
		w.subshell([]*syntax.Stmt{c.Y}, right)
		return
	}
	w.stmt(c.X, left)
	if c.Op == syntax.OrStmt {
		w.branch([]*syntax.Stmt{c.Y}, right)
		return
	}
	w.stmt(c.Y, right)
}

// call adds a simple command, and follows those that run others.
func (w *walker) call(call *syntax.CallExpr, redirs []*syntax.Redirect, in scope) {
	var cmd Command
	if call != nil {
		if len(call.Args) == 0 {
			w.assign(call.Assigns)
		}
		for _, a := range call.Assigns {
			if a.Name != nil {
				cmd.Env = append(cmd.Env, a.Name.Value)
			}
		}
		for _, word := range unassigned(call.Args) {
			cmd.Args = append(cmd.Args, w.word(word))
		}
	}
	cmd = w.redirected(cmd, redirs)
	unwrap(&cmd)
	if len(cmd.Args) == 0 && len(cmd.Writes) == 0 {
		return
	}
	w.emit(cmd, in)
	w.effects(&cmd, in)
}

func (w *walker) emit(cmd Command, in scope) {
	if len(w.out) >= maxCommands || len(cmd.Args) == 0 && len(cmd.Writes) == 0 {
		return
	}
	cmd.Dir, cmd.DirKnown = w.dir, w.known
	cmd.Maybe, cmd.Background, cmd.Masked = in.maybe, in.background, in.masked
	w.out = append(w.out, cmd)
}

// effects follows what a command does to those after it: cd, and shells in shells.
func (w *walker) effects(cmd *Command, in scope) {
	switch cmd.Name() {
	case "cd", "pushd":
		w.chdir(cmd.Args[1:])
	case "popd":
		w.known = false
	case "unset":
		for _, a := range cmd.Args[1:] {
			delete(w.vars, a.Text)
		}
	case "bash", "sh", "zsh", "dash", "ash", "ksh", "fish", "pwsh", "powershell", "cmd":
		script, ok := scriptOf(cmd.Name(), cmd.Args[1:])
		if !ok && readsScript(cmd) {
			script, ok = cmd.Stdin.Text, true
		}
		if ok {
			dir, known := w.dir, w.known
			w.follow(script, in)
			w.dir, w.known = dir, known
		}
	case "find":
		if args := found(cmd.Args[1:]); len(args) > 0 && w.nested <= maxNesting {
			each := Command{Args: args}
			unwrap(&each)
			in.masked = true
			w.emit(each, in)
			w.nested++
			w.effects(&each, in)
			w.nested--
		}
	case "eval":
		var words []string
		for _, a := range cmd.Args[1:] {
			if !a.Known {
				return
			}
			words = append(words, a.Text)
		}
		w.follow(strings.Join(words, " "), in)
	}
}

// follow walks a command line inside another.
func (w *walker) follow(script string, in scope) {
	first := len(w.out)
	w.nested++
	w.line(script)
	w.nested--
	for i := first; i < len(w.out); i++ {
		c := &w.out[i]
		c.Maybe, c.Background, c.Masked = c.Maybe || in.maybe, c.Background || in.background, c.Masked || in.masked
	}
}

// scriptOf returns the script that a shell is given: behind -c, or all that is behind -Command and
// /c of the shells of Windows.
func scriptOf(shell string, args []Arg) (string, bool) {
	switch shell {
	case "pwsh", "powershell":
		return behind(args, "-command", "-c")
	case "cmd":
		return behind(args, "/c", "/k")
	}
	for i, a := range args {
		if !a.Known || !strings.HasPrefix(a.Text, "-") {
			return "", false
		}
		if strings.HasSuffix(a.Text, "c") && !strings.HasPrefix(a.Text, "--") && i+1 < len(args) {
			return args[i+1].Text, args[i+1].Known
		}
	}
	return "", false
}

// readsScript reports a shell that reads its script from a here document: bash <<'END'. A script of
// which the line lacks a part is left alone.
func readsScript(cmd *Command) bool {
	switch cmd.Name() {
	case "pwsh", "powershell", "cmd", "fish":
		return false
	}
	for _, a := range cmd.Args[1:] {
		if a.Text == "-s" { // what follows are the script's arguments
			break
		}
		if !a.Known || !strings.HasPrefix(a.Text, "-") {
			return false
		}
	}
	return cmd.Stdin.Known && cmd.Stdin.Text != ""
}

// behind returns all words behind one of two options, in any case.
func behind(args []Arg, option, other string) (string, bool) {
	for i, a := range args {
		if !strings.EqualFold(a.Text, option) && !strings.EqualFold(a.Text, other) {
			continue
		}
		var words []string
		for _, word := range args[i+1:] {
			if !word.Known {
				return "", false
			}
			if len(args)-i > 2 && strings.ContainsAny(word.Text, " \t") { // it was quoted
				word.Text = "'" + strings.ReplaceAll(word.Text, "'", `'\''`) + "'"
			}
			words = append(words, word.Text)
		}
		return strings.Join(words, " "), len(words) > 0
	}
	return "", false
}

func (w *walker) chdir(args []Arg) {
	for len(args) > 0 && strings.HasPrefix(args[0].Text, "-") && args[0].Text != "-" {
		args = args[1:]
	}
	switch {
	case len(args) == 0 || !args[0].Known || args[0].Text == "" || args[0].Text[0] == '~' && !Absolute(args[0].Text) || args[0].Text == "-":
		w.dir, w.known = "", false
	case Absolute(args[0].Text):
		w.dir, w.known = Join("", args[0].Text), true
	default:
		w.dir = Join(w.dir, args[0].Text)
	}
}
