package config

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Price is what a model costs, in US dollars per million tokens.
type Price struct {
	Input        float64 `yaml:"input"`        // input that was not read from the cache
	Output       float64 `yaml:"output"`       // thinking included
	CacheRead    float64 `yaml:"cacheRead"`    // input read from the cache
	CacheWrite   float64 `yaml:"cacheWrite"`   // input written to the cache
	CacheWrite1h float64 `yaml:"cacheWrite1h"` // of it, what is kept for an hour; 0 for the price of cacheWrite
}

// Prices are prices by pattern of the model's name: "*" matches any text, and
// letters of either case are the same. Where several patterns match, the longest
// counts, stars left out, as it says most; of equally long ones the first by name.
type Prices map[string]Price

// Of is the price of a model; false when no pattern matches its name.
func (p Prices) Of(model string) (Price, bool) {
	best, found := "", false
	for _, pattern := range slices.Sorted(maps.Keys(p)) {
		if (!found || letters(pattern) > letters(best)) && matches(pattern, model) {
			best, found = pattern, true
		}
	}
	return p[best], found
}

func letters(pattern string) int { return len(pattern) - strings.Count(pattern, "*") }

// matches reports whether all of name fits pattern.
func matches(pattern, name string) bool {
	parts := strings.Split(strings.ToLower(pattern), "*")
	rest, ok := strings.CutPrefix(strings.ToLower(name), parts[0])
	if !ok || len(parts) == 1 {
		return ok && rest == ""
	}
	last := len(parts) - 1
	for _, part := range parts[1:last] {
		if _, rest, ok = strings.Cut(rest, part); !ok {
			return false
		}
	}
	return strings.HasSuffix(rest, parts[last])
}

// validate returns what is wrong with each price.
func (p Prices) validate() []error {
	var errs []error
	for _, pattern := range slices.Sorted(maps.Keys(p)) {
		key := "prices." + pattern
		if strings.TrimSpace(pattern) == "" {
			errs = append(errs, &KeyError{key, `the pattern of a model's name must not be empty; "*" is every model`})
		}
		price := p[pattern]
		for _, f := range []struct {
			name string
			usd  float64
		}{
			{"input", price.Input}, {"output", price.Output}, {"cacheRead", price.CacheRead},
			{"cacheWrite", price.CacheWrite}, {"cacheWrite1h", price.CacheWrite1h},
		} {
			if !(f.usd >= 0) || math.IsInf(f.usd, 0) {
				errs = append(errs, &KeyError{key + "." + f.name,
					fmt.Sprintf("must be dollars per million tokens, 0 or more (got %v)", f.usd)})
			}
		}
	}
	return errs
}
