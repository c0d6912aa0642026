package config

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"steno/parser/formats"
)

// Load reads the configuration file name: the defaults where it is silent, paths
// resolved against its folder. An error names the file, the line and the key.
func Load(name string) (Config, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return Config{}, fmt.Errorf("reading the configuration: %w", err)
	}
	c, lines, err := parse(name, data)
	if err != nil {
		return Config{}, err
	}
	c.Places = make(map[string]string, len(lines))
	for key, line := range lines {
		c.Places[key] = fmt.Sprintf("%s:%d", name, line)
	}
	return c.Resolve(filepath.Dir(name)), nil
}

// Parse reads a configuration from data; name is for messages. Paths stay as written.
func Parse(name string, data []byte) (Config, error) {
	c, _, err := parse(name, data)
	return c, err
}

func parse(name string, data []byte) (Config, map[string]int, error) {
	c := Default()
	lines, err := decode(bytes.TrimPrefix(data, []byte("\ufeff")), &c)
	if err != nil {
		return Config{}, nil, locate(name, err)
	}
	c = c.normalize()
	if err := c.Validate(); err != nil {
		return Config{}, nil, locate(name, withLines(err, lines))
	}
	return c, lines, nil
}

// Resolve makes relative paths relative to dir instead, and puts the home directory
// in place of a leading "~". It also completes the base URL with its slash.
func (c Config) Resolve(dir string) Config {
	c = c.normalize()
	home, err := os.UserHomeDir()
	if err != nil {
		home = "~" // taken literally: the path will not exist, and the message will show it
	}
	resolve := func(p string) string {
		rest, tilde := strings.CutPrefix(p, "~")
		switch {
		case p == "":
			return ""
		case p == defaultSource:
			return formats.All()[0].Homes(home, os.Getenv)[0]
		case tilde && (rest == "" || os.IsPathSeparator(rest[0])):
			return filepath.Join(home, rest)
		case filepath.IsAbs(p) || os.IsPathSeparator(p[0]) || filepath.VolumeName(p) != "": // \archive and C:archive have a root on Windows
			return filepath.Clean(p)
		}
		return filepath.Join(dir, p)
	}
	resolveAll := func(paths []string) []string {
		resolved := make([]string, len(paths))
		for i, p := range paths {
			resolved[i] = resolve(p)
		}
		return resolved
	}
	sources := []string{}
	for _, s := range c.Sources {
		if key, isHome := strings.CutPrefix(s, homePrefix); isHome {
			sources = append(sources, homesOf(key, home)...)
		} else {
			sources = append(sources, resolve(s))
		}
	}
	c.Sources = sources
	c.Redact.EnvFiles = resolveAll(c.Redact.EnvFiles)
	c.Redact.Report, c.Redact.ReviewKey = resolve(c.Redact.Report), resolve(c.Redact.ReviewKey)
	c.Sessions, c.Destination = resolve(c.Sessions), resolve(c.Destination)
	if c.Cache != CacheAuto && c.Cache != CacheOff {
		c.Cache = resolve(c.Cache)
	}
	c.Theme.Dir = resolve(c.Theme.Dir)
	c.Theme.Params = maps.Clone(c.Theme.Params)
	for _, key := range []string{"css", "logo"} {
		if p, ok := c.Theme.Params[key].(string); ok {
			c.Theme.Params[key] = resolve(p)
		}
	}
	return c
}

// normalize brings values that people write in several forms into one.
func (c Config) normalize() Config {
	if c.BaseURL != "" && !strings.HasSuffix(c.BaseURL, "/") {
		c.BaseURL += "/"
	}
	return c
}

// lineError is an error at a line of the file.
type lineError struct {
	line int
	err  error
}

func (e *lineError) Error() string { return fmt.Sprintf("%d: %s", e.line, e.err) }
func (e *lineError) Unwrap() error { return e.err }

// each returns the errors that err joins.
func each(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// withLines adds the lines on which the bad keys stand. A key that the file leaves
// out has none.
func withLines(err error, lines map[string]int) error {
	var errs []error
	for _, e := range each(err) {
		var bad *KeyError
		if errors.As(e, &bad) {
			key := bad.Key
			for lines[key] == 0 && strings.Contains(key, ".") { // a key that lacks is one of its group
				key = key[:strings.LastIndexByte(key, '.')]
			}
			if lines[key] > 0 {
				e = &lineError{lines[key], e}
			}
		}
		errs = append(errs, e)
	}
	return errors.Join(errs...)
}

// locate puts the file's name before each error: "steno.yaml:4: ...".
func locate(name string, err error) error {
	var errs []error
	for _, e := range each(err) {
		var at *lineError
		if errors.As(e, &at) {
			errs = append(errs, fmt.Errorf("%s:%w", name, e))
		} else {
			errs = append(errs, fmt.Errorf("%s: %w", name, e))
		}
	}
	return errors.Join(errs...)
}
