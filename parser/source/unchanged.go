package source

import (
	"iter"
	"maps"
	"time"
)

// A session may be read twice in one run. What was learned the first time may stand for the second
// only if no byte can have changed between: each file was at rest before the first reading (Settled),
// and has the size and time of change with which it was listed after the second (AsListed). In doubt,
// both say no.

// rest is how long ago a file was last written if the next change is sure to show in its time of
// change: file systems keep times to two seconds at worst.
const rest = 3 * time.Second

// Settled reports whether each change to the files of the session, from now on, will show in a time of change.
func (s *Session) Settled(now time.Time) bool {
	for f := range s.Files() {
		if now.Sub(f.ModTime) < rest {
			return false
		}
	}
	return s.Pieces == nil
}

// AsListed reports whether the files of the session still have the sizes and times with which they were found.
func (s *Session) AsListed() bool {
	for f := range s.Files() {
		if f.listed == nil || !f.listed.same() {
			return false
		}
	}
	return s.Pieces == nil
}

// Files are those that a session is parsed from, without its pieces.
func (s *Session) Files() iter.Seq[*File] {
	return func(yield func(*File) bool) {
		all := append([]*File{s.Memory, s.Titled}, s.Main...)
		for _, a := range s.Agents {
			all = append(all, a.File, a.Meta)
		}
		for _, w := range s.Workflows {
			all = append(all, w.Journal, w.Summary)
		}
		for _, named := range []map[string]*File{s.Results, s.Scripts, s.Copies, s.Plans} {
			for f := range maps.Values(named) {
				all = append(all, f)
			}
		}
		for _, f := range all {
			if f != nil && !yield(f) {
				return
			}
		}
	}
}

// Release drops the files of the session, of which there are very many: it cannot be parsed from then on.
func (s *Session) Release() {
	s.Main, s.Agents, s.Workflows, s.Memory, s.Titled = nil, nil, nil, nil, nil
	s.Results, s.Scripts, s.Copies, s.Plans = nil, nil, nil, nil
}
