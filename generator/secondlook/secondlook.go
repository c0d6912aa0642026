// Package secondlook searches files for removed values before they are written. Its input is the values
// that redaction removes; its output is the files that still contain one, which are not written. Package
// sitescan describes which forms of a value are found.
package secondlook

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"steno/generator/config"
	"steno/generator/output"
	"steno/generator/redact"
	"steno/generator/search"
	"steno/generator/sitescan"
	"steno/generator/themes"
	"steno/theme"
)

// The next build needs the fingerprints of the values, and a mark that says that all files of the
// site were looked at for them. Both are kept in the cache. The mark is removed before the first file
// is written, so that after a build that was interrupted everything is looked at again.

// Values are those that redaction removes, while they are collected. It is nil when redaction is off.
type Values struct {
	taken  *sitescan.Taken
	kept   *sitescan.Kept // of the last build, nil for none
	marked bool           // the last build looked at all that it left
}

// Look searches the files of a build. It is nil when redaction is off.
type Look struct {
	*sitescan.Look
	covered bool // what the last build left need not be looked at

	mu    sync.Mutex
	leaks []sitescan.Leak
	sum   Looked
}

// Looked counts what was searched.
type Looked struct {
	sitescan.Counts
	Files int `json:"files"` // that this build looked at; others were looked at by the last one
}

// LeakError lists the files that contain values that redaction should have removed.
type LeakError struct {
	Leaks  []sitescan.Leak
	Before []string // of their files, those that an earlier build wrote
}

// LeakHint is what users can do about a LeakError.
const LeakHint = "redaction missed a value in one place: exclude the session or hide what shows it, or add the text to redact.literals as it is written there; " +
	"redact.allow lets a value be published"

// Error lists the files and rules, never the values.
func (e *LeakError) Error() string {
	var b strings.Builder
	b.WriteString("nothing was published: these files contain values that redaction removes elsewhere, and were not written")
	for i, l := range e.Leaks {
		if i == mostListed {
			fmt.Fprintf(&b, "\n  and %d more", len(e.Leaks)-i)
			break
		}
		fmt.Fprintf(&b, "\n  %s%s: %s", l.File, l.Anchor, l.Rule)
	}
	if len(e.Before) > 0 {
		b.WriteString("\nan earlier build wrote some of them; do not publish the destination while it contains")
		for i, name := range e.Before {
			if i == mostListed {
				fmt.Fprintf(&b, "\n  and %d more", len(e.Before)-i)
				break
			}
			b.WriteString("\n  " + name)
		}
	}
	return b.String()
}

// ExportName is the name of an exported file, in which everything is. Its parts were looked at before.
const ExportName = "export.html"

// mostListed is how many files an error names.
const mostListed = 20

// Names of the second look's files in a cache.
const (
	fingerprintsName = "fingerprints"
	lookedName       = "looked"
)

// ReadFingerprints reads what the last build removed from a cache, nil when that is not known.
func ReadFingerprints(dir string) *sitescan.Kept {
	if dir == "" {
		return nil
	}
	data, err := os.ReadFile(filepath.Join(dir, fingerprintsName))
	if err != nil {
		return nil
	}
	kept, err := sitescan.ReadKept(data)
	if err != nil {
		return nil
	}
	return kept
}

// Prepare prepares to collect what redaction removes. dir is the cache of the last build, "" for
// none. A nil engine redacts nothing.
func Prepare(dir string, e *redact.Engine) *Values {
	if e == nil {
		return nil
	}
	v := &Values{kept: ReadFingerprints(dir)}
	if v.kept != nil {
		_, err := os.Stat(filepath.Join(dir, lookedName))
		v.marked = err == nil
	}
	v.taken = sitescan.NewTaken(v.kept)
	v.name(e)
	return v
}

// Of returns the values of a finished build by its fingerprints, and what the configuration names.
func Of(kept *sitescan.Kept, e *redact.Engine) *Values {
	v := &Values{taken: sitescan.NewTaken(kept)}
	v.name(e)
	v.taken.CarryAll()
	return v
}

// name takes in what the configuration names.
func (v *Values) name(e *redact.Engine) {
	e.Named(func(rule string, h redact.Hash, text string) { v.taken.Name(sitescan.ID(h), rule, text) })
}

// publicTexts are texts that are on the pages by intention: those of the theme, as they are read and as they are published,
// those that the configuration puts there, and the names of rules, which placeholders show.
func publicTexts(c config.Config, version string, e *redact.Engine) ([]string, error) {
	texts := []string{c.Title, c.Description, c.BaseURL, "Steno " + version}
	for _, v := range c.Theme.Params {
		texts = append(texts, fmt.Sprint(v))
	}
	for _, name := range e.RuleNames() {
		texts = append(texts, "[redacted:"+name+"#1]")
	}
	texts = append(texts, themes.Published(c)...)
	overlay, done, err := themes.OpenDir(c.Theme.Dir)
	if err != nil {
		return nil, err
	}
	defer done()
	for _, layer := range []fs.FS{theme.Builtin(), overlay} {
		if layer == nil {
			continue
		}
		err := fs.WalkDir(layer, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := fs.ReadFile(layer, name)
			texts = append(texts, string(text))
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("reading the theme: %w", err)
		}
	}
	return texts, nil
}

