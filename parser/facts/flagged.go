package facts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"steno/parser/lazy"
	"steno/parser/shell"
)

// command flags one simple command of a line.
func (w *flagger) command(c *Call, cmd *shell.Command) {
	name := cmd.Name()
	if name == "" && len(cmd.Writes) == 0 {
		return
	}
	text := words(cmd)
	if name == "git" {
		w.git(c, cmd, text)
	}
	if removesAll(cmd) && !w.clearsScratch(c, cmd) {
		w.add(FlagRemove, c, text)
	}
	if skipsTests(cmd) {
		w.add(FlagTestsSkipped, c, text)
	}
	if bypasses(cmd) {
		w.add(FlagPermissions, c, text)
	}
	w.files(c, cmd, text)
}

// words returns a command as one would write it; of what is not known it has the names of variables
// and the commands, or "…".
func words(cmd *shell.Command) string {
	var all []string
	for _, a := range cmd.Args {
		text := strings.Join(strings.Fields(a.Text), " ")
		switch {
		case !a.Known:
			text = cmp.Or(strings.Join(strings.Fields(a.Shown), " "), "…")
			if strings.Contains(text, " ") {
				text = strconv.Quote(text)
			}
		case strings.ContainsAny(text, " ;|&<>()$`#") && !strings.Contains(text, "'"):
			text = "'" + text + "'"
		case strings.Contains(text, " "):
			text = strconv.Quote(text)
		}
		if text != "" {
			all = append(all, text)
		}
	}
	for _, a := range cmd.Writes {
		all = append(all, "> "+cmp.Or(a.Shown, a.Text))
	}
	return strings.Join(all, " ")
}

// gitValues are options that take a value, by subcommand: what follows them is not an option.
var gitValues = map[string]string{
	"commit": "-m -F -c -C -t --message --file --reuse-message --reedit-message --template --author --date --fixup --squash --cleanup --trailer --pathspec-from-file",
	"push":   "-o --push-option --repo --receive-pack --exec",
	"merge":  "-m -F -s -X --message --file --strategy --strategy-option",
	"rebase": "-x -s -X -C --exec --strategy --strategy-option --onto",
	"am":     "-C -p --directory --exclude --include",
}

// hookSwitches are variables that turn hooks off for one command.
var hookSwitches = map[string]bool{"HUSKY": true, "HUSKY_SKIP_HOOKS": true, "SKIP": true, "LEFTHOOK": true, "LEFTHOOK_EXCLUDE": true}

func (w *flagger) git(c *Call, cmd *shell.Command, text string) {
	hooks := false
	for i, a := range cmd.Args[1:] {
		if strings.HasPrefix(strings.ToLower(a.Text), "core.hookspath=") && cmd.Args[i].Text == "-c" {
			hooks = true
		}
	}
	for _, name := range cmd.Env {
		hooks = hooks || hookSwitches[name]
	}
	copied := *cmd
	for _, g := range gitCalls([]shell.Command{copied}) {
		values, known := gitValues[g.sub]
		if !known {
			continue
		}
		set := options(g.args, values)
		if set["--dry-run"] || set["--help"] || g.sub == "push" && set["-n"] || set["--abort"] {
			continue
		}
		if hooks || set["--no-verify"] || set["--no-veri"] || set["--no-verif"] || g.sub == "commit" && set["-n"] {
			w.add(FlagNoVerify, c, text)
		}
		if g.sub == "push" && (set["--force"] || set["-f"] || set["--force-with-lease"] || set["--mirror"] || plusRef(g.args, values)) {
			w.add(FlagForcePush, c, text)
		}
	}
}

// plusRef reports whether a push names a branch with a plus before it, which forces it.
func plusRef(args []shell.Arg, values string) bool {
	for i, a := range operands(args, values) {
		if i > 0 && len(a.Text) > 1 && a.Text[0] == '+' {
			return true
		}
	}
	return false
}

// options returns the options that a command is given, short ones one by one, without values.
func options(args []shell.Arg, withValue string) map[string]bool {
	set := map[string]bool{}
	takes := func(option string) bool {
		for own := range strings.FieldsSeq(withValue) {
			if own == option {
				return true
			}
		}
		return false
	}
	for i := 0; i < len(args); i++ {
		text := args[i].Text
		if text == "--" {
			break
		}
		if len(text) < 2 || text[0] != '-' {
			continue
		}
		if text[1] == '-' {
			name, _, value := strings.Cut(text, "=")
			set[name] = true
			if !value && takes(name) {
				i++
			}
			continue
		}
		for j := 1; j < len(text); j++ {
			short := "-" + text[j:j+1]
			set[short] = true
			if takes(short) {
				if j == len(text)-1 {
					i++
				}
				break
			}
		}
	}
	return set
}

