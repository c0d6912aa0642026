package view

import (
	"slices"
	"strings"

	"steno/theme/words"
)

// Cost is what tokens cost at the configured prices. It counts in whole
// millionths of a dollar, so that sums are the same in any order.
type Cost struct {
	Micros  int64    // millionths of a US dollar
	Priced  bool     // there was a price for at least a part; without one a cost is not shown
	Without []string // models without a price, whose tokens are left out; sorted
}

// USD is the cost in dollars.
func (c Cost) USD() float64 { return float64(c.Micros) / 1e6 }

// String writes the cost for people: "$1.24". It is "" when nothing has a price.
func (c Cost) String() string {
	if !c.Priced {
		return ""
	}
	return words.Dollars(c.USD())
}

// Missing names the models that a shown cost leaves out: "without opus-4-1"; "" when it is whole.
func (c Cost) Missing() string {
	if !c.Priced || len(c.Without) == 0 {
		return ""
	}
	names := make([]string, len(c.Without))
	for i, model := range c.Without {
		names[i] = words.Excerpt(ModelName(model), 40)
	}
	if len(names) > 3 {
		return "without " + words.Plural(len(names), "model")
	}
	return "without " + strings.Join(names, ", ")
}

// Add adds another cost to c.
func (c *Cost) Add(other Cost) {
	const most = 1 << 62
	if c.Micros += min(other.Micros, most); c.Micros < 0 || c.Micros > most {
		c.Micros = most
	}
	c.Priced = c.Priced || other.Priced
	if len(other.Without) > 0 {
		c.Without = slices.Compact(slices.Sorted(slices.Values(slices.Concat(c.Without, other.Without))))
	}
}

// ModelName is a model's name without what all of them share: "claude-opus-4-1-20250805" is "opus-4-1"; "client" for
// what no model wrote.
func ModelName(name string) string {
	if name == "<synthetic>" {
		return "client"
	}
	name = strings.TrimPrefix(name, "claude-")
	if i := strings.LastIndexByte(name, '-'); i > 0 && len(name)-i == 9 && strings.Trim(name[i+1:], "0123456789") == "" {
		name = name[:i]
	}
	return name
}
