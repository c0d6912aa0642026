package generator

import (
	"fmt"
	"html"
	"maps"
	"path"
	"slices"
	"strings"

	"steno/generator/cache"
	"steno/generator/job"
	"steno/generator/output"
	"steno/generator/redact"
	"steno/parser/source"
)

// leaveOut returns the sessions that are gone and whose pages cannot be kept, and keeps the styles
// and scripts of those that can.
func leaveOut(j *job.Job, out *output.Site, last *cache.Cache, in *prepared) (map[*source.Session]bool, error) {
	without := map[*source.Session]bool{}
	for _, s := range in.found.Archive.Sessions() {
		m := in.found.Removed[s]
		if m == nil {
			continue
		}
		if why := whyNotKept(out, last, m, in); why != "" {
			j.Warn(Warning{Text: fmt.Sprintf("session %s is left out: its transcripts are gone, and %s", in.collected.Clean(s.ID), why)})
			without[s] = true
		}
	}
	if len(in.found.Removed) == len(without) {
		return without, nil
	}
	for _, f := range last.Others() {
		if path.Dir(f.Name) == "assets" {
			if _, err := out.Keep([]output.File{f}); err != nil {
				return nil, err
			}
		}
	}
	return without, nil
}

// whyNotKept says why the pages of a session cannot stay, "" when they can.
func whyNotKept(out *output.Site, last *cache.Cache, m *cache.Session, in *prepared) string {
	texts := map[string]bool{".html": true, ".md": true, ".txt": true, ".json": true, ".js": true, ".svg": true}
	files, err := last.Files(m)
	if err != nil {
		return "what is kept of it cannot be read"
	}
	for _, f := range files {
		data, ok := out.AsLeft(f)
		if !ok {
			return "its pages were changed since"
		}
		if in.collected == nil || !texts[path.Ext(f.Name)] {
			continue
		}
		if leaks := in.look.File(f.Name, data); len(leaks) > 0 {
			return "its pages contain a value that is redacted now (" + leaks[0].Rule + ")"
		}
		if found := in.collected.Cleaner.Leaks(html.UnescapeString(string(data))); len(found) > 0 {
			return "its pages contain a value that is redacted now (" + strings.Join(rulesOf(found), ", ") + ")"
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
