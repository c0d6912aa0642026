package sitetest

import (
	"slices"
	"strings"
	"testing"
)

// TestStepsAreListedOnce: a session's head lists each of its agents once. Steps of a workflow are with it.
func TestStepsAreListedOnce(t *testing.T) {
	t.Parallel()
	for _, p := range get(t, madeExample).pages {
		if !strings.HasPrefix(p.name, "sessions/01996177-") || strings.Count(p.name, "/") != 2 || !strings.HasSuffix(p.name, "/index.html") {
			continue
		}
		var listed []string
		for list := range elements(p.root, "ul") {
			if attr(list, "class") != "agents" {
				continue
			}
			for a := range elements(list, "a") {
				if href := attr(a, "href"); strings.HasPrefix(href, "agents/") && strings.HasSuffix(href, ".html") {
					listed = append(listed, href)
				}
			}
		}
		slices.Sort(listed)
		if once := slices.Compact(slices.Clone(listed)); len(once) != 10 || len(listed) != len(once) {
			t.Errorf("%s lists %d agents %d times: %q", p.name, len(once), len(listed), listed)
		}
		return
	}
	t.Error("no page")
}
