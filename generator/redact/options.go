package redact

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"steno/generator/redact/find"
	"steno/generator/redact/literal"
)

// Options configure an Engine. The zero value turns on every rule but email
// and ip.
type Options struct {
	Rules    map[string]Severity // by rule name, see Rules
	Literals []string            // texts that must never appear, at least 3 bytes each
	Patterns []Pattern
	EnvVars  []EnvVar // of .env files, see ParseEnv; the values of those that name secrets must never appear
	Allow    []Allow
	Reviewed []Allow // values that somebody looked at: they are removed, and no longer new
	Key      []byte  // of the ids in Allow and Reviewed; without it an id names nothing

	KeepPaths bool // leave home directories and user names as they are
	Email     bool // redact e-mail addresses
	IP        bool // redact IP addresses, private and documentation ones left out
}

// Pattern is a regular expression of the user's (RE2). Its first group is the
// secret; without a group the whole match is.
type Pattern struct {
	Name     string // rule name: lower-case letters, digits and dashes; "pattern" when empty
	Expr     string
	Severity Severity // High when Default
}

func (o *Options) validate(rules *find.Set) error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(o.Rules)) {
		if _, ok := rules.Number(name); !ok {
			errs = append(errs, &UnknownRuleError{Rule: name, Known: rules.Names()})
		}
	}
	for i, l := range o.Literals {
		if len(l) < literal.MinLength {
			errs = append(errs, fmt.Errorf("literal %d to redact is shorter than %d bytes: it would blank out ordinary text",
				i+1, literal.MinLength))
		}
	}
	for _, a := range o.Allow {
		errs = append(errs, a.validate("allow", rules))
	}
	for _, a := range o.Reviewed {
		errs = append(errs, a.validate("reviewed", rules))
	}
	return errors.Join(errs...)
}

// UnknownRuleError is returned for a name that no rule has.
type UnknownRuleError struct {
	List, Rule string   // where it was named, "" for the rules; and the name
	Known      []string // the names that rules have
}

// Error returns what is wrong.
func (e *UnknownRuleError) Error() string {
	list := ""
	if e.List != "" {
		list = e.List + ": "
	}
	return fmt.Sprintf("%sunknown redaction rule %q", list, e.Rule)
}

func (p *Pattern) compile() (*regexp.Regexp, error) {
	if strings.Trim(p.Name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return nil, fmt.Errorf("redaction pattern name %q: use lower-case letters, digits and dashes", p.Name)
	}
	re, err := regexp.Compile(p.Expr)
	if err != nil && strings.Contains(p.Expr, "(?") {
		return nil, fmt.Errorf("redaction pattern %q: %w; lookahead, lookbehind and other extensions are not supported; steno reads the syntax of RE2",
			p.Expr, err)
	}
	if err != nil {
		return nil, fmt.Errorf("redaction pattern %q: %w", p.Expr, err)
	}
	if re.MatchString("") {
		return nil, fmt.Errorf("redaction pattern %q matches the empty text: it would never end", p.Expr)
	}
	return re, nil
}
