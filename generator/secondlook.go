package generator

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"steno/generator/output"
	"steno/generator/redact"
	"steno/generator/search"
	"steno/generator/sitescan"
	"steno/generator/themes"
	"steno/theme"
)

// The second look at what a build is about to publish: package sitescan says what it covers, and
// why it comes before a file is written. Here is how a build hands it the values that redaction
// removes, and what is kept for the next build: the fingerprints, and a mark that says that all
// files of the site were looked at for them. The mark is removed before the first file is
// written, so that after a build that was interrupted everything is looked at again.

// secondLook is its state. It is nil when redaction is off.
type secondLook struct {
	taken   *sitescan.Taken
	kept    *sitescan.Kept // of the last build, nil for none
	marked  bool           // the last build looked at all that it left
	look    *sitescan.Look // after the values were collected
	covered bool           // what the last build left need not be looked at

	mu    sync.Mutex
	leaks []sitescan.Leak
	sum   Looked
}

// Looked says what the second look covered.
type Looked struct {
	sitescan.Counts
	Files int `json:"files"` // that this build looked at; others were looked at by the last one
}

// LeakError says which files hold values that redaction should have removed.
type LeakError struct {
	Leaks  []sitescan.Leak
	Before []string // of their files, those that an earlier build wrote
}

// LeakHint says what to do about a LeakError.
const LeakHint = "redaction missed a value in one place: exclude the session or hide what shows it, or add the text to redact.literals as it is written there; " +
	"redact.allow lets a value be published"

// Error lists the files and rules, never the values.
func (e *LeakError) Error() string {
	var b strings.Builder
	b.WriteString("nothing was published: these files hold values that redaction removes elsewhere, and were not written")
	for i, l := range e.Leaks {
		if i == mostListed {
			fmt.Fprintf(&b, "\n  and %d more", len(e.Leaks)-i)
			break
		}
		fmt.Fprintf(&b, "\n  %s: %s", l.File, l.Rule)
	}
	if len(e.Before) > 0 {
		b.WriteString("\nan earlier build wrote some of them; do not publish the destination while it holds")
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

// exportName stands for an exported file, in which everything is. Its parts were looked at before.
const exportName = "export.html"

// Names of the second look's files in a memory's folder.
const (
	fingerprintsName = "fingerprints"
	lookedName       = "looked"
)

// readFingerprints reads what the last build into the destination removed, nil when that is not
// known.
func (b *build) readFingerprints() *sitescan.Kept {
	if b.Cache == "" || b.Force {
		return nil
	}
	data, err := os.ReadFile(filepath.Join(b.cacheName(), fingerprintsName))
	if err != nil {
		return nil
	}
	kept, err := sitescan.ReadKept(data)
	if err != nil {
		return nil
	}
	return kept
}

// prepareLook prepares to collect what the redaction removes.
func (b *build) prepareLook(context.Context) error {
	if b.redaction == nil {
		return nil
	}
	s := &secondLook{kept: b.readFingerprints()}
	if s.kept != nil {
		_, err := os.Stat(filepath.Join(b.cacheName(), lookedName))
		s.marked = err == nil
	}
	s.taken = sitescan.NewTaken(s.kept)
	nameValues(s.taken, b.redaction.engine)
	b.second = s
	return nil
}

// nameValues takes in what the configuration names.
func nameValues(t *sitescan.Taken, e *redact.Engine) {
	e.Named(func(rule string, h redact.Hash, text string) { t.Name(sitescan.ID(h), rule, text) })
}

// publicTexts are texts that are on the pages by intention: those of the theme, those that the
// configuration puts there, and the names of rules, which placeholders show.
func (b *build) publicTexts(e *redact.Engine) ([]string, error) {
	c := b.Config
	texts := []string{c.Title, c.Description, c.BaseURL, "Steno " + b.Version}
	for _, v := range c.Theme.Params {
		texts = append(texts, fmt.Sprint(v))
	}
	for _, name := range e.RuleNames() {
		texts = append(texts, "[redacted:"+name+"#1]")
	}
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

// collect makes a collector hand over what it finds.
func (s *secondLook) collect(c *redact.Collector) {
	if s == nil {
		return
	}
	c.OnValue(func(v redact.Value, text string, everywhere bool) {
		s.taken.Add(sitescan.ID(v.Hash), v.Rule, text, everywhere)
	})
}

// carry takes over values that the last build found. It reports whether all are known.
func (s *secondLook) carry(values []redact.Value) bool {
	if s == nil {
		return true
	}
	all := true
	for _, v := range values {
		if !v.Personal() && !s.taken.Carry(sitescan.ID(v.Hash), v.Rule) {
			all = false
		}
	}
	return all
}

// settleLook makes the look when all values are known.
func (b *build) settleLook(e *redact.Engine) error {
	s := b.second
	if s == nil {
		return nil
	}
	public, err := b.publicTexts(e)
	if err != nil {
		return err
	}
	s.look = s.taken.Look(public...)
	s.covered = s.marked && s.look.CoveredBy(s.kept)
	s.sum.Counts = s.look.Counts()
	s.taken = nil
	return nil
}

// mayPublish looks at a file before it is written. there says that it is in the destination
// already, with the same bytes.
func (s *secondLook) mayPublish(name string, data []byte, there bool) bool {
	leaks := s.look.File(name, data)
	if search.IsVocabulary(name) || name == exportName {
		leaks = slices.DeleteFunc(leaks, func(l sitescan.Leak) bool { return l.Word })
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sum.Files++
	for i := range leaks {
		leaks[i].There = there
	}
	s.leaks = append(s.leaks, leaks...)
	return len(leaks) == 0
}

// check looks at what was made of the files of a build.
func (s *secondLook) check(name string, data []byte) error {
	if s != nil {
		s.mayPublish(name, data, false)
	}
	return s.err()
}

// refuseLeaks fails before the site is finished when a file was not written.
func (b *build) refuseLeaks(context.Context) error { return b.second.err() }

// err reports what was found.
func (s *secondLook) err() error {
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

// beginLook removes the mark, as files are about to be written.
func (b *build) beginLook() error {
	if b.memory == nil {
		return nil
	}
	err := os.Remove(filepath.Join(b.memory.dir, lookedName))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// keepLook keeps the fingerprints for the next build.
func (b *build) keepLook() error {
	if b.second == nil {
		return nil
	}
	data, err := b.second.look.MarshalBinary()
	if err != nil {
		return err
	}
	name := filepath.Join(b.memory.dir, fingerprintsName)
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, data) {
		return nil
	}
	return output.WritePrivate(name, data)
}

// markLooked notes that all that the site holds was looked at.
func (b *build) markLooked() {
	if b.second != nil && b.left != nil {
		_ = output.WritePrivate(filepath.Join(b.memory.dir, lookedName), nil)
	}
}
