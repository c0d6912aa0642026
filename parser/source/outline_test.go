package source

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var hashes = regexp.MustCompile(`(?m)^(project \S+)-[0-9a-f]{6} `)

// outline prints an archive, for tests to compare.
func outline(a *Archive) string {
	var b strings.Builder
	for _, p := range a.Projects {
		fmt.Fprintf(&b, "project %s name=%q dir=%q folder=%q\n", p.Slug, p.Name, p.Dir, p.Folder)
		for _, s := range p.Sessions {
			fmt.Fprintf(&b, "  session %s start=%s", s.ID, s.Start.UTC().Format("2006-01-02T15:04:05"))
			if s.Origin != "" {
				fmt.Fprintf(&b, " origin=%s", s.Origin)
			}
			if len(s.Snapshots) > 0 {
				fmt.Fprintf(&b, " snapshots=%d", len(s.Snapshots))
			}
			if s.IndexTitle != "" {
				fmt.Fprintf(&b, " index=%q", s.IndexTitle)
			}
			b.WriteString("\n")
			for _, f := range s.Main {
				fmt.Fprintf(&b, "    %s", f.Path)
				if f.part().Only != nil {
					fmt.Fprintf(&b, " only=%q", f.part().Only)
				}
				if f.part().Copied != nil {
					fmt.Fprintf(&b, " copied=%v", f.part().Copied)
				}
				b.WriteString("\n")
			}
			for _, a := range s.Agents {
				fmt.Fprintf(&b, "    agent %s run=%q meta=%t %s\n", a.ID, a.Run, a.Meta != nil, a.File.Path)
			}
			for _, name := range slices.Sorted(maps.Keys(s.Results)) {
				fmt.Fprintf(&b, "    result %s\n", name)
			}
			for _, w := range s.Workflows {
				fmt.Fprintf(&b, "    workflow %s journal=%t summary=%t\n", w.Run, w.Journal != nil, w.Summary != nil)
			}
			for _, sum := range s.Summaries {
				fmt.Fprintf(&b, "    summary %q of %s\n", sum.Text, sum.Leaf)
			}
			if s.Memory != nil {
				fmt.Fprintf(&b, "    memory\n")
			}
			for _, name := range slices.Sorted(maps.Keys(s.Plans)) {
				fmt.Fprintf(&b, "    plan %s\n", name)
			}
		}
	}
	for _, f := range a.History {
		fmt.Fprintf(&b, "history %s\n", f.Path)
	}
	for _, w := range a.Warnings {
		fmt.Fprintf(&b, "warning %s:%d: %s\n", w.Path, w.Line, w.Text)
	}
	return filepath.ToSlash(b.String())
}
