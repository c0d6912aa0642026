package main

import (
	"slices"
	"strings"
)

// group is a part of the documentation: pages for one need of a reader.
type group struct {
	name  string
	pages []string // Markdown files, in the order of the menu
}

// groups are all pages.
func groups() []group {
	return []group{
		{"Start", []string{"README.md"}},
		{"Guides", []string{
			"docs/github/README.md", "docs/publishing-safely.md", "docs/choosing.md", "docs/collect.md",
			"docs/export.md", "docs/provenance.md", "docs/serve.md",
			"docs/themes.md", "docs/scaling.md",
		}},
		{"Reference", []string{
			"docs/configuration.md", "docs/agents.md", "docs/for-machines.md", "docs/session-json.md",
			"docs/figures.md", "docs/redaction-rules.md", "docs/bad-input.md",
			"docs/theme-reference.md", "docs/search-format.md", "docs/format.md", "docs/compatibility.md", "CHANGELOG.md",
		}},
		{"Explanation", []string{"docs/performance.md", "ARCHITECTURE.md", "CONTRIBUTING.md",
			".github/SECURITY.md", ".github/CODE_OF_CONDUCT.md"}},
	}
}

// groupOf returns the name of a page's group.
func groupOf(page string) string {
	for _, g := range groups() {
		if slices.Contains(g.pages, page) {
			return g.name
		}
	}
	return ""
}

// address returns where a page is on the site: beside its Markdown, and README.md as the index of its folder.
func address(page string) string {
	page = strings.TrimPrefix(page, ".")
	if page == "README.md" || strings.HasSuffix(page, "/README.md") {
		return strings.TrimSuffix(page, "README.md") + "index.html"
	}
	return strings.TrimSuffix(page, ".md") + ".html"
}