// removesAll reports whether a command removes directories without a question.
func removesAll(cmd *shell.Command) bool {
	args := cmd.Args
	if len(args) < 2 {
		return false
	}
	args = args[1:]
	switch name := strings.ToLower(cmd.Name()); name {
	case "rm":
		set := options(args, "")
		if (set["-r"] || set["-R"] || set["--recursive"]) && (set["-f"] || set["--force"]) && !set["--help"] {
			return len(operands(args, "")) > 0
		}
		return anyOf(args, "-recurse") && anyOf(args, "-force") // PowerShell
	case "remove-item", "ri":
		return anyOf(args, "-recurse") && anyOf(args, "-force")
	case "rmdir", "rd":
		return anyOf(args, "/s") && anyOf(args, "/q")
	}
	return false
}

// clearsScratch reports whether all that a command removes is known to be in places for temporary
// files, and not such a place as a whole.
func (w *flagger) clearsScratch(c *Call, cmd *shell.Command) bool {
	targets := operands(cmd.Args[1:], "")
	return len(targets) > 0 && !slices.ContainsFunc(targets, func(a shell.Arg) bool {
		name := w.resolve(c, cmd, a)
		return name == "" || !w.scratch(name)
	})
}

// anyOf reports whether one of the words is this, in any case.
func anyOf(args []shell.Arg, word string) bool {
	for _, a := range args {
		if strings.EqualFold(a.Text, word) {
			return true
		}
	}
	return false
}

// skipsTests reports whether a run of tests or a build leaves tests out.
func skipsTests(cmd *shell.Command) bool {
	if len(cmd.Args) < 2 {
		return false
	}
	args := cmd.Args[1:]
	switch base(cmd.Args[0].Text) {
	case "mvn", "mvnw", "mvnd":
		return mavenSkips(args)
	case "gradle", "gradlew":
		_, skips := gradleSkips(args)
		return skips
	}
	switch testTool(cmd) {
	case "go test":
		return option(args, "-skip", "--skip") != ""
	case "pytest":
		if strings.HasPrefix(option(args, "-k"), "not ") { // -m chooses by marks that a project has for it
			return true
		}
		return option(args, "--deselect", "--ignore", "--ignore-glob") != ""
	case "cargo test":
		return option(args, "--skip") != ""
	case "jest", "vitest", "npm test":
		return option(args, "--testPathIgnorePatterns", "--exclude", "--test-skip-pattern") != ""
	}
	return false
}

// option returns the value of the first of these options that is set: what follows "=", or the next word.
func option(args []shell.Arg, names ...string) string {
	for i, a := range args {
		name, value, has := strings.Cut(a.Text, "=")
		for _, own := range names {
			switch {
			case name != own:
			case has:
				return value
			case i+1 < len(args):
				return args[i+1].Text
			}
		}
	}
	return ""
}

// printing are programs whose words are texts, not options that change what runs.
var printing = map[string]bool{"echo": true, "printf": true, "grep": true, "egrep": true, "fgrep": true,
	"rg": true, "ag": true, "ack": true, "sed": true, "awk": true, "git": true, "gh": true, "find": true,
	"cat": true, "man": true, "which": true, "alias": true, "export": true}

// bypasses reports whether a command starts an agent that asks for no permission.
func bypasses(cmd *shell.Command) bool {
	if len(cmd.Args) == 0 || printing[cmd.Name()] {
		return false
	}
	for i, a := range cmd.Args[1:] {
		switch {
		case !a.Known || strings.ContainsAny(a.Text, " \n"):
		case a.Text == "--":
			return false
		case strings.HasPrefix(a.Text, "--dangerously-"), a.Text == "--yolo", a.Text == "--permission-mode=bypassPermissions",
			a.Text == "bypassPermissions" && cmd.Args[i].Text == "--permission-mode":
			return true
		}
	}
	return false
}

var (
	testName  = lazy.MustCompile(`(?i)(?:^|[._-])(?:tests?|specs?)[._-]|^(?:tests?|specs?)_|\.(?:test|spec)\.|[._-](?:test|spec)s?\.[a-z]+$`)
	testClass = lazy.MustCompile(`(?:Tests?|TestCase|Spec)\.(?:java|kt|cs|scala|swift|php|groovy|fs)$`)
	testDir   = lazy.MustCompile(`(?i)(?:^|/)(?:tests?|specs?|__tests__)$`)
	codeName  = lazy.MustCompile(`(?i)\.(?:go|pyi?|[cm]?[jt]sx?|java|kts?|scala|rb|rs|php|cs|fs|swift|c|cc|cpp|cxx|hs?|hpp|exs?|erl|cljs?|dart|lua|pl|t|sh|bats|vue|svelte|groovy|ml|jl|r|zig|snap)$`)
)

// isTest reports whether a path is a file of code with tests in it.
func isTest(name string) bool {
	name = strings.ReplaceAll(name, `\`, "/")
	if !codeName.MatchString(name) {
		return false
	}
	file := name[strings.LastIndexByte(name, '/')+1:]
	if testName.MatchString(file) || testClass.MatchString(file) {
		return true
	}
	for dir := range strings.SplitSeq(strings.TrimSuffix(name, file), "/") {
		if testDir.MatchString(dir) {
			return true
		}
	}
	return false
}
