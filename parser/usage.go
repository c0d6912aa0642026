package parser

import (
	"cmp"
	"slices"
)

// Add adds the figures of v to u, those of each model to the same model's.
func (u *Usage) Add(v *Usage) {
	u.Requests += v.Requests
	u.Input += v.Input
	u.Output += v.Output
	u.CacheRead += v.CacheRead
	u.CacheWrite += v.CacheWrite
	u.CacheWrite1h += v.CacheWrite1h
	for _, m := range v.ByModel {
		i, found := slices.BinarySearchFunc(u.ByModel, m.Model,
			func(have ModelUsage, name string) int { return cmp.Compare(have.Model, name) })
		if !found {
			u.ByModel = slices.Insert(u.ByModel, i, ModelUsage{Model: m.Model})
		}
		u.ByModel[i].Add(&m)
	}
}

// Add adds the figures of v to m.
func (m *ModelUsage) Add(v *ModelUsage) {
	m.Requests += v.Requests
	m.Input += v.Input
	m.Output += v.Output
	m.CacheRead += v.CacheRead
	m.CacheWrite += v.CacheWrite
	m.CacheWrite1h += v.CacheWrite1h
}
