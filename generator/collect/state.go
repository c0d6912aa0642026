package collect

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"

	"steno/generator/output"
	"steno/generator/redact"
)

// state is what a collector that redacts remembers between its runs, so that what did not
// change is not redacted again: the length of a copy says nothing of the length of its source. It stays on
// the machine: anyone who has it could test guesses at the redacted values, which is not
// possible with the archive alone. When it is lost, everything is redacted again and compared.
type state struct {
	Version int             `json:"version"`
	Rules   string          `json:"rules"` // digest of those that were gone by
	Files   map[string]seen `json:"files"` // by name in the source
	Known   []redact.Value  `json:"known"` // all that was ever found, of files that are gone as well

	// by name in the source: what each file is called in the archive, also when more of its name becomes known to be personal
	Names map[string]string `json:"names"`

	known   map[string]bool // rule and hash
	changed bool
}

// seen is a file of the source as it was when its copy was made.
type seen struct {
	Size    int64 `json:"size"`
	Changed int64 `json:"changed"` // nanoseconds since 1970
}

const stateVersion = 3

// readState reads the state, an empty one when there is none for these rules.
func readState(name, rules string) *state {
	empty := &state{Version: stateVersion, Rules: rules, Files: map[string]seen{}, Names: map[string]string{}, known: map[string]bool{}}
	data, err := os.ReadFile(name)
	if err != nil {
		return empty
	}
	s := &state{}
	if json.Unmarshal(data, s) != nil || s.Version != stateVersion || s.Rules != rules || s.Files == nil || s.Names == nil {
		return empty
	}
	s.known = map[string]bool{}
	for _, v := range s.Known {
		s.known[v.Rule+v.Hash.String()] = true
	}
	return s
}

// learn takes values in, and returns those that were not known.
func (s *state) learn(values []redact.Value) (fresh []redact.Value) {
	for _, v := range values {
		if key := v.Rule + v.Hash.String(); !s.known[key] {
			s.known[key] = true
			fresh = append(fresh, v)
		}
	}
	s.Known = append(s.Known, fresh...)
	return fresh
}

// write writes what is known of the files that the source has, when it changed.
func (s *state) write(name string, there []string) error {
	if name == "" || !s.changed {
		return nil
	}
	files, names := map[string]seen{}, map[string]string{}
	for _, f := range there {
		if had, ok := s.Files[f]; ok {
			files[f] = had
		}
		if as, ok := s.Names[f]; ok {
			names[f] = as
		}
	}
	s.Files, s.Names = files, names
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return output.WritePrivate(name, data)
}

func (s *state) knows(name string, info fs.FileInfo) bool {
	had, ok := s.Files[name]
	return ok && had == seenAs(info)
}

func (s *state) note(p *piece) {
	s.Files[p.name], s.Names[p.name], s.changed = seenAs(p.info), p.as, true
}

func seenAs(info fs.FileInfo) seen { return seen{info.Size(), info.ModTime().UnixNano()} }
