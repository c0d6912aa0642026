package cli

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"steno/generator/config"
	"steno/generator/search/query"
	"steno/generator/selection"
)

// Wrong flags are errors with a suggestion, as wrong verbs and paths (argument.go) are: what was
// probably meant.

const helpHint = `"steno help" lists the verbs and flags`

// didYouMean is a hint at names, and at the help.
func didYouMean(like []string) string {
	if len(like) == 0 {
		return helpHint
	}
	return `did you mean "` + strings.Join(like, `" or "`) + `"? ` + helpHint
}

// explainHint is what helps when nothing better is known: the explanation of a verb.
func explainHint(c *cobra.Command) string {
	return fmt.Sprintf("%q explains it, with examples",
		strings.TrimSpace("steno help "+strings.TrimPrefix(strings.TrimPrefix(c.CommandPath(), "steno"), " ")))
}

// What the flags of a command say of a wrong one, and how they list those that exist.
var (
	unknownFlag  = regexp.MustCompile(`^unknown flag: --(\S+)`)
	unknownRune  = regexp.MustCompile(`^unknown shorthand flag: '(.)' in -(\S+)`)
	missingValue = regexp.MustCompile(`^flag needs an argument: (?:'(.)' in -\S+|--(\S+))$`)
	wrongValue   = regexp.MustCompile(`(?s)^invalid argument "(.*)" for ".*--([a-z-]+)" flag`)
	flagName     = regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z-]+)`)
)

// flagError explains a flag that does not exist, or has a value of the wrong kind.
func flagError(c *cobra.Command, err error) error {
	text := err.Error()
	if m := unknownRune.FindStringSubmatch(text); m != nil {
		if c.Flags().Changed("help") { // -help was read as -h and what follows
			m[2] = "h" + m[2]
		}
		if long, _, _ := strings.Cut(m[2], "="); len(long) > 1 {
			return unknown(c, fmt.Errorf("unknown flag: -%s", long), long)
		}
		err = fmt.Errorf("unknown flag: -%s", m[1])
		if like := otherNames[m[1]]; like != "" && c.Flags().Lookup(like) != nil {
			return &usageError{err, didYouMean([]string{"--" + like})}
		}
		if others := verbsWith(c.Root(),
			func(v *cobra.Command) bool { return v.LocalFlags().ShorthandLookup(m[1]) != nil }); len(others) > 0 {
			return &usageError{err, fmt.Sprintf("it is a flag of %s; %s", firstOf(others), explainHint(c))}
		}
		return &usageError{err, explainHint(c)}
	}
	if m := unknownFlag.FindStringSubmatch(text); m != nil {
		return unknown(c, err, m[1])
	}
	var number *strconv.NumError
	if wrong := wrongValue.FindStringSubmatch(text); wrong != nil && errors.As(err, &number) {
		kind := "a number"
		if number.Func == "ParseBool" {
			kind = "true or false"
		}
		err = fmt.Errorf("--%s must be %s (got %q)", wrong[2], kind, wrong[1])
	}
	if m := missingValue.FindStringSubmatch(text); m != nil {
		f := c.Flags().Lookup(m[2])
		if m[1] != "" {
			f = c.Flags().ShorthandLookup(m[1])
		}
		what, _ := pflag.UnquoteUsage(f)
		err = fmt.Errorf("--%s needs a value: --%[1]s %s", f.Name, strings.ToUpper(what))
	}
	var twice *twiceError
	if errors.As(err, &twice) {
		err = twice
	}
	return &usageError{err, explainHint(c)}
}

// unknown explains a flag of a name that the command does not have.
func unknown(c *cobra.Command, err error, name string) error {
	like := likeFlag(c, name)
	key, others := keyOf(name), verbsWith(c.Root(), func(v *cobra.Command) bool { return v.LocalFlags().Lookup(name) != nil })
	_, written, _ := strings.Cut(err.Error(), ": ")
	without := negated(c, name)
	switch {
	case without != "":
		return &usageError{err, without + "; " + explainHint(c)}
	case instead[name] != "":
		return &usageError{err, instead[name] + "; " + explainHint(c)}
	case c.Name() == "search" && slices.Contains(query.Filters(), name+":"):
		return &usageError{err, fmt.Sprintf("filters are part of the query: steno search %s:VALUE WORDS", name)}
	case c.Name() == "search" && !strings.HasPrefix(written, "--"):
		return &usageError{err, fmt.Sprintf(`to search for it, put "--" before the query: steno search -- %s`, written)}
	case len(like) > 0:
		return &usageError{err, didYouMean(like)}
	case slices.ContainsFunc(c.Commands(), func(v *cobra.Command) bool { return v.Name() == name }) && c.HasParent():
		return &usageError{err, fmt.Sprintf("did you mean %q? verbs are written without dashes; %s",
			c.CommandPath()+" "+name, explainHint(c))}
	case c.HasParent() && c.Parent().HasParent() && c.Parent().LocalFlags().Lookup(name) != nil:
		return &usageError{err, fmt.Sprintf("it is a flag of %q; %s", c.Parent().CommandPath(), explainHint(c))}
	case key != "" && (key == name || len(others) == 0):
		return &usageError{err, fmt.Sprintf("the key %s of %s sets it; %s", key, configName, explainHint(c))}
	case isVerb(c.Root(), name):
		return &usageError{err, fmt.Sprintf("did you mean %q? verbs are written without dashes; %s", "steno "+name, helpHint)}
	case len(others) > 0:
		return &usageError{err, fmt.Sprintf("it is a flag of %s; %s", firstOf(others), explainHint(c))}
	case c.Name() == "search":
		return &usageError{err, fmt.Sprintf(`to search for it, put "--" before the query: steno search -- %s`, written)}
	}
	return &usageError{err, explainHint(c)}
}

// negated returns what does the work of a flag that is written as --no-NAME and does not exist, ""
// when nothing does.
func negated(c *cobra.Command, flag string) string {
	name, ok := strings.CutPrefix(flag, "no-")
	if !ok || instead[flag] != "" {
		return ""
	}
	if f := c.Flags().Lookup(name); f != nil && f.Value.Type() == "bool" {
		return fmt.Sprintf("leave out --%s, or write --%s=false", name, name)
	} else if f != nil {
		return fmt.Sprintf("leave out --%s to have its default", name)
	}
	if value := switchedOff[name]; value != "" {
		return fmt.Sprintf("%q in %s does that", value, configName)
	}
	return ""
}

// switchedOff are the settings that turn something off: what people write after --no-.
var switchedOff = map[string]string{
	"search": "search.scope: off", "cache": "cache: off", "feed": "publish.feed: false", "sitemap": "publish.sitemap: false",
	"markdown": "publish.twins: false", "twins": "publish.twins: false", "cards": "publish.cards: off", "records": "content.records: false",
	"thinking": "select.hide: [thinking]", "tools": "select.level: conversation",
	"paths": "redact.paths: false", "index": "publish.noindex: true",
}

// isVerb reports whether a verb has this name.
func isVerb(root *cobra.Command, name string) bool {
	return slices.ContainsFunc(root.Commands(), func(v *cobra.Command) bool { return v.Name() == name })
}

// likeFlag lists the flags of a command that are spelled much like a name, or begin with it.
func likeFlag(c *cobra.Command, name string) (like []string) {
	for _, same := range []string{name, otherNames[name]} {
		if c.Flags().Lookup(same) != nil {
			return []string{"--" + same}
		}
	}
	for _, m := range flagName.FindAllStringSubmatch(c.Flags().FlagUsages(), -1) {
		if len(name) > 2 && (selection.Distance(name, m[1]) <= 2 || strings.HasPrefix(m[1], name)) {
			like = append(like, "--"+m[1])
		}
	}
	return like
}

// otherNames are the names of flags in other programs.
var otherNames = map[string]string{
	"addr": "host", "address": "host", "bind": "host", "listen": "host", "input": "source", "from": "source", "path": "source",
	"dir": "destination", "outdir": "destination", "out-dir": "destination", "target": "destination", "url": "base-url",
	"o": "destination", "d": "output", "n": "limit", "V": "version", "c": "config",
	"workers": "jobs", "threads": "jobs", "parallel": "jobs", "debug": "verbose", "silent": "quiet", "conf": "config",
}

// instead is what does the work of a flag that no verb has.
var instead = map[string]string{
	"watch":     `"steno serve" builds again when something changes`,
	"live":      `"steno serve" builds again when something changes`,
	"stdout":    `"-o -" writes to standard output`,
	"session":   `the id of a session is written without a flag: "steno export ID"`,
	"id":        `the id of a session is written without a flag: "steno export ID"`,
	"dry-run":   `"steno notes" and "steno check" write nothing unless they are told to`,
	"redact":    "secrets are redacted unless redact.enabled is false in " + configName,
	"no-redact": "build, serve, export, merge and notes have it; others follow redact.enabled of a configuration that --config names",
}

var oneDash = regexp.MustCompile(`^-([a-z][a-z-]{3,})(?:=.*)?$`)

// meantLong returns a hint if an argument has the name of a long flag after one dash: -dest is read as -d est.
func meantLong(c *cobra.Command, args []string) string {
	for _, arg := range args {
		if arg == "--" || c.Name() == "search" { // its words may begin with a dash
			break
		}
		if m := oneDash.FindStringSubmatch(arg); m != nil {
			if like := likeFlag(c, m[1]); len(like) > 0 {
				return didYouMean(like)
			}
		}
	}
	return ""
}

// meantFile returns a hint if an argument that begins like a flag is the name of a file.
func meantFile(args []string) string {
	for i, arg := range args {
		// else it is a flag's value
		if strings.HasPrefix(arg, "-") && len(arg) > 1 && exists(arg) && (i == 0 || !strings.HasPrefix(args[i-1], "-")) {
			return "there is a file of this name: write " + shellWord("./"+arg)
		}
	}
	return ""
}

// firstOf names three commands, and how many more there are.
func firstOf(verbs []string) string {
	const most = 3
	if len(verbs) <= most {
		return strings.Join(verbs, ", ")
	}
	return fmt.Sprintf("%s and %d more verbs", strings.Join(verbs[:most], ", "), len(verbs)-most)
}

// verbsWith lists the commands below c that have a flag.
func verbsWith(c *cobra.Command, has func(*cobra.Command) bool) (verbs []string) {
	for _, v := range c.Commands() {
		if has(v) {
			verbs = append(verbs, strconv.Quote(v.CommandPath()))
		}
		verbs = append(verbs, verbsWith(v, has)...)
	}
	return verbs
}

// keyOf returns the key of the configuration that a flag is named after: title, or theme.name for
// theme. It is "" where there is none.
func keyOf(flag string) string {
	word := strings.ReplaceAll(flag, "-", "")
	for _, key := range config.Keys() {
		group, last, _ := strings.Cut(key, ".")
		if strings.EqualFold(group, word) || strings.EqualFold(last, word) {
			return key
		}
	}
	return ""
}
