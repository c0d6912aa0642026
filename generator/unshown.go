package generator

import (
	"bytes"
	"sync"

	"steno/generator/collect"
	"steno/generator/redact"
	"steno/generator/redaction"
	"steno/parser/source"
)

// Transcripts have values that no page shows, such as what a command had printed before its result
// came. A build has no use for them, but an archive has all records: a review must show these, too.

// unshown are the records with such values, by session. The zero value is ready to use.
type unshown struct {
	mu      sync.Mutex
	records map[*source.Session][]unshownRecord
}

type unshownRecord struct {
	path string
	line int
	text []byte
}

// collect collects the values of the files of a session whose shown values are collected already.
// Files that cannot be read are ignored: they are no part of an archive either.
func (u *unshown) collect(s *source.Session, c *redact.Collector) {
	var records []unshownRecord
	known := c.Len()
	for f := range s.Files() {
		_ = collect.Values(f, c, func(line int, part []byte) {
			if c.Len() > known {
				records = append(records, unshownRecord{f.Path, line, bytes.Clone(part)})
			}
			known = c.Len()
		})
	}
	if len(records) == 0 {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.records == nil {
		u.records = map[*source.Session][]unshownRecord{}
	}
	u.records[s] = records
}

// count counts the values of a session that are not seen yet, and adds their places.
func (u *unshown) count(s *source.Session, id string, cleaner *redact.Redactor, table *redact.Report, seen redaction.Sightings) {
	for _, r := range u.records[s] {
		var places []redact.Sighting
		for _, p := range cleaner.SightingsIn(r.text) {
			if _, shown := seen[p.Hash]; !shown {
				p.File, p.Line = 0, r.line
				places = append(places, p)
				table.Add(id, []redact.Finding{p.Finding})
			}
		}
		seen.Add(id, []string{r.path}, places)
	}
}
