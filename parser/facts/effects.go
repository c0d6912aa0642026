package facts

import (
	"strings"

	"steno/parser/shell"
)

// effect is what a command does to files.
type effect struct {
	changed   []shell.Arg
	removed   []shell.Arg
	recursive bool // whole directories are removed
	from      []shell.Arg
	to        *shell.Arg
	back      takesBack
	staged    bool // something was staged
}

// changing are in command lines that change files; others are not parsed.
var changing = []string{">", "sed", "perl", "mv", "rm", "cp", "tee", "touch", "unlink", "install", "truncate",
	"gofmt", "goimports", "prettier", "git checkout", "git restore", "git reset", "git add", "git stage", "git submodule", "git worktree", "git -",
	"-Item", "-item", "-Content", "-content", "Out-File", "out-file"}

func changesFiles(line string) bool { return containsAny(line, changing) }

func containsAny(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// effectOf returns what a command does to the files that it names.
func effectOf(c *shell.Command) effect {
	e := effect{changed: c.Writes}
	if len(c.Args) == 0 {
		return e
	}
	args := c.Args[1:]
	switch c.Name() {
	case "sed", "perl":
		e.changed = append(e.changed, inPlace(args)...)
	case "tee", "touch", "truncate":
		e.changed = append(e.changed, operands(args, "-s -d -t -r")...)
	case "cp", "install":
		e.changed = append(e.changed, copied(operands(args, "-m -o -g"))...)
	case "mv":
		e.move(operands(args, "-t -S"))
	case "rm", "unlink":
		e.removed, e.recursive = operands(args, ""), flagged(args, 'r') || flagged(args, 'R')
	case "gofmt", "goimports":
		if flagged(args, 'w') {
			e.changed = append(e.changed, files(operands(args, "-r"))...)
		}
	case "prettier":
		if has(args, "--write") || flagged(args, 'w') {
			e.changed = append(e.changed, files(operands(args, ""))...)
		}
	case "git":
		e.git(gitCalls([]shell.Command{*c}))
	default:
		e.cmdlet(strings.ToLower(c.Name()), args)
	}
	return e
}

// cmdlet takes what a cmdlet of PowerShell does.
func (e *effect) cmdlet(name string, args []shell.Arg) {
	if !strings.HasSuffix(name, "-item") && !strings.HasSuffix(name, "-content") && name != "out-file" {
		return
	}
	p := parametersOf(args)
	if len(p.paths) == 0 {
		return
	}
	switch name {
	case "remove-item":
		e.removed, e.recursive = p.paths, p.recurse
	case "set-content", "add-content", "clear-content", "out-file":
		e.changed = append(e.changed, p.paths[0])
	case "new-item":
		if !p.folder {
			e.changed = append(e.changed, p.paths[0])
		}
	case "move-item", "copy-item":
		names := p.paths
		if p.to != nil {
			names = append(names, *p.to)
		}
		if name == "move-item" {
			e.move(names)
		} else {
			e.changed = append(e.changed, copied(names)...)
		}
	}
}

// parameters are those of a cmdlet that say which files it is about.
type parameters struct {
	paths           []shell.Arg
	to              *shell.Arg
	recurse, folder bool
}

// parametersOf reads the words of a cmdlet. The names of parameters have any case; commas separate several values.
func parametersOf(args []shell.Arg) (p parameters) {
	for i := 0; i < len(args); i++ {
		value := func() shell.Arg {
			if i++; i < len(args) {
				return args[i]
			}
			return shell.Arg{}
		}
		switch word := strings.ToLower(args[i].Text); word {
		case "-path", "-literalpath", "-filepath":
			p.add(value())
		case "-destination":
			to := value()
			p.to = &to
		case "-recurse":
			p.recurse = true
		case "-itemtype", "-type":
			p.folder = strings.EqualFold(value().Text, "directory")
		case "-value", "-encoding", "-erroraction", "-ea", "-filter", "-include", "-exclude", "-width", "-inputobject", "-stream", "-name":
			value()
		default:
			if !strings.HasPrefix(word, "-") {
				p.add(args[i])
			}
		}
	}
	return p
}

// add takes a path, or several with commas between them.
func (p *parameters) add(a shell.Arg) {
	if !a.Known {
		p.paths = append(p.paths, a)
		return
	}
	for name := range strings.SplitSeq(a.Text, ",") {
		if name != "" {
			p.paths = append(p.paths, shell.Arg{Text: name, Known: true})
		}
	}
}

func (e *effect) git(calls []gitCall) {
	if len(calls) == 0 {
		return
	}
	g := &calls[0]
	switch g.sub {
	case "mv":
		e.move(operands(g.args, ""))
	case "rm":
		if !g.has("--cached", "-n", "--dry-run") {
			e.removed, e.recursive = operands(g.args, ""), flagged(g.args, 'r')
		}
	case "checkout", "restore", "reset":
		if g.Maybe || g.Dir != "" {
			e.changed = append(e.changed, files(operands(g.args, "-s --source"))...)
			return
		}
		var other []shell.Arg
		e.back, other = backOf(g)
		e.changed = append(e.changed, other...)
	case "add", "stage":
		e.staged = true
	case "submodule": // what is added is one entry of the repository, as a file is
		if names := operands(g.args, "-b --branch --name --reference --depth"); word(names, 0) == "add" && len(names) > 1 {
			e.changed = append(e.changed, submodule(names[1:]))
		}
	}
}

// submodule returns where a submodule is added: the path, by default the last part of the address.
func submodule(names []shell.Arg) shell.Arg {
	if len(names) > 1 {
		return shell.Arg{Text: strings.TrimRight(names[1].Text, "/"), Known: names[1].Known}
	}
	at := names[0]
	at.Text = strings.TrimSuffix(strings.TrimRight(at.Text, "/"), ".git")
	at.Text = at.Text[strings.LastIndexAny(at.Text, "/:")+1:]
	return at
}

func (e *effect) move(names []shell.Arg) {
	if n := len(names) - 1; n > 0 {
		e.from, e.to = names[:n], &names[n]
	}
}

// copied returns what cp writes: the target, below it when that is clearly a directory.
func copied(names []shell.Arg) []shell.Arg {
	n := len(names) - 1
	if n < 1 {
		return nil
	}
	to := names[n]
	if n == 1 && !strings.HasSuffix(to.Text, "/") && to.Text != "." && to.Text != ".." {
		return []shell.Arg{to}
	}
	var out []shell.Arg
	for _, from := range names[:n] {
		base := from.Text[strings.LastIndexByte(strings.TrimRight(from.Text, "/"), '/')+1:]
		out = append(out, shell.Arg{Text: shell.Join(to.Text, base), Known: to.Known && from.Known})
	}
	return out
}

// files leaves out directories, which tools that change files go through.
func files(names []shell.Arg) []shell.Arg {
	var out []shell.Arg
	for _, a := range names {
		if base := a.Text[strings.LastIndexByte(a.Text, '/')+1:]; strings.Contains(strings.TrimLeft(base, "."), ".") {
			out = append(out, a)
		}
	}
	return out
}

// inPlace returns the files that sed -i or perl -i changes: what follows the script.
func inPlace(args []shell.Arg) []shell.Arg {
	in, script := false, false
	var names []shell.Arg
	for i := 0; i < len(args); i++ {
		switch text := args[i].Text; {
		case strings.HasPrefix(text, "--in-place"):
			in = true
		case text == "-e" || text == "-f" || text == "--expression" || text == "--file":
			script = true
			i++
		case strings.HasPrefix(text, "-") && len(text) > 1 && !strings.HasPrefix(text, "--"):
			in = in || strings.ContainsRune(text, 'i')
			if strings.HasSuffix(text, "e") { // perl -pi -e, sed -ie is a suffix
				script = true
				i++
			}
		case strings.HasPrefix(text, "--"):
		case text == "" && args[i].Known: // the empty suffix of sed -i '' on macOS
		case !script:
			script = true
		default:
			names = append(names, args[i])
		}
	}
	if !in {
		return nil
	}
	return names
}

// operands returns the words that are no options, nor values of these.
func operands(args []shell.Arg, withValue string) []shell.Arg {
	out := make([]shell.Arg, 0, len(args))
	for i := 0; i < len(args); i++ {
		text := args[i].Text
		if text == "--" {
			return append(out, args[i+1:]...)
		}
		if strings.HasPrefix(text, "-") && len(text) > 1 {
			for own := range strings.FieldsSeq(withValue) {
				if own == text {
					i++
				}
			}
			continue
		}
		out = append(out, args[i])
	}
	return out
}

// flagged reports whether a short option is set, alone or among others.
func flagged(args []shell.Arg, option rune) bool {
	for _, a := range args {
		if strings.HasPrefix(a.Text, "-") && !strings.HasPrefix(a.Text, "--") && strings.ContainsRune(a.Text, option) {
			return true
		}
	}
	return option == 'r' && has(args, "--recursive")
}

func has(args []shell.Arg, option string) bool {
	for _, a := range args {
		if a.Text == option {
			return true
		}
	}
	return false
}
