package card

import (
	"maps"
	"slices"
)

// Names lists the tools that have a special card.
func Names() []string { return slices.Sorted(maps.Keys(tools())) }
