package facts

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/prose"
	"steno/parser/shell"
)

// gitCall is one git command of a command line.
type gitCall struct {
	*shell.Command
	sub  string      // commit, push
	args []shell.Arg // behind it
}

// gitCalls returns the git commands that a command line runs.
func gitCalls(commands []shell.Command) []gitCall {
	var all []gitCall
	for i := range commands {
		c := &commands[i]
		if g, ok := jujutsu(c); ok {
			all = append(all, g)
		}
		if c.Name() != "git" {
			continue
		}
		args := c.Args[1:]
		for len(args) > 1 && strings.HasPrefix(args[0].Text, "-") {
			switch args[0].Text {
			case "-C":
				c.Dir, c.DirKnown = shell.Join(c.Dir, args[1].Text), c.DirKnown && args[1].Known
				args = args[2:]
			case "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path":
				args = args[2:]
			default:
				args = args[1:]
			}
		}
		if len(args) > 0 && args[0].Known {
			all = append(all, gitCall{c, args[0].Text, args[1:]})
		}
	}
	return all
}

// jujutsu returns what a command of Jujutsu (jj) does, as the git command that does the same. ok is
// false for commands that do not commit or push.
func jujutsu(c *shell.Command) (g gitCall, ok bool) {
	if c.Name() != "jj" || len(c.Args) < 2 {
		return g, false
	}
	switch first, rest := c.Args[1].Text, c.Args[2:]; {
	case first == "commit" || first == "ci":
		return gitCall{c, "commit", rest}, true
	case first == "git" && len(rest) > 0 && rest[0].Text == "push":
		return gitCall{c, "push", rest[1:]}, true
	}
	return g, false
}

// has reports whether the command has one of these options.
func (g *gitCall) has(options ...string) bool {
	for _, a := range g.args {
		for _, o := range options {
			if a.Text == o || strings.HasPrefix(o, "--") && strings.HasPrefix(a.Text, o+"=") {
				return true
			}
		}
		if a.Text == "--" {
			break
		}
	}
	return false
}

// short reports whether the command has a short option, alone or among others: -n, -an. An
// option that takes a value ends the others.
func (g *gitCall) short(option byte, withValue string) bool {
	for i := 0; i < len(g.args); i++ {
		text := g.args[i].Text
		if text == "--" {
			break
		}
		if len(text) < 2 || text[0] != '-' || text[1] == '-' {
			continue
		}
		for j := 1; j < len(text); j++ {
			if text[j] == option {
				return true
			}
			if strings.IndexByte(withValue, text[j]) >= 0 {
				if j == len(text)-1 {
					i++ // the next word is its value
				}
				break
			}
		}
	}
	return false
}

// commitValues are the short options of git commit that take a value.
const commitValues = "mFcCtSu"

// commits reports whether the command makes a commit when it succeeds.
func (g *gitCall) commits() bool {
	switch g.sub {
	case "commit":
		return !g.has("--dry-run", "--help", "-h")
	case "cherry-pick", "revert":
		return !g.has("--abort", "--quit", "--skip", "--no-commit", "-n")
	case "merge":
		return !g.has("--abort", "--quit", "--no-commit", "--squash", "--ff-only")
	}
	return false
}

// checksOut reports whether the command switches to a branch, and which if that is known.
func (g *gitCall) checksOut() (branch string, ok bool) {
	words := operands(g.args, "")
	switch {
	case g.sub != "checkout" && g.sub != "switch", g.has("--"), g.sub == "checkout" && len(words) != 1 && !g.has("-b", "-B", "--orphan"):
		return "", false
	case len(words) == 0 || !words[0].Known || g.has("--detach", "-d", "-"):
		return "", true
	case g.sub == "checkout" && !g.has("-b", "-B", "--orphan") && strings.Contains(words[0].Text, "."):
		return "", true // or a file
	}
	return words[0].Text, true
}

func (g *gitCall) amends() bool { return g.sub == "commit" && g.has("--amend") }

func (g *gitCall) noVerify() bool {
	return g.has("--no-verify") || g.sub == "commit" && g.short('n', commitValues)
}

// printedCommits goes through the commits that git printed, with the lines and files that it counted below them.
func printedCommits(output string) iter.Seq[parser.Commit] {
	return func(yield func(parser.Commit) bool) {
		for _, at := range printedCommit.FindAllStringSubmatchIndex(output, -1) {
			c := parser.Commit{Branch: output[at[2]:at[3]], SHA: output[at[4]:at[5]], Subject: strings.TrimSpace(output[at[6]:at[7]])}
			if m := printedStat.FindStringSubmatch(prose.Start(output[at[1]:], 1000)); m != nil {
				c.Files, _ = strconv.Atoi(m[1])
				c.Added, _ = strconv.Atoi(m[2])
				c.Removed, _ = strconv.Atoi(m[3])
			}
			if !yield(c) {
				return
			}
		}
	}
}

// printedStat matches what git prints below the line of a commit.
var printedStat = lazy.MustCompile(`^(?:\n [A-Z]\w+: [^\n]*)*\n (\d{1,9}) files? changed(?:, (\d{1,9}) insertions?\(\+\))?(?:, (\d{1,9}) deletions?\(-\))?(?:\n|$)`)

// subject returns the first line of the message that the command is given, "" when it is not
// known.
func (g *gitCall) subject() string {
	for i, a := range g.args {
		text, rest := a.Text, g.args[i+1:]
		value, long := strings.CutPrefix(text, "--message=")
		from, file := strings.CutPrefix(text, "--file=")
		switch {
		case text == "--":
			return ""
		case long:
			return firstLine(value)
		case file:
			return g.message(from)
		case len(rest) > 0 && text == "--message":
			return firstLine(rest[0].Text)
		case len(rest) > 0 && text == "--file":
			return g.message(rest[0].Text)
		case len(text) < 2 || text[0] != '-' || text[1] == '-':
			continue
		}
		for j := 1; j < len(text); j++ {
			if strings.IndexByte(commitValues, text[j]) < 0 {
				continue
			}
			value := text[j+1:]
			if value == "" && len(rest) > 0 {
				value = rest[0].Text
			}
			switch text[j] {
			case 'm':
				return firstLine(value)
			case 'F':
				return g.message(value)
			}
			break
		}
	}
	return ""
}

// fromFile reports whether the message comes from a file.
func (g *gitCall) fromFile() bool {
	return g.has("--file") || g.short('F', commitValues) ||
		slices.ContainsFunc(g.args, func(a shell.Arg) bool { return strings.HasPrefix(a.Text, "--file=") })
}

// message returns the subject that comes from a file: only standard input is known.
func (g *gitCall) message(file string) string {
	if file == "-" || file == "/dev/stdin" {
		return firstLine(g.Stdin.Text)
	}
	return ""
}

// firstLine returns the first line of a message that has words.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && line != "@" { // "@" opens a text of PowerShell
			return line
		}
	}
	return ""
}
