package sitetest

import (
	"path"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/config"
)

// TestNeighbours: the foot of a session names the sessions before and after it as their own pages do, with their dates.
func TestNeighbours(t *testing.T) {
	t.Parallel()
	c := config.Default()
	c.Sources, c.Destination, c.Jobs, c.Cache = []string{example}, t.TempDir(), 2, config.CacheOff
	if _, err := generator.Build(t.Context(), generator.Options{Config: c, Version: "test"}); err != nil {
		t.Fatal(err)
	}
	titles, pages := map[string]string{}, readPages(t, c.Destination)
	for _, p := range pages {
		for n := range p.root.Descendants() {
			if n.Data == "h1" {
				titles[p.name] = strings.TrimSpace(text(n))
			}
		}
	}
	links := 0
	for _, p := range pages {
		for n := range p.root.Descendants() {
			if n.Data != "a" || n.Parent == nil || attr(n.Parent, "class") != "neighbours" {
				continue
			}
			links++
			title := titles[path.Join(path.Dir(p.name), attr(n, "href"))]
			_, said, _ := strings.Cut(text(n), " session ")
			if start := title[:min(len(title), 40)]; !strings.HasPrefix(said, start) || !strings.Contains(text(n), ", ") {
				t.Errorf("%s: %q leads to %q", p.name, text(n), title)
			}
		}
	}
	if links < 4 {
		t.Errorf("only %d links", links)
	}
}
