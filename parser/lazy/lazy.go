// Package lazy compiles regular expressions when they are first used, and tries them only on texts that have what they
// need. All of Steno's together take ten milliseconds to compile, and most runs use a few of them.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp is a regular expression that is compiled when it is first used. Its methods are those of
// [regexp.Regexp].
type Regexp struct {
	compiled func() *regexp.Regexp
	needs    func() *needs
}

// MustCompile returns an expression. A wrong one panics when it is used, and fails a test of the module's root.
func MustCompile(text string) *Regexp {
	return &Regexp{
		sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) }),
		sync.OnceValue(func() *needs { n := needsOf(text); return &n }),
	}
}

// may reports whether a text may match.
func (r *Regexp) may(text string) bool { return r.needs().met(text) }

// FindAllString is that of [regexp.Regexp].
func (r *Regexp) FindAllString(s string, n int) []string {
	if !r.may(s) {
		return nil
	}
	return r.compiled().FindAllString(s, n)
}

// FindAllStringIndex is that of [regexp.Regexp].
func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	if !r.may(s) {
		return nil
	}
	return r.compiled().FindAllStringIndex(s, n)
}

// FindAllStringSubmatch is that of [regexp.Regexp].
func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	if !r.may(s) {
		return nil
	}
	return r.compiled().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex is that of [regexp.Regexp].
func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	if !r.may(s) {
		return nil
	}
	return r.compiled().FindAllStringSubmatchIndex(s, n)
}

// FindString is that of [regexp.Regexp].
func (r *Regexp) FindString(s string) string {
	if !r.may(s) {
		return ""
	}
	return r.compiled().FindString(s)
}

// FindStringIndex is that of [regexp.Regexp].
func (r *Regexp) FindStringIndex(s string) []int {
	if !r.may(s) {
		return nil
	}
	return r.compiled().FindStringIndex(s)
}

// FindStringSubmatch is that of [regexp.Regexp].
func (r *Regexp) FindStringSubmatch(s string) []string {
	if !r.may(s) {
		return nil
	}
	return r.compiled().FindStringSubmatch(s)
}

// FindStringSubmatchIndex is that of [regexp.Regexp].
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	if !r.may(s) {
		return nil
	}
	return r.compiled().FindStringSubmatchIndex(s)
}

// FindSubmatch is that of [regexp.Regexp].
func (r *Regexp) FindSubmatch(b []byte) [][]byte { return r.compiled().FindSubmatch(b) }

// FindAll is that of [regexp.Regexp].
func (r *Regexp) FindAll(b []byte, n int) [][]byte { return r.compiled().FindAll(b, n) }

// FindAllSubmatch is that of [regexp.Regexp].
func (r *Regexp) FindAllSubmatch(b []byte, n int) [][][]byte {
	return r.compiled().FindAllSubmatch(b, n)
}

// Match is that of [regexp.Regexp].
func (r *Regexp) Match(b []byte) bool { return r.compiled().Match(b) }

// MatchString is that of [regexp.Regexp].
func (r *Regexp) MatchString(s string) bool {
	if !r.may(s) {
		return false
	}
	return r.compiled().MatchString(s)
}

// ReplaceAllLiteralString is that of [regexp.Regexp].
func (r *Regexp) ReplaceAllLiteralString(src, repl string) string {
	if !r.may(src) {
		return src
	}
	return r.compiled().ReplaceAllLiteralString(src, repl)
}

// ReplaceAllString is that of [regexp.Regexp].
func (r *Regexp) ReplaceAllString(src, repl string) string {
	if !r.may(src) {
		return src
	}
	return r.compiled().ReplaceAllString(src, repl)
}

// ReplaceAllStringFunc is that of [regexp.Regexp].
func (r *Regexp) ReplaceAllStringFunc(src string, repl func(string) string) string {
	if !r.may(src) {
		return src
	}
	return r.compiled().ReplaceAllStringFunc(src, repl)
}

// SubexpNames is that of [regexp.Regexp].
func (r *Regexp) SubexpNames() []string { return r.compiled().SubexpNames() }