// Watch makes a collector hand over what it finds.
func (v *Values) Watch(c *redact.Collector) {
	if v == nil {
		return
	}
	c.OnValue(func(value redact.Value, text string, everywhere bool) {
		v.taken.Add(sitescan.ID(value.Hash), value.Rule, text, everywhere)
	})
}

// Carry takes over values that the last build found. It reports whether all are known.
func (v *Values) Carry(values []redact.Value) bool {
	if v == nil {
		return true
	}
	all := true
	for _, value := range values {
		if !value.Personal() && !v.taken.Carry(sitescan.ID(value.Hash), value.Rule) {
			all = false
		}
	}
	return all
}

// Settle returns the look when all values are known.
func (v *Values) Settle(c config.Config, version string, e *redact.Engine) (*Look, error) {
	if v == nil {
		return nil, nil
	}
	public, err := publicTexts(c, version, e)
	if err != nil {
		return nil, err
	}
	l := &Look{Look: v.taken.Look(public...)}
	l.covered = v.marked && l.CoveredBy(v.kept)
	l.sum.Counts = l.Counts()
	return l, nil
}

// Covered reports whether what the last build left need not be looked at.
func (s *Look) Covered() bool { return s != nil && s.covered }

// Sum says what was looked at.
func (s *Look) Sum() Looked {
	if s == nil {
		return Looked{}
	}
	return s.sum
}

// WithoutWords leaves out what is a word of a search index in lower case, as in the vocabulary and in a file that contains it.
func WithoutWords(leaks []sitescan.Leak) []sitescan.Leak {
	return slices.DeleteFunc(leaks, func(l sitescan.Leak) bool { return l.Word && (search.IsVocabulary(l.File) || l.File == ExportName) })
}

// MayPublish looks at a file before it is written, or at a part of it, which begins at from. there
// says that the file is in the destination already, with the same bytes.
func (s *Look) MayPublish(name string, from int64, data []byte, there bool) bool {
	var leaks []sitescan.Leak
	for at, piece := range pieces(name, data) {
		for _, l := range s.File(name, piece) {
			l.Offset += int(from) + at
			leaks = append(leaks, l)
		}
		if len(leaks) > 0 { // that is enough, and each is reported once
			break
		}
	}
	leaks = WithoutWords(leaks)
	s.mu.Lock()
	defer s.mu.Unlock()
	if from == 0 {
		s.sum.Files++
	}
	for i := range leaks {
		leaks[i].There = there
		if strings.HasSuffix(name, ".html") {
			leaks[i].Anchor = anchorBefore(data, leaks[i].Offset-int(from))
		}
	}
	s.leaks = append(s.leaks, leaks...)
	return len(leaks) == 0
}

// anchorBefore returns the last anchor of a message that begins before a place on a page, "" for none.
func anchorBefore(page []byte, at int) string {
	const id = " id=m-"
	start := bytes.LastIndex(page[:min(max(at, 0), len(page))], []byte(id))
	if start < 0 {
		return ""
	}
	digits, _, _ := bytes.Cut(page[start+len(id):min(len(page), start+len(id)+32)], []byte(">"))
	digits, _, _ = bytes.Cut(digits, []byte(" "))
	return "#m-" + string(digits)
}

// Check searches a file that was made from the files of a build.
func (s *Look) Check(name string, data []byte) error {
	if s != nil {
		s.MayPublish(name, 0, data, false)
	}
	return s.Err()
}

// Err returns what was found.
func (s *Look) Err() error {
	if s == nil || len(s.leaks) == 0 {
		return nil
	}
	e := &LeakError{Leaks: s.leaks}
	slices.SortFunc(e.Leaks, func(a, b sitescan.Leak) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Rule, b.Rule))
	})
	for _, l := range e.Leaks {
		if l.There && !slices.Contains(e.Before, l.File) {
			e.Before = append(e.Before, l.File)
		}
	}
	return e
}

// Begin removes the mark from a cache, as files are about to be written.
func Begin(dir string) error {
	err := os.Remove(filepath.Join(dir, lookedName))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// Kept returns the fingerprints, as [ReadFingerprints] returns them once they are kept.
func (s *Look) Kept() (*sitescan.Kept, error) {
	data, err := s.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return sitescan.ReadKept(data)
}

// Keep keeps the fingerprints in a cache for the next build.
func (s *Look) Keep(dir string) error {
	if s == nil {
		return nil
	}
	data, err := s.MarshalBinary()
	if err != nil {
		return err
	}
	name := filepath.Join(dir, fingerprintsName)
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, data) {
		return nil
	}
	return output.WritePrivate(name, data)
}

// Mark notes in a cache that all that the site contains was looked at.
func (s *Look) Mark(dir string) {
	if s != nil {
		_ = output.WritePrivate(filepath.Join(dir, lookedName), nil)
	}
}
