package generator

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"steno/generator/output"
	"steno/generator/redact"
	"steno/parser/source"
)

// With keepRemoved a session whose transcripts are gone keeps its pages: they stay as they
// are, and lists, statistics and the search go on to name it. What the memory knows of it
// takes the place of its files. It goes after all
//
//   - when it is hidden or left out by name, project or date, as any other;
//   - when the configuration chooses or takes out something else than when its pages were
//     made: they cannot be made again, and might show what is to be hidden now;
//   - when something stands in its pages that has to be taken out now;
//   - when its pages are not as they were left.

// gone is what is remembered of a session for the time when its files are no more: where
// it belonged, before anything was cleaned.
type gone struct {
	Format     string          // its key
	Project    *source.Project // without sessions; nil when it was built without a memory
	Folder     *source.Folder
	Start, End time.Time
	Size       int64
}

// origin is where a session was found, before anything is cleaned or placed otherwise.
type origin struct {
	project *source.Project
	folder  *source.Folder
}

// noteGone notes of each session what is needed when its files are no more.
func (b *build) noteGone() {
	if b.memory == nil {
		return
	}
	b.origins = map[*source.Session]origin{}
	projects, folders := map[*source.Project]*source.Project{}, map[*source.Folder]*source.Folder{}
	for _, s := range b.archive.Sessions() {
		p, f := s.Project, s.Folder
		if projects[p] == nil {
			projects[p] = &source.Project{Slug: p.Slug, Name: p.Name, Folder: p.Folder, Dir: p.Dir}
		}
		if folders[f] == nil {
			folders[f] = &source.Folder{Name: f.Name, Dir: f.Dir}
		}
		b.origins[s] = origin{projects[p], folders[f]}
	}
}

// goneOf is what is remembered of a session for the time when its files are no more.
func (b *build) goneOf(s *source.Session) gone {
	o := b.origins[s]
	return gone{Format: s.Format.Key, Project: o.project, Folder: o.folder, Start: s.Start, End: s.End, Size: s.Size}
}

// addGone puts sessions that are gone back into the archive.
func (b *build) addGone() {
	b.gone = map[*source.Session]*memo{}
	if !b.Config.KeepRemoved || b.Shard.Parts > 0 || b.Only != nil {
		return
	}
	if b.memory == nil {
		b.job.Hint("keepRemoved needs a cache: without one nothing is known of sessions that are gone")
		return
	}
	there := map[string]bool{}
	for _, s := range b.archive.Sessions() {
		there[s.ID] = true
	}
	left := 0
	for _, id := range slices.Sorted(maps.Keys(b.memory.sessions)) {
		m := b.memory.sessions[id]
		switch {
		case there[id], m.Gone.Project == nil:
		case b.memory.guard != b.guard():
			left++
		default:
			s := &source.Session{ID: id, Format: b.formats().ByKey(m.Gone.Format), Folder: m.Gone.Folder, Start: m.Gone.Start, End: m.Gone.End, Size: m.Gone.Size}
			b.archive.Insert(s, *m.Gone.Project)
			b.gone[s] = m
		}
	}
	if left > 0 {
		b.job.Warn(Warning{Text: fmt.Sprintf("%d sessions whose transcripts are gone are left out: the configuration now chooses or takes out something else than when their pages were made", left)})
	}
}

// guard condenses what decides about what is shown of a session.
func (b *build) guard() string {
	c := b.Config
	c.Redact.Report, c.Redact.Reviewed, c.Redact.ReviewKey = "", nil, ""
	data, err := json.Marshal([]any{c.Select, c.Projects, c.Redact, c.Content})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// dropGone takes sessions that are gone out again that cannot be kept, and keeps the styles
// and scripts of those that can.
func (b *build) dropGone(context.Context) error {
	if len(b.gone) == 0 {
		return nil
	}
	b.dropped = map[*source.Session]bool{}
	for s, m := range b.gone {
		if why := b.whyNotKept(m); why != "" {
			b.job.Warn(Warning{Text: fmt.Sprintf("session %s is left out: its transcripts are gone, and %s", s.ID, why)})
			delete(b.gone, s)
			b.dropped[s] = true
		}
	}
	for _, f := range b.memory.others {
		if path.Dir(f.Name) == "assets" && len(b.gone) > 0 {
			if _, err := b.Out.Keep([]output.File{f}); err != nil {
				return err
			}
		}
	}
	return nil
}

// whyNotKept tells why the pages of a session cannot stay, "" when they can.
func (b *build) whyNotKept(m *memo) string {
	texts := map[string]bool{".html": true, ".md": true, ".txt": true, ".json": true, ".js": true, ".svg": true}
	for _, f := range m.Files {
		data, ok := b.Out.AsLeft(f)
		if !ok {
			return "its pages are not as they were left"
		}
		if b.redaction == nil || !texts[path.Ext(f.Name)] {
			continue
		}
		if leaks := b.second.look.File(f.Name, data); len(leaks) > 0 {
			return "something stands in its pages that is to be taken out (" + leaks[0].Rule + ")"
		}
		if found := b.redaction.cleaner.Leaks(html.UnescapeString(string(data))); len(found) > 0 {
			return "something stands in its pages that is to be taken out (" + strings.Join(rulesOf(found), ", ") + ")"
		}
	}
	return ""
}

func rulesOf(found []redact.Finding) []string {
	rules := map[string]bool{}
	for _, f := range found {
		rules[f.Rule] = true
	}
	return slices.Sorted(maps.Keys(rules))
}
