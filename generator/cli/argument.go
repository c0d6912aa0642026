package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"steno/generator/selection"
	"steno/parser/formats"
	"steno/parser/source"
	"steno/theme"
)

// Arguments are verbs, or paths of transcripts. Wrong ones are errors with a suggestion: what was
// probably meant.

// homePrefix begins a source that names an agent, whose folder in the user's home is meant.
const homePrefix = "home:"

// portFlag is the flag of steno serve that people leave out before its number.
const portFlag = "port"

// wrongArguments explains an error of the command line: most often, how many arguments there are.
func wrongArguments(c *cobra.Command, err error) error {
	text := err.Error()
	if strings.HasPrefix(text, "accepts ") || strings.HasPrefix(text, "requires ") {
		err = fmt.Errorf("wrong number of arguments; write %q", c.CommandPath()+strings.TrimPrefix(c.Use, c.Name()))
	}
	if what, ok := strings.CutPrefix(text, "unknown command "); ok { // of a verb that takes none
		err = errors.New("unexpected argument " + what)
		switch {
		case c.Name() == "config":
			return &usageError{err, "to change a value, edit " + configName + "; " + explainHint(c)}
		case c.Flags().Lookup("source") != nil:
			return &usageError{err, "name transcripts with --source; " + explainHint(c)}
		}
	}
	return &usageError{err, explainHint(c)}
}

// knownVerb reports a verb that does not exist.
func knownVerb(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	c.SuggestionsMinimumDistance = 2
	like, hint := slices.Compact(c.SuggestionsFor(args[0])), ""
	if hint = didYouMean(like); len(like) == 0 {
		switch {
		case c.Name() == "theme" && isLook(args[0]):
			hint = fmt.Sprintf("to use this look, write theme: {name: %s} in %s", args[0], configName)
		case c.HasParent():
			hint = explainHint(c)
		case sessionID.MatchString(args[0]):
			hint = fmt.Sprintf("did you mean %q? ", "steno export "+args[0]) + helpHint
		case webAddress.MatchString(args[0]), windowsPath.MatchString(args[0]):
			hint = absent(args[0])
		case strings.HasPrefix(args[0], "~"), strings.ContainsRune(args[0], '/'):
			return &usageError{fmt.Errorf("no file or folder is called %q", args[0]), absent(args[0])}
		default:
			hint = "no file or folder has this name, either; " + helpHint
		}
	}
	return &usageError{fmt.Errorf("unknown command %q for %q", args[0], c.CommandPath()), hint}
}

// isLook reports whether a look of the built-in theme has this name.
func isLook(name string) bool {
	looks, err := theme.Looks(nil)
	return err == nil && slices.ContainsFunc(looks, func(l theme.Look) bool { return l.Name == name })
}

// pathOrVerb takes paths of transcripts instead of a verb.
func pathOrVerb(c *cobra.Command, args []string) error {
	if len(args) > 0 && existing(c, args) != nil {
		return knownVerb(c, args)
	}
	return nil
}

// existing takes paths of files and folders that exist, and agents, such as home:codex.
func existing(c *cobra.Command, args []string) error {
	for _, name := range args {
		if _, err := os.Stat(name); err != nil && !strings.HasPrefix(name, homePrefix) {
			hint := absent(name)
			if flag := c.Flags().Lookup(portFlag); flag != nil && isNumber(name) {
				hint = "did you mean \"--port " + name + "\"?"
			}
			if name == "help" && c.HasParent() {
				hint = explainHint(c)
			}
			return &usageError{fmt.Errorf("source %q does not exist", name), hint}
		}
	}
	return nil
}

