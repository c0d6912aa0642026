package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"steno/generator/redact"
	"steno/generator/selection"
)

// Redact says what is removed from the transcripts before anything is made from them.
type Redact struct {
	Enabled  bool              `yaml:"enabled"`
	Rules    map[string]string `yaml:"rules"`    // rule to severity: off, low, medium or high
	Literals []string          `yaml:"literals"` // texts that must never appear
	Patterns map[string]string `yaml:"patterns"` // name of a rule of one's own to its regular expression (RE2)
	EnvFiles []string          `yaml:"envFiles"` // files of NAME=value lines whose values must never appear
	// values that may stay: "hmac-..." or "rule:hmac-...", as "steno review" writes them; plain
	// "sha256" still counts
	Allow    []string `yaml:"allow"`
	Reviewed []string `yaml:"reviewed"` // values that were reviewed and stay redacted, written as in Allow
	// file with the key of these ids; the environment variable STENO_REVIEW_KEY goes before it
	ReviewKey string `yaml:"reviewKey"`
	Forbid    string `yaml:"forbid"` // least severity of findings that make a check fail; "off" for none
	Paths     bool   `yaml:"paths"`  // remove user names from home directories
	Email     bool   `yaml:"email"`  // redact e-mail addresses
	IP        bool   `yaml:"ip"`     // redact IP addresses
	Report    string `yaml:"report"` // file to write the report to; "" for none
}

// Options returns what [redact.New] wants, but for the env files, which are not read
// here. It is an error when a rule has a severity that does not exist.
func (r Redact) Options() (redact.Options, error) {
	o := redact.Options{
		Literals: r.Literals, Rules: map[string]redact.Severity{},
		KeepPaths: !r.Paths, Email: r.Email, IP: r.IP,
	}
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(r.Rules)) {
		s, err := redact.ParseSeverity(r.Rules[name])
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
		}
		o.Rules[name] = s
	}
	for _, name := range slices.Sorted(maps.Keys(r.Patterns)) {
		o.Patterns = append(o.Patterns, redact.Pattern{Name: name, Expr: r.Patterns[name]})
	}
	o.Allow, o.Reviewed = Named(r.Allow), Named(r.Reviewed)
	return o, errors.Join(errs...)
}

// Named reads values of Allow and Reviewed: an id or a hash, with or without a rule before it.
func Named(list []string) (values []redact.Allow) {
	for _, text := range list {
		rule, hash, ok := strings.Cut(text, ":")
		if !ok {
			rule, hash = "", text
		}
		values = append(values, redact.Allow{Rule: rule, Hash: hash})
	}
	return values
}

// meantRule is a hint at the rule that was probably meant: one that is spelled alike, or those that
// have the word in their names.
func meantRule(e *redact.UnknownRuleError) string {
	if like := selection.Suggest(e.Rule, e.Known); like != "" {
		return like
	}
	var names []string
	for _, name := range e.Known {
		if slices.Contains(strings.Split(name, "-"), strings.ToLower(e.Rule)) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return `; "steno help redaction-rules" lists all`
	}
	return "; there are " + strings.Join(names, ", ")
}

// validate returns what is wrong with each key. The engine judges every key on its own,
// so that it is known which one is wrong.
func (r Redact) validate() []error {
	var errs []error
	bad := func(key string, err error) {
		if err == nil {
			return
		}
		for _, e := range each(err) {
			text := e.Error()
			var unknown *redact.UnknownRuleError
			if errors.As(e, &unknown) {
				text += meantRule(unknown)
			}
			errs = append(errs, &KeyError{"redact." + key, text})
		}
	}
	for key, list := range map[string][]string{"allow": r.Allow, "reviewed": r.Reviewed} {
		for _, id := range list {
			if strings.HasPrefix(id, "[redacted:") {
				errs = append(errs, &KeyError{"redact." + key,
					fmt.Sprintf(`%q is what pages show in place of a value, not its id; "steno review" writes ids, and "steno check" prints them`,
						id)})
			}
		}
	}
	judge := func(key string, o redact.Options) {
		_, err := redact.New(o)
		bad(key, err)
	}
	o, err := r.Options()
	bad("rules", err)
	if len(r.Patterns) > 0 {
		judge("patterns", redact.Options{Patterns: o.Patterns})
	}
	if len(errs) > 0 {
		return errs // rules and allow may name patterns
	}
	if len(o.Rules) > 0 {
		judge("rules", redact.Options{Rules: o.Rules, Patterns: o.Patterns})
	}
	if len(o.Literals) > 0 {
		judge("literals", redact.Options{Literals: o.Literals})
	}
	if slices.Contains(r.EnvFiles, "") {
		bad("envFiles", errors.New("must not contain an empty path"))
	}
	if len(o.Allow) > 0 {
		judge("allow", redact.Options{Allow: o.Allow, Patterns: o.Patterns})
	}
	if len(o.Reviewed) > 0 {
		judge("reviewed", redact.Options{Reviewed: o.Reviewed, Patterns: o.Patterns})
	}
	_, err = redact.ParseSeverity(r.Forbid)
	bad("forbid", err)
	return errs
}
