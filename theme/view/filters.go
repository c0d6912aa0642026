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
	}{{r.Errors, "errors"}, {r.Files, "changes"}, {r.CommitCount, "commits"}, {len(r.PullRequests), "pull requests"}, {r.Agents, "agents"}} {
		if has.n > 0 {
			add("with", has.what)
		}
	}
	return f
}

// SessionFilters returns the filters for a list of sessions, without those that every session passes.
func SessionFilters(rows []SessionRow) []Filter {
	counts := map[string]map[string]int{}
	for _, r := range rows {
		for name, values := range facetsOf(r) {
			if counts[name] == nil {
				counts[name] = map[string]int{}
			}
			for _, v := range values {
				counts[name][v]++
			}
		}
	}
	var filters []Filter
	for _, f := range []Filter{{Name: "project", Label: "Project"}, {Name: "month", Label: "Month"}, {Name: "agent", Label: "Coding agent"}, {Name: "model", Label: "Model"}, {Name: "branch", Label: "Branch"}, {Name: "tag", Label: "Tag"}, {Name: "with", Label: "With"}} {
		for v, n := range counts[f.Name] {
			f.Options = append(f.Options, FilterOption{Value: v, Text: v, Sessions: n})
		}
		slices.SortFunc(f.Options, func(a, b FilterOption) int {
			return cmp.Or(cmp.Compare(b.Sessions, a.Sessions), cmp.Compare(a.Value, b.Value))
		})
		f.Options = f.Options[:min(len(f.Options), maxOptions)]
		if f.Name == "month" {
			slices.SortFunc(f.Options, func(a, b FilterOption) int { return cmp.Compare(b.Value, a.Value) })
		}
		if len(f.Options) > 1 || len(f.Options) == 1 && f.Options[0].Sessions < len(rows) {
			filters = append(filters, f)
		}
	}
	return filters
}
