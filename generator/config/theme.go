package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"steno/theme"
)

// Theme says how pages look.
type Theme struct {
	Name   string         `yaml:"name"`   // of the look
	Dir    string         `yaml:"dir"`    // folder whose files replace files of the built-in theme; "" for none
	Params map[string]any `yaml:"params"` // what [theme.ParseParams] knows, and free values for templates
}

// validate returns what is wrong with each key. With its own folder, a theme may
// have looks that are not known here, and templates for any value.
func (t Theme) validate() []error {
	var errs []error
	if t.Dir == "" {
		looks, err := theme.Looks(nil)
		if err != nil {
			errs = append(errs, err)
		}
		var names []string
		for _, l := range looks {
			names = append(names, l.Name)
		}
		if !slices.Contains(names, t.Name) {
			like := suggest(t.Name, names)
			if like == "" {
				like = "; there are " + strings.Join(names, ", ") + "; theme.dir names a folder with your own files"
				if t.Name == "dark" || t.Name == "light" {
					like = "; there are " + strings.Join(names, ", ") + ", each for light and dark screens"
				}
			}
			errs = append(errs, &KeyError{"theme.name", fmt.Sprintf("no look is called %q%s", t.Name, like)})
		}
	}
	params, err := theme.ParseParams(t.Params)
	if err != nil {
		for _, e := range each(err) {
			var bad *theme.ParamError
			if errors.As(e, &bad) {
				errs = append(errs, &KeyError{"theme.params." + bad.Key, bad.Text})
			}
		}
	}
	if t.Dir == "" {
		for _, key := range slices.Sorted(maps.Keys(params.Free)) {
			errs = append(errs, &KeyError{"theme.params." + key, "not known without theme.dir, whose templates could use it" +
				suggest(key, theme.KnownParams())})
		}
	}
	return errs
}