// sessionID is the id of a session, or a beginning of one that is no word.
var (
	sessionID  = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f-]*)?$|^codex-[0-9a-f-]+$`)
	webAddress = regexp.MustCompile(`^(\.\\)?https?:[/\\]`) // a cleaned path has one slash, on Windows a backslash

	remoteAddress = regexp.MustCompile(`^[\w.-]+@[\w.-]+:|^(ssh|git|s3|ftp):/`)
)

// absent is the hint at a source that does not exist.
func absent(name string) string {
	first, rest, several := strings.Cut(name, ",")
	bare := strings.TrimSpace(name)
	before, behind, blank := strings.Cut(bare, " ")
	switch {
	case bare != name && exists(bare):
		return blankHint(bare)
	case slices.ContainsFunc(formats.All(), func(f *source.Format) bool { return f.Key == strings.ToLower(name) }):
		return fmt.Sprintf("did you mean \"-s %s\"? it is that agent's folder", homePrefix+strings.ToLower(name))
	case webAddress.MatchString(name), remoteAddress.MatchString(name):
		return "transcripts are read from this machine only: download or clone it first"
	case name == "-":
		return "Steno does not read transcripts from standard input: write them into a .jsonl file"
	case filepath.Separator == '/' && windowsPath.MatchString(name):
		return "it is a path of Windows: in WSL, write " + shellWord(mounted(name))
	case strings.HasPrefix(name, "--"):
		return "the flag before it needs a value, and took this for it"
	case strings.HasPrefix(name, "~"):
		return "the shell replaces ~ only at the beginning and without quotes: write the whole path"
	case name == "true" || name == "false":
		return "the value of such a flag follows an equals sign, as in --strict=" + name
	case leadsNowhere(name):
		return "it is a link to something that does not exist"
	case strings.HasPrefix(name, "file:"):
		return "write the path without file://"
	case len(name) > 2 && strings.ContainsAny(name[:1], `'"`) && exists(strings.Trim(name, `'"`)):
		return fmt.Sprintf("%q exists: leave out the quotation marks in the name", strings.Trim(name, `'"`))
	case strings.ContainsAny(name, "$%"):
		return "no shell replaced the variable in it: write the whole path"
	case strings.ContainsAny(name, "*?["):
		return "write the pattern without quotes, after the flags: the shell replaces it by the files that it matches"
	case several && exists(first):
		return fmt.Sprintf("did you mean \"-s %s -s %s\"? each source needs its flag", shellWord(first), shellWord(strings.TrimSpace(rest)))
	case blank && exists(before) && exists(behind):
		return fmt.Sprintf("did you mean \"-s %s -s %s\"? each source needs its flag", shellWord(before), shellWord(behind))
	}
	if like := beside(name); like != "" {
		return fmt.Sprintf("did you mean %q?", like)
	}
	return sourceHint
}

// beside returns the path of a file or folder in the same folder whose name is spelled nearly
// alike, "" for none.
func beside(name string) (path string) {
	dir, base := filepath.Split(name)
	entries, err := os.ReadDir(cmp.Or(dir, "."))
	if err != nil {
		return ""
	}
	nearest := min(3, len(base)/2)
	for _, e := range entries {
		if d := selection.Distance(strings.ToLower(e.Name()), strings.ToLower(base)); d < nearest {
			path, nearest = filepath.Join(dir, e.Name()), d
		}
	}
	return path
}

// blankHint is the hint at a source that would exist without the blanks around its name.
func blankHint(bare string) string {
	return fmt.Sprintf("%q exists: leave out the blanks before and after the name", bare)
}

var windowsPath = regexp.MustCompile(`^[A-Za-z]:[\\/]`)

// mounted returns where WSL has a path of Windows.
func mounted(name string) string {
	return "/mnt/" + strings.ToLower(name[:1]) + strings.ReplaceAll(name[2:], `\`, "/")
}

// leadsNowhere reports whether a name is that of a link whose target is missing.
func leadsNowhere(name string) bool {
	_, err := os.Lstat(name)
	return err == nil && !exists(name)
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// notSession explains the name of a file or folder instead of a session.
func notSession(name string, err error) error {
	info, serr := os.Stat(name)
	quoted := shellWord(name)
	switch {
	case serr != nil:
		return err
	case info.IsDir():
		return &usageError{fmt.Errorf("%q is a folder, not a session", name),
			fmt.Sprintf(`to export from it, write "steno export -s %s --latest"; "steno list -s %s" prints its sessions`,
				quoted, quoted)}
	}
	f, err := os.Open(name)
	if err != nil {
		return &usageError{fmt.Errorf("%q cannot be read: %w", name, errors.Unwrap(err)),
			"its permissions, or a program that has it open, may be the reason"}
	}
	_ = f.Close() // it was only opened to see whether it can be
	return &usageError{fmt.Errorf("%q contains no session that can be read", name),
		fmt.Sprintf(`a transcript is a .jsonl file; "steno check %s" shows what was read of it`, quoted)}
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// withHome replaces ~ at the start of paths, which shells of Windows leave there, and those of
// other systems after an equals sign. Words of a query stay.
func withHome(args []string) []string {
	home, err := os.UserHomeDir()
	if err != nil {
		return args
	}
	args = slices.Clone(args)
	queries := slices.Contains(args, "search")
	for i, arg := range args {
		name, value, assigned := strings.Cut(arg, "=")
		switch {
		case strings.HasPrefix(arg, "-") && assigned:
			args[i] = name + "=" + inHome(home, value)
		case !queries || i > 0 && slices.Contains([]string{"-s", "--source", "--site", "--config"}, args[i-1]):
			args[i] = inHome(home, arg)
		}
	}
	return args
}

// inHome returns a path, with the home directory in place of ~.
func inHome(home, name string) string {
	rest, ok := strings.CutPrefix(name, "~")
	if !ok || rest != "" && !os.IsPathSeparator(rest[0]) {
		return name
	}
	return filepath.Join(home, rest)
}
