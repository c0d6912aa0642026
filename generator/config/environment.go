package config

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"steno/generator/selection"
)

// Environment variables set keys: STENO_BASE_URL sets baseURL, STENO_SEARCH_SCOPE sets search.scope. They
// take precedence over the file. What is published of whom, and the code that a theme brings, is not
// set by them: a variable is easily inherited, and nobody would see it in a review.

// variablePrefix begins the name of each variable.
const variablePrefix = "STENO_"

// settable reports whether a variable may set a key.
func settable(key string) bool {
	group, _, _ := strings.Cut(key, ".")
	return !slices.Contains([]string{"redact", "select", "projects"}, group) && key != "publish.requireReview" && key != "theme.dir"
}

// variable returns the name of a key's variable: "STENO_HIGHLIGHT_MAX_BYTES".
func variable(key string) string {
	var b strings.Builder
	b.WriteString(variablePrefix)
	low := false
	for _, r := range key {
		if unicode.IsUpper(r) && low {
			b.WriteByte('_')
		}
		low = unicode.IsLower(r)
		if r == '.' {
			r = '_'
		}
		b.WriteRune(unicode.ToUpper(r))
	}
	return b.String()
}

// WithEnvironment returns c with the keys that variables set, given as os.Environ returns them. A text is
// taken as it is, anything else is read as YAML; a list may be one item. Paths are relative to the
// working directory. It is an error to set a key that no variable may set.
func (c Config) WithEnvironment(environ []string) (Config, error) {
	variables := map[string]string{}
	for _, v := range environ {
		if name, value, _ := strings.Cut(v, "="); strings.HasPrefix(name, variablePrefix) && value != "" {
			variables[name] = value
		}
	}
	if len(variables) == 0 {
		return c, nil
	}
	var errs []error
	given, set := Default(), []string{}
	for _, key := range Keys() {
		name := variable(key)
		value, ok := variables[name]
		delete(variables, name)
		switch {
		case !ok:
		case !settable(key):
			errs = append(errs, fmt.Errorf("%s: %s is not set by a variable; set it in the configuration", name, key))
		default:
			if err := given.setFromText(key, value); err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", name, err))
				continue
			}
			set = append(set, key)
		}
	}
	errs = append(errs, misspelt(variables)...)
	if len(errs) > 0 {
		return c, errors.Join(errs...)
	}
	given = given.Resolve(".")
	for _, key := range set {
		c.fieldOf(key).Set(given.fieldOf(key))
		c.SetPlace(key, variable(key))
	}
	return c, nil
}

// misspelt reports variables that are named after a group of keys, such as STENO_SELECT, or nearly
// as a key. Others are not Steno's business.
func misspelt(variables map[string]string) (errs []error) {
	var known []string
	for _, key := range Keys() {
		known = append(known, variable(key))
		if group, _, ok := strings.Cut(key, "."); ok && variables[variable(group)] != "" {
			errs = append(errs, fmt.Errorf("%s: %s is a group of keys, which no variable sets; set its keys in the configuration",
				variable(group), group))
			delete(variables, variable(group))
		}
	}
	for name := range variables {
		for _, k := range known {
			if d := selection.Distance(name, k); d == 1 || d == 2 && sameLetters(name, k) {
				errs = append(errs, fmt.Errorf("%s: no key has this variable; did you mean %q?", name, k))
			}
		}
	}
	slices.SortFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errs
}

// sameLetters reports whether two names differ in the order of their letters only.
func sameLetters(a, b string) bool {
	return slices.Equal(slices.Sorted(slices.Values([]byte(a))), slices.Sorted(slices.Values([]byte(b))))
}

// setFromText sets a key to the value of a variable.
func (c *Config) setFromText(key, text string) error {
	v := c.fieldOf(key)
	switch {
	case v.Kind() == reflect.String:
		v.SetString(text)
		return nil
	case v.Kind() == reflect.Slice && !strings.HasPrefix(text, "["):
		v.Set(reflect.ValueOf([]string{text}))
		return nil
	}
	return decodeValue(text, key, v)
}

// fieldOf returns the value of a key, which can be set.
func (c *Config) fieldOf(key string) reflect.Value {
	v := reflect.ValueOf(c).Elem()
	for name := range strings.SplitSeq(key, ".") {
		v, _ = fieldOf(v, name)
	}
	return v
}

// SetPlace remembers where the value of a key is from: a variable or a flag.
func (c *Config) SetPlace(key, place string) {
	places := maps.Clone(c.Places)
	if places == nil {
		places = map[string]string{}
	}
	maps.DeleteFunc(places, func(k, _ string) bool { return strings.HasPrefix(k, key+"[") }) // items of the list that was replaced
	places[key] = place
	c.Places = places
}
