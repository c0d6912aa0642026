package collect

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"steno/generator/output"
	"steno/generator/redact"
	"steno/generator/sitescan"
	"steno/parser/source"
)

// What is redacted is looked at a second time before it is stored, by an implementation that shares
// nothing with the redaction: see package sitescan. A file that still contains a value is not taken.
// The fingerprints of values are kept beside the state, so that values of files that did not change
// are looked for as well.

// secondLook is the state of it.
type secondLook struct {
	taken *sitescan.Taken
	look  *sitescan.Look // when all values are known
	name  string         // of the file that is kept, "" for none
	had   []byte         // what it contains
}

func newSecondLook(state string, e *redact.Engine) *secondLook {
	s := &secondLook{}
	var kept *sitescan.Kept
	if state != "" {
		s.name = strings.TrimSuffix(state, path.Ext(state)) + ".fingerprints"
		s.had, _ = os.ReadFile(s.name) // without them fewer values are looked for
		kept, _ = sitescan.ReadKept(s.had)
	}
	s.taken = sitescan.NewTaken(kept)
	e.Named(func(rule string, h redact.Hash, text string) {
		if !identifier.MatchString(text) {
			s.taken.Name(sitescan.ID(h), rule, text)
		}
	})
	return s
}

// identifier matches ids by which records may refer to each other, and which then stay: see
// [redact.Redactor.Record].
var identifier = regexp.MustCompile(`^(?:(?:toolu_|srvtoolu_|msg_|req_)[0-9A-Za-z]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|a?[0-9a-f]{1,20})$`)

// collect makes a collector hand over what it finds.
func (s *secondLook) collect(c *redact.Collector) {
	c.OnValue(func(v redact.Value, text string, everywhere bool) {
		s.taken.Add(sitescan.ID(v.Hash), v.Rule, text, everywhere && !identifier.MatchString(text))
	})
}

// settle makes the look when all values were found.
func (s *secondLook) settle(e *redact.Engine, known []redact.Value) {
	for _, v := range known {
		s.taken.Carry(sitescan.ID(v.Hash), v.Rule)
	}
	public := []string{string(note(embedded{}))}
	for _, name := range e.RuleNames() {
		public = append(public, "[redacted:"+name+"#1]")
	}
	s.look = s.taken.Look(public...)
}

// check looks at a part of a file that is to be stored.
func (s *secondLook) check(name string, part []byte) error {
	if path.Base(name) == ignoreName {
		return nil
	}
	leaks := s.look.File("file"+path.Ext(source.Plain(name)), part) // its name in the archive is another one
	if len(leaks) > 0 {
		return fmt.Errorf("it was not taken, as it would still contain a value that is redacted elsewhere (rule %s); "+
			"add the text to redact.literals as it is written there", leaks[0].Rule)
	}
	return nil
}

// keep writes the fingerprints for the next run.
func (s *secondLook) keep() error {
	if s.name == "" {
		return nil
	}
	data, err := s.look.MarshalBinary()
	if err != nil || bytes.Equal(data, s.had) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(s.name), 0o700); err != nil {
		return err
	}
	return output.WritePrivate(s.name, data)
}
