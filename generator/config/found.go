package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"steno/generator/output"
)

// A configuration that is named with --config is trusted like a flag. One that was merely found, in
// the working directory or above it, may be that of a repository which somebody just cloned, and is
// not trusted with anything outside the folder that it is in:
//
//   - It writes nothing there: neither the site, nor the report, the cache or the review key.
//   - It publishes no file from there as a part of the theme, and its theme, which has scripts, gets no pages of sessions from there.
//   - Its sources may be anywhere, as reading transcripts is what Steno is for; but not on other machines, to which Windows would log in.
//   - It does not turn redaction off, and no rule of it for sessions from outside of its folder.
//
// Links are followed. Values of flags and variables are the user's own, so they are not meant.
//
// Redaction is off only for somebody who asks for it and sees it: with --no-redact, or in a
// configuration that is named and of a site without an address (baseURL). Each build without it
// prints a warning, and fails where publish.requireReview asks for a review of what is redacted.

// NoRedactFlag turns redaction off.
const NoRedactFlag = "--no-redact"

// TrustFound returns what a configuration does that a merely found one may not. name is its file.
func (c Config) TrustFound(name string) error {
	var errs []error
	set := func(key string) bool { return strings.HasPrefix(c.Places[key], name+":") }
	refuse := func(key, format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s: %s: %s", c.Places[key], key, fmt.Sprintf(format, args...)))
	}
	logo, _ := c.Theme.Params["logo"].(string)
	css, _ := c.Theme.Params["css"].(string)
	cache := c.Cache
	if cache == CacheAuto || cache == CacheOff {
		cache = ""
	}
	for _, p := range []struct{ key, path string }{
		{"destination", c.Destination}, {"theme.dir", c.Theme.Dir}, {"theme.params.css", css}, {"theme.params.logo", logo},
		{"redact.reviewKey", c.Redact.ReviewKey}, {"redact.report", c.Redact.Report}, {"cache", cache},
	} {
		// A default path may be a link of the repository: public -> /somewhere.
		linked := c.Places[p.key] == "" && below(p.path, filepath.Dir(name))
		if p.path != "" && (set(p.key) || linked) && !output.Inside(p.path, filepath.Dir(name)) {
			if linked {
				errs = append(errs, fmt.Errorf("%s: %s: %q is a link that leads out of the folder of this configuration, which was found, not named",
					name, p.key, p.path))
				continue
			}
			refuse(p.key, "%q is outside of the folder of this configuration, which was found, not named", p.path)
		}
	}
	if set("sources") && slices.ContainsFunc(c.Sources, func(s string) bool { return strings.HasPrefix(filepath.ToSlash(s), "//") }) {
		refuse("sources", "a configuration that was found, not named, may not read from other machines")
	}
	outside := slices.IndexFunc(c.Sources, func(s string) bool { return !output.Inside(s, filepath.Dir(name)) })
	if set("theme.dir") && outside >= 0 {
		refuse("theme.dir", "a theme has scripts; that of a configuration which was found, not named, gets no sessions from outside of its folder (%q)",
			c.Sources[outside])
	}
	for _, key := range c.weakened() {
		if set(key) && outside >= 0 {
			refuse(key, "a configuration that was found, not named, redacts no less of sessions from outside of its folder (%q)",
				c.Sources[outside])
		}
	}
	return errors.Join(errs...)
}

// below reports a path in a folder, whatever links lead elsewhere.
func below(path, dir string) bool {
	path, err := filepath.Abs(path)
	dir, err2 := filepath.Abs(dir)
	rel, err3 := filepath.Rel(dir, path)
	return errors.Join(err, err2, err3) == nil && filepath.IsLocal(rel)
}

// weakened returns the keys that turn a part of redaction off which is on otherwise.
func (c Config) weakened() (keys []string) {
	for rule, severity := range c.Redact.Rules {
		if severity == "off" && rule != "email" && rule != "ip" {
			keys = append(keys, "redact.rules."+rule)
		}
	}
	if !c.Redact.Paths {
		keys = append(keys, "redact.paths")
	}
	slices.Sort(keys)
	return keys
}

// CheckRedaction reports that redaction may not be off. found is the file of the configuration if
// it was merely found, "" otherwise.
func (c Config) CheckRedaction(found string) error {
	place := c.Places["redact.enabled"]
	switch {
	case c.Redact.Enabled:
	case place == NoRedactFlag:
	case found != "":
		return fmt.Errorf("%s: redact.enabled: a configuration that was found, not named, does not turn redaction off", place)
	case c.BaseURL != "":
		return fmt.Errorf("%s: redact.enabled: redaction is off, and the site is to be published at %s", place, c.BaseURL)
	}
	return nil
}

// Unredacted says what is published while redaction is off, "" if it is on.
func (c Config) Unredacted() string {
	if c.Redact.Enabled {
		return ""
	}
	text := "redaction is off: secrets, passwords, names of home directories and e-mail addresses are written as the transcripts have them"
	if place := c.Places["redact.enabled"]; place != "" {
		return place + ": " + text
	}
	return text
}
