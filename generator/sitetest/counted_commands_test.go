package sitetest

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Words of command lines, for the name of what a line runs: see "command" in docs/figures.md.
var (
	// preparing are programs that say nothing of what a line is for, where it runs another; cutting are those that cut what another prints.
	preparing = wordSet("[ [[ test cd pushd popd export unset set source . echo printf sleep true wait continue break return exit shift local declare")
	cutting   = wordSet("head tail grep egrep rg sed awk sort uniq wc cut tr tee less jq xargs column")
	// showing only show what there is; looks are the verbs of git that do.
	showing = wordSet("cat date file hostname id ls pwd stat tree type uname which whoami")
	looks   = wordSet("blame diff log ls-files reflog rev-parse shortlog show status")
	// running are programs that run the one behind them, and their options with a value.
	running = map[string]string{"sudo": "-u", "env": "-u", "command": "", "exec": "", "nohup": "", "time": "", "nice": "-n", "timeout": "-k -s", "xargs": "-I -n -P -L -d", "stdbuf": "-o -e -i"}
	// worded are programs of which a word says what they do, and those of their options in front of it that take a value.
	worded = map[string]string{
		"git": "-C -c", "go": "-C", "gh": "-R --repo", "npm": "--prefix -w", "pnpm": "--dir -F --filter -C", "yarn": "--cwd", "docker": "-c -f -p", "uv": "--project --directory -p --python",
		"cargo": "", "bun": "--cwd", "kubectl": "-n", "make": "-C -f", "just": "-f -d", "task": "-d -t", "pip": "", "poetry": "-C", "mix": "", "bundle": "", "rails": "", "dotnet": "",
		"terraform": "", "brew": "", "apt": "", "apt-get": "", "deno": "-c", "swift": "", "helm": "-n", "systemctl": "", "gradle": "-p", "gradlew": "-p", "mvn": "-f -pl", "mvnw": "-f -pl", "mise": "-C -E",
		"composer": "-d", "npx": "-p --package", "bunx": "", "uvx": "--from --with", "jj": "-R", "glab": "-R", "turbo": "--filter", "nx": "",
	}
	twoWords = wordSet("run exec pr issue compose tool repo worktree stash remote")

	keywords     = wordSet("if then else elif while until do ! { time")
	constructs   = wordSet("for case select fi done esac } function in")
	redirected   = regexp.MustCompile(`[0-9]*>&[0-9-]|&>>?`)
	assignment   = regexp.MustCompile(`^\w+\+?=`)
	cases        = regexp.MustCompile(`(?s)\bcase\s[^;\n]*?\sin\b(.*?)\besac\b`)
	pattern      = regexp.MustCompile(`(?:^|;;)[^()]*\)`)
	redirections = regexp.MustCompile(`^[0-9]*[<>]`)
)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}

// withoutSubstitutions takes out what a line runs to have it print words: $(…), <(…) and `…`.
func withoutSubstitutions(line string) string {
	var b strings.Builder
	depth, single, back := 0, false, false
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case depth == 0 && c == '\\' && i+1 < len(line):
			if !back {
				b.WriteString(line[i : i+2])
			}
			i++
		case depth == 0 && c == '\'' && !back && (single || !strings.HasSuffix(b.String(), `"`)):
			single = !single
			b.WriteByte(c)
		case single:
			b.WriteByte(c)
		case c == '`' && depth == 0:
			back = !back
		case back:
		case depth > 0 && c == '\\':
			i++
		case depth > 0 && (c == '\'' || c == '"'):
			for i++; i < len(line) && line[i] != c; i++ {
				if line[i] == '\\' && c == '"' {
					i++
				}
			}
		case depth > 0:
			depth += strings.Count("(", string(c)) - strings.Count(")", string(c))
		case strings.IndexByte("$<>", c) >= 0 && i+1 < len(line) && line[i+1] == '(':
			depth++
			i++
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// simple is a command without what stands around it in a line, nil for none.
func simple(words []string) []string {
	for len(words) > 0 {
		switch {
		case constructs[words[0]]:
			return nil
		case keywords[words[0]], assignment.MatchString(words[0]):
			words = words[1:]
		case redirections.MatchString(words[0]):
			if strings.Trim(words[0], "0123456789<>") == "" && len(words) > 1 {
				words = words[1:]
			}
			words = words[1:]
		default:
			takes, runs := running[words[0]]
			rest := words[1:]
			for runs && len(rest) > 0 && strings.HasPrefix(rest[0], "-") {
				if slices.Contains(strings.Fields(takes), rest[0]) && len(rest) > 1 {
					rest = rest[1:]
				}
				rest = rest[1:]
			}
			if words[0] == "timeout" && len(rest) > 0 {
				rest = rest[1:]
			}
			if !runs || len(rest) == 0 {
				return words
			}
			words = rest
		}
	}
	return nil
}

// commandOf names what a command line runs: a runner of tests; else the first program that does something itself.
func commandOf(line string) string {
	name, look, staging, any := "", "", "", ""
	line = withoutSubstitutions(redirected.ReplaceAllString(line, " "))
	line = cases.ReplaceAllStringFunc(line, func(all string) string { return pattern.ReplaceAllString(cases.FindStringSubmatch(all)[1], ";") })
	for _, words := range simpleCommands(line) {
		if words = simple(words); len(words) == 0 {
			continue
		}
		if tests := runner(words); tests != "" {
			return tests
		}
		program := path.Base(strings.ReplaceAll(words[0], `\`, "/"))
		program = strings.TrimSuffix(strings.TrimSuffix(program, ".exe"), ".cmd")
		if any == "" || preparing[any] {
			any = program
		}
		if name == "" && !preparing[program] && !cutting[program] {
			name = withVerb(program, words[1:])
			verb, git := strings.CutPrefix(name, "git ")
			switch {
			case name == "git add" || name == "git stage":
				name, staging = "", cmp.Or(staging, name)
			case showing[program] || git && looks[verb]:
				name, look = "", cmp.Or(look, name)
			}
		}
	}
	return cmp.Or(name, look, staging, any, "shell")
}

// withVerb is a program with its verb.
func withVerb(program string, args []string) string {
	takes, verbs := worded[program]
	if !verbs {
		return program
	}
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		if slices.Contains(strings.Fields(takes), args[0]) && len(args) > 1 {
			args = args[1:]
		}
		args = args[1:]
	}
	n := min(1, len(args))
	if n > 0 && twoWords[args[0]] {
		n = min(2, len(args))
	}
	return strings.Join(append([]string{program}, args[:n]...), " ")
}
