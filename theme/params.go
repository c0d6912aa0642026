package theme

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"steno/theme/colour"
)

// Params are the values of theme.params that the built-in theme knows, checked. They are
// untrusted: only parsed colours, and names without characters that are special in CSS, reach a
// style sheet.
type Params struct {
	Accent  string         // "#rgb" or "#rrggbb"; "" for the look's own
	Font    string         // font stack as CSS writes it; "" for the look's own
	Density string         // "comfortable", "compact", or "" for the look's own
	Logo    string         // path of a picture; "" for none
	Footer  string         // Markdown below every page
	CSS     string         // path of a style sheet that comes last; "" for none
	Free    map[string]any // values for templates of a project's own
}

// A ParamError says what is wrong with one of theme.params.
type ParamError struct{ Key, Text string }

// Error returns the key and what is wrong with it.
func (e *ParamError) Error() string { return "theme.params." + e.Key + ": " + e.Text }

// KnownParams are the keys of theme.params that the built-in theme knows.
func KnownParams() []string { return []string{"accent", "css", "density", "font", "footer", "logo"} }

// ParseParams checks the values of theme.params. Those of unknown keys become
// [Params.Free]. The error joins one [ParamError] for each bad value, by key.
func ParseParams(values map[string]any) (Params, error) {
	p := Params{Free: map[string]any{}}
	var errs []error
	for key, v := range values {
		if !slices.Contains(KnownParams(), key) {
			p.Free[key] = v
		}
	}
	for _, known := range []struct {
		key   string
		field *string
		parse func(string) (string, error)
	}{
		{"accent", &p.Accent, parseAccent},
		{"css", &p.CSS, asItIs},
		{"density", &p.Density, parseDensity},
		{"font", &p.Font, parseFont},
		{"footer", &p.Footer, asItIs},
		{"logo", &p.Logo, asItIs},
	} {
		v, set := values[known.key]
		if !set {
			continue
		}
		text, err := textOf(known.key, v)
		if err == nil && text != "" {
			text, err = known.parse(text)
		}
		if err != nil {
			errs = append(errs, &ParamError{known.key, err.Error()})
			continue
		}
		*known.field = text
	}
	return p, errors.Join(errs...)
}

// textOf is the text of a value; of fonts, the list it may be too.
func textOf(key string, v any) (string, error) {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v), nil
	case nil:
		if key == "accent" {
			return "", errors.New(`is empty; a colour needs quotes, as # begins a comment: "#0a6cb8"`)
		}
		return "", nil
	case []any:
		if key != "font" {
			break
		}
		var names []string
		for _, n := range v {
			s, ok := n.(string)
			if !ok {
				return "", fmt.Errorf("must be a list of names (got %v in it)", n)
			}
			names = append(names, s)
		}
		return strings.Join(names, ","), nil
	case int:
		if key == "accent" {
			return "", fmt.Errorf(`must be a colour such as "#0a6cb8", with # and in quotes (got %d)`, v)
		}
	}
	return "", fmt.Errorf("must be one text (got %v)", v)
}

func asItIs(s string) (string, error) { return s, nil }

func parseAccent(s string) (string, error) {
	if _, ok := colour.Parse(s); !ok {
		if _, ok := colour.Parse("#" + s); ok {
			return "", fmt.Errorf("must be a colour (got %q); did you mean \"#%[1]s\"?", s)
		}
		return "", fmt.Errorf(`must be a colour such as "#0a6cb8" (got %q)`, s)
	}
	return s, nil
}

func parseDensity(s string) (string, error) {
	if s != "comfortable" && s != "compact" {
		return "", fmt.Errorf("must be comfortable or compact (got %q)", s)
	}
	return s, nil
}

// stacks are the fonts that go by a name; the style sheet has the names of their fonts.
var stacks = []string{"sans", "serif", "mono"}

// generics are the names that CSS itself defines for fonts; they must not be quoted.
var generics = []string{
	"serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui",
	"ui-serif", "ui-sans-serif", "ui-monospace", "ui-rounded", "math", "emoji",
}

var fontName = regexp.MustCompile(`^[\pL\pN][\pL\pN _.-]*$`)

// parseFont returns a stack by name, or the list of names as CSS writes it.
func parseFont(s string) (string, error) {
	if slices.Contains(stacks, s) {
		return "var(--stack-" + s + ")", nil
	}
	var names []string
	generic := false
	for name := range strings.SplitSeq(s, ",") {
		name = strings.Trim(strings.TrimSpace(name), `"'`)
		if len(name) > 80 || !fontName.MatchString(name) {
			return "", fmt.Errorf(`must be sans, serif, mono or a list of names such as "Avenir Next, Segoe UI, sans-serif" (got %q)`, s)
		}
		if slices.Contains(generics, name) {
			generic = true
		} else {
			name = `"` + name + `"`
		}
		names = append(names, name)
	}
	if !generic {
		names = append(names, "sans-serif")
	}
	return strings.Join(names, ", "), nil
}

// sheet is the style sheet that dresses a look in the parameters.
func (p Params) sheet(l *look) string {
	var b strings.Builder
	if c, ok := colour.Parse(p.Accent); ok {
		light, lightSoft := l.light.accent(c, colour.White)
		dark, darkSoft := l.dark.accent(c, colour.Black)
		fmt.Fprintf(&b, ":root { --accent: light-dark(%s, %s); --accent-soft: light-dark(%s, %s) }\n", light, dark, lightSoft, darkSoft)
	}
	if p.Font != "" {
		fmt.Fprintf(&b, ":root { --font-text: %s; --font-display: var(--font-text) }\n", p.Font)
	}
	return b.String()
}
