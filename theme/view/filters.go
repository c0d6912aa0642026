package view

import (
	"cmp"
	"slices"
)

// facets are the values of a session that filters compare, by name of the facet.
type facets map[string][]string

// maxOptions is how many values a filter offers, the most frequent ones. The others are found by words.
const maxOptions = 100

func facetsOf(r SessionRow) facets {
	f := facets{}
	add := func(name string, values ...string) {
		for _, v := range values {
			if v != "" && !slices.Contains(f[name], v) {
				f[name] = append(f[name], v)
			}
		}
	}
	add("project", r.Project.Text)
	add("branch", r.Branch)
	add("agent", r.Client)
	for _, m := range r.Models {
		add("model", ModelName(m))
	}
	for _, t := range r.Tags {
		add("tag", t.Text)
	}
	if !r.Start.IsZero() {
		add("month", r.Start.UTC().Format("2006-01"))
	}
	for _, has := range []struct {
		n    int
		what string
	}{{r.Errors, "errors"}, {r.Files, "changes"}, {r.CommitCount, "commits"},
		{len(r.PullRequests), "pull requests"}, {r.Agents, "agents"}} {
		if has.n > 0 {
			add("with", has.what)
		}
	}
	return f
}

// facetCounts counts the values of rows.
type facetCounts struct {
	rows   int
	values map[string]map[string]int // by facet
}

func (c *facetCounts) add(facets map[string][]string) {
	c.rows++
	if c.values == nil {
		c.values = map[string]map[string]int{}
	}
	for name, values := range facets {
		if c.values[name] == nil {
			c.values[name] = map[string]int{}
		}
		for _, v := range values {
			c.values[name][v]++
		}
	}
}

// SessionFilters returns the filters for a list of sessions, without those that every session passes.
func SessionFilters(rows []SessionRow) []Filter {
	var counts facetCounts
	for _, r := range rows {
		counts.add(facetsOf(r))
	}
	return counts.filters()
}

func (c *facetCounts) filters() []Filter {
	var filters []Filter
	for _, f := range []Filter{{Name: "project", Label: "Project"}, {Name: "month", Label: "Month"},
		{Name: "agent", Label: "Coding agent"}, {Name: "model", Label: "Model"},
		{Name: "branch", Label: "Branch"}, {Name: "tag", Label: "Tag"}, {Name: "with", Label: "With"}} {
		for v, n := range c.values[f.Name] {
			f.Options = append(f.Options, FilterOption{Value: v, Text: v, Sessions: n})
		}
		slices.SortFunc(f.Options, func(a, b FilterOption) int {
			return cmp.Or(cmp.Compare(b.Sessions, a.Sessions), cmp.Compare(a.Value, b.Value))
		})
		f.Options = f.Options[:min(len(f.Options), maxOptions)]
		if f.Name == "month" {
			slices.SortFunc(f.Options, func(a, b FilterOption) int { return cmp.Compare(b.Value, a.Value) })
		}
		if len(f.Options) > 1 || len(f.Options) == 1 && f.Options[0].Sessions < c.rows {
			filters = append(filters, f)
		}
	}
	return filters
}
